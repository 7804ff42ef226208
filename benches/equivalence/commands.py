"""Commands that take no data: list, generate, completions, help."""
from .scenario import chain, each

COMMANDS = ("learn", "compare", "boost", "hindsight", "predict", "test", "inspect", "list",
            "convert", "generate", "repro", "completions")
KINDS = ("algorithms", "problems", "losses", "ascents", "geometries", "schedules", "scopes",
         "kernels", "rules", "generators", "formats")
GENERATORS = {
    "separable": ("", "features=5 margin=0.3 noise=0.2"),
    "classes": ("", "classes=3 features=4 noise=0.1"),
    "linear": ("", "features=3 noise=0.5 size=2"), "ball": ("", "distance=5 noise=0.2 radius=2"),
    "r-of-k": ("", "features=20 k=3 r=2 on=0.5 noise=0.1"), "chess": ("",),
    "blocks": ("", "features=30 relevant=5 size=3 noise=0.2 zeros=0.3"),
    "text": ("features=300 topics=4 words=9", "features=300 classes=3 topics=3 words=6 drift=5"),
    "signs": ("",), "coin": ("", "--against pa1"),
    "basis": ("", "--against arow", "--against winnow"),
    "thresholds": ("", "size=64 --against perceptron"),
}


def generated():
    made = []
    for name, settings in GENERATORS.items():
        for setting in settings:
            call = f"generate {name} {setting} --rows 40"
            steps = [call, f"{call} --seed 7"]
            steps += [f"{call} -o made.{end}" for end in ("svm", "vw", "csv", "tsv", "jsonl")]
            steps += [f"{call} --to jsonl", "learn made.svm --json", "learn made.csv -a pa1"]
            made.append(chain(f"generate {name} {setting}", *steps))
    return made


def scenarios():
    lists = [f"list {kind} {flag}" for kind in ("", *KINDS) for flag in ("", "--json")]
    lists += ["list --markdown", "list losses --markdown"]
    helps = [f"{name} {flag}" for name in COMMANDS for flag in ("--help", "-h")]
    helps += [f"help {name}" for name in COMMANDS] + ["help", "--help", "-h", "--version", "-V", ""]
    shells = [f"completions {shell}" for shell in ("bash", "zsh", "fish", "elvish", "powershell")]
    experiments = ("repro", "repro --json", "repro nope", "repro simproj-enron --data nowhere")
    return (generated() + each("list", lists) + each("help", helps) + each("completions", shells)
            + each("repro", experiments))
