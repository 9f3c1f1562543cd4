"""Judges the programs of a problem and asks whether its tests are worth their time.

usage: problem_tests_test.py ARBITER PROBLEM

There are at least 40 secret tests; each group of them catches a program that is wrong on purpose,
unless its name says that it has the largest inputs; each such program is caught; and each exceeds
the time limit in at most six tests, since every one of these takes the whole limit.
"""

import json
import pathlib
import subprocess
import sys

LEAST_SECRET_TESTS = 40
MOST_TIMEOUTS = 6


def is_caught(test):
    """Whether a submission failed here, or got only a part of the points."""
    return test["verdict"] != "AC" or (test["score"] or 0) < (test["max_score"] or 0)


def faults(document):
    groups, secret, found = {}, set(), []
    for submission in document["submissions"]:
        path = pathlib.Path(submission["path"])
        failed = [test for test in submission["tests"] if is_caught(test)]
        for test in submission["tests"]:
            folder, *rest = test["name"].split("/")
            if folder != "secret":
                continue
            secret.add(test["name"])
            if len(rest) > 1:
                groups.setdefault(rest[0], False)
                groups[rest[0]] |= is_caught(test)
        if path.parent.name != "accepted" and not failed:
            found.append(f"{path.name} passes every test")
        # A game in which both sides wait for each other is stopped at once, and costs nothing.
        timeouts = sum(test["verdict"] == "TLE" and test["wall_s"] >= submission["limits"]["time_s"]
                       for test in failed)
        if timeouts > MOST_TIMEOUTS:
            found.append(f"{path.name} exceeds the time limit in {timeouts} tests")
    found += [f"the tests of {name} catch nobody" for name, catches in groups.items()
              if not catches and "largest" not in name]
    if len(secret) < LEAST_SECRET_TESTS:
        found.append(f"there are {len(secret)} secret tests, fewer than {LEAST_SECRET_TESTS}")
    return found


def main():
    arbiter, problem = sys.argv[1:]
    ended = subprocess.run([arbiter, "judge", problem, "--format", "json"],
                           stdout=subprocess.PIPE, check=False)
    if ended.returncode != 0:
        print(f"{problem} is not as labelled: status {ended.returncode}")
        return 1
    found = faults(json.loads(ended.stdout))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
