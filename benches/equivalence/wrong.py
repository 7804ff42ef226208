"""Wrong usages: what is said, where, with which exit code; wrong.txt has those without a model."""
import os

from .scenario import chain

LINES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wrong.txt")

# What can go wrong with the model `m.nrm` of this `learn`: a command each.
MODELS = {
    "binary.svm -a pa1": (
        "predict m.nrm", "predict m.nrm no.svm", "predict m.nrm folder",
        "predict m.nrm binary.svm --top 1", "predict m.nrm binary.svm --frob", "learn m.nrm",
        "compare m.nrm -a pa1", "hindsight m.nrm", "boost m.nrm", "learn binary.svm --test m.nrm",
        "test m.nrm third.svm", "test m.nrm bare.svm", "predict m.nrm bare.svm",
        "test m.nrm regression.svm", "predict m.nrm multiclass.vw",
        "learn binary.svm --resume m.nrm -C 2", "learn binary.svm --resume m.nrm -a auto",
        "learn binary.svm --resume m.nrm --problem regression",
        "learn multiclass.svm --resume m.nrm", "learn binary.svm --resume m.nrm --hash 5",
        "learn binary.svm --resume m.nrm --no-bias",
        "learn binary.svm --resume m.nrm --costs costs.csv",
        "learn bare.svm --resume m.nrm -o m.nrm", "learn binary.svm --resume m.nrm --interact 1,2",
        "learn binary.svm --resume m.nrm --keep best",
        "learn binary.svm --resume m.nrm --predictions m.nrm", "learn queries.svm --resume m.nrm",
        "learn binary.svm --resume m.nrm --until-gap 0.1",
        "learn binary.svm --resume m.nrm --tolerance 5",
        "learn binary.svm --resume m.nrm --risk 0.1",
        "learn binary.svm --resume m.nrm --stop validate", "learn wide.svm --resume m.nrm --json",
        "learn weighted.vw --resume m.nrm --json", "hindsight binary.svm --model m.nrm -C 2",
        "hindsight binary-more.svm --model m.nrm", "hindsight binary.svm binary.svm --model m.nrm",
        "hindsight wide.svm --model m.nrm", "hindsight binary.svm --model m.nrm -o m.nrm",
        "inspect m.nrm --assume-margin 0", "inspect m.nrm --assume-margin nan",
        "inspect m.nrm --top x", "@copy m.nrm c.nrm", "@cut c.nrm 100", "inspect c.nrm",
        "learn binary.svm --resume c.nrm", "@copy m.nrm f.nrm", "@flip f.nrm -5", "inspect f.nrm",
        "predict f.nrm binary.svm"),
    "binary.csv -a pa1": (
        "predict m.nrm binary.csv --label f1", "predict m.nrm mail.csv", "predict m.nrm binary.svm",
        "predict m.nrm unnamed-table --format csv", "predict m.nrm headless.csv --header no",
        "learn binary.csv --resume m.nrm --weight f1",
        "learn binary.csv --resume m.nrm --text words", "learn mail.csv --resume m.nrm",
        "test m.nrm uniclass.csv", "predict m.nrm uniclass.csv", "predict m.nrm binary.jsonl",
        "predict m.nrm binary.csv --text color"),
    "regression.svm": (
        "test m.nrm regression.svm --confusion", "predict m.nrm regression.svm --top 2",
        "learn name-late.svm --resume m.nrm", "inspect m.nrm --assume-margin 1"),
    "multiclass.svm -a pa1": (
        "predict m.nrm multiclass.svm --top 0", "test m.nrm one-vs-rest.svm --confusion",
        "learn one-vs-rest.svm --resume m.nrm -o n.nrm", "inspect n.nrm --json",
        "test m.nrm regression.svm", "predict m.nrm spaced.csv"),
    "label-ranking.svm -a pa1": (
        "test m.nrm label-ranking.svm --confusion", "test m.nrm bare.svm", "test m.nrm set.svm",
        "learn preferences.svm --resume m.nrm --json", "test m.nrm preferences.svm"),
    "ordinal.svm --problem ordinal:ranks=4": (
        "test m.nrm high.svm", "learn high.svm --resume m.nrm", "predict m.nrm high.svm --top 2",
        "test m.nrm ordinal.svm --confusion", "test m.nrm rank.svm"),
    "queries.svm --problem queries": (
        "test m.nrm binary.svm", "predict m.nrm binary.svm", "test m.nrm grade.svm",
        "learn again.svm --resume m.nrm --json", "test m.nrm queries.svm --confusion"),
    "mail.tsv --label folder --text subject -a pa1": (
        "predict m.nrm mail.tsv --text folder", "learn mail.csv --resume m.nrm --json",
        "learn mail.tsv --resume m.nrm --text body", "predict m.nrm mail.jsonl"),
    "binary.vw --interact n,c -a pa1": (
        "learn binary.vw --resume m.nrm --interact n,n", "learn binary.csv --resume m.nrm --json",
        "predict m.nrm binary.svm"),
}


def scenarios():
    with open(LINES, encoding="utf-8") as file:
        lines = file.read().splitlines()
    made = [chain(f"wrong: {line}", *(["@folder folder"] if "folder" in line else []), line)
            for line in lines]
    for data, steps in MODELS.items():
        made.append(chain(f"wrong model of {data}", "@folder folder", f"learn {data} -o m.nrm -q",
                          *steps))
    return made
