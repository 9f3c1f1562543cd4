// Which rows and columns the matrix has, in which order, after filters.
import type { Program } from "../payload";
import { count, data, failed, groupsBy, isUnexpected, letters, looks, points, programName, programsOf, slowest, fattest } from "../model";
import { t, time } from "../words";

export type Mode = "verdict" | "ms" | "MiB" | "points";
export type Sort = "given" | "name" | "verdict" | "points" | "time";

export const k_row = 24; // the height of a row in pixels, as in page.css

/** What the reader chose; it stays while other pages are looked at. */
export interface Choices {
  mode: Mode;
  sort: Sort;
  verdict: string;
  language: string;
  text: string;
  hidesAccepted: boolean;
  onlyUnexpected: boolean;
}

export interface Row {
  program: number; // -1: a heading
  heading: string;
}

export interface Spot {
  row: number; // -1: the names of test cases
  column: number; // -1: the names and sums
}

export interface Scene {
  problem: number;
  rows: Row[];
  columns: Column[];
  mode: Mode;
  cell: number; // width of a cell
  head: number; // height of the head
  side: number; // width of names and sums
  showsPoints: boolean;
}

export interface Column {
  test: number;
  x: number; // from the left of the first column
  group: string; // named where it begins, else empty
}

export const firstChoices: Choices = {
  mode: "verdict", sort: "given", verdict: "", language: "", text: "", hidesAccepted: false, onlyUnexpected: false,
};

const orders: Record<Sort, (a: number, b: number) => number> = {
  given: (a, b) => a - b,
  name: (a, b) => programName(a).localeCompare(programName(b), undefined, { numeric: true }),
  verdict: (a, b) => rank(a) - rank(b) || a - b,
  points: (a, b) => (data.programs[b].score ?? -1) - (data.programs[a].score ?? -1) || a - b,
  time: (a, b) => slowest(data.programs[b]) - slowest(data.programs[a]) || a - b,
};

function rank(index: number): number {
  return letters.findIndex((letter) => looks[letter].code === data.programs[index].verdict);
}

export function rowsOf(problem: number, choices: Choices): Row[] {
  const text = choices.text.toLowerCase();
  const kept = programsOf(problem).filter((index) => {
    const program = data.programs[index];
    return (!choices.verdict || program.verdict === choices.verdict) &&
      (!choices.language || program.language === choices.language) &&
      (!choices.onlyUnexpected || !program.is_as_expected) &&
      (!text || `${programName(index)} ${program.name}`.toLowerCase().includes(text));
  });
  const groups = groupsBy(kept, (index) => data.programs[index].label || data.programs[index].expected.join(" / "));
  const rows: Row[] = [];
  for (const [heading, programs] of groups) {
    if (heading || groups.size > 1) rows.push({ program: -1, heading: `${heading || t("no label")} (${programs.length})` });
    for (const program of programs.sort(orders[choices.sort])) rows.push({ program, heading: "" });
  }
  return rows;
}

export function columnsOf(problem: number, rows: Row[], choices: Choices, width: number): Column[] {
  const columns: Column[] = [];
  let [x, last] = [0, ""];
  data.problems[problem].tests.forEach(({ group }, test) => {
    const isKept = !choices.hidesAccepted ||
      rows.some((row) => row.program >= 0 && failed(data.programs[row.program].verdicts[test] ?? "."));
    if (!isKept) return;
    const isNew = columns.length === 0 || group !== last;
    if (isNew && columns.length) x += 8;
    columns.push({ test, x, group: isNew ? group : "" });
    last = group;
    x += width;
  });
  return columns;
}

/** What stands in a cell. */
export function cellText(program: Program, test: number, mode: Mode): string {
  const letter = program.verdicts[test] ?? ".";
  if (mode === "verdict") return looks[letter]?.glyph ?? "·";
  if (mode === "points") {
    const score = program.scores[test];
    return score === undefined || score === null ? "·" : points(score);
  }
  const value = (mode === "ms" ? program.cpu : program.memory)[test] ?? -1;
  if (value < 0) return "·";
  return value < 100 && value % 10 ? (value / 10).toFixed(1) : String(Math.round(value / 10));
}

/** A cell, or a row if `test` is -1, in a sentence. */
export function describe(index: number, test: number): string {
  const program = data.programs[index];
  const name = programName(index);
  if (test < 0) {
    const counts = count(program.verdicts).map(([letter, number]) => `${number} ${looks[letter]?.code ?? "·"}`);
    return [name, program.language, program.verdict, program.note, counts.join(", "),
      `${t("at most")} ${time(slowest(program))}, ${fattest(program)} MiB`].filter(Boolean).join(" · ");
  }
  const letter = program.verdicts[test] ?? ".";
  const parts = [name, data.problems[program.problem].tests[test].name];
  parts.push(looks[letter] ? `${looks[letter].code} (${t(looks[letter].name)})` : t("not run"));
  if ((program.cpu[test] ?? -1) >= 0) parts.push(time(program.cpu[test] / 10), `${program.memory[test] / 10} MiB`);
  const score = program.scores[test];
  if (typeof score === "number") parts.push(t("{0} points", points(score)));
  if (isUnexpected(program, letter)) parts.push(t("Not as expected"));
  return parts.join(" · ");
}
