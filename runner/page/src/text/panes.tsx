// Texts side by side that scroll together. Only the lines in sight are drawn.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Text } from "../payload";
import { bytes, t } from "../words";
import type { Marks } from "./diff";
import { Line } from "./line";

export interface Pane {
  title: string;
  text: Text;
  marks?: Marks;
}

const k_line = 20;
const k_most_window = 420;
const k_most_height = 15_000_000; // browsers lay out no more

function Lines({ pane, lines, top, most, showBlanks, onMore }:
  { pane: Pane; lines: string[]; top: number; most: number; showBlanks: boolean; onMore: () => void }) {
  const first = Math.max(0, Math.floor(top / k_line) - 10);
  const last = Math.min(lines.length, Math.ceil((top + k_most_window) / k_line) + 10);
  const shown = [];
  for (let at = first; at < last; at += 1) {
    const marks = pane.marks?.get(at);
    const line = <Line line={lines[at]} marks={marks} showBlanks={showBlanks} end={at < lines.length - 1} most={most} onMore={onMore} />;
    shown.push(<div class={`row${marks ? " differs" : ""}`} key={at}><span class="no">{at + 1}</span><span class="line">{line}</span></div>);
  }
  return <div class="lines" style={{ top: `${first * k_line}px` }}>{shown}</div>;
}

function size(text: Text): string {
  return text.is_cut ? t("the beginning of {0}", bytes(text.bytes)) : bytes(text.bytes);
}

/** Keeps the windows at the same place. After a jump to a difference that stands on other lines in
 *  the answer than in the output they keep that distance. */
function useTogether(count: number) {
  const boxes = useRef<(HTMLDivElement | null)[]>([]);
  const shifts = useRef<number[]>([]);
  const set = useRef<number[]>([]); // places that the page chose: their events tell nothing new
  const [tops, setTops] = useState<number[]>(() => Array(count).fill(0));
  const place = (base: number, left: number | null, except: HTMLElement | null) => {
    const next = boxes.current.map((box, at) => {
      if (!box) return 0;
      if (box !== except) {
        box.scrollTop = Math.max(0, base + (shifts.current[at] ?? 0));
        if (left !== null) box.scrollLeft = left;
      }
      set.current[at] = box.scrollTop;
      return box.scrollTop;
    });
    setTops(next);
  };
  const onScroll = (from: HTMLElement) => {
    const at = boxes.current.indexOf(from as HTMLDivElement);
    if (set.current[at] === from.scrollTop && boxes.current.every((box) => !box || box.scrollLeft === from.scrollLeft)) return;
    place(from.scrollTop - (shifts.current[at] ?? 0), from.scrollLeft, from);
  };
  const jump = (lines: number[]) => {
    const first = Math.min(...lines);
    shifts.current = lines.map((line) => (line - first) * k_line);
    place((first - 4) * k_line, null, null);
  };
  return { boxes, tops, onScroll, jump };
}

export function Panes({ panes, goal, showBlanks }: { panes: Pane[]; goal?: { lines: number[]; turn: number }; showBlanks: boolean }) {
  const { boxes, tops, onScroll, jump } = useTogether(panes.length);
  const [most, setMost] = useState(800);
  const all = panes.map(({ text }) => text.text);
  const lines = useMemo(() => all.map((text) => text.split("\n")), all);
  const longest = Math.max(1, ...lines.map((of) => of.length));
  const height = Math.min(longest * k_line + 8, k_most_height);
  useEffect(() => { if (goal) jump(goal.lines); }, [goal?.turn]);
  return <div class="panes" style={{ "--panes": panes.length }}>
    {panes.map((pane, at) => <section class="pane">
      <h3>{pane.title} <small>{size(pane.text)}</small></h3>
      <div class="text" tabIndex={0} role="region" aria-label={pane.title} ref={(box) => { boxes.current[at] = box; }}
        style={{ "--all": `${Math.min(height + 12, k_most_window)}px`, "--own": `${Math.min(lines[at].length * k_line + 20, 320)}px` }} onScroll={(event) => onScroll(event.currentTarget)}>
        <div class="tall" style={{ height: `${height}px` }}>
          <Lines pane={pane} lines={lines[at]} top={tops[at]} most={most} showBlanks={showBlanks}
            onMore={() => setMost(most * 8)} />
        </div>
      </div>
    </section>)}
  </div>;
}

/** One text in a window of its own. */
export function Alone({ title, text }: { title: string; text: Text }) {
  return <Panes panes={[{ title, text }]} showBlanks={false} />;
}
