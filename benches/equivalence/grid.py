"""Every algorithm x problem x format: learn and predict in all of them, and one group of further
commands that goes round, so that each algorithm and problem meets every command (`full`: in every
format)."""
from . import formats, rows as r
from .scenario import chain

FORMATS = (*formats.EXTENSIONS, "nrc")
SLOW = {"leader": " --limit 30"}  # a round revisits all before it
FURTHER = {
    "resume": ("learn {more} --resume m.nrm -o n.nrm --json", "inspect n.nrm --json",
               "predict n.nrm {data} --scores"),
    "test": ("test m.nrm {more} --json", "test m.nrm {data} --confusion", "test m.nrm {data}"),
    "compare": ("compare {data} -a {entry} --problem {problem} {read} --plot c.svg",
                "compare {data} -a {entry},{entry}:C=0.3 --problem {problem} {read}",
                "compare {data} -a {entry} --problem {problem} {read} --test {more} --hindsight "
                "--gap 0.05 --max-sweeps 20 --json"),
    "hindsight": ("hindsight {data} {choice} {read} --gap 0.05 --max-sweeps 20 --json -o h.nrm",
                  "hindsight {data} --model m.nrm --gap 0.05 --max-sweeps 20",
                  "predict h.nrm {more} --scores"),
    "passes": ("learn {data} {choice} {read} --passes 2 --test {more} --predictions p.txt",
               "predict m.nrm {more} --json", "predict m.nrm {more} --top 2"),
    "inspect": ("inspect m.nrm", "inspect m.nrm --json --top 3 --assume-margin 0.1",
                "predict m.nrm {more}"),
}


def carries(format, problem):
    """Whether the format can hold rows of the problem: VW text has no groups."""
    return not (format == "vw" and problem in r.GROUPED)


def source(problem, format):
    """(steps that make the data, its name, name of further data, flags to read it with)."""
    if format == "nrc":
        return (f"convert {problem}.svm d.nrc",), "d.nrc", f"{problem}-more.svm", ""
    extension = formats.EXTENSIONS[format]
    read = "--label none" if problem == "uniclass" and format in ("csv", "tsv") else ""
    return (), f"{problem}.{extension}", f"{problem}-more.{extension}", read


def words_of(algorithm, problem, format):
    make, data, more, read = source(problem, format)
    if algorithm in SLOW:
        read += SLOW[algorithm]
    choice = f"-a {algorithm} --problem {problem}"
    return make, {"data": data, "more": more, "read": read, "choice": choice, "entry": algorithm,
                  "problem": problem}


def fitting(algorithm, problem, format, groups):
    """An algorithm that is for the problem."""
    make, words = words_of(algorithm, problem, format)
    steps = ["learn {data} {choice} {read} --json -o m.nrm", "predict m.nrm {more} --scores"]
    for group in groups:
        steps += FURTHER[group]
    return chain(f"grid {algorithm}/{problem}/{format}", *make, *(s.format(**words) for s in steps),
                 algorithm=algorithm, problem=problem, format=format)


def refused(algorithm, problem, format):
    """An algorithm that is not."""
    make, words = words_of(algorithm, problem, format)
    steps = ("learn {data} {choice} {read}", "compare {data} -a {entry} --problem {problem} {read}")
    return chain(f"grid {algorithm}/{problem}/{format}, refused", *make,
                 *(s.format(**words) for s in steps),
                 algorithm=algorithm, problem=problem, format=format)


def scenarios(algorithms, problems, full):
    """`algorithms` maps names to the problems they are for."""
    made, groups = [], list(FURTHER)
    for a, (algorithm, fits) in enumerate(algorithms.items()):
        for p, problem in enumerate(problems):
            places = [format for format in FORMATS if carries(format, problem)]
            if problem not in fits:
                made.append(refused(algorithm, problem, places[(a + p) % len(places)]))
                continue
            for f, format in enumerate(places):
                chosen = groups if full else [groups[(a + p + f) % len(groups)]]
                made.append(fitting(algorithm, problem, format, chosen))
    return made
