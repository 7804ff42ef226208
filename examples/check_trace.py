"""Checks a certificate with nothing of noregret: python3 check_trace.py DATA.svm TRACE
For one svmlight file, two or more classes without costs, hinge loss, Euclidean geometry: noregret learn DATA.svm -a pa1 --trace TRACE"""
import json, math, random, sys
def check(holds, what): holds or sys.exit(f"{sys.argv[2]}: {what}")
data = open(sys.argv[1]).read().split("\n")
head, *rounds, end = map(json.loads, open(sys.argv[2]))
check(head["problem"] in ("binary", "multiclass") and head["geometry"] == "euclid" and head["loss"].startswith("hinge"), "not covered: other than classes, hinge loss, euclid")
check(not head["standardised"] and not head["rounds_before"], "not covered: standardised columns, resumed runs")
check(all(r["file"] == 1 and all(d["shift"] == 0 for d in r["duals"]) for r in rounds), "not covered: several files, costs")
names, margin, known = end["class_names"], head["margin"], len(head["class_names"])
def parse(line):  # the class, and the features with the constant; a feature that comes twice counts as the sum
    label, *cells = line.split("#")[0].split()
    x = {} if head["constant"] is None else {"constant": head["constant"]}
    for name, value in (cell.rsplit(":", 1) for cell in cells if not cell.startswith("qid:")): x[name] = x.get(name, 0.0) + float(value)
    return next(i for i, n in enumerate(names) if n == label or not isinstance(n, str) and n == float(label)), x
def directions(y, known):  # what the label asks, by definition: rows of the weights with their signs
    return [{0: 2.0 * y - 1}] if head["problem"] == "binary" else [{y: 1.0, r: -1.0} for r in range(known) if r != y]
def product(a, x, u):  # <a,u> for the direction a of the instance x
    return sum(s * value * u.get((r, j), 0.0) for r, s in a.items() for j, value in x.items())
def near(a, b): return abs(a - b) <= 1e-7 * (1 + abs(a) + abs(b))
A, G, v, peak, examples = 0.0, 0.0, {}, 0.0, []
for n, r in enumerate(rounds, 1):
    y, x = parse(data[r["line"] - 1])
    known, w = max(known, y + 1), r["weight"]
    z = min((product(a, x, v) / r["c"] for a in directions(y, known)), default=None)
    check(r["keep"] >= 0 and (z is None or near(z, r["margin"]) and near(r["loss"], w * max(0, margin - z))), f"round {n}: margin, loss or keep is wrong")
    A, v, peak = r["keep"] * A, {k: r["keep"] * value for k, value in v.items()}, r["keep"] * peak
    for dual in r["duals"]:
        a = {row: s for _, row, s in dual["terms"]}
        mixed = near(a.get(y, 0), 1) and near(sum(a.values()), 0) and all(s < 0 for k, s in a.items() if k != y)
        check(dual["d"] >= 0 and (a in directions(y, known) or head["problem"] == "multiclass" and mixed), f"round {n}: no such dual variable")
        for row, s in a.items():
            for j, value in x.items(): v[row, j] = v.get((row, j), 0.0) + dual["d"] * s * value
    d = sum(dual["d"] for dual in r["duals"])
    A, G, peak, length = A + margin * d, G + r["loss"], max(peak, d / w if d else 0), math.hypot(*v.values())
    check(near(A, r["A"]) and near(length, r["v"]), f"round {n}: A or v is not what the dual variables add up to")
    examples.append((w, y, x))
check(near(A, end["A"]) and near(G, end["G"]) and near(peak, end["peak"]), "the totals are wrong")
A, length, v = A / max(1, peak), length / max(1, peak), {k: value / max(1, peak) for k, value in v.items()}  # back below their caps
for trial in range(40):  # weak duality says that nobody does better; try all the same
    size = 10 ** random.uniform(-2, 2) / (length or 1)
    u = {k: size * (x if trial % 2 else random.gauss(0, 1)) for k, x in v.items()}
    loss = sum(w * max([0] + [margin - product(a, x, u) for a in directions(y, known)]) for w, y, x in examples)
    check(loss >= A - sum(u[k] * v[k] for k in v) - 1e-7 * (1 + A + loss), "a predictor breaks the certificate")
for norm in (0.1, 1.0, 10.0): print(f"norm {norm}: every predictor lost at least {max(0.0, A - norm * length):.6g}, this run {G:.6g}")
