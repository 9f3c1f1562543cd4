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

Each way judges three times a round:
    first   it was never used before: nothing of what it keeps is there
    new     it was, but the programs are others than before
    again   the same programs once more; every test is run all the same
"""

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

from frame import parser_of, write

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
KINDS = ("first", "new", "again")
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
    write_submissions(package, options, 0)
    return package


def write_submissions(package, options, generation):
    """Programs that no other generation has."""
    for number in range(options.submissions):
        own = generation * options.submissions + number
        write(package / f"submissions/accepted/sum{number}.cpp", SOURCE % (own, own))


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


class Way:
    """One way to judge a package, in a folder of its own; each has a judge()."""

    def __init__(self, name, folder, options, problem):
        self.name, self.folder, self.options, self.problem = name, folder, options, problem
        self.package = None
        self.generation = 0

    def run(self, kind):
        """Seconds of one judgement."""
        if kind == "first":
            for kept in (self.folder, *pathlib.Path(tempfile.gettempdir()).glob("bapctools_*")):
                shutil.rmtree(kept, ignore_errors=True)
            self.package = make_package(self.folder, self.options, self.problem)
        if kind == "new":
            self.generation += 1
            write_submissions(self.package, self.options, self.generation)
        return self.judge(kind)


class Bare(Way):
    """The compiler and the programs alone."""

    def judge(self, kind):
        sources = sorted(self.package.glob("submissions/accepted/*.cpp"))
        inputs = sorted(self.package.glob("data/*/*.in"))
        begin = time.monotonic()
        for source in sources if kind != "again" else []:
            timed(["g++", "-std=gnu++20", "-O2", "-static", "-o", source.with_suffix(""), source])
        null = os.open(os.devnull, os.O_WRONLY)
        for source in sources:
            program = str(source.with_suffix(""))
            for path in inputs:
                file = os.open(path, os.O_RDONLY)
                actions = [(os.POSIX_SPAWN_DUP2, file, 0), (os.POSIX_SPAWN_DUP2, null, 1)]
                os.waitpid(os.posix_spawn(program, [program], {}, file_actions=actions), 0)
                os.close(file)
        os.close(null)
        return time.monotonic() - begin


class Arbiter(Way):
    def judge(self, kind):
        cache = self.folder / "cache"
        for path in cache.glob("arbiter/results/*"):
            path.unlink()
        seconds, text = timed([self.options.arbiter, "judge", str(self.package)],
                              environment=dict(os.environ, XDG_CACHE_HOME=str(cache)))
        if "as expected" not in text:
            sys.exit("arbiter does not call all submissions right:\n" + text)
        return seconds


class Tool(Way):
    """A command that is given the package, and must call every submission right."""

    def __init__(self, name, folder, options, problem, words, right):
        super().__init__(name, folder, options, problem)
        self.words, self.right = words, right

    def judge(self, kind):
        words = [word.replace("PACKAGE", str(self.package)) for word in self.words]
        seconds, text = timed(words, folder=self.package, may_fail=True)
        found = len(re.findall(self.right, text))
        if found < self.options.submissions:
            sys.exit(f"{self.name} calls {found} submissions right:\n{text}")
        return seconds


def ways_of(folder, options):
    ways = [Bare("bare compiler, then bare spawns", folder / "bare", options, PROBLEM),
            Arbiter("arbiter judge", folder / "arbiter", options, PROBLEM)]
    if options.bapctools:
        words = [*shlex.split(options.bapctools), "run", "--no-bar"]
        ways.append(Tool("BAPCtools run", folder / "bapctools", options, PROBLEM, words,
                         r"sum\d+\.cpp:.*\bA"))
    if options.problemtools:
        words = [*shlex.split(options.problemtools), "PACKAGE", "-p", "submissions"]
        ways.append(Tool("problemtools verifyproblem", folder / "problemtools", options, LEGACY,
                         words, r"AC submission sum\d+\.cpp .* OK"))
    return ways


def parse_arguments():
    parser = parser_of(__doc__)
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
        seconds = {(way.name, kind): [] for way in ways for kind in KINDS}
        for _ in range(options.rounds):
            for way in ways:
                for kind in KINDS:
                    seconds[way.name, kind].append(way.run(kind))
    print(f"{options.tests} tests, {options.submissions} C++ submissions, medians of "
          f"{options.rounds} rounds")
    print(f"{'':<31}" + "".join(f" {kind:>8} {'ratio':>6}" for kind in KINDS))
    middle = {key: statistics.median(values) for key, values in seconds.items()}
    for way in ways:
        row = f"{way.name:<31}"
        for kind in KINDS:
            value = middle[way.name, kind]
            row += f" {value:8.2f} {value / middle['arbiter judge', kind]:6.2f}"
        print(row)


if __name__ == "__main__":
    main()
