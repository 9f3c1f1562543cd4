#!/usr/bin/env python3
"""What a pass of a multi-pass test costs: each has a box of its own, where tests share one.

Usage: runner/bench/pass_cost.py [ROUNDS]     (after ./arbiter has built the program; 7 rounds)

The same runs of submission and checker are judged as tests of one pass and as tests of ten, in turn
in each round, one at a time. Prints what a pass takes more than a test, at its median.
"""

import pathlib
import statistics
import sys
import tempfile

from frame import ARBITER, kept_in, timed, write

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
    write(folder / "problem.yaml", YAML.format(kind="multi-pass" if passes > 1 else "pass-fail"))
    write(folder / "output_validator/check.c", CHECKER)
    for test in range(RUNS // passes):
        write(folder / f"data/secret/{test:03}.in", f"{passes}\n")
        write(folder / f"data/secret/{test:03}.ans", "\n")
    return folder


def seconds(problem, program, env):
    return timed([ARBITER, "judge", problem, program, "--jobs", "1", "--no-cache"], env=env, capture_output=True)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        env = kept_in(folder)
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
