"""Flags of `learn`, `compare`, `hindsight`, `predict`, `test` and `inspect`."""
from .scenario import chain, each, model

BINARY = {"problem": "binary", "format": "svmlight"}
NUMBERS = ("-C 0.1", "-C inf", "--margin 0.5", "--margin 0", "-a mira --margin 0.1", "--eta 0.2",
           "-a eg --eta 0.05", "-a p-norm --p 3", "-a winnow -C 2", "--bias 2", "--bias -0.5",
           "--bias auto", "--no-bias", "--hash 4", "--hash 18", "--seed 7", "-a pa1-mini --seed 3",
           "--passes 4", "-a pegasos --passes 2")
READOUTS = ("--average", "--average=plain", "--average=linear", "--vote")
BATCH = ("--tolerance 0.9 --max-updates 3000", "--tolerance 5",
         "--tolerance 2 --order random --seed 4", "--tolerance 2 --order most-violated",
         "-a pa --tolerance 3 --max-updates 200", "--until-gap 0.01", "-C 0.2 --until-gap 0.001",
         "--until-gap 1e-9 --max-sweeps 2", "-a logistic --until-gap 0.01",
         "--loss squared-hinge --until-gap 0.01", "--geometry ball --until-gap 0.01",
         "--kernel gaussian --until-gap 0.01", "--until-gap 0.01 --seed 9",
         "--tolerance 4 --test binary-more.svm")
RISKS = tuple(f"-a pa1 --bias 1 --problem binary {flags}" for flags in (
    "--risk 0.05", "--risk 0.2 --stop random", "--risk 0.2 --stop average",
    "--stop random --seed 6", "--stop average", "--risk 0.1 --stop validate",
    "--risk 0.1 --loss-at-most 5", "--risk 0.1 --stop validate --loss-at-most 5",
    "--risk 0.05 --average"))


def learning():
    """Numbers, the constant, hashing, passes: each with a model that is looked at."""
    made = [model(f"flags {flags}", f"binary.svm {flags}", "binary-more.svm", **BINARY)
            for flags in NUMBERS]
    for problem in ("regression", "multiclass", "label-ranking", "ordinal", "tasks", "queries"):
        for flags in ("-C 0.1", "-a pa2 -C 3", "--no-bias", "--bias 2", "--hash 5 -a pa1",
                      "-a pa1 --passes 3 --seed 2"):
            made.append(model(f"flags {flags} {problem}",
                              f"{problem}.svm --problem {problem} {flags}",
                              f"{problem}-more.svm", problem=problem, format="svmlight"))
    made += [model(f"flags --epsilon {x}", f"regression.svm --epsilon {x}", "regression-more.svm",
                   problem="regression", format="svmlight") for x in (0, 0.5)]
    return made


def readouts():
    """Averages and votes."""
    made = []
    for flags in READOUTS:
        for problem in ("binary", "regression", "multiclass", "one-vs-rest", "label-ranking",
                        "ordinal", "tasks", "queries", "candidates", "uniclass"):
            for algorithm in ("perceptron", "pa1", "arow", "simproj"):
                choice = f"{problem}.svm --problem {problem} -a {algorithm} {flags}"
                made.append(model(f"readout {flags} {algorithm}/{problem}", f"{choice} --passes 2",
                                  f"{problem}-more.svm", algorithm=algorithm, problem=problem,
                                  format="svmlight"))
    return made


def batches():
    """Conversions to batch, and bounds on fresh rows."""
    made = [model(f"batch {flags}", f"binary.svm {flags}", "binary-more.svm",
                  **BINARY) for flags in BATCH]
    for problem in ("regression", "multiclass", "label-ranking", "ordinal", "queries", "uniclass"):
        for flags in ("-a pa1 --tolerance 6 --max-updates 2000", "-a pa1 --until-gap 0.01"):
            made.append(model(f"batch {flags} {problem}",
                              f"{problem}.svm --problem {problem} {flags}",
                              f"{problem}-more.svm", problem=problem, format="svmlight"))
    made += [model(f"risk {flags}", f"long-binary.svm {flags}", "binary-more.svm", **BINARY)
             for flags in RISKS]
    made += each("risk", [f"learn long-binary.svm {flags}" for flags in RISKS], **BINARY)
    return made + each("risk", (
        "learn long-regression.svm -a pa1 --risk 0.1 --loss-at-most 9 --json",
        "learn long-multiclass.svm -a pa1 --risk 0.1 --stop validate",
        "learn long-queries.svm --problem queries --risk 0.1", "learn binary.svm --risk 0.1 --json",
        "learn long-binary.svm -a auto --risk 0.1", "learn long-binary.svm --risk 0.1"))


