"""Every data file that a scenario may name: name -> bytes.

`P.EXT` are rows of the problem P, `P-more.EXT` further ones; what others are for is said below.
"""
import random

from . import broken, formats, rows as r

ROWS, MORE = 90, 40
HEAD = 1000  # rows that decide problem, columns and constant: long files go beyond
CONTEST = 8192  # rows after which the default's candidates end their contest


def every_problem():
    """Each problem in each format that can carry it."""
    made = {}
    for problem in r.PROBLEMS:
        for stem, count in ((problem, ROWS), (f"{problem}-more", MORE)):
            rows = r.made(problem, 2 * count if problem in r.GROUPED else count, stem)
            for name, extension in formats.EXTENSIONS.items():
                if not (name == "vw" and problem in r.GROUPED):
                    made[f"{stem}.{extension}"] = formats.written(rows, name)
    return made


def in_all_formats(stem, rows):
    return {f"{stem}.{extension}": formats.written(rows, name)
            for name, extension in formats.EXTENSIONS.items()}


def weighted():
    """Importances, among them 0."""
    rng, rows = random.Random("weights"), r.made("binary", ROWS, "weights")
    for row in rows:
        row.weight = rng.choice((0, 0.25, 1, 2, 3.5))
    return in_all_formats("weighted", rows)


def relabelled(problem, names):
    """The rows of a problem with other names for its labels."""
    rows = r.made(problem, ROWS, problem)
    for row in rows:
        row.label = names.get(row.label, row.label)
    return rows


def labels():
    """Labels as names and as numbers of all sorts, and labels that are missing."""
    made = {}
    for stem, names in {"zero-one": {"-1": "0"}, "one-two": {"-1": "2"},
                        "yes-no": {"1": "yes", "-1": "no"}, "name-number": {"-1": "ham"},
                        "decimal": {"1": "+1.0", "-1": "-1.0"}}.items():
        made |= in_all_formats(stem, relabelled("binary", names))
    spaced = dict(zip(r.NAMES, ("ant hill", "bee, honey", "cat>dog", 'the "dog"')))
    for name in ("csv", "jsonl"):
        made[f"spaced.{name}"] = formats.written(relabelled("multiclass", spaced), name)
    far = {str(i): str(v) for i, v in enumerate((3, 70, 71, 500))}
    made["far.svm"] = formats.written(relabelled("one-vs-rest", far), "svmlight")
    gaps = r.made("binary", ROWS, "gaps")
    for row in gaps[5::7]:
        row.label = None
    made |= in_all_formats("gaps", gaps)
    one = relabelled("binary", {"-1": "1"})
    made["one-class.svm"] = formats.written(one, "svmlight")
    made["all-different.svm"] = "".join(f"m{i} 1:{i}\n" for i in range(150)).encode()
    made["preferences.svm"] = b"".join(
        line.encode() for line in ("1>2,1>3 1:1 2:0.5\n", "2>1 2:1\n", "3>1,3>2 3:1\n") * 20)
    made["high.svm"] = "".join(f"{2 + i % 5} 1:{i % 5} 2:1\n" for i in range(60)).encode()
    return made


def shapes():
    """Odd but valid text."""
    base = formats.written(r.made("binary", ROWS, "binary"), "svmlight")
    table = formats.written(r.made("binary", ROWS, "binary"), "csv")
    lines = base.decode().splitlines()
    turned = [" ".join([words[0], *reversed(words[1:])]) for words in map(str.split, lines)]
    return {
        "crlf.svm": base.replace(b"\n", b"\r\n"), "unended.svm": base.rstrip(b"\n"),
        "marked.svm": b"\xef\xbb\xbf" + base, "reversed.svm": "\n".join(turned).encode(),
        "comments.svm": b"# head\n\n" + base.replace(b"\n", b" # said\n"),
        "repeated.svm": b"1 1:1 1:2 3:0 2:1\n-1 2:1 2:-1 4:1\n" * 30,
        "wide.svm": b"1 4294967294:1 0:2\n-1 70000:1 1048576:0.5\n" * 30,
        "exponent.svm": b"+1 1:1e-3 2:.5 3:5. 4:-0\n-1.0 1:1E2 2:-1e-300\n" * 30,
        "unnamed": base, "unnamed-table": table, "misnamed.svm": formats.gz(base),
        "crlf.csv": table.replace(b"\n", b"\r\n"), "semicolon.csv": table.replace(b",", b";"),
        "headless.csv": table.split(b"\n", 1)[1],
        "missing.csv": b"y,a,b\n" + b"1,NA,x\n0,2,?\n1,,y\n0,3,x\n" * 20,
        "sparse.csv": b"a,b,c,target\n" + b"1,0,0,p\n0,1,0,q\n0,0,1,r\n" * 25,
        "numbers.csv": b"zip,size,class\n" + b"10,1.5,p\n20,2.5,q\n10,0.5,p\n30,1,q\n" * 20,
        "nested.jsonl": b'{"label":"x","a":{"b":1,"c":["p",2]},"t":true}\n'
                        b'{"label":"y","a":{"b":-1,"c":["q",1]},"t":false,"n":null}\n' * 30,
        "empty-rows.svm": b"1\n-1 1:1\n-1\n1 2:1\n" * 20,
        "namespaces.vw": b"1 2 'a|x:2 p:3 q |y p\n-1 |x q:0.5 |y r:2 s\n0.5 | z\n" * 25,
        "bare.svm": base.replace(b"\n-1 ", b"\n").replace(b"\n1 ", b"\n").replace(b"-1 ", b"", 1),
        "sizes.svm": "".join(f"{i % 2} 1:{10 ** (i % 9)} 2:{i % 7 - 3} 3:{1 / (i + 1):.9f}\n"
                             for i in range(80)).encode(),
    }


