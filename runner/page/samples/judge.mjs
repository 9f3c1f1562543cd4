// Runs of a setter: programs with labels on the tests of problems.
import { detail, limits, measures, payload, pick, program, random, seed, whole } from "./kit.mjs";

const k_source = `#include <bits/stdc++.h>
using namespace std;

int main() {
\tint n, m;
\tcin >> n >> m;
\tvector<vector<pair<int, int>>> graph(n);
\tfor (int i = 0; i < m; ++i) {
\t\tint a, b, w;
\t\tcin >> a >> b >> w;
\t\tgraph[a].push_back({b, w});
\t}
\tvector<int> far(n, INT_MAX);
\tpriority_queue<pair<int, int>> queue; // smallest first?\u202e hidden \u2066
\tfar[0] = 0;
\tqueue.push({0, 0});
\twhile (!queue.empty()) {
\t\tauto [d, at] = queue.top();
\t\tqueue.pop();
\t\tfor (auto [to, w] : graph[at])
\t\t\tif (far[at] + w < far[to]) queue.push({-(far[to] = far[at] + w), to});
\t}
\tfor (int d : far) cout << d << '\\n';
}
`;

const k_evil = "1 2\r\n<script>alert(1)</script> &amp; <img src=x onerror=alert(2)>\n" +
  "abc\u202edef\u202c \u200bzero\u00a0nbsp \ufeffbom \u0000nul \u001b[31mred\u001b[0m \u{10fff8}\u{10ff80}\n" +
  "e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a zalgo\tTab\tTab  \nשלום עולם\n\u2028line\u3164filler\ud800\n";

function testsOf(count) {
  return Array.from({ length: count }, (_, at) => {
    const group = at < 3 ? "sample" : at < count / 2 ? "secret/small" : "secret/large";
    const input_bytes = Math.round(20 * 1.28 ** Math.min(at, 45) + at);
    return { name: `${group}/${String(at + 1).padStart(2, "0")}`, group, visibility: "", input_bytes };
  });
}

function numbers(count, change = () => false) {
  const lines = [];
  for (let at = 0; at < count; at += 1) lines.push(String(change(at) ? at * 7 + 1 : at * 7));
  return `${lines.join("\n")}\n`;
}

function details(verdicts, command) {
  const found = {};
  [...verdicts].forEach((letter, test) => {
    if (letter === "A" || letter === ".") return;
    const again = { command: `arbiter repro 4f2a ${command} secret/large/${test + 1}` };
    if (letter === "W") {
      found[test] = detail({ ...again, reason: "The answer differs in line 318: 2219 was expected, 2220 came.",
        message: "wrong answer: 318th numbers differ - expected: '2219', found: '2220'",
        hints: ["The program reads with int; values reach 3000000000."],
        difference: { output_line: 318, output_column: 4, answer_line: 318, answer_column: 4, expected: "2219", got: "2220", expected_end: false, got_end: false },
        output: whole(numbers(2000, (at) => at % 500 === 317)) });
    } else if (letter === "T") {
      found[test] = detail({ ...again, reason: "It was stopped after 2 s of CPU time.", ended: "stopped at the time limit", wall_ms: 2034, is_rerun: true, repeats: [20110, 20060, 19980] });
    } else if (letter === "R") {
      found[test] = detail({ ...again, reason: "It ended with signal 11 (SIGSEGV).", ended: "signal 11 (SIGSEGV)",
        hints: ["The stack was full: the recursion is deep."], stderr: whole("terminate called\nAddressSanitizer: stack-overflow\n"), output: whole("0\n7\n") });
    } else found[test] = detail({ ...again, reason: `Verdict ${letter}.`, output: whole(k_evil) });
  });
  return found;
}

function transcript() {
  const messages = [];
  let us = 900;
  let [low, high] = [1, 1000000000];
  for (let turn = 0; turn < 24; turn += 1) {
    const middle = Math.floor((low + high) / 2);
    us += 200 + Math.floor(random() * (turn === 13 ? 900000 : 4000));
    messages.push({ us, from: 1, text: `? ${middle}\n`, left_out: 0 });
    us += 60 + Math.floor(random() * 300);
    const isLess = random() < 0.5;
    messages.push({ us, from: 0, text: isLess ? "<\n" : ">\n", left_out: 0 });
    if (isLess) high = middle;
    else low = middle;
  }
  messages.push({ us: us + 3000, from: 1, text: "! 42 <b>\u202e\n", left_out: 12000 });
  return { messages, gap_after: 20, gap_messages: 812, gap_bytes: 40123 };
}

