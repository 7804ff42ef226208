#!/usr/bin/env python3
"""Chunking beside CRFsuite: F1, CPU seconds of training, sentences tagged a second; one run, one thread each.

    python3 benches/sequences.py [--data DIR] [--passes 10] [--algorithms pa] [--repeats 3] [--program FILE]

DIR (else $NOREGRET_DATA, else ../shared/data) holds conll2000. CRFsuite is the package python-crfsuite (a virtual environment with it, or
none: its rows are then left out). Its features are those of its usual chunking template, and are handed over before its clock starts;
its tagging is timed on features that are already extracted, and with the extraction in Python. Ours is timed from the text to the model and from the text to the tags, as processes. Times are CPU
seconds, the least of the repeats. F1 is counted here for both, by the rules of the CoNLL-2000 evaluation. Prints Markdown.
"""
import argparse
import gzip
import os
import re
import resource
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "target", "bench", "sequences")
USUAL = (
    "w:-2..2 w:-1|w:0 w:0|w:1 p:-2..2 p:-2|p:-1 p:-1|p:0 p:0|p:1 p:1|p:2 "
    "p:-2|p:-1|p:0 p:-1|p:0|p:1 p:0|p:1|p:2"
)


def read_sentences(path):
    """List of sentences, each a list of column tuples."""
    opener = gzip.open if path.endswith(".gz") else open
    sentences, current = [], []
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            columns = line.split()
            if columns:
                current.append(tuple(columns))
            elif current:
                sentences.append(current)
                current = []
    if current:
        sentences.append(current)
    return sentences


def parse_template(text):
    """List of items; an item is a list of (kind, offset)."""
    items = []
    for item in text.split():
        span = re.fullmatch(r"(\w+):(-?\d+)\.\.(-?\d+)", item)
        if span:
            kind, low, high = span[1], int(span[2]), int(span[3])
            items += [[(kind, offset)] for offset in range(low, high + 1)]
        else:
            atoms = (atom.split(":") if ":" in atom else (atom, 0) for atom in item.split("|"))
            items.append([(kind, int(offset)) for kind, offset in atoms])
    return items


def features(sentence, items):
    """Feature strings of each token; an atom outside the sentence drops its item."""
    columns = {"w": [token[0] for token in sentence], "p": [token[1] for token in sentence]}
    length, rows = len(sentence), []
    for at in range(length):
        row = []
        for number, item in enumerate(items):
            places = [(kind, at + offset) for kind, offset in item]
            if all(0 <= place < length for _, place in places):
                row.append("%d=%s" % (number, "|".join(columns[kind][place] for kind, place in places)))
        rows.append(row)
    rows[0].append("__BOS__")
    rows[-1].append("__EOS__")
    return rows


def chunks(tags):
    """Set of (start, end, type) by the rules of the CoNLL-2000 evaluation script."""
    found, start, kind = set(), None, None
    for at, tag in enumerate(list(tags) + ["O"]):
        mark, _, new = tag.partition("-")
        if start is not None and (mark in "OB" or new != kind):
            found.add((start, at, kind))
            start = None
        if mark != "O" and start is None:
            start, kind = at, new
    return found


def chunk_f1(gold, guess):
    correct = true = said = 0
    for one, two in zip(gold, guess):
        a, b = chunks(one), chunks(two)
        correct, true, said = correct + len(a & b), true + len(a), said + len(b)
    return 200.0 * correct / (true + said)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--algorithms", default="pa", help="of CRFsuite: pa,ap,arow,l2sgd,lbfgs")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    return parser.parse_args()


def build():
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "noregret")


def plain(data, name):
    """The text of a file of the set, decompressed once."""
    os.makedirs(WORK, exist_ok=True)
    path = os.path.join(WORK, name)
    if not os.path.exists(path):
        with gzip.open(os.path.join(data, "conll2000", name + ".gz"), "rb") as text, open(path, "wb") as to:
            to.write(text.read())
    return path


def timed(words, output):
    """CPU seconds of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(output, "wb") as to:
        subprocess.check_call(words, stdout=to, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(program, choice, train, test, gold, args):
    """A row of the table for one learner of ours."""
    model, said = os.path.join(WORK, "ours.nrm"), os.path.join(WORK, "ours.txt")
    learn = [program, "learn", train, "--format", "conll", "--passes", str(args.passes), "--threads", "1", "-o", model, *choice]
    learning = min(timed(learn, said) for _ in range(args.repeats))
    tag = [program, "predict", model, test, "--format", "conll", "--threads", "1"]
    tagging = min(timed(tag, said) for _ in range(args.repeats))
    guess = [[token[-1] for token in sentence] for sentence in read_sentences(said)]
    return [chunk_f1(gold, guess), learning, None, len(gold) / tagging]


def crfsuite(algorithm, train, test, gold, args):
    """A row of the table for CRFsuite."""
    import pycrfsuite

    items = parse_template(USUAL)
    rows = [features(sentence, items) for sentence in train]
    learning, tagging, whole = [], [], []
    for _ in range(args.repeats):
        trainer = pycrfsuite.Trainer(algorithm=algorithm, verbose=False)
        for sentence, row in zip(train, rows):
            trainer.append(row, [token[2] for token in sentence])
        trainer.set_params({} if algorithm == "lbfgs" else {"max_iterations": args.passes})
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "model")
            begin = time.process_time()
            trainer.train(model)
            learning.append(time.process_time() - begin)
            tagger = pycrfsuite.Tagger()
            tagger.open(model)
            begin = time.process_time()
            extracted = [features(sentence, items) for sentence in read_sentences(test)]
            middle = time.process_time()
            guess = [tagger.tag(row) for row in extracted]
            end = time.process_time()
            tagging.append(end - middle)
            whole.append(end - begin)
    return [chunk_f1(gold, guess), min(learning), len(gold) / min(tagging), len(gold) / min(whole)]


def main():
    args = arguments()
    program = args.program or build()
    train, test = plain(args.data, "train.txt"), plain(args.data, "test.txt")
    gold = [[token[2] for token in sentence] for sentence in read_sentences(test)]
    rows = [
        ("noregret, default", ours(program, [], train, test, gold, args)),
        ("noregret, `-a pa1 -C 0.1`", ours(program, ["-a", "pa1", "-C", "0.1"], train, test, gold, args)),
        ("noregret, `-a perceptron`", ours(program, ["-a", "perceptron"], train, test, gold, args)),
    ]
    try:
        sentences = read_sentences(train)
        for algorithm in args.algorithms.split(","):
            rows.append(("CRFsuite, " + algorithm, crfsuite(algorithm, sentences, test, gold, args)))
    except ImportError:
        print("python-crfsuite is not installed: its rows are left out\n")
    print(f"CoNLL-2000, {args.passes} passes, least of {args.repeats}\n")
    print("| program | test F1 | training, CPU s | tagged a second, features ready | text to tags |\n|---|---|---|---|---|")
    for name, (f1, learning, ready, whole) in rows:
        print(f"| {name} | {f1:.2f} | {learning:.2f} | {'' if ready is None else round(ready)} | {round(whole)} |")


if __name__ == "__main__":
    main()
