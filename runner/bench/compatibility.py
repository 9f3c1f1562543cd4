"""How many labels of a folder of packages hold here, package by package, and which do not.

    python3 -B runner/bench/compatibility.py [option …] FOLDER…

Every package below FOLDER (a folder with problem.yaml, problem.xml, domjudge-problem.ini,
problem.json or task.yaml, or a .zip or .kpp file) is judged with all of its labelled submissions.
The tasks in task-maker's tests/tasks have their labels in tests/*.rs, as points of each subtask:
the points of all together are compared. Standard output is a table in
Markdown; below it stands a row for every label that does not hold, with the reason.

    --arbiter PROGRAM        build/release/bin/arbiter when nothing is said
    --time-limit LIMIT       handed on, as "auto"
    --no-cache               handed on
    --problemtools COMMAND   also asks this tool, as "python3 -m problemtools.verifyproblem"
    --links-within DIR       handed on for packages below DIR; may be repeated
    --bapctools COMMAND      also asks this tool, as "bt"
    --only-disagreements     asks them about packages with a label that does not hold here, alone
    --unasked NAME           never asks them about packages of this name; may be repeated

Both tools are asked about the same package on the same machine, right after; the last column says
what they make of a submission whose label does not hold here. They run programs as they are, without
isolation: a package with a fork bomb in it is for --unasked.
"""

import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

from frame import parser_of

MARKS = ("problem.yaml", "problem.xml", "domjudge-problem.ini", "problem.json", "task.yaml",
         "task.yaml.orig")
TASK_MAKER_SCORE = re.compile(r'\.solution_score\("([^"]+)", vec!\[([0-9., ]*)\]\)')
ARCHIVES = (".zip", ".kpp")
PATIENCE = 3600  # seconds for one package and one tool
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
PROBLEMTOOLS_LINE = re.compile(
    r"(?P<label>AC|PAC|WA|RTE|TLE) submission (?P<name>.+?) \([^()]*(?:\([^()]*\))?\) "
    r"(?:OK: |OK with extra time: |got )(?P<verdict>[A-Z]+)")
PROBLEMTOOLS_CE = re.compile(r"Compile error for (?P<label>\w+) submission (?P<name>.+?) \(")
PROBLEMTOOLS_FOLDERS = {"AC": "accepted", "PAC": "partially_accepted", "WA": "wrong_answer",
                        "RTE": "run_time_error", "TLE": "time_limit_exceeded"}
BAPCTOOLS_LINE = re.compile(r"(?P<name>\S+/\S+?):\s+(?P<verdict>[A-Z_]{2,})\s+(?P<rest>\d.*s.*)$")


def packages_below(folder):
    """Outermost first; nothing inside a package is a package."""
    if folder.is_file():
        return [folder] if folder.suffix in ARCHIVES else []
    if any((folder / mark).exists() for mark in MARKS):
        return [folder]
    found = []
    for child in sorted(folder.iterdir()):
        if not child.name.startswith(".") and not child.is_symlink():
            if child.is_dir() or child.suffix in ARCHIVES:
                found += packages_below(child)
    return found


def run(command, folder=None):
    """Status, standard output, standard error, seconds; status None when it did not end in time."""
    begin = time.monotonic()
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return None, "", "", time.monotonic() - begin
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"), time.monotonic() - begin)


def short_name(path):
    """The part below submissions/."""
    parts = pathlib.PurePath(path).parts
    at = len(parts) - 1 - parts[::-1].index("submissions") if "submissions" in parts else 0
    return "/".join(parts[at + 1:] if at else parts[-2:])


def task_maker_scores(package):
    """The points that task-maker's own test of the task expects, by submission."""
    scores = {}
    tests = package.parent.parent
    for test in sorted(tests.glob("*.rs")) if package.parent.name == "tasks" else []:
        text = test.read_text()
        # A file has the tests of one task or of several, each called like its task.
        at = text.find(f"fn {package.name}(") if f"fn {package.name}(" in text else 0
        if f'run_local("{package.name}")' in text:
            rest = text[at:]
            for name, points in TASK_MAKER_SCORE.findall(rest[:rest.find("\n}\n")]):
                scores[name] = sum(float(one) for one in points.split(","))
    return scores