def costs():
    return [model(f"costs {flags}", f"multiclass.svm --costs costs.csv {flags}",
                  "multiclass-more.svm",
                  problem="multiclass", format="svmlight")
            for flags in ("", "-a pa2", "-a mira", "-a sopopo", "-a perceptron", "-a uniform",
                          "--kernel gaussian", "--until-gap 0.01", "-a auto --among pa1,mira")] + [
        chain("costs of numbers", "learn one-vs-rest.svm --costs costs-bare.csv -o m.nrm --json",
              "inspect m.nrm", "compare one-vs-rest.svm --costs costs-bare.csv",
              "hindsight one-vs-rest.svm --costs costs-bare.csv", problem="multiclass")]


def rows_held_out():
    """--test, --test-every, --predictions."""
    made = []
    for problem in ("binary", "regression", "multiclass", "label-ranking", "ordinal", "tasks",
                    "queries", "candidates", "uniclass"):
        data = f"{problem}.svm --problem {problem}"
        made.append(chain(
            f"held out {problem}", f"learn {data} --test {problem}-more.svm --json",
            f"learn {data} --test-every 3",
            f"learn {data} --test-every 5 --passes 3 --json -o m.nrm",
            f"learn {problem}-more.svm --resume m.nrm --test-every 2 --json",
            f"learn {data} -a pa1 --predictions p.txt --passes 2", f"learn {data} --predictions -",
            f"learn {data} --predictions q.txt --json",
            f"learn {data} --average --predictions - -q",
            problem=problem, format="svmlight"))
    return made


def saying():
    """How much is said, and where."""
    return each("saying", (
        "learn binary.svm --quiet", "learn binary.svm -q --json", "learn binary.svm --no-progress",
        "learn binary.svm --progress", "learn binary.svm --progress --no-progress",
        "learn multiclass.svm -q -o m.nrm", "learn ordinal.svm", "learn ordinal.svm -q",
        "learn label-ranking.svm -q", "compare binary.svm -a pa1 --json",
        "compare multiclass.svm -a mira:margin=0.5,uniform:C=2",
        "compare binary.svm -a pa1:average=linear,pa1:loss=squared-hinge,pa1:geometry=ball",
        "compare binary.svm -a pa1:scope=leader,pa1:schedule=sqrt,perceptron:average=plain",
        "compare binary.svm --no-bias -C 2", "compare binary.svm --hash 5 --json",
        "compare binary.svm --kernel gaussian", "compare binary.svm --loss logistic",
        "hindsight binary.svm", "hindsight binary.svm -a pa2 -C 0.1 --gap 1e-6",
        "hindsight binary.svm --seed 3 --json", "hindsight binary.svm --max-sweeps 1",
        "hindsight binary.svm binary-more.svm -o h.nrm", "hindsight regression.svm --json",
        "hindsight regression.svm -a nlms", "hindsight multiclass.svm --no-bias",
        "hindsight uniclass.svm", "hindsight binary.svm --kernel gaussian", "hindsight weighted.vw",
        "hindsight queries.svm --problem queries -C 0.1"), **BINARY)


def looking():
    """What a model says of itself and of rows."""
    made = []
    for problem in ("binary", "multiclass", "regression", "label-ranking", "queries", "uniclass"):
        more = f"{problem}-more.svm"
        made.append(chain(
            f"looking at {problem}", f"learn {problem}.svm --problem {problem} -a pa1 -o m.nrm -q",
            "inspect m.nrm", "inspect m.nrm --top 0", "inspect m.nrm --top 2 --json",
            "inspect m.nrm --assume-margin 0.01", "inspect m.nrm --assume-margin 5",
            "inspect m.nrm --assume-margin 0.5 --json", "inspect m.nrm --assume-margin -1",
            f"predict m.nrm {more} --scores --json", f"predict m.nrm {more} --top 3 --scores",
            f"predict m.nrm {more} --top 1 --json", f"predict m.nrm {more} --top 99",
            f"predict m.nrm {more} --top 0", f"predict m.nrm - < {more}",
            f"test m.nrm - --json < {more}",
            f"predict m.nrm {more} --skip 3 --limit 5", f"test m.nrm {more} --limit 7",
            f"predict m.nrm {more} --threads 1", f"test m.nrm {more} --confusion --json",
            problem=problem, format="svmlight"))
    return made


def scenarios():
    return (learning() + readouts() + batches() + costs() + rows_held_out() + saying() + looking())
