// The scrolling window on the matrix: names and sums are elements, cells are drawn; only what is seen is there.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useKeys } from "../keys";
import { count, data, looks, points, programName, programsOf, slowest } from "../model";
import { Chip, useMedia } from "../parts";
import { go } from "../route";
import { t, time } from "../words";
import { drawCells } from "./cells";
import { columnsOf, describe, k_row, type Choices, type Row, type Scene, type Spot } from "./table";

const k_step = 4; // rows and cells by which the window moves on, so that most scrolling changes nothing

/** Where the reader was, by problem: it stays while other pages are looked at. */
const places = new Map<number, { left: number; top: number; cursor: Spot }>();

/** As high as the longest name of a test needs. */
function headOf(problem: number): number {
  const longest = Math.max(3, ...data.problems[problem].tests.map(({ name }) => lastPart(name).length));
  return Math.min(110, 30 + longest * 6.5);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function sceneOf(problem: number, rows: Row[], choices: Choices, isNarrow: boolean): Scene {
  const cell = choices.mode === "verdict" ? 24 : 48;
  const showsPoints = programsOf(problem).some((index) => data.programs[index].score !== null);
  const columns = columnsOf(problem, rows, choices, cell);
  const side = isNarrow ? 156 : showsPoints ? 460 : 404;
  return { problem, rows, columns, mode: choices.mode, cell, head: headOf(problem), side, showsPoints };
}

function open({ rows, columns }: Scene, spot: Spot): void {
  const row = rows[spot.row];
  const column = columns[spot.column];
  if (spot.row < 0 && column) go(`tests/${column.test}`);
  else if (row?.program >= 0) go(column ? `s/${row.program}/t/${column.test}` : `s/${row.program}`);
}

function sentence({ problem, rows, columns }: Scene, spot: Spot): string {
  const row = rows[spot.row];
  const column = columns[spot.column];
  if (spot.row < 0) return column ? data.problems[problem].tests[column.test].name : "";
  if (!row || row.program < 0) return row?.heading ?? "";
  return describe(row.program, column ? column.test : -1);
}

function spotAt({ head, side, cell, columns }: Scene, box: HTMLElement, event: MouseEvent): Spot {
  const frame = box.getBoundingClientRect();
  const [x, y] = [event.clientX - frame.left - 1, event.clientY - frame.top - 1];
  const at = x - side + box.scrollLeft;
  const row = y < head ? -1 : Math.floor((y - head + box.scrollTop) / k_row);
  return { row, column: x < side ? -1 : columns.findIndex((one) => at >= one.x && at < one.x + cell) };
}

/** The row that lies some rows further, or the next one that is no heading. */
function nextRow({ rows }: Scene, from: number, step: number): number {
  let row = Math.max(0, Math.min(rows.length - 1, from + step));
  while (rows[row]?.program === -1) row += Math.sign(step);
  return rows[row] ? row : from;
}

function show(box: HTMLElement, { head, side, cell, columns }: Scene, { row, column }: Spot): void {
  const y = row * k_row;
  const high = box.clientHeight - head;
  if (y - k_row < box.scrollTop) box.scrollTop = y - k_row;
  else if (y + k_row > box.scrollTop + high) box.scrollTop = y + k_row - high;
  const x = columns[column]?.x ?? 0;
  const wide = box.clientWidth - side;
  if (x < box.scrollLeft) box.scrollLeft = x - 8;
  else if (x + cell > box.scrollLeft + wide) box.scrollLeft = x + cell - wide + 8;
}

/** A text of which the end is shown where there is no room for all of it. */
function Cut({ text }: { text: string }) {
  return <span class="cut"><bdi>{text}</bdi></span>;
}

/** Names of test cases, and of their groups, which stay in sight as long as one of their columns does. */
function Head({ scene, seen, marked }: { scene: Scene; seen: Seen; marked: number }) {
  const { problem, columns, cell, side, head, showsPoints } = scene;
  const shown = columns.flatMap(({ x }, at) => (x + cell > seen.left && x < seen.left + seen.wide - side + k_step * cell ? [at] : []));
  const starts = columns.flatMap(({ group }, at) => (group ? [at] : []));
  return <div class="grid-head" style={{ height: `${head}px` }}>
    <div class="grid-side" style={{ width: `${side}px` }}>
      {side > 200 && <>{showsPoints && <span class="grid-points">{t("Points")}</span>}<span class="grid-time">{t("Longest")}</span></>}
    </div>
    {starts.map((at, nth) => <div class="grid-group" style={{ left: `${side + columns[at].x}px`, width: `${columns[(starts[nth + 1] ?? columns.length) - 1].x + cell - columns[at].x}px` }}>
      <span style={{ left: `${side}px` }}>{columns[at].group}</span>
    </div>)}
    {shown.map((at) => <div key={at} class={`grid-test${at === marked ? " marked" : ""}`} style={{ left: `${side + columns[at].x}px`, width: `${cell}px`, height: `${head - 26}px` }}>
      <Cut text={lastPart(data.problems[problem].tests[columns[at].test].name)} />
    </div>)}
  </div>;
}

function Side({ index, side, showsPoints }: { index: number; side: number; showsPoints: boolean }) {
  const program = data.programs[index];
  return <div class={`grid-side${program.is_as_expected ? "" : " framed"}`} style={{ width: `${side}px` }}>
    <Cut text={programName(index)} />
    <Chip code={program.verdict} />
    {side > 200 && <>
      <span class="bar">{count(program.verdicts).map(([letter, number]) => <i class={`v-${looks[letter]?.code ?? "none"}`} style={{ flexGrow: number }} />)}</span>
      {showsPoints && <span class="grid-points">{points(program.score)}</span>}
      <span class="grid-time">{slowest(program) ? time(slowest(program)) : "–"}</span>
    </>}
  </div>;
}

/** A program, or a heading. What has not changed is not made anew. */
function Line({ scene, at, isHere }: { scene: Scene; at: number; isHere: boolean }) {
  const { side, rows, head, showsPoints } = scene;
  const { program, heading } = rows[at];
  return useMemo(() => <div class={`grid-row${program < 0 ? " is-heading" : ""}${isHere ? " is-here" : ""}`} style={{ top: `${head + at * k_row}px` }}>
    {program < 0 ? <div class="grid-side">{heading}</div> : <Side index={program} side={side} showsPoints={showsPoints} />}
  </div>, [scene, at, isHere]);
}

/** From which pixel on the window shows how many. */
const k_nothing = { left: 0, top: 0, wide: 0, high: 0 };
type Seen = typeof k_nothing;

/** What the window shows, in steps, as it scrolls and as its size changes. */
function useSeen(box: { current: HTMLElement | null }, cell: number): [Seen, () => void] {
  const [seen, setSeen] = useState(k_nothing);
  const look = () => {
    if (!box.current) return; // told of a page that was left
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = box.current;
    const down = (value: number, step: number) => value - (value % step);
    const next = { left: down(scrollLeft, k_step * cell), top: down(scrollTop, k_step * k_row), wide: clientWidth, high: clientHeight };
    setSeen((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
  };
  useEffect(() => {
    const watch = new ResizeObserver(look);
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, [cell]);
  return [seen, look];
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
  const isNarrow = useMedia("(max-width: 700px)");
  const scene = useMemo(() => sceneOf(problem, rows, choices, isNarrow), [problem, rows, isNarrow]);
  const { columns, cell, side, head } = scene;
  const [seen, look] = useSeen(box, cell);
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const paint = () => canvas.current && drawCells(canvas.current, scene, cursor, box.current!);
  useLayoutEffect(() => void paint(), [scene, cursor, seen, isDark]);
  const first = Math.floor(seen.top / k_row);
  const lines = rows.slice(first, first + Math.ceil(seen.high / k_row) + k_step).map((_, nth) => first + nth);
  const move = (down: number, right: number) => {
    const { cursor: from } = place;
    const row = down ? nextRow(scene, from.row, down) : nextRow(scene, from.row - 1, 1);
    place.cursor = { row, column: Math.max(0, Math.min(columns.length - 1, from.column + right)) };
    setHover(null);
    setCursor(place.cursor);
    show(box.current!, scene, place.cursor);
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
  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    Object.assign(place, { left: currentTarget.scrollLeft, top: currentTarget.scrollTop });
    look();
    paint();
  };
  const height = head + rows.length * k_row + 4;
  const width = side + (columns.length ? columns[columns.length - 1].x + cell : 0) + 8;
  return <>
    <div class="matrix" ref={box} tabIndex={0} role="application" aria-label={t("Matrix: arrow keys move, Enter opens")}
      aria-describedby="cell" style={{ height: `${height + 18}px` }} onKeyDown={onKeyDown} onScroll={onScroll} onMouseLeave={() => setHover(null)}
      onMouseMove={(event) => setHover(spotAt(scene, box.current!, event))} onClick={(event) => open(scene, spotAt(scene, box.current!, event))}>
      <div class="grid" style={{ width: `${width}px`, height: `${height}px` }}>
        <Head scene={scene} seen={seen} marked={cursor.row >= 0 ? cursor.column : -1} />
        {lines.map((at) => <Line key={at} scene={scene} at={at} isHere={at === cursor.row} />)}
        <canvas ref={canvas} aria-hidden="true" style={{ top: `${head}px`, left: `${side}px`, width: `${Math.max(0, seen.wide - side)}px`, height: `${Math.max(0, seen.high - head)}px` }} />
      </div>
    </div>
    <p class="cell" id="cell" aria-live={hover ? "off" : "polite"}>
      {(hover || cursor.row >= 0) && sentence(scene, hover ?? cursor) || t("Point at a cell, or move with the arrow keys.")}
    </p>
  </>;
}
