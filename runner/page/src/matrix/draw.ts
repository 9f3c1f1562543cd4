// Draws what can be seen of the matrix: one canvas of the size of the window on it.
import { count, data, isUnexpected, letterOf, looks, points, programName, slowest } from "../model";
import { t, time } from "../words";
import { cellText, type Column, type Mode, type Row } from "./table";
import { tile } from "./tiles";

export const k_row = 24;
export const k_sums = { verdict: 46, counts: 64, points: 56, time: 64 };
const k_font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export interface Scene {
  rows: Row[];
  columns: Column[];
  mode: Mode;
  cell: number; // width of a cell
  head: number; // height of the head
  name: number; // width of names
  side: number; // width of names and sums
  showsPoints: boolean;
  cursor: { row: number; column: number };
  problem: number;
}

export type Ink = Record<"text" | "soft" | "line" | "card" | "raised" | "bad" | "accent", string>;

interface Frame extends Scene {
  to: CanvasRenderingContext2D;
  ink: Ink;
  width: number;
  height: number;
  left: number;
  top: number;
  ratio: number;
}

/** Colours of the page, which follow light and dark. */
export function readInk(): Ink {
  const style = getComputedStyle(document.documentElement);
  const names = ["text", "soft", "line", "card", "raised", "bad", "accent"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Ink;
}

const fits = new Map<string, string>();

/** The end of a text that fits a width; measuring is slow, so what was measured is kept. */
function fit(to: CanvasRenderingContext2D, text: string, width: number): string {
  const key = `${to.font}|${width}|${text}`;
  let cut = fits.get(key) ?? text.slice(-200);
  if (fits.has(key)) return cut;
  while (cut.length > 1 && to.measureText(cut).width > width) cut = `…${cut.replace("…", "").slice(1)}`;
  fits.set(key, cut);
  return cut;
}

function write(to: CanvasRenderingContext2D, text: string, x: number, y: number, color: string, align: CanvasTextAlign, font: string): void {
  to.font = `${font} ${k_font}`;
  to.textAlign = align;
  to.fillStyle = color;
  to.fillText(text, x, y);
}

function outline(to: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, color: string, line: number): void {
  to.strokeStyle = color;
  to.lineWidth = line;
  to.strokeRect(x, y, width, height);
}

/** Draws within a part of the canvas. */
function within(frame: Frame, x: number, y: number, act: () => void): void {
  frame.to.save();
  frame.to.beginPath();
  frame.to.rect(x, y, frame.width, frame.height);
  frame.to.clip();
  act();
  frame.to.restore();
}

function drawCell({ to, ink, cell, mode, ratio }: Frame, index: number, test: number, x: number, y: number): void {
  const program = data.programs[index];
  const letter = program.verdicts[test] ?? ".";
  const picture = tile(letter, cell - 2, k_row - 2, ratio);
  if (picture) to.drawImage(picture, x + 1, y + 1, cell - 2, k_row - 2);
  to.fillStyle = looks[letter]?.ink ?? ink.soft;
  to.fillText(cellText(program, test, mode), x + cell / 2, y + k_row / 2 + 0.5);
  if (isUnexpected(program, letter)) outline(to, x + 1.5, y + 1.5, cell - 3, k_row - 3, ink.bad, 2.5);
}

function drawBody(frame: Frame, rows: number[], columns: number[]): void {
  const { to, ink, cursor, cell, side, head, left, top } = frame;
  to.textAlign = "center";
  to.font = `600 ${frame.mode === "verdict" ? 12 : 11}px ${k_font}`;
  for (const row of rows) {
    const { program } = frame.rows[row];
    if (program < 0) continue;
    for (const at of columns) {
      const { x, test } = frame.columns[at];
      drawCell(frame, program, test, side + x - left, head + row * k_row - top);
    }
  }
  if (!frame.rows[cursor.row] || !frame.columns[cursor.column]) return;
  const [x, y] = [side + frame.columns[cursor.column].x - left, head + cursor.row * k_row - top];
  outline(to, x, y, cell, k_row, ink.card, 5);
  outline(to, x, y, cell, k_row, ink.accent, 2.5);
}

/** The name of a group stays in sight as long as one of its columns does. */
function drawGroup({ to, ink, columns, side, left, cell }: Frame, at: number): void {
  let next = at + 1;
  while (next < columns.length && !columns[next].group) next += 1;
  const x = side + columns[at].x - left;
  const hidden = Math.max(0, side - x);
  const width = columns[next - 1].x + cell - columns[at].x - hidden;
  to.font = `11px ${k_font}`;
  write(to, fit(to, columns[at].group, Math.floor((width - 4) / 8) * 8), x + hidden + 2, 10, ink.soft, "left", "11px");
  to.fillStyle = ink.line;
  to.fillRect(x + hidden, 18, width, 1);
}

function drawHead(frame: Frame, seen: number[]): void {
  const { to, ink, columns, side, head, left, cell, cursor } = frame;
  let first = seen[0] ?? 0;
  while (first > 0 && !columns[first].group) first -= 1;
  for (const at of [first, ...seen.filter((one) => one > first)]) if (columns[at]?.group) drawGroup(frame, at);
  for (const at of seen) {
    const name = data.problems[frame.problem].tests[columns[at].test].name.split("/").pop()!;
    to.save();
    to.translate(side + columns[at].x - left + cell / 2 + 0.5, head - 5);
    to.rotate(-Math.PI / 2);
    to.font = `11px ${k_font}`;
    write(to, fit(to, name, head - 28), 0, 0, cursor.row >= 0 && at === cursor.column ? ink.accent : ink.text, "left", "11px");
    to.restore();
  }
}

function drawSums({ to, ink, ratio, name, side, showsPoints }: Frame, index: number, y: number): void {
  const program = data.programs[index];
  const letter = letterOf(program.verdict);
  const picture = tile(letter, 38, 18, ratio);
  const middle = y + k_row / 2 + 0.5;
  if (picture) {
    to.drawImage(picture, name + 4, y + 3, 38, 18);
    write(to, program.verdict, name + 23, middle, looks[letter].ink, "center", "600 11px");
  }
  if (side <= name + k_sums.verdict) return;
  let x = name + k_sums.verdict + 4;
  for (const [one, number] of count(program.verdicts)) {
    const share = (number / program.verdicts.length) * (k_sums.counts - 10);
    to.fillStyle = looks[one]?.color ?? "#8888";
    to.fillRect(x, y + 7, share, k_row - 14);
    x += share;
  }
  if (showsPoints) write(to, points(program.score), side - k_sums.time - 8, middle, ink.text, "right", "12px");
  write(to, slowest(program) ? time(slowest(program)) : "–", side - 8, middle, ink.text, "right", "12px");
}

function drawSide(frame: Frame, rows: number[]): void {
  const { to, ink, head, top, name, side, width } = frame;
  to.fillStyle = ink.card;
  to.fillRect(0, head, side, frame.height);
  for (const row of rows) {
    const { program, heading } = frame.rows[row];
    const y = head + row * k_row - top;
    if (program < 0) {
      to.fillStyle = ink.raised;
      to.fillRect(0, y, width, k_row);
      write(to, heading, 10, y + k_row / 2 + 1, ink.soft, "left", "600 12px");
      continue;
    }
    const isBad = !data.programs[program].is_as_expected;
    to.font = `${isBad ? "600 " : ""}12px ${k_font}`;
    const color = row === frame.cursor.row ? ink.accent : ink.text;
    write(to, fit(to, programName(program), name - 16), 10, y + k_row / 2 + 1, color, "left", isBad ? "600 12px" : "12px");
    drawSums(frame, program, y);
    if (isBad) outline(to, 1, y + 1, side - 2, k_row - 2, ink.bad, 2);
  }
}

/** What the sums beside the names are, and lines around all. */
function drawCorner({ to, ink, name, side, head, width, height, showsPoints }: Frame): void {
  to.fillStyle = ink.raised;
  to.fillRect(0, 0, side, head);
  if (side > name + k_sums.verdict) {
    write(to, t("Longest"), side - 8, head - 12, ink.soft, "right", "11px");
    if (showsPoints) write(to, t("Points"), side - k_sums.time - 8, head - 12, ink.soft, "right", "11px");
  }
  to.fillStyle = ink.line;
  to.fillRect(side - 1, 0, 1, height);
  to.fillRect(0, head - 1, width, 1);
}

export function draw(canvas: HTMLCanvasElement, scene: Scene, ink: Ink, left: number, top: number): void {
  const ratio = devicePixelRatio || 1;
  const to = canvas.getContext("2d")!;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.fillStyle = ink.card;
  to.fillRect(0, 0, width, height);
  to.fillStyle = ink.raised;
  to.fillRect(0, 0, width, scene.head);
  to.textBaseline = "middle";
  const frame: Frame = { ...scene, to, ink, width, height, left, top, ratio };
  const first = Math.floor(top / k_row);
  const rows = [...scene.rows.slice(first, first + Math.ceil(height / k_row) + 1).keys()].map((row) => row + first);
  const columns: number[] = [];
  scene.columns.forEach(({ x }, at) => {
    if (x + scene.cell > left && x < left + width - scene.side) columns.push(at);
  });
  within(frame, scene.side, scene.head, () => drawBody(frame, rows, columns));
  within(frame, scene.side, 0, () => drawHead(frame, columns));
  within(frame, 0, scene.head, () => drawSide(frame, rows));
  drawCorner(frame);
}
