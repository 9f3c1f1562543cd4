"""What a cluster of so many cores makes of a cohort: the plan is Arbiter's own, the rest is simulated.

    python3 -B runner/bench/scale.py [option …]

    --planner PROGRAM   build/release/bin/cluster_scale when nothing is said
    --cores N           512
    --students N        10000
    --problems N        6
    --tests N           60
    --scale X           durations of test cases times X (1), at most their limit
    --lose N            so many nodes of 16 cores are lost, each once, at a random moment
    --ascending         each program meets its quick test cases first, so that Arbiter thinks too well of it
    --seed N            1
    --measure FILE …    take durations from documents of `arbiter judge --format json` instead, and print
                        them as durations.json holds them

Durations are drawn from durations.json: of programs that were judged, what each of their test cases
took, by verdict, and what compilers took. Slurm's figures were measured with a cluster of two nodes: the
first task runs 0.9 s after sbatch, a core waits between two tasks, and a shard starts Arbiter and a
box before its first program. What shards leave is given out as Arbiter does it, and every piece of a program
compiles it again. The bound is the work divided by the cores, without what is compiled again; Arbiter plans with
what it thinks that work takes, and does not know durations either.
"""

import argparse
import collections
import heapq
import json
import pathlib
import random
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CLASSES = {"AC": 0.60, "WA": 0.20, "RTE": 0.12, "CE": 0.04, "TLE": 0.04}
FIRST_START = 0.9
START_OF_SHARD = 0.35  # arbiter shard-run: the speed of the core, boxes, plan and problems
NODE = 16  # cores
SILENT_AFTER = 90
BETWEEN_LOOKS = 2  # seconds between two looks at the results; see cli/cluster/cluster.cpp
SEEN_AFTER = 3  # what a node wrote is seen elsewhere
WRITE_SHARD = 0.002  # into the shared folder
# What Arbiter thinks before it knows: see cli/cluster/cluster.cpp.
ESTIMATE = lambda limit, tests: 1 + 0.1 * limit * tests
PATIENCE = 2  # a program that takes so many times as long is left: see cli/cluster/shard_run_verb.cpp
LIMIT = 2
MOST = 2.2  # then a program is stopped


def gap(rng):
    """Between two tasks on one core: median 0.17 s, mean 0.34, at most one."""
    return min(0.91, rng.expovariate(1 / 0.34)) if rng.random() < 0.9 else 0.91


