"""How data is read: labels, weights, text, interactions, windows of rows, compression, standard
input, several files, caches, broken rows, and what comes after the first thousand rows."""
from . import broken
from .formats import EXTENSIONS
from .scenario import chain, each, model

LABELS = ("zero-one", "one-two", "yes-no", "name-number", "decimal")
SHAPES = ("crlf.svm", "unended.svm", "marked.svm", "reversed.svm", "comments.svm", "repeated.svm",
          "wide.svm", "exponent.svm", "unnamed", "unnamed-table", "misnamed.svm", "crlf.csv",
          "semicolon.csv --delimiter ;", "headless.csv", "headless.csv --header no --label 0",
          "headless.csv --header yes", "missing.csv", "sparse.csv", "numbers.csv",
          "numbers.csv --categorical zip", "numbers.csv --label zip", "numbers.csv --label 2",
          "numbers.csv --label none", "numbers.csv --weight size", "nested.jsonl",
          "nested.jsonl --label t", "nested.jsonl --interact a,t", "nested.jsonl --text a.c",
          "empty-rows.svm", "namespaces.vw", "namespaces.vw --hash 6",
          "namespaces.vw --interact x,y", "bare.svm", "bare.svm --problem uniclass:radius=3",
          "sizes.svm", "sizes.svm -a arow-scaled", "spaced.csv", "spaced.jsonl", "far.svm",
          "far.svm --problem multiclass", "one-class.svm", "all-different.svm",
          "all-different.svm --problem multiclass", "preferences.svm",
          "preferences.svm --problem label-ranking -a sopopo", "high.svm --problem ordinal",
          "high.svm --problem ordinal:lowest=2,ranks=5", "gaps.svm --on-error skip",
          "gaps.csv --on-error skip", "gaps.jsonl --on-error skip", "gaps.vw --on-error skip",
          "gaps.svm --problem label-ranking", "gaps.svm --problem regression --on-error skip")
TEXTS = ("mail.tsv --label folder --text subject,body", "mail.csv --label folder --text subject",
         "mail.jsonl --text subject,body", "mail.jsonl --text body --hash 8",
         "mail.tsv --label folder --text subject,body,date --problem label-ranking -a sopopo",
         "mail.tsv --label folder --text body --interact body,date", "mail.tsv --label folder")
INTERACTIONS = ("binary.svm --interact 1,2", "binary.svm --interact :,:",
                "binary.svm --interact 1,1", "binary.vw --interact n,c",
                "binary.vw --interact n,n --interact c,w", "binary.vw --interact n,c,w --hash 10",
                "binary.csv --interact f1,color", "binary.csv --interact f1,f2,f3",
                "binary.jsonl --interact color,words", "multiclass.vw --interact n,c -a pa1",
                "regression.csv --interact f1,f1 -a nlms",
                "queries.csv --problem queries --interact f1,color",
                "binary.vw --interact nowhere,n")
WINDOWS = ("--skip 10", "--limit 20", "--skip 5 --limit 30", "--skip 85 --limit 30 --passes 2",
           "--skip 500", "--limit 1")


def labels():
    made = []
    for stem in LABELS:
        for name, extension in EXTENSIONS.items():
            made.append(model(f"labels {stem}.{extension}", f"{stem}.{extension}",
                              f"{stem}.{extension}",
                              problem="binary", format=name))
    for name, extension in EXTENSIONS.items():
        column = "--weight weight" if name in ("csv", "tsv") else ""
        for flags in ("", "-a pa1", "-a perceptron --average", "--problem regression -a auto"):
            made.append(model(f"weights {extension} {flags}",
                              f"weighted.{extension} {column} {flags}",
                              f"weighted.{extension}", problem="binary", format=name))
    return made


def shapes():
    return [model(f"reading {line}", line, line.split()[0])
            for line in (*SHAPES, *TEXTS, *INTERACTIONS)]


