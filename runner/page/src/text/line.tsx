// One line of a text: hidden characters as glyphs, differences marked, long lines cut.
import { pieces } from "./glyphs";

interface Properties {
  line: string;
  marks?: [number, number][];
  showBlanks: boolean;
  end?: boolean; // a line end follows
  most: number; // characters drawn
  onMore?: () => void;
}

function drawn(text: string, showBlanks: boolean) {
  return pieces(text, showBlanks).map(({ text: shown, kind }) =>
    kind ? <span class={kind === "space" ? "blank" : "hidden"}>{shown}</span> : shown);
}

export function Line({ line, marks = [], showBlanks, end, most, onMore }: Properties) {
  // A cut line begins shortly before what differs.
  const first = line.length > most && marks.length ? Math.max(0, marks[0][0] - 60) : 0;
  const last = Math.min(line.length, first + most);
  const parts = [];
  let at = first;
  for (const [from, to] of marks) {
    if (from >= last) break;
    if (to <= at) continue;
    const start = Math.max(at, from);
    if (start > at) parts.push(drawn(line.slice(at, start), showBlanks));
    at = Math.min(to, last);
    if (start < at) parts.push(<mark>{drawn(line.slice(start, at), showBlanks)}</mark>);
  }
  if (at < last) parts.push(drawn(line.slice(at, last), showBlanks));
  const isEndMarked = marks.some(([, to]) => to > line.length);
  const left = line.length - (last - first);
  return <>
    {first > 0 && <span class="soft">…</span>}
    {parts}
    {left > 0 && <button type="button" class="small" onClick={onMore}>… +{left}</button>}
    {end && (showBlanks || isEndMarked) && (isEndMarked ? <mark>⏎</mark> : <span class="blank">⏎</span>)}
  </>;
}
