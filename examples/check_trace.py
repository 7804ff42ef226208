"""Checks a certificate with nothing of noregret: python3 check_trace.py DATA.svm TRACE
For svmlight rows, two or more classes, hinge loss, Euclidean geometry: noregret learn DATA.svm -a pa1 --trace TRACE"""
import json, math, random, sys
data = open(sys.argv[1]).read().split("\n")
head, *rounds, end = map(json.loads, open(sys.argv[2]))
assert head["geometry"] == "euclid" and head["loss"].startswith("hinge") and not head["standardised"]
names, margin = head["class_names"], head["margin"]
def parse(line):  # the class, and the features with the constant
    label, *cells = line.split("#")[0].split()
    x = {name: float(value) for name, value in (cell.rsplit(":", 1) for cell in cells)}
    if head["constant"] is not None: x["constant"] = head["constant"]
    return next(i for i, n in enumerate(names) if n == label or not isinstance(n, str) and n == float(label)), x
def directions(y):  # what the label asks, by definition: rows of the weights with their signs
    if head["problem"] == "binary": return [{0: 1.0 if y == 1 else -1.0}]
    return [{y: 1.0, r: -1.0} for r in range(len(names)) if r != y]
def product(a, x, u):  # <a,u> for the direction a of the instance x
    return sum(s * value * u.get((r, j), 0.0) for r, s in a.items() for j, value in x.items())
def near(a, b): return abs(a - b) <= 1e-7 * (1 + abs(a) + abs(b))
A, G, v, peak, examples = 0.0, 0.0, {}, 1.0, []
for r in rounds:
    y, x = parse(data[r["line"] - 1])
    z = min((product(a, x, v) / r["c"] for a in directions(y)), default=math.inf)
    assert z == math.inf or near(z, r["margin"]) and near(r["loss"], r["weight"] * max(0, margin - z)), r
    for dual in r["duals"]:
        a = {row: s for _, row, s in dual["terms"]}
        mixed = near(a.get(y, 0), 1) and near(sum(a.values()), 0) and all(s < 0 for k, s in a.items() if k != y)
        assert dual["d"] >= 0 and r["keep"] == 1 and "keeps" not in r and (a in directions(y) or head["problem"] == "multiclass" and mixed), r
        for row, s in a.items():
            for j, value in x.items(): v[row, j] = v.get((row, j), 0.0) + dual["d"] * s * value
    d = sum(dual["d"] for dual in r["duals"])
    A, G, peak = A + margin * d, G + r["loss"], max(peak, d / r["weight"] if d else 0)
    assert near(A, r["A"]) and near(math.hypot(*v.values()) if v else 0, r["v"]), r
    examples.append((r["weight"], y, x))
assert near(A, end["A"]) and near(G, end["G"]) and peak <= 1 + 1e-9
length = math.hypot(*v.values()) if v else 0.0
for trial in range(40):  # weak duality says that nobody does better; try all the same
    size = 10 ** random.uniform(-2, 2) / (length or 1)
    u = {k: size * (x if trial % 2 else random.gauss(0, 1)) for k, x in v.items()}
    loss = sum(w * max([0] + [margin - product(a, x, u) for a in directions(y)]) for w, y, x in examples)
    assert loss >= A - sum(u[k] * v[k] for k in v) - 1e-7 * (1 + A + loss), "a predictor breaks the certificate"
for norm in (0.1, 1.0, 10.0):
    print(f"norm {norm}: every predictor lost at least {max(0.0, A - norm * length):.6g}, this run {G:.6g}")
