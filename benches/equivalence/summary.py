"""What is printed: differences as they are found, and the tables at the end."""
import collections

COLUMNS = 4


class Report:
    """Collects outcomes; a difference is shown in full once for each cause."""

    def __init__(self):
        self.outcomes, self.causes = [], {}
        self.intended = collections.Counter()

    def add(self, outcome):
        self.outcomes.append(outcome)
        for difference in outcome.differences:
            if difference.reason:
                self.intended[difference.reason] += 1
            else:
                self.show(difference)

    def show(self, difference):
        seen = self.causes.setdefault(difference.cause(), [])
        seen.append(difference)
        number = list(self.causes).index(difference.cause()) + 1
        print(f"\nDIFFERENCE ({difference.stream}) in {difference.scenario}\n"
              f"  noregret {difference.command}")
        if len(seen) == 1:
            print("\n".join(f"  {line}" for line in difference.lines()), f"\n  cause {number}")
        else:
            print(f"  cause {number}, as in {seen[0].scenario}")

    def counted(self):
        """Runs by command, algorithm, problem, format and exit code."""
        tables = {name: collections.Counter() for name in
                  ("command", "algorithm", "problem", "format", "exit code")}
        for outcome in self.outcomes:
            for step, code in outcome.runs:
                tables["command"][step.split()[0] if step else "(none)"] += 1
                tables["exit code"][str(code)] += 1
                for name in ("algorithm", "problem", "format"):
                    tables[name][getattr(outcome.scenario, name)] += 1
        return tables

    def differences(self):
        return sum(len(found) for found in self.causes.values())

    def finish(self, seconds):
        """Prints the tables."""
        for name, counter in self.counted().items():
            print(f"\nruns by {name}")
            table(sorted(counter.items(), key=lambda item: (-item[1], item[0])))
        for kind in ("models", "caches"):
            same, all_ = (sum(o.identical[kind][i] for o in self.outcomes) for i in (0, 1))
            print(f"\n{kind} identical as bytes: {same} of {all_}", end="")
        print()
        for number, (_, found) in enumerate(self.causes.items(), 1):
            head = "".join(found[0].changed()[:1])[:90]
            print(f"cause {number}: {len(found)} differences ({found[0].stream}), first in "
                  f"{found[0].scenario}: {head}")
        for why, count in self.intended.items():
            print(f"intended: {count} differences: {why}")
        runs = sum(len(outcome.runs) for outcome in self.outcomes)
        print(f"\n{len(self.outcomes)} scenarios, {runs} runs of each program in {seconds:.0f} s: "
              f"{self.differences()} differences of {len(self.causes)} causes, "
              f"{sum(self.intended.values())} intended")


def table(items):
    """Names and numbers in columns, a dash for runs that are about none in particular."""
    cells = [f"{'none in particular' if name == '-' else name} {count}" for name, count in items]
    width = max(map(len, cells)) + 2
    for at in range(0, len(cells), COLUMNS):
        print("  " + "".join(cell.ljust(width) for cell in cells[at:at + COLUMNS]).rstrip())
