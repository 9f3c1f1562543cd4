// A class, and one student of it.
import { detail, limits, measures, payload, program, random, seed, whole } from "./kit.mjs";

const k_first = ["Ada", "Björn", "Chloé", "Dmitri", "Emeka", "Fatima", "Goran", "Hana", "İpek", "Jürgen"];
const k_last = ["Ångström", "Berg", "Chen", "Díaz", "Eriksson", "Fischer", "Garcia", "Haddad", "Ivanova", "Jansen"];
const k_titles = ["Sum of Digits", "Balanced Brackets", "Longest Common Subsequence of Two Very Long Words"];
const k_codes = { W: "WA", T: "TLE", R: "RTE" };

function problems() {
  return k_titles.map((title, at) => {
    const tests = Array.from({ length: 12 + at * 4 }, (_, test) => ({
      name: test < 2 ? `sample ${test + 1}` : test < 5 ? `open ${test - 1}` : `hidden test ${test - 4}`,
      group: test < 2 ? "sample" : test < 5 ? "open" : "hidden", visibility: test < 2 ? "sample" : test < 5 ? "open" : "hidden",
      input_bytes: 30 * 2 ** Math.min(test, 14),
    }));
    return { id: `p${at + 1}`, title, hash: "", limits, found_limit: "", is_scoring: true, max_points: 40, tests,
      files: { 3: { input: whole("12 34\n"), answer: whole("10\n") }, 4: { input: whole("99999\n"), answer: whole("45\n") } },
      glossary: [["AC", "Your program gave the right answer."], ["WA", "Your program gave another answer than expected."],
        ["TLE", "Your program was stopped because it ran too long."], ["RTE", "Your program ended with an error."]] };
  });
}

function sourceOf(variant) {
  const name = ["total", "summe", "acc"][variant % 3];
  return `import sys\n\ndef solve(text):\n    ${name} = 0\n    for digit in text:\n        ${name} += int(digit)\n    return ${name}\n\n` +
    `for line in sys.stdin:\n    print(solve(line.strip()))${variant % 2 ? "  # done" : ""}\n`;
}

function work(problem, index, student, skill) {
  const verdicts = problem.tests.map((_, at) => (random() < skill + 0.4 - at * 0.02 ? "A" : random() < 0.7 ? "W" : "TR"[at % 2])).join("");
  const passed = verdicts.replace(/[^A]/g, "").length;
  const bad = [...verdicts].findIndex((letter) => letter !== "A");
  const score = Math.round((4000 * passed) / verdicts.length) / 100;
  const details = {};
  [...verdicts].forEach((letter, at) => {
    if (letter === "A") return;
    details[at] = detail({ reason: letter === "W" ? "45 was expected, 44 came." : "It was stopped, or ended with an error.",
      difference: letter === "W" ? { output_line: 1, output_column: 2, answer_line: 1, answer_column: 2, expected: "45", got: "44", expected_end: false, got_end: false } : null,
      output: whole("44\n") });
  });
  return program({ problem: index, name: `p${index + 1}/${student}.py`, students: [student], language: "Python 3",
    verdict: bad < 0 ? "AC" : k_codes[verdicts[bad]], deciding: bad < 0 ? null : bad, score, max_score: 40, verdicts, details,
    scores: [...verdicts].map((letter) => (letter === "A" ? Math.round(4000 / verdicts.length) / 100 : 0)),
    ...measures(problem.tests, 1, 0.5, verdicts), source: [{ name: "solution.py", text: whole(sourceOf(student)) }],
    groups: [{ name: "open", verdict: "AC", score: 10, max_score: 10, is_counted: true, note: "" },
      { name: "hidden", verdict: bad < 0 ? "AC" : k_codes[verdicts[bad]], score: score - 10, max_score: 30, is_counted: true, note: "the sum of its test cases" }],
    words: [`${score} = ${passed} of ${verdicts.length} test cases × 40 points`, "No penalty: handed in in time"] });
}

function gradeOf(made, index, at) {
  const late = at % 7 === 3 ? 95 : 0;
  const penalty = late ? 4 : 0;
  return { status: "graded", verdict: made.verdict, points: Math.max(0, made.score - penalty), raw_points: made.score, max_points: 40,
    late_minutes: late, late_penalty: penalty, is_overridden: at === 11, submitted: "2026-11-18T21:40:00Z", program: index,
    words: [...made.words, ...(late ? ["−4 points: 1 h 35 min late, 10 % for each day"] : [])] };
}