/** A game with all kinds of zones, and texts that a submission wrote. */
function replay() {
  const evil = "<b>\u202e\u001b[31m";
  const steps = [
    { value: "+2", state: {} }, { turn: 0, action: "pit 1", value: "0", mark: "mistake", before: "+2", after: "0", say: "the win is gone" },
    { turn: 1, action: "pit 2", value: "0" }, { turn: 0, action: evil, valid: false, say: evil }];
  const frames = steps.map((step, n) => ({ n, ...step, state: {
    pits: [4 - n, { is: n, mark: "moved", note: String(n) }, 2], banks: [n, { is: 0, note: evil }],
    piles: [["10", { is: "1", mark: "out" }], [], [String(n)]], letters: ["a", { is: "b", mark: "good", by: 0 }, { is: "c", mark: "bad", by: 1 }],
    words: [{ is: "anaconda", head: 1, tail: 1, by: 0 }, { is: evil, note: evil }].slice(0, n) } }));
  const zone = (name, items, layout = "row", inside = false) => ({ name, title: `The ${name}`, layout, items, inside });
  return { header: { schema: "arbiter-replay/1", title: "Beads and words", players: ["submission", "judge"] }, frames,
    view: { kind: "zones", zones: [zone("pits", "beads", "circle"), zone("banks", "beads", "row", true), zone("piles", "cards", "piles"),
      zone("letters", "letters"), zone("words", "words")] }, end: { end: true, reason: "a move is not allowed", result: "wrong" } };
}

const k_rows = [
  ["accepted/dijkstra.cpp", "C++", "AC", 1.0, 0.4, () => "A"],
  ["accepted/dijkstra.py", "Python 3", "AC", 1.05, 4.5, () => "A"],
  ["accepted/bellman_ford_with_queue.java", "Java", "AC", 1.2, 1.1, (at) => (at === 38 ? "T" : "A")],
  ["wrong_answer/int_overflow.cpp", "C++", "WA", 1.0, 0.5, (at) => (at > 21 && at % 3 === 0 ? "W" : "A")],
  ["time_limit_exceeded/floyd.cpp", "C++", "TLE", 2.4, 0.9, (at) => (at > 32 ? "T" : "A")],
  ["run_time_error/deep_recursion.cpp", "C++", "RTE", 1.0, 0.5, (at) => (at > 25 && at % 4 === 1 ? "R" : at === 39 ? "O" : "A")],
];

function row([name, language, code, power, scale, letterOf], tests) {
  const verdicts = tests.map((_, at) => letterOf(at)).join("");
  const bad = [...verdicts].findIndex((letter) => letter !== "A");
  const verdict = bad < 0 ? "AC" : { W: "WA", T: "TLE", R: "RTE", M: "MLE" }[verdicts[bad]];
  const isFine = verdict === code;
  return program({
    name, language, expected: [code], label: name.split("/")[0], verdict, verdicts, is_as_expected: isFine,
    note: isFine ? "" : `${code} was expected, but it has ${verdict} on test case secret/large/39: the slowest run took 2.01 s`,
    deciding: bad < 0 ? null : bad, ...measures(tests, power, scale, verdicts), details: details(verdicts, name),
    source: [{ name: name.split("/")[1], text: whole(k_source) }],
  });
}

function broken() {
  return program({
    name: "compile_error/missing.cpp", expected: ["CE"], label: "compile_error", verdict: "CE", verdicts: ".".repeat(40),
    cpu: Array(40).fill(-1), memory: Array(40).fill(-1), source: [{ name: "missing.cpp", text: whole(k_source) }],
    compile: {
      ok: false, command: "g++ -O2 -std=gnu++20 -o main missing.cpp",
      log: "missing.cpp: In function 'int main()':\nmissing.cpp:11:17: error: 'grph' was not declared in this scope; did you mean 'graph'?\n",
      helps: ["A name is used that is not declared, in line 11: is it misspelled?"],
      messages: [
        { file: "missing.cpp", line: 11, column: 17, kind: "error", text: "'grph' was not declared in this scope; did you mean 'graph'?" },
        { file: "missing.cpp", line: 14, column: 38, kind: "warning", text: "un\u202eterminated bidirectional text [-Wbidi-chars=]" },
        { file: "missing.cpp", line: 7, column: 0, kind: "note", text: "'graph' declared here" }],
    },
  });
}

