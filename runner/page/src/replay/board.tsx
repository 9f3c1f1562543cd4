// The zones of a step. What has moved since the step before slides to its new place.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ReplayThing, ReplayZone } from "../payload";
import type { Cell, Step } from "./track";

const k_most_beads = 24; // more are only counted

function Face({ thing }: { thing: ReplayThing }) {
  const all = [...String(thing.is)];
  const head = Math.min(all.length, thing.head ?? 0);
  const tail = Math.min(all.length - head, thing.tail ?? 0);
  if (!head && !tail) return <>{thing.is}</>;
  return <>
    <b>{all.slice(0, head).join("")}</b>{all.slice(head, all.length - tail).join("")}<b>{all.slice(all.length - tail).join("")}</b>
  </>;
}

function looks(thing: ReplayThing): string {
  return `${thing.mark ? `is-${thing.mark}` : ""} ${thing.by === undefined ? "" : `by-${thing.by}`}`;
}

function Beads({ cell: { thing, ids } }: { cell: Cell }) {
  return <div class={`pit ${looks(thing)}`}>
    <div class="beads">{ids.slice(0, k_most_beads).map((id) => <i key={id} data-id={id} class="bead" />)}</div>
    <span class="count">{thing.is}</span>
  </div>;
}

function Item({ cell, items }: { cell: Cell; items: ReplayZone["items"] }) {
  const { thing, ids } = cell;
  return <div class="place">
    {items === "beads" ? <Beads cell={cell} /> : <span data-id={ids[0]} class={`thing of-${items} ${looks(thing)}`}><Face thing={thing} /></span>}
    {thing.note && <small>{thing.note}</small>}
  </div>;
}

function keyOf(cell: Cell, at: number, items: ReplayZone["items"]): number {
  return items === "beads" ? at : cell.ids[0];
}

function Zone({ zone, piles, children }: { zone: ReplayZone; piles: Cell[][]; children?: ComponentChildren }) {
  const { items, layout } = zone;
  const angle = (at: number) => (2 * Math.PI * at) / Math.max(1, piles[0]?.length ?? 1);
  const spot = (at: number) => ({ left: `${50 + 41 * Math.sin(angle(at))}%`, top: `${50 - 41 * Math.cos(angle(at))}%` });
  return <section class={`zone lies-${layout}`} aria-label={zone.title || zone.name}>
    <h3>{zone.title || zone.name}</h3>
    <div class="ground">
      {piles.map((pile) => <div class="pile">
        {pile.map((cell, at) => layout === "circle"
          ? <div key={at} class="spot" style={spot(at)}><Item cell={cell} items={items} /></div>
          : <Item key={keyOf(cell, at, items)} cell={cell} items={items} />)}
        {!pile.length && <span class="soft">–</span>}
      </div>)}
      {children && <div class="middle">{children}</div>}
    </div>
  </section>;
}

/** Lets what has another place than before slide there, and what is new appear. */
function slide(board: HTMLElement, places: Map<string, [number, number]>, ms: number): Map<string, [number, number]> {
  const origin = board.getBoundingClientRect();
  const now = new Map<string, [number, number]>();
  for (const thing of board.querySelectorAll<HTMLElement>("[data-id]")) {
    const box = thing.getBoundingClientRect();
    const place: [number, number] = [box.left - origin.left, box.top - origin.top];
    const id = thing.dataset.id!;
    now.set(id, place);
    const was = places.get(id);
    if (!ms || !places.size) continue;
    const [x, y] = was ? [was[0] - place[0], was[1] - place[1]] : [0, 0];
    if (!was) thing.animate([{ opacity: 0 }, { opacity: 1 }], ms);
    else if (Math.abs(x) + Math.abs(y) > 1) thing.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: ms, easing: "ease-in-out" });
  }
  return now;
}

export function Board({ zones, step, ms }: { zones: ReplayZone[]; step: Step; ms: number }) {
  const board = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, [number, number]>());
  useLayoutEffect(() => {
    const element = board.current!;
    // What still slides is where it was going: places are of the board at rest.
    for (const animation of element.getAnimations({ subtree: true })) animation.cancel();
    places.current = slide(element, places.current, ms);
  }, [step]);
  const zone = (at: number) => <Zone zone={zones[at]} piles={step[at]}>{zones[at + 1]?.inside && zone(at + 1)}</Zone>;
  return <div class="board" ref={board}>{zones.map(({ inside }, at) => !inside && zone(at))}</div>;
}
