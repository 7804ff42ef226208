"""Learners put together by hand: pairs of losses, ascents, geometries and schedules, forms of
problems, scopes, kernels and budgets. Many are refused, each for a reason that must stay."""
import itertools

from .scenario import chain, model

LOSSES = ("hinge", "hinge:margin=0", "squared-hinge", "squared-hinge:half=true", "eps-insensitive",
          "squared-eps-insensitive", "squared", "squared:half=false", "logistic")
ASCENTS = ("fixed", "fixed:on=mistake", "exact", "exact:aim=predicted", "bounded", "spread",
           "spread:max=1,uniform=0", "simultaneous", "separable", "joint", "joint:solver=pairwise",
           "mira", "kesler", "romma")
GEOMETRIES = ("euclid", "entropy", "entropy:joint=true", "balanced:radius=5", "p-norm:p=4",
              "adagrad", "confidence", "ball:radius=2", "simplex:radius=3", "l1-ball:radius=4",
              "entropy-floor")
SCHEDULES = ("fixed:C=0.5", "fixed:C=inf", "relaxed", "horizon:rounds=100", "self-bounded:loss=50",
             "sqrt", "running", "hinge-sqrt", "mistakes", "loss-adaptive", "bounded-domain",
             "strong")
SCOPES = ("current", "window", "window:k=4", "leader", "mini:count=2,order=random",
          "mini:order=cyclic,store=20", "mini:order=violated")
KERNELS = ("linear", "polynomial:degree=2", "polynomial:offset=0", "gaussian:sigma=2")
BUDGETS = ("20", "size=15,rule=random", "size=15,rule=smallest", "size=15,rule=oldest,project=true",
           "size=10,rule=random,seed=3")
FORMS = {"label-ranking:form=max": "label-ranking", "label-ranking:form=average": "label-ranking",
         "tasks:form=max": "tasks", "tasks:form=average": "tasks",
         "queries:form=average": "queries", "queries:margin=same": "queries",
         "queries:margin=grades": "queries", "uniclass:radius=2": "uniclass",
         "uniclass:radius=2,learn_radius=true": "uniclass", "ordinal:ranks=5": "ordinal",
         "ordinal:lowest=0": "ordinal", "binary:negative=1,positive=-1": "binary",
         "multiclass": "multiclass"}
SOLVERS = ("mira:solver=sort", "mira:solver=bisection", "mira:solver=active-set",
           "mira:solver=fixed-point", "mira:solver=nonsense", "joint:solver=fastest",
           "joint:solver=interior", "joint:solver=pegasos", "joint:gap=0.1")


def one(problem, flags):
    data = f"{problem}.svm"
    return chain(f"components {problem}: {flags}",
                 f"learn {data} --problem {problem} {flags} --json",
                 problem=problem, format="svmlight")


def pairs():
    """Two axes at a time."""
    made = []
    for problem in ("binary", "multiclass", "regression", "label-ranking"):
        for ascent, geometry in itertools.product(ASCENTS, GEOMETRIES):
            made.append(one(problem, f"--ascent {ascent} --geometry {geometry}"))
        for loss, ascent in itertools.product(LOSSES, ASCENTS):
            made.append(one(problem, f"--loss {loss} --ascent {ascent}"))
    for problem in ("binary", "multiclass"):
        for schedule, geometry in itertools.product(SCHEDULES, GEOMETRIES):
            made.append(one(problem, f"--schedule {schedule} --geometry {geometry}"))
    return made


def forms():
    """Settings of problems, with learners of one and of several constraints."""
    made = []
    for form, problem in FORMS.items():
        for algorithm in ("pa1", "simproj", "pa2"):
            about = {"problem": problem, "algorithm": algorithm, "format": "svmlight"}
            made.append(model(f"form {form} with {algorithm}",
                              f"{problem}.svm --problem {form} -a {algorithm}",
                              f"{problem}-more.svm", **about))
    for solver in SOLVERS:
        made += [one(problem, f"--ascent {solver}") for problem in ("multiclass", "label-ranking")]
    return made


def scoped():
    """Rounds that are visited again."""
    made = []
    for scope in SCOPES:
        for problem in ("binary", "regression", "multiclass", "label-ranking", "ordinal",
                        "queries"):
            made.append(model(f"scope {scope} {problem}",
                              f"{problem}.svm --problem {problem} --scope {scope}",
                              f"{problem}-more.svm", problem=problem, format="svmlight"))
    return made


def kernels():
    """Learners in the space of a kernel, with and without a budget."""
    made = []
    for kernel in KERNELS:
        for problem in ("binary", "regression", "multiclass", "one-vs-rest", "label-ranking",
                        "ordinal"):
            data = f"{problem}.svm --problem {problem} --kernel {kernel}"
            more = f"{problem}-more.svm"
            about = {"problem": problem, "format": "svmlight"}
            for flags in ("", "-a pa2", "--average", "--passes 2", "--bias 1",
                          "-a perceptron --vote"):
                made.append(model(f"kernel {kernel} {problem} {flags}", f"{data} {flags}", more,
                                  **about))
    for budget, problem in itertools.product(BUDGETS, ("binary", "multiclass", "regression")):
        flags = f"{problem}.svm --problem {problem} --kernel gaussian --budget {budget} --seed 5"
        made.append(model(f"budget {budget} {problem}", flags, f"{problem}-more.svm",
                          problem=problem, format="svmlight"))
    return made


def scenarios():
    return pairs() + forms() + scoped() + kernels()
