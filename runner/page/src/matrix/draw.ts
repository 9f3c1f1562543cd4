// Draws what can be seen of the matrix: one canvas of the size of the window on it.
import { count, data, isUnexpected, looks, points, programName, slowest } from "../model";
import { t, time } from "../words";
import { cellText, isRowUnexpected, type Column, type Mode, type Row } from "./table";
import { tile } from "./tiles";

export const k_row = 24;

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

export interface Ink {
  text: string;
  soft: string;
  line: string;
  back: string;
  raised: string;
  bad: string;
  accent: string;
}

interface Frame extends Scene {
  to: CanvasRenderingContext2D;
  ink: Ink;
  width: number;
  height: number;
  left: number;
  top: number;
  ratio: number;
}

const k_font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
export const k_sums = { verdict: 46, counts: 64, points: 56, time: 64 };

/** Colours of the page, which follow light and dark. */
export function readInk(): Ink {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { text: of("text"), soft: of("soft"), line: of("line"), back: of("card"), raised: of("raised"), bad: of("bad"), accent: of("accent") };
}

const fits = new Map<string, string>();

/** A text cut to a width; measuring is slow, so what was measured is kept. */
function fit(to: CanvasRenderingContext2D, text: string, width: number, keepsEnd = false): string {
  const key = `${to.font}|${width}|${text}`;
  const known = fits.get(key);
  if (known !== undefined) return known;
  let cut = text.length > 300 ? text.slice(keepsEnd ? -300 : 0, keepsEnd ? undefined : 300) : text;
  while (cut.length > 1 && to.measureText(cut).width > width) {
    const next = cut.replace("…", "");
    cut = keepsEnd ? `…${next.slice(1)}` : `${next.slice(0, -1)}…`;
  }
  fits.set(key, cut);
  return cut;
}

function visible(frame: Frame): { rows: [number, number]; columns: [number, number] } {
  const first = Math.max(0, Math.floor(frame.top / k_row));
  const last = Math.min(frame.rows.length, Math.ceil((frame.top + frame.height - frame.head) / k_row));
  const { columns, cell, left } = frame;
  const from = columns.findIndex((column) => column.x + cell > left);
  const right = left + frame.width - frame.side;
  let to = from < 0 ? 0 : from;
  while (to < columns.length && columns[to].x < right) to += 1;
  return { rows: [first, last], columns: [from < 0 ? 0 : from, from < 0 ? 0 : to] };
}

function drawCell(frame: Frame, index: number, test: number, x: number, y: number): void {
  const { to, ink, cell, mode, ratio } = frame;
  const program = data.programs[index];
  const letter = program.verdicts[test] ?? ".";
  const [width, height] = [cell - 2, k_row - 2];
  const picture = tile(letter, width, height, ratio);
  if (picture) to.drawImage(picture, x + 1, y + 1, width, height);
  to.fillStyle = looks[letter]?.ink ?? ink.soft;
  to.fillText(cellText(program, test, mode), x + cell / 2, y + k_row / 2 + 0.5);
  if (!isUnexpected(program, letter)) return;
  to.strokeStyle = ink.bad;
  to.lineWidth = 2.5;
  to.strokeRect(x + 1.5, y + 1.5, cell - 3, k_row - 3);
}

function drawBody(frame: Frame, rows: [number, number], columns: [number, number]): void {
  const { to } = frame;
  to.save();
  to.beginPath();
  to.rect(frame.side, frame.head, frame.width, frame.height);
  to.clip();
  to.textAlign = "center";
  to.font = `600 ${frame.mode === "verdict" ? 12 : 11}px ${k_font}`;
  for (let row = rows[0]; row < rows[1]; row += 1) {
    const { program } = frame.rows[row];
    if (program < 0) continue;
    const y = frame.head + row * k_row - frame.top;
    for (let at = columns[0]; at < columns[1]; at += 1) {
      const { x, test } = frame.columns[at];
      drawCell(frame, program, test, frame.side + x - frame.left, y);
    }
  }
  drawCursor(frame);
  to.restore();
}

function drawCursor({ to, ink, cursor, rows, columns, cell, side, head, left, top }: Frame): void {
  if (cursor.row < 0 || !rows[cursor.row] || !columns[cursor.column]) return;
  const x = side + columns[cursor.column].x - left;
  const y = head + cursor.row * k_row - top;
  to.strokeStyle = ink.back;
  to.lineWidth = 5;
  to.strokeRect(x, y, cell, k_row);
  to.strokeStyle = ink.accent;
  to.lineWidth = 2.5;
  to.strokeRect(x, y, cell, k_row);
}

