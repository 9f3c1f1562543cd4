"""What `grade --counterexamples` costs and finds, on a class made of the wrong programs that ship.

    python3 -B runner/bench/counterexamples.py [--students 200] [--failing 60] [--seed 1] [--arbiter PROGRAM]
        [--problems bokstavslek,wordduel,twofive] [--keep FOLDER]
    python3 -B runner/bench/counterexamples.py --each

Each student hands in one program for each problem: so many percent of them one of the problem's wrong ones, the
others one of its accepted ones, in C and C++, with names of their own, comments, and another layout. The class is
graded twice in the same state: without counterexamples, then with them, each with an empty cache of results and
the test cases made. Standard output is a table in Markdown; below it stands each program without a
counterexample, and why. With `--each` every wrong program of all six problems is graded once instead, and the
table has its smallest input and its sentences.
"""

import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from frame import ROOT, kept_in, parser_of, write

WRONG = ("wrong_answer", "run_time_error", "time_limit_exceeded")
DECLARED = re.compile(r"\b(?:int|long|bool|char|auto|double|size_t)\s+([a-z][a-z_]{2,})\s*(?==|;|,|\[)")


def disguised(source, choice):
    """The same program with other names of variables, a comment, and another layout."""
    for name in sorted(set(DECLARED.findall(source))):
        is_member = re.search(rf"(?:\.|->|::){name}\b|\b{name}\s*\(", source)
        if is_member or len(re.findall(rf"\"[^\"\n]*\b{name}\b", source)) > 0:
            continue
        source = re.sub(rf"\b{name}\b", f"{name}{choice.randrange(100)}_", source)
    lines = [line + " " * choice.randrange(3) if not line.endswith("\\") else line for line in source.split("\n")]
    return f"// Number {choice.randrange(10 ** 9)}.\n" + "\n".join(lines)


def programs_of(problem, folders):
    found = []
    for folder in folders:
        below = ROOT / "problems" / problem / "submissions" / folder
        if below.is_dir():
            found += sorted(path for path in below.iterdir() if path.suffix in (".cpp", ".c"))
    return found


def make_class(folder, problems, students, failing, seed):
    choice = random.Random(seed)
    for problem in problems:
        right, wrong = programs_of(problem, ["accepted"]), programs_of(problem, WRONG)
        for i in range(students):
            path = choice.choice(wrong if choice.random() * 100 < failing else right)
            write(folder / f"handed/s{i:04}/{problem}{path.suffix}", disguised(path.read_text(), choice))
            write(folder / f"made-of/s{i:04}/{problem}", f"{path.parent.name}/{path.name}")


def make_each(folder, problems):
    for problem in problems:
        for path in programs_of(problem, [*WRONG, "partially_accepted"]):
            write(folder / f"handed/{path.parent.name}-{path.stem}/{problem}{path.suffix}", path.read_text())


def tell_each(book):
    works = {(work["problem"], work["sha256"]): work for work in book["works"]}
    print("| problem | program | verdict | smallest input | sentences |\n|---|---|---|---|---|")
    for attempt in sorted(book["attempts"], key=lambda one: (one["problem"], one["students"])):
        work = works[attempt["problem"], attempt["sha256"]]
        example = work["counterexample"] or {"none": "it fails no test case"}
        given = example.get("none") or "`" + example["input"].replace("\n", "⏎")[:60] + "`"
        sentences = " ".join(example[key] for key in ("pattern", "growth") if example.get(key))
        print(f"| {attempt['problem']} | {attempt['students'][0]} | {work['verdict']} | {given} | {sentences} |")


def grade(arbiter, folder, problems, name, *more):
    words = [word for problem in problems for word in ("--problems", str(ROOT / "problems" / problem))]
    begin = time.monotonic()
    done = subprocess.run([arbiter, "grade", "handed", *words, "--out", f"out-{name}", "--progress", "never", *more],
                          cwd=folder, env=kept_in(folder, name), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"status {done.returncode}\n{done.stdout}")
    return time.monotonic() - begin


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--failing", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--problems", default="bokstavslek,wordduel,twofive")
    parser.add_argument("--keep")
    parser.add_argument("--each", action="store_true")
    options = parser.parse_args()
    problems = options.problems.split(",")
    if options.each:
        problems = sorted(path.name for path in (ROOT / "problems").iterdir())
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary).resolve()
        folder.mkdir(exist_ok=True)
        if options.each:
            make_each(folder, problems)
            grade(options.arbiter, folder, problems, "each", "--counterexamples")
            return tell_each(json.loads((folder / "out-each/gradebook.json").read_text()))
        make_class(folder, problems, options.students, options.failing, options.seed)
        # The test cases are made before, and compiled programs are thrown away between the two.
        grade(options.arbiter, folder, problems, "made", "--only", "s0000")
        times = {}
        for name, more in (("without", ()), ("with", ("--counterexamples",))):
            shutil.rmtree(folder / "cache/arbiter/programs", ignore_errors=True)
            times[name] = grade(options.arbiter, folder, problems, name, *more)
        tell(json.loads((folder / "out-with/gradebook.json").read_text()), folder, times)


def tell(book, folder, times):
    rows, without = {}, []
    works = {(work["problem"], work["sha256"]): work for work in book["works"]}
    for attempt in book["attempts"]:
        example = works[attempt["problem"], attempt["sha256"]]["counterexample"]
        if example is None:
            continue
        row = rows.setdefault(attempt["problem"], [0, 0, 0])
        row[0] += 1
        if "none" in example:
            made_of = (folder / "made-of" / attempt["students"][0] / attempt["problem"]).read_text()
            without.append(f"- {attempt['problem']}, {made_of}: {example['none']}")
            continue
        row[1] += 1
        row[2] += example["pattern"] is not None
    print("| problem | failing programs | with a counterexample | with a sentence |\n|---|---|---|---|")
    for problem, row in sorted(rows.items()):
        print(f"| {problem} | {row[0]} | {row[1]} | {row[2]} |")
    total = [sum(row[i] for row in rows.values()) for i in range(3)]
    print(f"| all | {total[0]} | {total[1]} ({100 * total[1] / max(1, total[0]):.1f} %) | {total[2]} |")
    print(f"\n{times['without']:.0f} s without counterexamples, {times['with']:.0f} s with them: "
          f"{times['with'] / times['without']:.2f} times as long\n")
    print("\n".join(sorted(set(without))))


if __name__ == "__main__":
    main()