def measure(files):
    programs = {name: [] for name in CLASSES}
    compiles = []
    for file in files:
        for one in json.loads(pathlib.Path(file).read_text())["submissions"]:
            if one["compile"]["wall_s"]:
                compiles.append(round(one["compile"]["wall_s"], 3))
            walls = [round(test["wall_s"] + 0.002, 4) for test in one["tests"]]
            if one["verdict"] in programs and walls:
                # Of each program some of its test cases, evenly through all durations.
                walls.sort()
                step = max(1, len(walls) // 12)
                programs[one["verdict"]].append(walls[::step])
    return {"compiles": sorted(compiles), "programs": programs}


def programs_of(arguments, durations, rng):
    """Of each program, real seconds: those of its compiler and of each test case."""
    names, weights = list(CLASSES), list(CLASSES.values())
    made = []
    for _ in range(arguments.students * arguments.problems):
        kind = rng.choices(names, weights)[0]
        compiles = rng.choice(durations["compiles"])
        walls = []
        if kind != "CE":
            walls = rng.choice(durations["programs"][kind])
            walls = [min(wall * arguments.scale, MOST) for wall in rng.choices(walls, k=arguments.tests)]
        made.append((compiles, sorted(walls) if arguments.ascending else walls))
    return made


class Simulation:
    """A piece is the number of a program, of its test cases those that are run, and whether it may be left."""

    def __init__(self, arguments, programs, rng):
        self.arguments, self.programs, self.rng = arguments, programs, rng
        self.planned = ESTIMATE(LIMIT, arguments.tests)
        self.queue = collections.deque()  # shards, and from when on they can be had
        self.left = []  # when it is known, the program, its seconds and test cases
        self.lost = []
        self.look = 0
        self.shards = self.programs_left = 0
        self.again = self.end = 0  # seconds

    def hand_in(self, now, units, may_be_left=False, may_be_cut=False):
        """Plans and queues what is called (program, seconds, test cases)."""
        lines = "".join(f"{program} {seconds} {len(tests) if may_be_cut else 0}\n"
                        for program, seconds, tests in units)
        done = subprocess.run([self.arguments.planner, "plan", str(self.arguments.cores)], input=lines,
                              capture_output=True, text=True, check=True)
        tests_of = {program: tests for program, _, tests in units}
        shards = [[list(map(int, word.split("/"))) for word in line.split()] for line in done.stdout.splitlines()]
        ready = now + WRITE_SHARD * len(shards) + FIRST_START
        for shard in shards:
            self.queue.append((ready, [(program, tests_of[program][piece::pieces], may_be_left)
                                       for program, piece, pieces in shard]))
        self.shards += len(shards)

    def look_until(self, now):
        """What the caller does meanwhile."""
        while self.look <= now:
            known = [one for one in self.left if one[0] <= self.look]
            if known and len(self.queue) < self.arguments.cores:
                self.left = [one for one in self.left if one[0] > self.look]
                self.hand_in(self.look, [one[1:] for one in known], may_be_cut=True)
            self.look += BETWEEN_LOOKS

    def run_piece(self, now, program, tests, may_be_left):
        """When it ends; what is left then goes to `left`."""
        compiles, walls = self.programs[program]
        now += compiles
        if not may_be_left:
            self.again += compiles
        took = longest = 0
        leave_after = PATIENCE * self.planned
        for place, test in enumerate(tests):
            took += walls[test]
            longest = max(longest, walls[test])
            rest = len(tests) - place - 1
            if may_be_left and took > leave_after and rest * longest > leave_after:
                self.programs_left += 1
                self.left.append((now + took + SEEN_AFTER, program, compiles + rest * longest, tests[place + 1:]))
                break
        return now + took

    def run_shard(self, now, shard, dies):
        """When it ends; none if its node dies before."""
        now += START_OF_SHARD
        for place, piece in enumerate(shard):
            count = len(self.left)
            now = self.run_piece(now, *piece)
            if dies is not None and now > dies:
                del self.left[count:]
                self.lost.append((dies, shard[place:]))
                return None
        self.end = max(self.end, now)
        return now

    def run(self):
        """The moment at which the last result is there."""
        all_tests = range(self.arguments.tests)
        self.hand_in(0, [(program, self.planned, all_tests[:len(walls)])
                         for program, (_, walls) in enumerate(self.programs)], may_be_left=True)
        free = [(self.rng.random(), core) for core in range(self.arguments.cores)]
        total = sum(one + sum(walls) for one, walls in self.programs) / self.arguments.cores
        dies = {node: self.rng.uniform(0, total)
                for node in self.rng.sample(range(self.arguments.cores // NODE), self.arguments.lose)}
        heapq.heapify(free)
        while free:
            now, core = heapq.heappop(free)
            self.look_until(now)
            death = dies.get(core // NODE)
            if death is not None and now >= death:
                continue
            if self.queue:
                ready, shard = self.queue.popleft()
                ends = self.run_shard(max(now, ready), shard, death)
                if ends is not None:
                    heapq.heappush(free, (ends + gap(self.rng), core))
            elif self.left:
                heapq.heappush(free, (self.look, core))
            elif self.lost:
                # The others have ended, or are simulated to their ends already.
                self.give_out_lost()
                heapq.heappush(free, (now, core))
        return self.end

    def give_out_lost(self):
        """When everything else has ended, and lost nodes have been silent for long enough."""
        now = max(self.end, max(died for died, _ in self.lost) + SILENT_AFTER)
        tests_of = {}
        for _, shard in self.lost:
            for program, tests, _ in shard:
                tests_of[program] = [*tests_of.get(program, []), *tests]
        self.lost = []
        self.hand_in(now, [(program, self.planned, tests) for program, tests in tests_of.items()])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--planner", default="build/release/bin/cluster_scale")
    for name, usual in (("cores", 512), ("students", 10000), ("problems", 6), ("tests", 60), ("lose", 0), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--ascending", action="store_true")
    parser.add_argument("--measure", nargs="+")
    arguments = parser.parse_args()
    if arguments.measure:
        json.dump(measure(arguments.measure), sys.stdout, separators=(",", ":"))
        return
    durations = json.loads((HERE / "durations.json").read_text())
    rng = random.Random(arguments.seed)
    programs = programs_of(arguments, durations, rng)
    simulation = Simulation(arguments, programs, rng)
    makespan = simulation.run()
    real = [compiles + sum(walls) for compiles, walls in programs]
    work = sum(real)
    cores = arguments.cores - arguments.lose * NODE * 0.5
    bound = work / cores
    print(f"{len(real)} programs x {arguments.tests} test cases, {work:.0f} core seconds; a program takes "
          f"{statistics.mean(real):.1f} s, the longest {max(real):.0f} s")
    per_shard = (START_OF_SHARD + 0.34) * simulation.shards
    print(f"{simulation.shards} shards; {simulation.programs_left} programs were left and given out again; starts and "
          f"gaps {per_shard / work:.2%}, compiled again {simulation.again / work:.2%}")
    print(f"bound {bound:.1f} s, makespan {makespan:.1f} s: {bound / makespan:.1%} of the bound")


if __name__ == "__main__":
    main()
