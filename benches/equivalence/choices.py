"""Every problem x format with nothing said about the learner, with -a auto, with all algorithms in
`compare`; `convert` from every format to every other; `boost`."""
from . import formats, rows as r
from .grid import FORMATS, carries, source
from .scenario import chain

AMONG = {"regression": "pa1,nlms", "uniclass": "pa1,pa2", "ordinal": "simproj,pa1",
         "label-ranking": "sopopo,arow"}
SETTINGS = ("--average", "--hash 6", "--passes 3", "--bias 0.5", "--no-bias", "--test-every 4")


def unsaid(problem, format):
    """The default, with and without the problem."""
    make, data, more, read = source(problem, format)
    steps = (f"learn {data} {read}", f"learn {data} {read} --problem {problem} -o m.nrm --json",
             "inspect m.nrm --json", f"predict m.nrm {more} --scores",
             f"predict m.nrm {more} --json",
             f"test m.nrm {more}", f"test m.nrm {more} --confusion --json",
             f"learn {more} --resume m.nrm -o n.nrm", "inspect n.nrm",
             *(f"learn {data} {read} --problem {problem} {flag}" for flag in SETTINGS))
    return chain(f"default {problem}/{format}", *make, *steps, problem=problem, format=format)


def auto(problem, format):
    """Several learners followed at once."""
    make, data, more, read = source(problem, format)
    few = f"-a auto --among {AMONG.get(problem, 'pa1,perceptron')}"
    every = f"{data} {read} --problem {problem}"
    steps = (f"learn {every} -a auto", f"learn {every} -a auto --json -o a.nrm",
             "inspect a.nrm", "inspect a.nrm --json", f"predict a.nrm {more} --scores",
             f"predict a.nrm {more} --json", f"test a.nrm {more} --json",
             f"learn {more} --resume a.nrm -o b.nrm", "inspect b.nrm --json",
             f"learn {every} {few} --grid C=0.1,1 -o g.nrm --predictions p.txt",
             f"predict g.nrm {more}", f"predict g.nrm {more} --top 2", f"test g.nrm {more}",
             f"learn {every} {few} --grid C=0.1,1 --keep best -o k.nrm", "inspect k.nrm --json",
             f"predict k.nrm {more} --scores", f"learn {more} --resume k.nrm --json")
    return chain(f"auto {problem}/{format}", *make, *steps, algorithm="auto", problem=problem,
                 format=format)


def compared(problem, format):
    """All algorithms that fit, in one reading."""
    make, data, more, read = source(problem, format)
    every = f"compare {data} {read} --problem {problem}"
    steps = (every, f"{every} --json --test {more}", f"{every} --passes 2 --plot c.svg",
             f"{every} --hindsight --gap 0.01 --max-sweeps 50", f"{every} -C 0.5 --average",
             f"compare {data} {read} -a pa1,pa1:C=0.1,pa2:C=2 --plot d.svg --hindsight")
    return chain(f"compare {problem}/{format}", *make, *steps, problem=problem, format=format)


def converted(problem, format):
    """To all formats, and back to this one."""
    _, data, more, read = source(problem, format)
    steps = []
    for to in FORMATS:
        out = f"out.{formats.EXTENSIONS.get(to, to)}"
        steps += [f"convert {data} {out} {read}"]
        if to != format:
            choice = f"--problem {problem} -a pa1"
            none = "--label none" if problem == "uniclass" and to in ("csv", "tsv") else ""
            steps += [f"learn {out} {choice} {none} --json"]
    if format in ("csv", "tsv", "jsonl"):  # VW text has no names with blanks
        steps += [f"convert {data} words.vw {read} --text words",
                  f"learn words.vw --problem {problem} -a pa1 --json"]
    back = formats.EXTENSIONS[format]
    return chain(f"convert {problem}/{format}", *steps, f"convert out.nrc back.{back}",
                 f"convert {more} - --to jsonl {read}", problem=problem, format=format)


def boosted(format):
    """Decision stumps, by every rule."""
    make, data, more, _ = source("binary", format)
    steps = [f"boost {data} --rounds 12 -o b.nrm --test {more}", "inspect b.nrm",
             "inspect b.nrm --json",
             f"predict b.nrm {more} --scores", f"predict b.nrm {more} --json",
             f"predict b.nrm {more}",
             f"test b.nrm {more} --confusion", f"test b.nrm {more} --json",
             f"learn {more} --resume b.nrm", f"boost {data} --rounds 5 --json",
             f"boost {data} --quiet --rounds 3", f"hindsight {data} --model b.nrm"]
    for rule in ("adaboost", "majority", "capped:gamma=0.05", "gentle", "line-search"):
        steps += [f"boost {data} --rule {rule} --rounds 8 --json", f"boost {data} --rule {rule}"]
    steps += [f"boost {data} --rule {rule} --gamma 0.02" for rule in ("majority", "capped")]
    return chain(f"boost {format}", *make, *steps, problem="binary", format=format)


def scenarios():
    made = []
    for problem in r.PROBLEMS:
        for format in filter(lambda f: carries(f, problem), FORMATS):
            made += [unsaid(problem, format), auto(problem, format), compared(problem, format)]
            if format != "nrc":
                made.append(converted(problem, format))
    return made + [boosted(format) for format in FORMATS]