def mail():
    """Raw text in columns, a date and a folder."""
    rng = random.Random("mail")
    records = [(rng.choice(r.NAMES), f"2025-01-{1 + i % 28:02}",
                " ".join(rng.choice(r.WORDS) for _ in range(4))) for i in range(80)]
    lines = ["folder\tdate\tsubject\tbody"]
    for folder, date, words in records:
        lines.append(f"{folder}\t{date}\t{folder} {words}\t{words.upper()}, x@y.example")
    text = "\n".join(lines) + "\n"
    quoted = '{{"label":"{}","subject":"{} {}","body":["{}",7]}}\n'
    return {"mail.tsv": text.encode(),
            "mail.csv": text.replace(",", ";").replace("\t", ",").encode(),
            "mail.jsonl": "".join(quoted.format(f, f, w, d) for f, d, w in records).encode()}


def long():
    """More rows than the head, and more than the contest of the default; news after the head."""
    made = {}
    for problem in ("binary", "regression", "multiclass", "label-ranking", "queries"):
        rows = r.made(problem, HEAD + 300, "long")
        made[f"long-{problem}.svm"] = formats.written(rows, "svmlight")
        made[f"long-{problem}.csv"] = formats.written(rows, "csv")
        made[f"long-{problem}.jsonl"] = formats.written(rows, "jsonl")
    for problem in ("binary", "regression", "multiclass"):
        rows = r.made(problem, CONTEST + 400, "contest")
        made[f"contest-{problem}.svm"] = formats.written(rows, "svmlight")
    two = made["long-binary.svm"]
    made["late-class.svm"] = two + b"7 1:1 2:1\n" + two[:two.index(b"\n") + 1]
    four = formats.written(r.made("multiclass", HEAD + 50, "late"), "vw")
    made["late-class.vw"] = four + b"eel |n f1\n" * 5
    made["late-feature.svm"] = two + b"1 99:1 98:2\n-1 99:-1\n" * 20
    made["late-broken.svm"] = two + b"1 1:x\n" + b"1 1:1\n"
    made["late-huge.svm"] = two + b"1 1:1e200\n" + b"1 1:1\n"
    made["late-text.csv"] = made["long-binary.csv"] + b"1,x,,,,,,,,red,win\n"
    made["late-bare.svm"] = two + b"1:1 2:1\n" + b"1 1:1\n"
    return made


def compressed(made):
    found = {}
    for name in ("binary.svm", "multiclass.csv", "regression.jsonl", "label-ranking.vw",
                 "queries.tsv", "long-binary.svm"):
        found |= {f"{name}.gz": formats.gz(made[name]), f"{name}.zst": formats.zst(made[name])}
    whole = found["long-binary.svm.gz"]
    members = formats.gz(made["binary.svm"]) + formats.gz(made["binary-more.svm"])
    return found | {"cut.svm.gz": whole[:len(whole) // 2], "members.svm.gz": members,
                    "false.svm.gz": made["binary.svm"],
                    "cut.svm.zst": found["binary.svm.zst"][:900]}


def catalogue():
    """All of them."""
    made = every_problem() | weighted() | labels() | shapes() | mail() | long() | broken.files()
    return made | compressed(made)