def hold_against(scores, submission):
    """Makes the label of a submission that one of task-maker, if its test has one."""
    expected = scores.get(pathlib.Path(submission["path"]).name)
    if expected is None:
        return
    submission["expected"] = [f"{expected:g} points"]
    submission["as_expected"] = abs((submission["score"] or 0) - expected) < 0.005
    submission["expectation_note"] = f"{submission['score']} points"


def is_labelled(submission):
    """Whether the package expects anything of it at all."""
    is_for_people = pathlib.Path(submission["path"]).parent.name == "check_manually"
    return bool(submission["expected"]) or not is_for_people


def collection_of(package, folders):
    """The folder that was given: of what lies in problemtools/examples, problemtools/examples."""
    above = [folder for folder in folders if package != folder and package.is_relative_to(folder)]
    return "/".join(above[0].parts[-2:]) if above else ""


class Outcome:
    """What Arbiter says of one package."""

    def __init__(self, package, options):
        command = [options.arbiter, "judge", str(package), "--format", "json"]
        if options.time_limit:
            command += ["--time-limit", options.time_limit]
        if options.no_cache:
            command.append("--no-cache")
        for folder in options.links_within:
            if package.is_dir() and package.is_relative_to(folder):
                command += ["--links-within", str(folder)]
        self.package = package
        self.collection = collection_of(package, options.folders)
        self.status, output, self.errors, self.seconds = run(command)
        try:
            self.document = json.loads(output)
        except ValueError:
            self.document = {}
        scores = task_maker_scores(package)
        for submission in self.document.get("submissions", []):
            hold_against(scores, submission)
        self.submissions = [s for s in self.document.get("submissions", [])
                            if (pathlib.Path(s["path"]).name in scores if scores else is_labelled(s))]
        self.failing = [s for s in self.submissions if not s["as_expected"]]

    def reason(self):
        """Why nothing was judged: the first error, in a line."""
        for line in self.errors.splitlines():
            if line.startswith("error"):
                return line
        return f"status {self.status}" if self.status is not None else f"no end in {PATIENCE} s"


def ask_problemtools(command, package):
    """Verdict by name of submission, and seconds."""
    _, output, errors, seconds = run([*command, str(package), "-p", "submissions"])
    verdicts = {}
    for line in COLOURS.sub("", output + errors).splitlines():
        if found := PROBLEMTOOLS_LINE.search(line):
            verdicts[key_of(found)] = found["verdict"]
        elif found := PROBLEMTOOLS_CE.search(line):
            verdicts[key_of(found)] = "CE"
    return verdicts, seconds


def key_of(found):
    return f"{PROBLEMTOOLS_FOLDERS[found['label']]}/{found['name']}"


def ask_bapctools(command, package):
    _, output, errors, seconds = run([*command, "run", "--no-bar"], folder=package)
    verdicts = {}
    for line in COLOURS.sub("\n", output + errors).splitlines():
        if found := BAPCTOOLS_LINE.search(line):
            name, rest = found["name"], found["rest"]
            verdicts[name] = f"{found['verdict']} {rest.strip()}"
    return verdicts, seconds


def ask_others(package, options):
    """Name of the tool → (verdict by submission, seconds)."""
    answers = {}
    if not package.is_dir() or package.name in options.unasked:
        return answers
    if options.problemtools:
        answers["problemtools"] = ask_problemtools(shlex.split(options.problemtools), package)
    if options.bapctools:
        answers["BAPCtools"] = ask_bapctools(shlex.split(options.bapctools), package)
    return answers


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def missing_language(submission):
    fault = submission["compile"].get("fault") or submission["compile"].get("log") or ""
    return fault if submission["verdict"] == "JE" else ""


