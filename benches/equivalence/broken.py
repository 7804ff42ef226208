"""Data that no command may accept as it is, and files that are given by hand in wrong usages."""

ROWS = {
    "value.svm": "1 1:1\n-1 2:x\n1 3:1\n-1 4:1\n", "no-value.svm": "1 1:1\n-1 2:1 5:\n1 1:2\n",
    "index.svm": "1 1:1\n-1 two:1\n", "no-colon.svm": "1 1:1\n-1 2\n-1 2:1\n",
    "value.vw": "1 |a x\n-1 |a x:y\n-1 |a z\n", "importance.vw": "1 |a x\n-1 -2 |a x\n-1 | y\n",
    "category.csv": "x,label\n1,a\nred,b\n2,b\n3,a\n", "finite.csv": "x,label\n1,a\nNaN,b\n2,b\n",
    "cells.csv": "x,label\n1,a\n1,2,b\n2,b\n", "twice.csv": "x,x,label\n1,1,a\n",
    "unclosed.csv": 'x,label\n1,"a\n', "weight.csv": "x,w,label\n1,1,a\n2,-3,b\n3,2,b\n",
    "number.jsonl": '{"label":1,"x":1}\n{"label":2,"x":1e}\n{"label":2,"x":2}\n',
    "array.jsonl": '{"label":1,"x":1}\n[1]\n{"label":2,"x":2}\n',
    "twice.jsonl": '{"label":1,"x":1,"x":2}\n{"label":2,"x":2}\n',
    "nan.svm": "1 1:1\n-1 2:NaN\n-1 1:-1\n", "infinite.svm": "1 1:1\n-1 2:1e999\n-1 1:-1\n",
    "label.svm": "nan 1:1\n1 1:1\n-1 1:-1\n", "sum.svm": "1 1:9e307 1:9e307 1:9e307\n-1 1:1\n",
    "huge.svm": "1 1:1e200\n-1 1:1\n1 1:2\n", "large.svm": "1 1:1\n1 4294967295:1\n-1 2:1\n",
    "unlabelled.svm": "1 1:1\n2:1 3:1\n-1 1:1\n", "unlabelled.csv": "x,label\n1,a\n2,\n3,b\n",
    "empty.svm": "", "blank.vw": "\n\n", "comments-only.svm": "# only\n# comments\n",
    "header-only.csv": "x,label\n", "separator.csv": "x;label\n1;a\n",
    "is-vw.svm": "1 |a x y\n", "is-svm.vw": "1 1:1 2:1\n", "is-svm.jsonl": "1 1:1 2:1\n",
    "anything.txt": "what is this\n", "third.svm": "spam 1:1\nham 2:1\nspam 1:1\neggs 3:1\n",
    "name-late.svm": "1.5 1:1\n2 2:1\n3 2:1\ntall 1:1\n4 1:3\n",
    "rank.svm": "1 1:1\n2.5 1:2\n3 1:3\n", "set.svm": "1,,2 1:1\n1,2 2:1\n3 1:1\n",
    "ungrouped.svm": "1 qid:1 1:1\n0 1:1\n1 qid:2 1:1\n0 qid:2 2:1\n",
    "grade.svm": "1 qid:1 1:1\nx qid:1 1:2\n1 qid:2 1:1\n0 qid:2 2:1\n",
    "side.svm": "1 qid:1 1:1\n0 qid:1 2:1\n1 qid:2 1:1\n-1 qid:2 2:1\n",
    "again.svm": "1 qid:1 1:1\n0 qid:1 2:1\n1 qid:2 1:1\n0 qid:2 2:1\n1 qid:1 3:1\n0 qid:1 1:1\n",
    "group.csv": "label,qid,x\n1,1,2\n0,a,1\n1,2,2\n0,2,1\n",
}
BYTES = {
    "utf8.svm": b"1 1:1\ncaf\xe9 1:1\n-1 2:1\n", "utf8.vw": b"1 | a\n1 | caf\xe9\n-1 | b\n",
    "utf8.csv": b"x,label\n1,\xff\n2,b\n",
    "junk": bytes((i * 2654435761 >> 13) & 255 for i in range(9000)),
    "junk.svm": bytes((i * 2654435761 >> 13) & 255 for i in range(9000)),
    "junk.nrm": bytes((i * 2654435761 >> 13) & 255 for i in range(900)),
    "empty.nrm": b"", "text.nrm": b"1 1:1\n",
    "foreign.nrm": (2).to_bytes(8, "little") + b"{}",
    "magic.nrc": bytes.fromhex("934E52430D0A1A02"), "newer.nrc": bytes.fromhex("934E52430D0A1A63"),
}
COSTS = {
    "costs.csv": "right,wrong,margin\nant,bee,0.5\ndog,*,3\n*,cat,0.25\n",
    "costs-bare.csv": "# no header\n\n0,1,2\n1,*,0.5\n", "costs-none.csv": "right,wrong,margin\n",
    "costs-broken.csv": "right,wrong,margin\nant,bee,much\n", "costs-cells.csv": "ant,bee\n",
    "costs-negative.csv": "ant,bee,-1\n", "costs-same.csv": "ant,ant,1\n",
}


def names():
    """The files with a broken row or without any."""
    return [*ROWS, *(name for name in BYTES if not name.endswith(".nrm"))]


def files():
    return {name: text.encode() for name, text in (ROWS | COSTS).items()} | BYTES