def windows():
    """--skip, --limit and --threads of every reader."""
    made = []
    for name, extension in EXTENSIONS.items():
        data = f"binary.{extension}"
        steps = [f"learn {data} {flags}" for flags in WINDOWS]
        steps += [f"learn {data} --threads {n} -a pa1 --json" for n in (1, 2, 3)]
        steps += [f"learn {data} binary-more.{extension} --skip 80 --limit 30 --json",
                  f"compare {data} -a pa1 --skip 5 --limit 30",
                  f"convert {data} o.jsonl --skip 3 --limit 4", f"convert {data} o.nrc --skip 3",
                  f"boost {data} --limit 40 --rounds 3"]
        made.append(chain(f"windows {extension}", *steps, problem="binary", format=name))
    return made


def streams():
    """Standard input, several files, compression."""
    made = []
    for name, extension in EXTENSIONS.items():
        data, more = f"binary.{extension}", f"binary-more.{extension}"
        made.append(chain(
            f"streams {extension}", f"learn - --format {name} -o m.nrm < {data}",
            f"learn - -a pa1 --json < {data}", f"predict m.nrm - --format {name} < {more}",
            f"learn {data} {more} --json", f"learn {data} {more} {data} --passes 2 -a arow --json",
            f"learn {data} --resume m.nrm -o m.nrm --json",
            f"learn {more} --resume m.nrm -o m.nrm --json",
            f"inspect m.nrm --json", f"compare - -a pa1,arow --format {name} < {data}",
            f"hindsight - --format {name} < {data}", f"boost - --format {name} --rounds 3 < {data}",
            f"convert - out.jsonl --format {name} < {data}", f"convert {data} - --to vw",
            f"convert {data} - --to {name}", f"learn {data} binary-more.jsonl --json",
            problem="binary", format=name))
    for data in ("binary.svm", "multiclass.csv", "regression.jsonl", "label-ranking.vw",
                 "queries.tsv"):
        for packed in (f"{data}.gz", f"{data}.zst"):
            made.append(chain(f"compressed {packed}", f"learn {packed} --json -o m.nrm",
                              f"predict m.nrm {packed} --scores", f"learn - --json < {packed}",
                              f"convert {packed} out.jsonl", f"convert {packed} out.nrc",
                              f"learn {packed} --passes 2 -a pa1 --test {packed}"))
    return made + each("compressed", (
        "learn members.svm.gz --json", "learn cut.svm.gz", "learn cut.svm.zst",
        "learn false.svm.gz", "learn cut.svm.gz -o m.nrm --on-error skip",
        "learn long-binary.svm.gz --json", "learn long-binary.svm.zst --json"))


def caches():
    """Caches that are made, fresh, stale, damaged, of other options."""
    made = []
    for name, extension in EXTENSIONS.items():
        data, more = f"binary.{extension}", f"binary-more.{extension}"
        made.append(chain(
            f"cache {extension}", f"learn {data} --cache -o m.nrm --json",
            f"learn {data} --cache --json",
            f"learn {data}.nrc --json", f"learn {data} --cache --passes 3 -a pa1",
            f"predict m.nrm {data}.nrc --scores", f"test m.nrm {data}.nrc",
            f"learn {data}.nrc --hash 6 -a arow --json",
            f"learn {data}.nrc --skip 20 --limit 30 --json",
            f"learn {data} --cache --skip 2", f"@copy {more} {data}",
            f"learn {data} --cache --json",
            f"convert {data}.nrc back.{extension}", f"convert {data}.nrc x.jsonl --limit 5",
            f"compare {data}.nrc -a pa1,arow --json", f"hindsight {data}.nrc",
            f"learn {data}.nrc --problem regression --json", f"learn {data}.nrc --format vw",
            f"learn {data}.nrc --label none", f"@flip {data}.nrc 300", f"learn {data}.nrc",
            f"@cut {data}.nrc 250", f"learn {data}.nrc", f"learn {data} --cache --json",
            problem="binary", format="nrc"))
    return made + [
        chain("cache of text", "learn mail.tsv --label folder --text subject --cache --json",
              "learn mail.tsv --label folder --text subject,body --cache --json",
              "learn mail.tsv.nrc --json", "learn mail.tsv.nrc --text date", format="nrc"),
        chain("cache of broken rows", "learn value.svm --cache --on-error skip --json",
              "convert value.svm v.nrc --on-error skip", "learn v.nrc --json",
              "learn v.nrc --skip 1",
              "convert value.svm w.nrc", format="nrc"),
        chain("cache of a long file", "convert long-binary.svm l.nrc", "learn l.nrc --json",
              "learn l.nrc --skip 900 --limit 200 --json", "learn l.nrc l.nrc --skip 1500 -a pa1",
              "learn l.nrc --interact 1,2 -a pa1 --json", format="nrc")]


