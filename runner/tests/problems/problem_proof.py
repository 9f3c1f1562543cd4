"""Judges a problem's own programs and proves its tests: docs/problems.md says what is asked.

Usage: problem_proof.py ARBITER PROBLEM
Every fault is a line on standard error; the status is 0 when there is none.
"""

import json
import pathlib
import subprocess
import sys

LEAST_TESTS = 40
MOST_TOO_SLOW = 6
REFERENCE_KIB = 16 * 1024
# Words in the name of a group whose tests are there for their size.
ONLY_SIZE = ("maximum", "largest")


def group_of(test):
    """Of secret/a/1 secret/a; of a sample, or of a test in no group, None."""
    return test.rpartition("/")[0] if test.startswith("secret/") and test.count("/") > 1 else None


def is_caught(test):
    """Whether a submission failed here, or got only a part of the points."""
    return test["verdict"] != "AC" or (test["score"] or 0) < (test["max_score"] or 0)


def idle_groups(submissions):
    """The groups in which no wrong submission fails a test."""
    groups, catching = set(), set()
    for submission in submissions:
        for test in submission["tests"]:
            group = group_of(test["name"])
            if group is None or any(word in group for word in ONLY_SIZE):
                continue
            groups.add(group)
            if is_caught(test) and submission["label"] != "accepted":
                catching.add(group)
    return sorted(groups - catching)


def listed_tests(arbiter, problem):
    """The secret tests that generators.yaml lists; none where the file does not exist. Tests that are
    files of their own are none of them."""
    if not (problem / "generators/generators.yaml").exists():
        return None
    done = subprocess.run([arbiter, "generate", problem, "--dry-run", "--format", "json"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)
    names = [test["name"] for test in json.loads(done.stdout)["tests"]]
    return [name for name in names if name.startswith("secret/")]


def faults_of(document, listed):
    """What is wrong, a line each."""
    submissions = document["submissions"]
    for one in submissions:
        name = pathlib.Path(one["path"]).name
        if not one["as_expected"]:
            yield f"{one['label']}/{name}: {one['verdict']}, {one['expectation_note']}"
        # By CPU time: a game in which both wait ends at once, and on a busy machine a program may
        # reach the wall limit for no fault of its own.
        slow = [test["name"] for test in one["tests"]
                if test["verdict"] == "TLE" and test["cpu_s"] >= one["limits"]["time_s"]]
        if len(slow) > MOST_TOO_SLOW:
            yield (f"{name} is too slow on {len(slow)} tests, which takes the time of everybody: "
                   + " ".join(slow))
        is_reference = one["label"] == "accepted" and pathlib.Path(name).stem == "reference"
        if is_reference and (one["max_memory_kib"] or 0) > REFERENCE_KIB:
            yield f"{name} needs {one['max_memory_kib']} KiB, more than {REFERENCE_KIB}"
    if any(one["label"] != "accepted" for one in submissions):
        for group in idle_groups(submissions):
            yield f"no wrong submission fails in {group}"
    names = {test["name"] for one in submissions for test in one["tests"]}
    alone = sorted(name for name in names if name.startswith("secret/") and not group_of(name))
    if alone:
        yield "in no group: " + " ".join(alone)
    if listed is not None and len(listed) < LEAST_TESTS:
        yield f"generators.yaml lists {len(listed)} secret tests, fewer than {LEAST_TESTS}"


def main():
    arbiter, problem = sys.argv[1], pathlib.Path(sys.argv[2])
    done = subprocess.run([arbiter, "judge", problem, "--no-cache", "--format", "json"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", check=False)
    document = json.loads(done.stdout)
    faults = ["not judged"]
    if "submissions" in document:
        faults = list(faults_of(document, listed_tests(arbiter, problem)))
    # A rule that names no test is a warning, and would hold for ever.
    if "warning" in done.stderr or faults or done.returncode != 0:
        print(done.stderr, *faults, f"status {done.returncode}", sep="\n", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
