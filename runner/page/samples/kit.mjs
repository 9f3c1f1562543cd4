// What all samples are made of.
let state = 1;

export function seed(value) {
  state = value;
}

/** The same numbers each time: in [0, 1). */
export function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

export const pick = (values) => values[Math.floor(random() * values.length)];

export const limits = { time_ms: 2000, wall_ms: 5000, memory_kib: 262144, output_kib: 8192 };

export const whole = (text) => ({ text, bytes: Buffer.byteLength(text), is_cut: false });

export function program(more) {
  return {
    problem: 0, name: "", students: [], language: "C++", expected: [], label: "", is_as_expected: true, note: "",
    verdict: "AC", deciding: null, score: null, max_score: null, limits,
    compile: { ok: true, command: "g++ -O2 -std=gnu++20 main.cpp", log: "", helps: [], messages: [] },
    verdicts: "", cpu: [], memory: [], scores: [], groups: [], details: {}, left_out: 0, source: [], source_note: "",
    words: [], ...more,
  };
}

export function detail(more) {
  return {
    reason: "", message: "", hints: [], difference: null, ended: "exit status 0", wall_ms: 31, is_rerun: false,
    is_sampled: false, repeats: [], transcript: null, command: "", ...more,
  };
}

/** Times and memory of a program whose time grows with a power of the size. */
export function measures(tests, power, scale, verdicts) {
  const cpu = tests.map((test, at) => {
    if (verdicts[at] === ".") return -1;
    const ms = 1 + scale * (test.input_bytes / 1000) ** power * (0.9 + random() * 0.2);
    return Math.round((verdicts[at] === "T" ? 2011 : Math.min(ms, 1960)) * 10);
  });
  const memory = tests.map((test, at) => (verdicts[at] === "." ? -1 : Math.round(32 + test.input_bytes / 4000 + random() * 9)));
  return { cpu, memory };
}

export function payload(more) {
  return {
    schema: "arbiter/page/1", kind: "judge", reader: "setter", title: "Sample", language: null, notes: [],
    run: {
      id: "2026-11-20T10-15-00-4f2a", arbiter: "0.1.0", started: "2026-11-20T10:15:00Z", finished: "2026-11-20T10:16:12Z",
      interrupted: false, command: "arbiter judge problems/shortest --all", folder: "/home/mira/runs/4f2a", sandbox: "root-v1",
      unsandboxed: false, cpu: "AMD Ryzen 7 7840U", kernel: "6.1.0-32-amd64", jobs: 4,
      compilers: [["C++", "g++ 12.2.0"], ["Python 3", "3.11.2"], ["Java", "17.0.12"]],
    },
    problems: [], programs: [], against: null, course: null, student: null, ...more,
  };
}