def broken_rows():
    """Each broken file, stopped at and skipped over, by every reader."""
    made = []
    for name in broken.names():
        problem = {"rank.svm": "--problem ordinal", "set.svm": "--problem label-ranking",
                   "ungrouped.svm": "--problem queries", "grade.svm": "--problem queries",
                   "again.svm": "--problem queries", "group.csv": "--problem queries",
                   "side.svm": "--problem tasks"}.get(name, "")
        weight = "--weight w" if name == "weight.csv" else ""
        read = f"{name} {problem} {weight}"
        made.append(chain(
            f"broken {name}", f"learn {read} -o m.nrm", f"learn {read} --on-error skip -o n.nrm",
            f"learn {read} --on-error skip --json -a pa1",
            f"learn {read} -a pa1 -q --on-error skip", "learn binary.svm -q -o good.nrm",
            f"predict good.nrm {name}", f"test good.nrm {name}",
            f"predict good.nrm {name} --on-error skip",
            f"test good.nrm {name} --on-error skip --json", f"convert {name} out.jsonl {weight}",
            f"convert {name} out.nrc {weight} --on-error skip",
            f"learn {name} --resume good.nrm -o good.nrm", f"compare {read} -a pa1 --on-error skip",
            f"learn {read} -a auto --on-error skip", f"hindsight {read} --on-error skip",
            f"boost {name} --rounds 2 --on-error skip", f"learn binary.svm --test {name} -q"))
    return made


def long():
    """News after the rows that decided, and the contest of the default to its end."""
    made = []
    for problem in ("binary", "regression", "multiclass", "label-ranking", "queries"):
        for name in ("svmlight", "csv", "jsonl"):
            data = f"long-{problem}.{EXTENSIONS[name]}"
            made.append(chain(
                f"long {data}", f"learn {data} --json -o m.nrm", f"predict m.nrm {data} --scores",
                f"learn {data} --resume m.nrm --json", f"learn {data} -a pa1 --passes 2 --json",
                f"test m.nrm {data} --json", f"learn {data} -a auto --json",
                f"learn {data} --threads 1",
                problem=problem, format=name))
    for problem in ("binary", "regression", "multiclass"):
        data = f"contest-{problem}.svm"
        made.append(chain(f"long {data}", f"learn {data} --json -o m.nrm", "inspect m.nrm --json",
                          f"learn {data} --passes 2 --test-every 10 --json", f"test m.nrm {data}",
                          f"learn {data} {problem}.svm --predictions p.txt",
                          f"learn {data} -a auto",
                          problem=problem, format="svmlight"))
    for data in ("late-class.svm", "late-class.vw", "late-feature.svm", "late-broken.svm",
                 "late-huge.svm", "late-text.csv", "late-bare.svm"):
        made.append(chain(
            f"long {data}", f"learn {data} -o m.nrm",
            f"learn {data} --on-error skip -o n.nrm --json", f"learn {data} -a pa1 -o p.nrm --json",
            "inspect m.nrm.partial --json", "inspect n.nrm",
            f"learn {data} --problem multiclass --json",
            f"learn {data} --problem regression --json", f"compare {data} -a pa1,arow",
            f"learn {data} -a auto --on-error skip",
            f"learn {data} --kernel gaussian --on-error skip --limit 1400 --json",
            f"learn {data} --predictions p.txt --threads 1"))
    return made


def scenarios():
    return (labels() + shapes() + windows() + streams() + caches() + broken_rows() + long())
