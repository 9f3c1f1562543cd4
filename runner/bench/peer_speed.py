"""How long judging a whole package takes here and with other tools, in one run on one machine.

    python3 -B runner/bench/peer_speed.py [option …]

The package is made for this: tests with a list of numbers each, and C++ submissions that add them
up, all right. Every way judges all of them on all tests, in turns; the figures are medians. Beside
them stands the bare cost: the same compiled programs started on the same tests one after another,
and each compiled once by the compiler alone.

    --arbiter PROGRAM        build/release/bin/arbiter when nothing is said
    --bapctools COMMAND      the tool of that name, as "bt"
    --problemtools COMMAND   the tool of that name, as "python3 -m problemtools.verifyproblem"
    --tests N                200
    --submissions N          5
    --rounds N               3

A way is cold where its programs have to be compiled, and warm where a round before has done it.
Arbiter runs every test again in both (`--no-cache` when cold, a cache without results when warm).
"""

import argparse
import os
import pathlib
import random
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PROBLEM = """\
problem_format_version: 2025-09
name: Sums
uuid: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff
type: pass-fail
license: unknown
limits:
  time_limit: 2
"""
LEGACY = """\
name: Sums
validation: default
"""
SOURCE = """\
#include <bits/stdc++.h>
int main() {
  int count;
  std::cin >> count;
  long long sum = %d;
  for (int value; count-- > 0 && std::cin >> value;) sum += value;
  std::cout << sum - %d << "\\n";
}
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="ascii")


def make_package(folder, options, problem):
    """The folder of a package; the same tests and submissions each time."""
    package = folder / "sums"
    write(package / "problem.yaml", problem)
    write(package / "problem_statement/problem.en.tex", "\\problemname{Sums}\nAdd.\n")
    write(package / "statement/problem.en.tex", "\\problemname{Sums}\nAdd.\n")
    write(package / ".timelimit", "2\n")
    chooser = random.Random(1)
    for number in range(options.tests):
        values = [chooser.randrange(1000) for _ in range(100)]
        part = "sample" if number == 0 else "secret"
        stem = package / "data" / part / f"{number:03}"
        write(stem.with_suffix(".in"), f"{len(values)}\n{' '.join(map(str, values))}\n")
        write(stem.with_suffix(".ans"), f"{sum(values)}\n")
    for number in range(options.submissions):
        write(package / f"submissions/accepted/sum{number}.cpp", SOURCE % (number, number))
    return package


def timed(command, folder=None, environment=None, may_fail=False):
    """Seconds and what was printed."""
    begin = time.monotonic()
    done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    seconds = time.monotonic() - begin
    text = done.stdout.decode(errors="replace")
    if done.returncode != 0 and not may_fail:
        sys.exit(f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{text}")
    return seconds, text


class Bare:
    """The compiler and the programs alone."""

    name = "bare compiler, then bare spawns"

    def __init__(self, folder, options):
        self.package = make_package(folder, options, PROBLEM)
        self.sources = sorted(self.package.glob("submissions/accepted/*.cpp"))
        self.inputs = sorted(self.package.glob("data/*/*.in"))

    def compile(self):
        for source in self.sources:
            timed(["g++", "-std=gnu++20", "-O2", "-static", "-o", source.with_suffix(""), source])

    def spawn(self):
        null = os.open(os.devnull, os.O_WRONLY)
        for source in self.sources:
            program = str(source.with_suffix(""))
            for path in self.inputs:
                file = os.open(path, os.O_RDONLY)
                actions = [(os.POSIX_SPAWN_DUP2, file, 0), (os.POSIX_SPAWN_DUP2, null, 1)]
                os.waitpid(os.posix_spawn(program, [program], {}, file_actions=actions), 0)
                os.close(file)
        os.close(null)

    def cold(self):
        begin = time.monotonic()
        self.compile()
        self.spawn()
        return time.monotonic() - begin

    def warm(self):
        begin = time.monotonic()
        self.spawn()
        return time.monotonic() - begin


class Arbiter:
    name = "arbiter judge"

    def __init__(self, folder, options):
        self.package = make_package(folder / "arbiter", options, PROBLEM)
        self.command = [options.arbiter, "judge", str(self.package)]
        self.cache = folder / "cache"
        self.expected = options.submissions

    def check(self, text):
        if text.count("as expected") < 1:
            sys.exit("arbiter does not call all submissions right:\n" + text)

    def cold(self):
        seconds, text = timed([*self.command, "--no-cache"])
        self.check(text)
        return seconds

    def warm(self):
        """Programs from the cache, results not: they are of the file that is removed."""
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.cache))
        if not self.cache.exists():
            timed(self.command, environment=environment)
        for path in self.cache.rglob("results.sqlite*"):
            path.unlink()
        seconds, text = timed(self.command, environment=environment)
        self.check(text)
        return seconds


class Tool:
    """A command that is given the package, and must call every submission right."""

    def __init__(self, name, folder, options, problem, words, right):
        self.name, self.words, self.right = name, words, right
        self.problem, self.folder, self.options = problem, folder / name.split()[0], options
        self.package = None

    def make(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for path in pathlib.Path(tempfile.gettempdir()).glob("bapctools_*"):
            shutil.rmtree(path, ignore_errors=True)
        self.package = make_package(self.folder, self.options, self.problem)

    def judge(self):
        words = [word.replace("PACKAGE", str(self.package)) for word in self.words]
        seconds, text = timed(words, folder=self.package, may_fail=True)
        found = len(re.findall(self.right, text))
        if found < self.options.submissions:
            sys.exit(f"{self.name} calls {found} submissions right:\n{text}")
        return seconds

    def cold(self):
        self.make()
        return self.judge()

    def warm(self):
        if self.package is None:
            self.make()
            self.judge()
        return self.judge()


def ways_of(folder, options):
    ways = [Bare(folder / "bare", options), Arbiter(folder, options)]
    if options.bapctools:
        words = [*shlex.split(options.bapctools), "run", "--no-bar"]
        ways.append(Tool("BAPCtools run", folder, options, PROBLEM, words, r"sum\d+\.cpp:.*\bA"))
    if options.problemtools:
        words = [*shlex.split(options.problemtools), "PACKAGE", "-p", "submissions"]
        ways.append(Tool("problemtools verifyproblem", folder, options, LEGACY, words,
                         r"AC submission sum\d+\.cpp .* OK"))
    return ways


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--arbiter", default=str(root / "build/release/bin/arbiter"))
    parser.add_argument("--bapctools")
    parser.add_argument("--problemtools")
    parser.add_argument("--tests", type=int, default=200)
    parser.add_argument("--submissions", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def main():
    options = parse_arguments()
    with tempfile.TemporaryDirectory() as name:
        ways = ways_of(pathlib.Path(name), options)
        seconds = {(way.name, kind): [] for way in ways for kind in ("cold", "warm")}
        for _ in range(options.rounds):
            for way in ways:
                seconds[way.name, "cold"].append(way.cold())
                seconds[way.name, "warm"].append(way.warm())
    print(f"{options.tests} tests, {options.submissions} C++ submissions, medians of "
          f"{options.rounds} rounds")
    print(f"{'':<34} {'cold s':>8} {'ratio':>7} {'warm s':>8} {'ratio':>7}")
    middle = {key: statistics.median(values) for key, values in seconds.items()}
    for way in ways:
        row = f"{way.name:<34}"
        for kind in ("cold", "warm"):
            value = middle[way.name, kind]
            row += f" {value:8.2f} {value / middle['arbiter judge', kind]:7.2f}"
        print(row)


if __name__ == "__main__":
    main()
