// Which thing of a step is which of the step before, so that it is seen to move.
import type { Replay, ReplayItem, ReplayThing } from "../payload";

/** A place on the board: what lies there, and what it is followed by. Beads are followed one by one. */
export interface Cell {
  thing: ReplayThing;
  ids: number[];
}

/** Of each zone its piles; without the layout "piles" there is one. */
export type Step = Cell[][][];

interface Group {
  key: string; // things go on in a group of the same key
  kind: string; // and move to groups of the same kind
  faces: string[];
  ids: number[];
}

/** Pairs of places of a longest common subsequence. */
function common(a: string[], b: string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  let [endA, endB] = [a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) pairs.push([start, start++]);
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) pairs.push([--endA, --endB]);
  const width = endB - start + 1;
  const best = new Uint16Array((endA - start + 1) * width);
  const at = (i: number, j: number) => (i - start) * width + j - start;
  for (let i = endA - 1; i >= start; i--) {
    for (let j = endB - 1; j >= start; j--)
      best[at(i, j)] = a[i] === b[j] ? best[at(i + 1, j + 1)] + 1 : Math.max(best[at(i + 1, j)], best[at(i, j + 1)]);
  }
  for (let i = start, j = start; i < endA && j < endB;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (best[at(i + 1, j)] >= best[at(i, j + 1)]) i++;
    else j++;
  }
  return pairs;
}

function thingOf(item: ReplayItem): ReplayThing {
  return typeof item === "object" ? item : { is: item };
}

/** Gives each thing its number: what stays in its group first, then what has come from elsewhere. */
function number(groups: Group[], before: Group[], next: () => number): void {
  const old = new Map(before.map((group) => [group.key, group]));
  const left = new Map(before.map((group) => [group, new Set(group.ids.keys())]));
  for (const group of groups) {
    const was = old.get(group.key);
    if (!was) continue;
    for (const [from, to] of common(was.faces, group.faces)) {
      group.ids[to] = was.ids[from];
      left.get(was)!.delete(from);
    }
  }
  const pool = new Map<string, number[]>();
  for (const [group, places] of left) {
    for (const place of places) {
      const face = `${group.kind} ${group.faces[place]}`;
      pool.set(face, [...(pool.get(face) ?? []), group.ids[place]]);
    }
  }
  for (const group of groups) {
    for (let i = 0; i < group.faces.length; i++)
      group.ids[i] ??= pool.get(`${group.kind} ${group.faces[i]}`)?.shift() ?? next();
  }
}

export function track({ view, frames }: Replay): Step[] {
  let count = 0;
  let before: Group[] = [];
  return frames.map(({ state }) => {
    const groups: Group[] = [];
    const add = (key: string, kind: string, faces: string[]) => {
      groups.push({ key, kind, faces, ids: new Array(faces.length) });
      return groups[groups.length - 1].ids;
    };
    const step = view.zones.map(({ name, layout, items }) => {
      const content = state[name] ?? [];
      const piles = (layout === "piles" ? content : [content]) as ReplayItem[][];
      return piles.map((pile, p): Cell[] => {
        const things = pile.map(thingOf);
        if (items === "beads")
          return things.map((thing, i) => ({ thing, ids: add(`${name} ${i}`, items, new Array(Number(thing.is)).fill("")) }));
        const ids = add(`${name} ${p}`, items, things.map(({ is }) => String(is)));
        // Filled in below; each cell sees its own number.
        return things.map((thing, i) => ({ thing, get ids() { return [ids[i]]; } }));
      });
    });
    number(groups, before, () => ++count);
    before = groups;
    return step;
  });
}