function drawHead(frame: Frame, [from, end]: [number, number]): void {
  const { to, ink, columns, side, head, left, cell } = frame;
  to.fillStyle = ink.raised;
  to.fillRect(0, 0, frame.width, head);
  to.save();
  to.beginPath();
  to.rect(side, 0, frame.width, head);
  to.clip();
  to.textAlign = "left";
  let first = from; // the group whose beginning is out of sight is named as well
  while (first > 0 && !columns[first].group) first -= 1;
  for (let at = first; at < end; at += 1) {
    const x = side + columns[at].x - left;
    if (columns[at].group) {
      let next = at + 1;
      while (next < columns.length && !columns[next].group) next += 1;
      const width = columns[next - 1].x + cell - columns[at].x;
      const hidden = Math.max(0, side - x);
      to.fillStyle = ink.soft;
      to.font = `11px ${k_font}`;
      to.fillText(fit(to, columns[at].group, Math.floor((width - hidden - 4) / 8) * 8, true), x + hidden + 2, 10);
      to.fillStyle = ink.line;
      to.fillRect(x + hidden, 18, width - hidden, 1);
    }
    if (at < from) continue;
    const name = data.problems[frame.problem].tests[columns[at].test].name.split("/").pop()!;
    to.save();
    to.translate(x + cell / 2 + 0.5, head - 5);
    to.rotate(-Math.PI / 2);
    to.fillStyle = at === frame.cursor.column && frame.cursor.row >= 0 ? ink.accent : ink.text;
    to.font = `11px ${k_font}`;
    to.fillText(fit(to, name, head - 28, true), 0, 0);
    to.restore();
  }
  to.restore();
}

function drawCounts(to: CanvasRenderingContext2D, verdicts: string, x: number, y: number, width: number): void {
  let at = x;
  for (const [letter, number] of count(verdicts)) {
    const share = (number / verdicts.length) * width;
    to.fillStyle = looks[letter]?.color ?? "#8888";
    to.fillRect(at, y + 7, share, k_row - 14);
    at += share;
  }
}

function drawSums(frame: Frame, index: number, y: number): void {
  const { to, ink, ratio } = frame;
  const program = data.programs[index];
  let x = frame.name;
  const letter = Object.keys(looks).find((name) => looks[name].code === program.verdict);
  to.textAlign = "center";
  to.font = `600 11px ${k_font}`;
  if (letter) {
    to.drawImage(tile(letter, 38, 18, ratio)!, x + 4, y + 3, 38, 18);
    to.fillStyle = looks[letter].ink;
    to.fillText(program.verdict, x + 23, y + k_row / 2 + 0.5);
  }
  x += k_sums.verdict;
  if (frame.side <= frame.name + k_sums.verdict + 1) return;
  drawCounts(to, program.verdicts, x + 4, y, k_sums.counts - 10);
  x += k_sums.counts;
  to.textAlign = "right";
  to.font = `12px ${k_font}`;
  to.fillStyle = ink.text;
  if (frame.showsPoints) {
    to.fillText(points(program.score), x + k_sums.points - 8, y + k_row / 2 + 0.5);
    x += k_sums.points;
  }
  const most = slowest(program);
  to.fillText(most ? time(most) : "–", x + k_sums.time - 8, y + k_row / 2 + 0.5);
}

/** What the sums beside the names are. */
function drawCorner({ to, ink, name, side, head, showsPoints }: Frame): void {
  if (side <= name + k_sums.verdict + 1) return;
  to.font = `11px ${k_font}`;
  to.fillStyle = ink.soft;
  to.textAlign = "right";
  to.fillText(t("Longest"), side - 8, head - 12);
  if (showsPoints) to.fillText(t("Points"), side - k_sums.time - 8, head - 12);
}

function drawSide(frame: Frame, rows: [number, number]): void {
  const { to, ink } = frame;
  to.save();
  to.beginPath();
  to.rect(0, frame.head, frame.width, frame.height);
  to.clip();
  to.fillStyle = ink.back;
  to.fillRect(0, frame.head, frame.side, frame.height);
  for (let row = rows[0]; row < rows[1]; row += 1) {
    const { program, heading } = frame.rows[row];
    const y = frame.head + row * k_row - frame.top;
    to.textAlign = "left";
    if (program < 0) {
      to.fillStyle = ink.raised;
      to.fillRect(0, y, frame.width, k_row);
      to.font = `600 12px ${k_font}`;
      to.fillStyle = ink.soft;
      to.fillText(heading, 10, y + k_row / 2 + 1);
      continue;
    }
    const isBad = isRowUnexpected(data.programs[program]);
    to.font = `${isBad ? "600 " : ""}12px ${k_font}`;
    to.fillStyle = row === frame.cursor.row ? ink.accent : ink.text;
    to.fillText(fit(to, programName(program), frame.name - 16, true), 10, y + k_row / 2 + 1);
    drawSums(frame, program, y);
    if (!isBad) continue;
    to.strokeStyle = ink.bad;
    to.lineWidth = 2;
    to.strokeRect(1, y + 1, frame.side - 2, k_row - 2);
  }
  to.restore();
  drawCorner(frame);
  to.fillStyle = ink.line;
  to.fillRect(frame.side - 1, 0, 1, frame.height);
  to.fillRect(0, frame.head - 1, frame.width, 1);
}

export function draw(canvas: HTMLCanvasElement, scene: Scene, ink: Ink, left: number, top: number): void {
  const ratio = devicePixelRatio || 1;
  const to = canvas.getContext("2d")!;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.fillStyle = ink.back;
  to.fillRect(0, 0, width, height);
  to.textBaseline = "middle";
  const frame: Frame = { ...scene, to, ink, width, height, left, top, ratio };
  const seen = visible(frame);
  drawBody(frame, seen.rows, seen.columns);
  drawHead(frame, seen.columns);
  drawSide(frame, seen.rows);
}
