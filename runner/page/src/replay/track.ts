// Which thing of a step is which of the step before, so that it is seen to move.
import { diffArrays } from "diff";
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
  let [i, j] = [0, 0];
  for (const { added, removed, count } of diffArrays(a, b)) {
    for (let n = 0; n < count && !added && !removed; n++) pairs.push([i + n, j + n]);
    if (!added) i += count;
    if (!removed) j += count;
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
