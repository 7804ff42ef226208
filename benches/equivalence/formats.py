"""Rows written as svmlight, VW text, CSV, TSV and JSON lines, and compressed."""
import csv
import gzip
import io
import json

from . import rows as r

EXTENSIONS = {"svmlight": "svm", "vw": "vw", "csv": "csv", "tsv": "tsv", "jsonl": "jsonl"}
ZSTD_BLOCK = 100_000


def plain(label):
    """A label as svmlight and VW text have it."""
    return "" if label is None else ",".join(label) if isinstance(label, list) else label


def svmlight(rows):
    """Colours become the features 21, 22 and 23; words and weights have no place."""
    lines = []
    for row in rows:
        group = [] if row.group is None else [f"qid:{row.group}"]
        features = [f"{i}:{v}" for i, v in row.numbers.items()]
        colour = f"{21 + r.COLORS.index(row.color)}:1"
        lines.append(" ".join([*filter(None, [plain(row.label)]), *group, *features, colour]))
    return "".join(line + "\n" for line in lines)


def vw(rows):
    """Three namespaces: numbers n, colour c, words w."""
    lines = []
    for at, row in enumerate(rows):
        head = [part for part in (plain(row.label), "" if row.weight is None else str(row.weight))
                if part]
        tag = f"'row{at}" if head else ""
        numbers = " ".join(f"f{i}:{v}" for i, v in row.numbers.items())
        words = " ".join(word.replace(":", "") for word in row.words.split())
        lines.append(f"{' '.join([*head, tag])}|n {numbers} |c {row.color} |w {words}")
    return "".join(line + "\n" for line in lines)


def table(rows, delimiter):
    """A header, then a record a row; weights and groups have columns if any row has one."""
    columns = {}
    if any(row.label is not None for row in rows):
        columns["label"] = lambda row: plain(row.label)
    if any(row.group is not None for row in rows):
        columns["qid"] = lambda row: row.group
    if any(row.weight is not None for row in rows):
        columns["weight"] = lambda row: row.weight
    for i in range(1, r.FEATURES + 1):
        columns[f"f{i}"] = lambda row, i=i: row.numbers.get(i, "")
    columns |= {"color": lambda row: row.color, "words": lambda row: row.words}
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row) for cell in columns.values()] for row in rows)
    return out.getvalue()


def jsonl(rows):
    """Numbers as numbers, names as texts, sets as arrays; features under their own key."""
    lines = []
    for row in rows:
        record = {}
        if row.label is not None:
            record["label"] = number_or_text(row.label)
        if row.group is not None:
            record["qid"] = row.group
        if row.weight is not None:
            record["weight"] = row.weight
        features = {f"f{i}": v for i, v in row.numbers.items()}
        record["features"] = features | {"color": row.color, "words": row.words}
        lines.append(json.dumps(record, ensure_ascii=False))
    return "".join(line + "\n" for line in lines)


def number_or_text(label):
    try:
        return float(label) if "." in label else int(label)
    except (TypeError, ValueError):
        return label


def written(rows, name):
    """The rows in the format called `name`, as bytes."""
    texts = {"svmlight": svmlight, "vw": vw, "jsonl": jsonl,
             "csv": lambda rows: table(rows, ","), "tsv": lambda rows: table(rows, "\t")}
    return texts[name](rows).encode()


def gz(data):
    return gzip.compress(data, mtime=0)


def zst(data):
    """A zstd frame of raw blocks: the standard library has no compressor."""
    out = b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little")
    blocks = [data[at:at + ZSTD_BLOCK] for at in range(0, len(data), ZSTD_BLOCK)] or [b""]
    for at, block in enumerate(blocks):
        last = at + 1 == len(blocks)
        out += (last | len(block) << 3).to_bytes(3, "little") + block
    return out
