#!/usr/bin/env python3
"""What a pass of a multi-pass test costs: each has a box of its own, where tests share one.

Usage: runner/bench/pass_cost.py [ROUNDS]     (after ./arbiter has built the program; 7 rounds)

The same runs of submission and checker are judged as tests of one pass and as tests of ten, in turn
in each round, one at a time. Prints what a pass takes more than a test, at its median.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ARBITER = pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/arbiter"
RUNS = 400

YAML = """\
problem_format_version: 2025-09
name: Passes
type: {kind}
uuid: 5b1c5ad2-27c0-4d31-bb68-0c6f27a6c0de
limits: {{time_limit: 1, memory: 256, validation_passes: 10}}
"""
# The input is how many passes are left.
CHECKER = r"""
#include <stdio.h>
int main(int count, char **words) {
  int left = 0, got = 0;
  FILE *input = fopen(words[1], "r");
  if (fscanf(input, "%d", &left) != 1 || scanf("%d", &got) != 1 || got != left) return 43;
  if (left > 1) {
    char next[4096];
    snprintf(next, sizeof next, "%snextpass.in", words[3]);
    fprintf(fopen(next, "w"), "%d\n", left - 1);
  }
  return 42;
}
"""
PROGRAM = r"""
#include <stdio.h>
int main(void) { int n = 0; return scanf("%d", &n) == 1 && printf("%d\n", n) > 0 ? 0 : 1; }
"""


def package(folder, passes):
    data = folder / "data/secret"
    data.mkdir(parents=True)
    (folder / "problem.yaml").write_text(YAML.format(kind="multi-pass" if passes > 1 else "pass-fail"))
    (folder / "output_validator").mkdir()
    (folder / "output_validator/check.c").write_text(CHECKER)
    for test in range(RUNS // passes):
        (data / f"{test:03}.in").write_text(f"{passes}\n")
        (data / f"{test:03}.ans").write_text("\n")
    return folder


def seconds(problem, program, env):
    began = time.monotonic()
    subprocess.run([ARBITER, "judge", problem, program, "--jobs", "1", "--no-cache"], env=env, check=True,
                   capture_output=True)
    return time.monotonic() - began


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        env = {**os.environ, "XDG_CACHE_HOME": place, "XDG_STATE_HOME": place}
        (folder / "echo.c").write_text(PROGRAM)
        problems = [package(folder / name, passes) for name, passes in (("tests", 1), ("passes", 10))]
        for problem in problems:  # compiles
            seconds(problem, folder / "echo.c", env)
        pairs = [[seconds(problem, folder / "echo.c", env) for problem in problems] for _ in range(rounds)]
    for name, all_of_it in zip(("test of one pass", "pass of ten"), zip(*pairs)):
        print(f"{name}: {1000 * statistics.median(all_of_it) / RUNS:.2f} ms")
    more = statistics.median(passes - tests for tests, passes in pairs)
    print(f"a pass is dearer by {1000 * more / RUNS:.2f} ms")


if __name__ == "__main__":
    main()