def reason_of(submission):
    """In a line, from what was seen."""
    if fault := missing_language(submission):
        return fault
    failing = [t for t in submission["tests"] if t["verdict"] == submission["verdict"]]
    words = [submission.get("expectation_note") or ""]
    if failing and submission["verdict"] != "AC":
        test = failing[0]
        words.append(f"{test['name']}: {test['verdict']}, {test['cpu_s']:.3f} s CPU, "
                     f"{test['message']}")
    elif submission["max_cpu_s"] is not None:
        words.append(f"at most {submission['max_cpu_s']:.3f} s CPU")
    return "; ".join(word for word in words if word)


class Table:
    """Rows are printed as soon as they are known: a run takes long, and may be cut off."""

    def __init__(self, options):
        self.tools = [name for name, command in (("BAPCtools", options.bapctools),
                                                 ("problemtools", options.problemtools)) if command]
        self.total = collections.Counter()
        seconds = "".join(f" {tool} (s) |" for tool in self.tools)
        print(f"| collection | package | labelled | holding | not holding | Arbiter (s) |{seconds}")
        print("|---|---|---|---|---|---|" + "---|" * len(self.tools), flush=True)

    def add(self, outcome, answers):
        count, failing = len(outcome.submissions), len(outcome.failing)
        times = "".join(f" {answers[tool][1]:.1f} |" if tool in answers else " |"
                        for tool in self.tools)
        note = "" if outcome.document.get("submissions") is not None else f" ({outcome.reason()})"
        print(f"| {outcome.collection} | {outcome.package.name}{cell(note)} | {count} | {count - failing} | {failing} | "
              f"{outcome.seconds:.1f} |{times}", flush=True)
        self.total.update(count=count, failing=failing)

    def end(self):
        total = self.total
        print(f"| **all** | | {total['count']} | {total['count'] - total['failing']} | "
              f"{total['failing']} | | " + "| " * len(self.tools))


def others_say(outcome, name, answers):
    words = []
    for tool, (verdicts, _) in sorted(answers[outcome.package].items()):
        words.append(f"{tool}: {verdicts.get(name, 'nothing')}")
    return ", ".join(words)


def print_failing(outcomes, answers):
    rows = [(outcome, submission) for outcome in outcomes for submission in outcome.failing]
    if not rows:
        return
    print("\n| collection | package | submission | expected | verdict | why | other tools |")
    print("|---|---|---|---|---|---|---|")
    for outcome, submission in rows:
        name = short_name(submission["path"])
        print(f"| {outcome.collection} | {outcome.package.name} | {cell(name)} | "
              f"{' '.join(submission['expected'])} | {submission['verdict']} | "
              f"{cell(reason_of(submission))} | {cell(others_say(outcome, name, answers))} |")


def parse_arguments():
    parser = parser_of(__doc__)
    parser.add_argument("--time-limit")
    parser.add_argument("--no-cache", action="store_true")
    parser.add_argument("--problemtools")
    parser.add_argument("--bapctools")
    parser.add_argument("--only-disagreements", action="store_true")
    parser.add_argument("--unasked", action="append", default=[])
    parser.add_argument("--links-within", action="append", default=[], type=pathlib.Path)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.folders = [folder.resolve() for folder in options.folders]
    options.links_within = [folder.resolve() for folder in options.links_within]
    return options


def main():
    options = parse_arguments()
    outcomes, answers = [], {}
    packages = [p for folder in options.folders for p in packages_below(folder)]
    if not packages:
        sys.exit("no package was found")
    table = Table(options)
    for package in packages:
        print(package, file=sys.stderr)
        outcome = Outcome(package, options)
        outcomes.append(outcome)
        is_asked = outcome.failing or not options.only_disagreements
        answers[package] = ask_others(package, options) if is_asked else {}
        table.add(outcome, answers[package])
    table.end()
    print_failing(outcomes, answers)
    return 0 if not any(outcome.failing for outcome in outcomes) else 1


if __name__ == "__main__":
    os.environ.setdefault("NO_COLOR", "1")
    sys.exit(main())
