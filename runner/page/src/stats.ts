// What can be computed from the verdicts: which tests catch whom, and how times grow.
import type { Problem, Program } from "./payload";
import { cpuOf, data, failed, fattest, groupsBy, problemIndex, programsOf, slowest } from "./model";

export interface Kills {
  wrong: number[]; // programs that tests should fail
  byTest: number[][]; // for each test the wrong programs that fail it
  isPartial: boolean; // some of them did not run on all tests
}

export function kills(problem: number): Kills {
  const wrong = programsOf(problem).filter((index) => {
    const program = data.programs[index];
    if (!program.verdicts) return false;
    return program.expected.length ? !program.expected.includes("AC") : /[^A.]/.test(program.verdicts);
  });
  const byTest = data.problems[problem].tests.map((_, test) =>
    wrong.filter((index) => failed(data.programs[index].verdicts[test] ?? ".")));
  const isPartial = wrong.some((index) => data.programs[index].verdicts.includes("."));
  return { wrong, byTest, isPartial };
}

/** Tests that fail exactly the same programs: groups of two and more. */
export function twins(byTest: number[][]): number[][] {
  const groups = groupsBy([...byTest.keys()].filter((test) => byTest[test].length), (test) => byTest[test].join());
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Few tests that together fail all programs that any test fails: the best next one each time. */
export function smallSet(byTest: number[][]): { test: number; gain: number }[] {
  const left = new Set(byTest.flat());
  const chosen: { test: number; gain: number }[] = [];
  while (left.size) {
    let best = { test: -1, gain: 0 };
    byTest.forEach((programs, test) => {
      const gain = programs.reduce((sum, program) => sum + (left.has(program) ? 1 : 0), 0);
      if (gain > best.gain) best = { test, gain };
    });
    if (best.test < 0) break;
    chosen.push(best);
    byTest[best.test].forEach((program) => left.delete(program));
  }
  return chosen;
}

export interface Item {
  share: number | null; // of those who ran it, how many pass
  discrimination: number | null; // correlation of passing it with passing the others
}

/** Difficulty and discrimination of each test. The test itself does not count in the rest. */
export function items(problem: Problem, programs: number[]): Item[] {
  const rows = programs.map((index) => data.programs[index].verdicts).filter(Boolean);
  const passed = rows.map((row) => [...row].filter((letter) => letter === "A").length);
  return problem.tests.map((_, test) => {
    const ran = rows.map((row, index) => ({ letter: row[test] ?? ".", index })).filter(({ letter }) => letter !== ".");
    if (!ran.length) return { share: null, discrimination: null };
    const xs = ran.map(({ letter }) => (letter === "A" ? 1 : 0));
    const ys = ran.map(({ letter, index }) => passed[index] - (letter === "A" ? 1 : 0));
    return { share: mean(xs), discrimination: correlation(xs, ys) };
  });
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The sum of products of what the values are above their means. */
function covariance(xs: number[], ys: number[]): number {
  const [mx, my] = [mean(xs), mean(ys)];
  return xs.reduce((sum, x, index) => sum + (x - mx) * (ys[index] - my), 0);
}

function correlation(xs: number[], ys: number[]): number | null {
  const spread = covariance(xs, xs) * covariance(ys, ys);
  return xs.length < 5 || spread === 0 ? null : covariance(xs, ys) / Math.sqrt(spread);
}

/** The largest time for each size of input, for tests that ran to the end. */
export function growthPoints(program: number): [number, number][] {
  const { verdicts, problem } = data.programs[program];
  const most = new Map<number, number>();
  data.problems[problem].tests.forEach((test, index) => {
    const ms = cpuOf(data.programs[program], index);
    if (!test.input_bytes || ms === null || !/[AWP]/.test(verdicts[index] ?? "")) return;
    most.set(test.input_bytes, Math.max(most.get(test.input_bytes) ?? 0, ms));
  });
  return [...most].sort((a, b) => a[0] - b[0]);
}

/** The exponent of the growth by least squares over the upper sizes; null if they say too little. */
export function exponent(all: [number, number][]): number | null {
  const largest = all.length ? all[all.length - 1][0] : 0;
  const upper = all.filter(([size, ms]) => size * 30 >= largest && ms >= 2);
  if (upper.length < 3 || upper[upper.length - 1][0] < 3 * upper[0][0]) return null;
  const xs = upper.map(([size]) => Math.log(size));
  const ys = upper.map(([, ms]) => Math.log(ms));
  return covariance(xs, ys) / covariance(xs, xs);
}

/** Programs that fail the same tests in the same ways, the largest groups first. */
export function sameFaults(problem: number): { letters: string; tests: number[]; programs: number[] }[] {
  const wrong = programsOf(problem).filter((index) => [...data.programs[index].verdicts].some(failed));
  return [...groupsBy(wrong, (index) => data.programs[index].verdicts)]
    .map(([letters, programs]) => ({ letters, programs, tests: [...letters].flatMap((letter, test) => (failed(letter) ? [test] : [])) }))
    .sort((a, b) => b.programs.length - a.programs.length);
}

/** How far the slowest accepted and the fastest too slow program are from the limit. */
export function headroom(problem = problemIndex()) {
  const of = programsOf(problem).map((index) => data.programs[index]);
  const accepted = of.filter(({ verdict, expected }) => verdict === "AC" && (!expected.length || expected.includes("AC")));
  const time = (program: Program) => slowest(program) / program.limits.time_ms;
  const most = (values: number[]) => (values.length ? Math.max(...values) : null);
  const slow = of.filter(({ verdict }) => verdict === "TLE").map(time);
  return {
    time: most(accepted.map(time)),
    slow: slow.length ? Math.min(...slow) : null,
    memory: most(accepted.map((program) => (fattest(program) * 1024) / program.limits.memory_kib)),
  };
}
