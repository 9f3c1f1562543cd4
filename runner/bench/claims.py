"""What the accepted programs of the problems that ship need, beside what their statements allow.

    python3 -B runner/bench/claims.py [--arbiter PROGRAM] [PROBLEM…]

Every accepted program is judged on all tests of its problem, one at a time and each test anew.
Standard output is a table in Markdown: the slowest test by CPU time, that time as a share of the time
limit, and the most memory. Reference solutions are to need at most a tenth of the limit and 16 MiB;
status 1 when one needs more, or is not accepted.
"""

import json
import pathlib
import subprocess
import sys

from frame import ROOT, parser_of

MOST_SHARE, MOST_MEMORY = 0.1, 16 * 1024  # of the time limit; KiB


def judged(arbiter, problem, programs):
    """The document of one judgement, and of each submission its slowest test."""
    done = subprocess.run([arbiter, "judge", problem, *programs, "--no-cache", "--jobs", "1",
                           "--format", "json"], stdout=subprocess.PIPE, check=False)
    try:
        document = json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{problem} cannot be judged: status {done.returncode}")
    slowest = [max(submission["tests"], key=lambda test: test["cpu_s"], default=None)
               for submission in document["submissions"]]
    return document, slowest


def main():
    parser = parser_of(__doc__)
    parser.add_argument("problems", nargs="*", type=pathlib.Path, default=sorted((ROOT / "problems").iterdir()))
    options = parser.parse_args()
    holds = True
    print("| problem | program | verdict | slowest test | CPU (ms) | of the limit | memory (MiB) |")
    print("|---|---|---|---|---|---|---|")
    for problem in options.problems:
        programs = sorted((problem / "submissions/accepted").iterdir())
        document, slowest = judged(options.arbiter, problem, programs)
        for path, submission, test in zip(programs, document["submissions"], slowest):
            if test is None:
                sys.exit(f"{path} was not run: {submission['verdict']}")
            share = test["cpu_s"] / document["limits"]["time_s"]
            print(f"| {problem.resolve().name} | {path.name} | {submission['verdict']} | "
                  f"{test['name']} | {test['cpu_s'] * 1000:.1f} | {share:.1%} | "
                  f"{submission['max_memory_kib'] / 1024:.1f} |", flush=True)
            holds &= submission["verdict"] == "AC"
            if path.stem == "reference":
                holds &= share <= MOST_SHARE and submission["max_memory_kib"] <= MOST_MEMORY
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
