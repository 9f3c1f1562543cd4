// The scrolling window on the matrix: sizes, pointer, keys, and the cell in words.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useKeys } from "../keys";
import { data, programsOf } from "../model";
import { go } from "../route";
import { t } from "../words";
import { draw, k_row, k_sums, readInk, type Ink, type Scene } from "./draw";
import { columnsOf, describe, type Choices, type Row } from "./table";

interface Spot {
  row: number;
  column: number; // -1: the names and sums
}

/** Where the reader was, by problem: it stays while other pages are looked at. */
const places = new Map<number, { left: number; top: number; cursor: Spot }>();

/** As high as the longest name of a test needs. */
function headOf(problem: number): number {
  const longest = Math.max(3, ...data.problems[problem].tests.map(({ name }) => name.length - name.lastIndexOf("/") - 1));
  return Math.min(110, 30 + longest * 6.5);
}

function sceneOf(problem: number, rows: Row[], choices: Choices, isNarrow: boolean, cursor: Spot): Scene {
  const cell = choices.mode === "verdict" ? 24 : 48;
  const showsPoints = programsOf(problem).some((index) => data.programs[index].score !== null);
  const name = isNarrow ? 110 : 230;
  const sums = k_sums.counts + (showsPoints ? k_sums.points : 0) + k_sums.time;
  return {
    rows, cell, showsPoints, cursor, problem, name,
    columns: columnsOf(problem, rows, choices, cell),
    mode: choices.mode,
    head: headOf(problem),
    side: name + k_sums.verdict + (isNarrow ? 0 : sums),
  };
}

function open(scene: Scene, spot: Spot): void {
  const row = scene.rows[spot.row];
  const column = scene.columns[spot.column];
  if (spot.row < 0 && column) go(`tests/${column.test}`);
  else if (row?.program >= 0) go(column ? `s/${row.program}/t/${column.test}` : `s/${row.program}`);
}

function sentence(scene: Scene, spot: Spot): string {
  const row = scene.rows[spot.row];
  const column = scene.columns[spot.column];
  if (spot.row < 0) return column ? data.problems[scene.problem].tests[column.test].name : "";
  if (!row || row.program < 0) return row?.heading ?? "";
  return describe(row.program, column ? column.test : -1);
}

function spotAt(scene: Scene, box: HTMLElement, event: MouseEvent): Spot {
  const frame = box.getBoundingClientRect();
  const [x, y] = [event.clientX - frame.left - 1, event.clientY - frame.top - 1];
  const row = y < scene.head ? -1 : Math.floor((y - scene.head + box.scrollTop) / k_row);
  const at = x - scene.side + box.scrollLeft;
  const column = x < scene.side ? -1 : scene.columns.findIndex((one) => at >= one.x && at < one.x + scene.cell);
  return { row, column };
}

/** The row that lies some rows further, or the next one that is no heading. */
function nextRow({ rows }: Scene, from: number, step: number): number {
  let row = Math.max(0, Math.min(rows.length - 1, from + step));
  while (rows[row]?.program === -1) row += Math.sign(step);
  return rows[row] ? row : from;
}

function show(box: HTMLElement, scene: Scene, { row, column }: Spot): void {
  const y = row * k_row;
  const high = box.clientHeight - scene.head;
  if (y - k_row < box.scrollTop) box.scrollTop = y - k_row;
  else if (y + k_row > box.scrollTop + high) box.scrollTop = y + k_row - high;
  const x = scene.columns[column]?.x ?? 0;
  const wide = box.clientWidth - scene.side;
  if (x < box.scrollLeft) box.scrollLeft = x - 8;
  else if (x + scene.cell > box.scrollLeft + wide) box.scrollLeft = x + scene.cell - wide + 8;
}

/** Draws now and whenever the window, its place or the colours change. */
function useDrawing(box: { current: HTMLElement | null }, canvas: { current: HTMLCanvasElement | null }, scene: Scene, onResize: () => void) {
  const latest = useRef(scene);
  latest.current = scene;
  const ink = useRef<Ink | null>(null);
  const paint = () => {
    if (!box.current || !canvas.current) return;
    ink.current ??= readInk();
    draw(canvas.current, latest.current, ink.current, box.current.scrollLeft, box.current.scrollTop);
  };
  useEffect(() => {
    let asked = 0;
    const ask = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(paint);
    };
    const recolor = () => {
      ink.current = null;
      ask();
    };
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const watch = new ResizeObserver(() => { onResize(); ask(); });
    watch.observe(box.current!);
    box.current!.addEventListener("scroll", ask, { passive: true });
    dark.addEventListener("change", recolor);
    return () => {
      watch.disconnect();
      dark.removeEventListener("change", recolor);
    };
  }, []);
  useEffect(paint, [scene]);
}

const k_arrows: Record<string, [number, number]> = {
  ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [20, 0], PageUp: [-20, 0],
};

export function Grid({ problem, rows, choices }: { problem: number; rows: Row[]; choices: Choices }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = useMemo(() => places.get(problem) ?? { left: 0, top: 0, cursor: { row: -1, column: 0 } }, [problem]);
  const [cursor, setCursor] = useState<Spot>(place.cursor);
  const [hover, setHover] = useState<Spot | null>(null);
  const [wide, setWide] = useState(innerWidth);
  const isNarrow = wide < 700;
  const table = useMemo(() => sceneOf(problem, rows, choices, isNarrow, cursor), [problem, rows, isNarrow]);
  const scene = useMemo(() => ({ ...table, cursor }), [table, cursor]);
  useDrawing(box, canvas, scene, () => setWide(innerWidth));
  const move = (rows: number, columns: number) => {
    const { cursor: from } = place;
    const row = rows ? nextRow(scene, from.row, rows) : nextRow(scene, from.row - 1, 1);
    const next = { row, column: Math.max(0, Math.min(scene.columns.length - 1, from.column + columns)) };
    place.cursor = next;
    setHover(null);
    setCursor(next);
    show(box.current!, scene, next);
  };
  useKeys({
    j: () => move(1, 0), k: () => move(-1, 0), l: () => move(0, 1), h: () => move(0, -1),
    Enter: () => place.cursor.row >= 0 && open(scene, place.cursor),
  });
  useEffect(() => {
    places.set(problem, place);
    box.current!.scrollTo(place.left, place.top);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = k_arrows[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  };
  const last = scene.columns[scene.columns.length - 1];
  const height = scene.head + scene.rows.length * k_row + 4;
  const width = scene.side + (last ? last.x + scene.cell : 0) + 8;
  return <>
    <div class="matrix" ref={box} tabIndex={0} role="application" aria-label={t("Matrix: arrow keys move, Enter opens")}
      aria-describedby="cell" style={{ height: `${height + 18}px` }} onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => Object.assign(place, { left: currentTarget.scrollLeft, top: currentTarget.scrollTop })}
      onMouseMove={(event) => setHover(spotAt(scene, box.current!, event))} onMouseLeave={() => setHover(null)}
      onClick={(event) => open(scene, spotAt(scene, box.current!, event))}>
      <canvas ref={canvas} aria-hidden="true" />
      <div class="extent" style={{ width: `${width}px`, height: `${height}px` }} />
    </div>
    <p class="cell" id="cell" aria-live={hover ? "off" : "polite"}>
      {(hover || cursor.row >= 0) && sentence(scene, hover ?? cursor) || t("Point at a cell, or move with the arrow keys.")}
    </p>
  </>;
}