function shortest() {
  const tests = testsOf(40);
  const files = { 0: { input: whole("3 3\n0 1 5\n"), answer: whole("0\n5\n") } };
  for (let at = 20; at < 40; at += 1) files[at] = { input: { text: numbers(3000), bytes: 812345, is_cut: true }, answer: whole(numbers(2000)) };
  const long = `${"123456789 ".repeat(11000)}\n`;
  files[12] = { input: whole("2\n"), answer: whole("yes\n1.0\n") };
  files[39] = { input: whole(long), answer: whole(k_evil.replace("\r", "").replace("abc", "abd")) };
  return { id: "shortest", title: "Shortest Paths", hash: "9f31", limits, found_limit: "Found from the slowest accepted program: 2 × 0.97 s.",
    is_scoring: false, max_points: null, tests, files, glossary: [] };
}

function guess() {
  const tests = testsOf(6);
  return { id: "guess", title: "Guess the Number", hash: "77ab", limits, found_limit: "", is_scoring: false, max_points: null, tests,
    files: {}, glossary: [] };
}

export function judge() {
  seed(7);
  const problem = shortest();
  const game = guess();
  const programs = k_rows.map((one) => row(one, problem.tests));
  const evil = "wrong_answer/<script>alert(1)<\u2044script>\u202egpj.cpp";
  const slow = row(["wrong_answer/asks_too_often.py", "Python 3", "WA", 1, 0.5, (at) => (at > 3 ? "W" : "A")], game.tests);
  slow.problem = 1;
  slow.details = { 4: detail({ reason: "It asked 836 times; 40 are allowed.", message: "too many questions", transcript: transcript(), replay: replay(),
    ended: "stopped by the judge", wall_ms: 1310, command: "arbiter repro 4f2a asks_too_often.py secret/large/05" }) };
  slow.left_out = 1;
  programs.push(broken(), { ...row([evil, "C++", "WA", 1, 0.5, (at) => (at === 39 ? "W" : at === 12 ? "M" : at > 12 ? "." : "A")], problem.tests), name: evil }, slow);
  programs[7].details[12] = detail({ reason: "It took more than 256 MiB.", output: whole("Yes \r\n1.0\r\n"), is_sampled: true });
  programs[7].details[39] = detail({ reason: "The answer differs.", output: whole(k_evil) });
  return payload({ title: "Shortest Paths, Guess the Number", problems: [problem, game], programs,
    notes: ["The machine was busy for 3 of 72 s, so times may be longer than they are.", "generators.yaml names 2 test cases that are not there."] });
}

export function against() {
  const value = judge();
  value.against = { run: "2026-11-19T18-02-11-77aa", started: "2026-11-19T18:02:11Z", note: "The test cases are not the same: secret/large/40 is new.",
    changes: [], programs: value.programs.slice(0, 8).map((one, at) => ({ problem: one.problem, name: at === 6 ? "compile_error/gone.cpp" : one.name,
      verdict: at === 2 ? "AC" : one.verdict, score: null,
      verdicts: one.verdicts.replace("T", at === 2 ? "A" : "T").replace("R", "W").slice(0, 39) + "?" })) };
  return value;
}

/** A contest: many programs, tests in 8 groups. */
export function large(rows, columns) {
  seed(11);
  const tests = Array.from({ length: columns }, (_, at) => {
    const group = `secret/group${1 + Math.floor((at * 8) / columns)}`;
    return { name: `${group}/${String(at + 1).padStart(3, "0")}`, group, visibility: "", input_bytes: 100 + at * at * 20 };
  });
  const programs = Array.from({ length: rows }, (_, at) => {
    const skill = random();
    const letters = tests.map(() => (random() < skill + 0.1 ? "A" : pick(["W", "W", "W", "T", "R", "M"]))).join("");
    const bad = [...letters].findIndex((letter) => letter !== "A");
    const score = Math.round((1000 * letters.replace(/[^A]/g, "").length) / columns) / 10;
    const label = pick(["accepted", "wrong_answer", "time_limit_exceeded", ""]);
    const verdict = bad < 0 ? "AC" : { W: "WA", T: "TLE", R: "RTE", M: "MLE" }[letters[bad]];
    return program({ name: `${label || "other"}/team${String(at + 1).padStart(4, "0")}.${pick(["cpp", "py", "java"])}`, label, verdict, verdicts: letters, score, max_score: 100,
      language: pick(["C++", "Python 3", "Java"]), expected: label === "accepted" ? ["AC"] : label === "wrong_answer" ? ["WA", "RTE", "MLE", "TLE"] : [],
      is_as_expected: label !== "accepted" || verdict === "AC", ...measures(tests, 1, 0.3 + random(), letters) });
  });
  const problem = { id: "large", title: "Large", hash: "", limits, found_limit: "", is_scoring: true, max_points: 100, tests, files: {}, glossary: [] };
  return payload({ title: `Contest, ${rows} × ${columns}`, problems: [problem], programs });
}
