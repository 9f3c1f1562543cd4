"""Lets a problem's generators make small inputs, on which its accepted programs must agree.

Usage: agreement.py ARBITER PROBLEM [COUNT]
`arbiter stress` runs the accepted programs in C and C++ on COUNT inputs, and the reference for the answers:
first on those that it makes of choices, smallest first, then on those that calls in generators.yaml
make with other seeds. Nobody may answer otherwise, and what a generator makes must be valid. Games, which
they must win, are a tenth as many.
"""

import json
import pathlib
import re
import subprocess
import sys

COMPILED = (".c", ".cpp")
# Calls with larger numbers than that make large inputs.
LARGE = 100


def others(problem):
    """Accepted programs but the reference."""
    for path in sorted((problem / "submissions/accepted").iterdir()):
        sources = path.iterdir() if path.is_dir() else [path]
        if path.stem != "reference" and any(source.suffix in COMPILED for source in sources):
            yield path


def calls(arbiter, problem):
    """Of generators with a seed, each once; those that make groups of small inputs, where there are such."""
    done = subprocess.run([arbiter, "generate", problem, "--dry-run", "--format", "json"],
                          capture_output=True, check=True)
    small, rest = {}, {}
    for test in json.loads(done.stdout)["tests"]:
        seed, *words = str(test["seed"]), *test["how"].split()
        if seed in words and all(int(word) <= LARGE for word in words if word.isdigit() and word != seed):
            group = test["name"].rpartition("/")[0]
            kind = small if "tiny" in group or "random" in group else rest
            kind[" ".join("{seed}" if word == seed else word for word in words)] = None
    return list(small or rest)


def main():
    arbiter, problem = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    if re.search("^type:.*interactive", (problem / "problem.yaml").read_text(), re.MULTILINE):
        count //= 10
    generators = [word for call in calls(arbiter, problem) for word in ("--generator", call)]
    done = subprocess.run(
        [arbiter, "stress", problem, *others(problem), *generators, "--iterations", str(count),
         "--seed", "1", "--format", "json"],
        capture_output=True, text=True, check=False)
    document = json.loads(done.stdout)
    is_good = done.returncode == 0 and not document["faults"] and document["refused"] == 0
    if not is_good or document["iterations"] < count:
        sys.exit(done.stdout + done.stderr)
    print(f"{len(document['submissions'])} programs agree with the reference on {count} inputs")


if __name__ == "__main__":
    main()
