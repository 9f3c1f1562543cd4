"""What a cluster of so many cores makes of a cohort: the plan is Arbiter's own, the rest is simulated.

    python3 -B runner/bench/scale.py [option …]

    --planner PROGRAM   build/release/bin/cluster_scale when nothing is said
    --cores N           512
    --students N        10000
    --problems N        6
    --tests N           60
    --scale X           durations of test cases times X (1), at most their limit
    --lose N            so many nodes of 16 cores are lost, each once, at a random moment
    --seed N            1
    --measure FILE …    take durations from documents of `arbiter judge --format json` instead, and print
                        them as durations.json holds them

Durations are drawn from durations.json: of programs that were judged, what each of their test cases
took, by verdict, and what compilers took. Slurm's figures were measured with a cluster of two nodes: the
first task runs 0.9 s after sbatch, a core waits between two tasks, and a shard starts Arbiter and a
box before its first program. The bound is the work divided by the cores; Arbiter plans with what it
thinks that work takes, and does not know durations either.
"""

import argparse
import bisect
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
# What Arbiter thinks before it knows: see cli/cluster/cluster.cpp.
ESTIMATE = lambda limit, tests: 1 + 0.1 * limit * tests
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


def units(arguments, durations, rng):
    """Real seconds of each unit."""
    names, weights = list(CLASSES), list(CLASSES.values())
    made = []
    for _ in range(arguments.students * arguments.problems):
        kind = rng.choices(names, weights)[0]
        seconds = rng.choice(durations["compiles"])
        if kind != "CE":
            walls = rng.choice(durations["programs"][kind])
            seconds += sum(min(wall * arguments.scale, MOST) for wall in rng.choices(walls, k=arguments.tests))
        made.append(seconds)
    return made


def plan(arguments, count):
    estimate = ESTIMATE(LIMIT, arguments.tests)
    lines = "".join(f"{i} {estimate}\n" for i in range(count))
    done = subprocess.run([arguments.planner, "plan", str(arguments.cores)], input=lines, capture_output=True,
                          text=True, check=True)
    return [list(map(int, line.split())) for line in done.stdout.splitlines()]


def simulate(arguments, shards, real, rng):
    """The moment at which the last result is there, and when each core had nothing to do any more."""
    free = [(FIRST_START + rng.random(), core) for core in range(arguments.cores)]
    heapq.heapify(free)
    lost = {}
    total = sum(real) / arguments.cores
    for node in rng.sample(range(arguments.cores // NODE), arguments.lose):
        lost[node] = rng.uniform(0, total)
    queue = list(reversed(shards))
    late = []  # what lost nodes had begun: at what moment it is given out again, and what is left
    ends = []
    while queue or late:
        now, core = heapq.heappop(free)
        if late and (not queue or late[0][0] <= now):
            ready, left = heapq.heappop(late)
            now = max(now, ready)
        elif queue:
            left = queue.pop()
        dies = lost.get(core // NODE)
        if dies is not None and now >= dies:
            queue.append(left)
            continue  # this core is gone
        done_at = now + START_OF_SHARD
        bounds = []
        for unit in left:
            done_at += real[unit]
            bounds.append(done_at)
        if dies is not None and done_at > dies:
            heapq.heappush(late, (dies + SILENT_AFTER, left[bisect.bisect(bounds, dies):]))
            continue
        ends.append(done_at)
        heapq.heappush(free, (done_at + gap(rng), core))
    return max(ends), len(ends)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--planner", default="build/release/bin/cluster_scale")
    for name, usual in (("cores", 512), ("students", 10000), ("problems", 6), ("tests", 60), ("lose", 0), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--measure", nargs="+")
    arguments = parser.parse_args()
    if arguments.measure:
        json.dump(measure(arguments.measure), sys.stdout, separators=(",", ":"))
        return
    durations = json.loads((HERE / "durations.json").read_text())
    rng = random.Random(arguments.seed)
    real = units(arguments, durations, rng)
    shards = plan(arguments, len(real))
    lengths = [sum(real[unit] for unit in shard) for shard in shards]
    makespan, _ = simulate(arguments, shards, real, rng)
    work = sum(real)
    cores = arguments.cores - arguments.lose * NODE * 0.5
    bound = work / cores
    print(f"{len(real)} programs x {arguments.tests} test cases, {work:.0f} core seconds; longest program "
          f"{max(real):.0f} s")
    print(f"{len(shards)} shards: shortest {min(lengths):.0f} s, median {statistics.median(lengths):.0f} s, longest "
          f"{max(lengths):.0f} s")
    per_shard = (START_OF_SHARD + 0.34) * len(shards)
    print(f"bound {bound:.1f} s, makespan {makespan:.1f} s: {bound / makespan:.1%} of the bound; starts and gaps "
          f"{per_shard / work:.2%}")


if __name__ == "__main__":
    main()
