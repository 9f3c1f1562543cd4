// The payload, and what all pages ask of it.
import type { Payload, Program, Student } from "./payload";
import { readRoute } from "./route";
import { short, t } from "./words";

export let data: Payload;

export function setData(payload: Payload): void {
  data = payload;
}

const dark = "#000000";
const light = "#ffffff";

/** By letter, as in Program.verdicts. The colours are those of Okabe and Ito. */
export const looks: Record<string, Record<"code" | "name" | "glyph" | "color" | "ink" | "pattern", string>> = {
  A: { code: "AC", name: "accepted", glyph: "✓", color: "#009E73", ink: dark, pattern: "" },
  P: { code: "P", name: "some of the points", glyph: "½", color: "#7CC8AE", ink: dark, pattern: "half" },
  W: { code: "WA", name: "wrong answer", glyph: "W", color: "#D55E00", ink: dark, pattern: "slash" },
  T: { code: "TLE", name: "time limit exceeded", glyph: "T", color: "#E69F00", ink: dark, pattern: "rows" },
  M: { code: "MLE", name: "memory limit exceeded", glyph: "M", color: "#0072B2", ink: light, pattern: "columns" },
  R: { code: "RTE", name: "run-time error", glyph: "R", color: "#CC79A7", ink: dark, pattern: "net" },
  O: { code: "OLE", name: "output limit exceeded", glyph: "O", color: "#56B4E9", ink: dark, pattern: "dots" },
  C: { code: "CE", name: "compile error", glyph: "C", color: "#6b7280", ink: light, pattern: "back" },
  J: { code: "JE", name: "judge error", glyph: "J", color: "#F0E442", ink: dark, pattern: "stripes" },
};
export const letters = Object.keys(looks);

export function letterOf(code: string): string {
  return letters.find((letter) => looks[letter].code === code) ?? ".";
}

export function verdictName(letter: string): string {
  return looks[letter] ? t(looks[letter].name) : letter === "?" ? t("not in that run") : t("not run");
}

/** The problem that the reader looks at. */
export function problemIndex(): number {
  const { parts, query } = readRoute();
  const program = parts[0] === "s" ? data.programs[Number(parts[1])] : undefined;
  const index = program ? program.problem : Number(query.get("p") ?? 0);
  return index in data.problems ? index : 0;
}

/** The indexes of a problem's programs. */
export function programsOf(problem: number): number[] {
  return data.programs.flatMap((program, index) => (program.problem === problem ? [index] : []));
}

export function studentName(student: Student | undefined): string {
  return student ? student.name || student.id : "?";
}

/** How a program is called: by its students, or by its path. */
export function programName(index: number): string {
  const program = data.programs[index];
  if (!program) return "?";
  if (!data.course || !program.students.length) return program.name;
  return program.students.map((student) => studentName(data.course!.students[student])).join(", ");
}

export function points(value: number | null): string {
  if (value === null) return "–";
  return short(value, data.course?.decimals ?? data.student?.decimals ?? 2);
}

export function outOf(value: number | null, most: number | null): string {
  return most === null ? points(value) : `${points(value)} / ${points(most)}`;
}

export function zone(): number {
  return data.course?.zone_s ?? data.student?.zone_s ?? 0;
}

export function statusName(status: string): string {
  const names: Record<string, string> = {
    graded: t("graded"), no_submission: t("Nothing handed in"), compile_error: t("Did not compile"),
    judge_error: t("judge error"), handed_in_not_graded: t("handed in, not graded"),
  };
  return names[status] ?? status;
}

/** Milliseconds and mebibytes of a test; null if it did not run. */
const tenths = (value = -1) => (value < 0 ? null : value / 10);
const largest = (values: number[]) => values.reduce((most, value) => Math.max(most, value), 0) / 10;
export const cpuOf = (program: Program, test: number) => tenths(program.cpu[test]);
export const memoryOf = (program: Program, test: number) => tenths(program.memory[test]);
export const slowest = (program: Program) => largest(program.cpu);
export const fattest = (program: Program) => largest(program.memory);

export function failed(letter: string): boolean {
  return letter !== "A" && letter !== "." && letter !== "?" && letter !== "";
}

/** A cell that its program's label does not explain. */
export function isUnexpected(program: Program, letter: string): boolean {
  if (!program.expected.length || program.is_as_expected || !failed(letter)) return letter === "J";
  return !program.expected.includes(looks[letter]?.code ?? "");
}

/** Those with the same key, in the order in which keys come first. */
export function groupsBy<T>(all: T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key)!.push(one);
  }
  return groups;
}

/** How often each letter stands in a string of them, in the order of `looks`. */
export function count(verdicts: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const letter of verdicts) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...letters, "."].filter((letter) => counts.has(letter)).map((letter) => [letter, counts.get(letter)!]);
}
