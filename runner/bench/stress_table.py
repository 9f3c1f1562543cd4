"""How soon `arbiter stress` refutes the wrong programs of the problems that ship, and how small.

    python3 -B runner/bench/stress_table.py [--arbiter PROGRAM] [--seeds N] [--for TIME]
        [--shrink-for TIME] [PROBLEM…]

Every program below submissions/ that is not accepted is searched with each seed on one core, for 20 s
at most. Standard output is a table in Markdown: in how many of the searches a failure was found, the
median and the longest time until then (compiling not counted), and the smallest and largest input in
bytes that came of it in the time for shrinking (10 s). Below it stand the programs that were not refuted in every search; status 1 when
there are any.
"""

import json
import pathlib
import statistics
import subprocess
import sys

from frame import ROOT, parser_of


def searched(options, problem, program, seed):
    done = subprocess.run(
        [options.arbiter, "stress", problem, program, "--seed", str(seed), "--jobs", "1", "--for",
         options.time, "--shrink-for", options.shrink_time, "--format", "json"],
        capture_output=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{program}: status {done.returncode}: {done.stderr.decode(errors='replace')}")


def wrong_programs(problem):
    folder = problem / "submissions"
    return sorted(path for label in folder.iterdir() if label.is_dir() and label.name != "accepted"
                  for path in label.iterdir() if not path.name.startswith("."))


def parse_arguments():
    parser = parser_of(__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--for", dest="time", default="20s")
    parser.add_argument("--shrink-for", dest="shrink_time", default="10s")
    parser.add_argument("problems", nargs="*", type=pathlib.Path,
                        default=sorted((ROOT / "problems").iterdir()))
    return parser.parse_args()


def main():
    options = parse_arguments()
    print("| problem | program | verdict | found | median s | most s | bytes |")
    print("|---|---|---|---|---|---|---|", flush=True)
    times, missing = [], []
    for problem in options.problems:
        for program in wrong_programs(problem):
            failures = []
            for seed in range(1, options.seeds + 1):
                failures += searched(options, problem, program, seed)["failures"][:1]
            name = f"{program.parent.name}/{program.name}"
            if len(failures) < options.seeds:
                missing.append(f"{problem.name} {name}: {len(failures)} of {options.seeds}")
            found = [failure["found_after_seconds"] for failure in failures]
            times += found
            sizes = [failure["shrunk_bytes"] for failure in failures]
            print(f"| {problem.name} | {name} | "
                  f"{' '.join(sorted({failure['verdict'] for failure in failures}))} | "
                  f"{len(found)} of {options.seeds} | "
                  + (f"{statistics.median(found):.2f} | {max(found):.2f} | "
                     f"{min(sizes)} to {max(sizes)} |" if found else "| | |"), flush=True)
    if times:
        print(f"\n{len(times)} failures found, median {statistics.median(times):.2f} s, "
              f"most {max(times):.2f} s")
    for line in missing:
        print(f"not in every search: {line}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