const k_absent = { status: "no_submission", verdict: "", points: 0, raw_points: 0, max_points: 40, late_minutes: 0, late_penalty: 0,
  is_overridden: false, submitted: "", program: null, words: [] };

function clustersOf(programs, all) {
  const groups = new Map();
  programs.forEach((one, index) => {
    if (one.verdict === "AC") return;
    const key = `${one.problem} ${one.verdict} ${one.deciding}`;
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  return [...groups.values()].filter((group) => group.length > 1).map((group) => {
    const first = programs[group[0]];
    const test = all[first.problem].tests[first.deciding].name;
    return { problem: first.problem, verdict: first.verdict, first_failing: test, words: `${first.verdict} on ${test}`, programs: group,
      students: group.flatMap((index) => programs[index].students), comment: group.length > 3 ? "Look at numbers that end in 0." : "" };
  });
}

export function grade() {
  seed(5);
  const all = problems();
  const programs = [];
  const students = Array.from({ length: 30 }, (_, at) => {
    const skill = random();
    const grades = all.map((problem, index) => {
      if (at === 13 || (at === 20 && index === 2)) return k_absent;
      const made = work(problem, index, at, skill);
      programs.push(made);
      return gradeOf(made, programs.length - 1, at);
    });
    const isAbsent = at === 13;
    return { id: String(300001 + at), name: at === 8 ? "" : `${k_first[at % 10]} ${k_last[(at * 7) % 10]}`, group: `G${1 + (at % 3)}`, on_roster: at !== 29,
      points: isAbsent ? null : grades.reduce((sum, one) => sum + one.points, 0), max_points: 120, grades };
  });
  const course = { policy: "grading.yaml: 40 points a problem; deadline 2026-11-18 22:00 Europe/Berlin; 10 % for each day", decimals: 2, zone_s: 3600, students,
    clusters: clustersOf(programs, all),
    look_alikes: [{ problem: 0, is_identical: false, score: 91, programs: [0, 3], lines: [[{ file: 0, first: 3, last: 7 }, { file: 0, first: 3, last: 7 }], [{ file: 0, first: 9, last: 10 }, { file: 0, first: 9, last: 10 }]] },
      { problem: 1, is_identical: true, score: 100, programs: [4, 22, 40], lines: [] }],
    questions: [
      { kind: "owner", student: "300009", problem: "p1", test: "", file: "handed-in/loesung.zip", what: "The owner of a file is ambiguous", todo: "Name the student in decisions.csv", decision: "" },
      { kind: "unfair", student: "", problem: "p3", test: "hidden test 11", file: "", what: "Nobody passes a test case", todo: "Look whether it is right", decision: "kept" }],
    close_calls: [{ student: 4, problem: 2, test: "hidden test 9", words: "1.98 s of 2 s: another run may pass." }] };
  return payload({ kind: "grade", reader: "teacher", title: "Assignment 3", language: null, problems: all, programs, course,
    notes: ["Nobody passes hidden test 11 of Longest Common Subsequence of Two Very Long Words."],
    against: { run: "2026-11-19T09-00-00-1b2c", started: "2026-11-19T09:00:00Z", note: "",
      programs: programs.map((one) => ({ problem: one.problem, name: one.name, verdict: one.verdict, score: one.score, verdicts: one.verdicts.replace("T", "W") })),
      changes: [{ student: 2, problem: 1, before: 20, after: 26.67, why: "2 test cases pass now" }, { student: 5, problem: 0, before: 33.33, after: 30, why: "late by 10 %" }] } });
}

export function student() {
  const all = grade();
  const index = 5;
  const own = all.course.students[index];
  const programs = own.grades.map((one) => ({ ...all.programs[one.program], students: [] }));
  for (const one of programs) {
    for (const test in one.details) if (Number(test) > 4) delete one.details[test];
  }
  programs[1].compile = { ok: true, command: "", log: "", helps: ["Python 3.11 ran it."], messages: [] };
  return payload({ kind: "student", reader: "student", title: "Assignment 3", language: "en", problems: all.problems, programs,
    run: { ...all.run, command: "", folder: "", cpu: "", kernel: "", compilers: [] },
    student: { name: own.name, points: own.points, max_points: 120, decimals: 2, zone_s: 3600,
      problems: own.grades.map((one, at) => ({ status: one.status, program: at, points: one.points, max_points: 40,
        sentence: `${one.points} of 40 points: ${programs[at].verdicts.replace(/[^A]/g, "").length} of ${programs[at].verdicts.length} test cases passed`,
        words: one.words, fault: "", submitted: one.submitted })) } });
}
