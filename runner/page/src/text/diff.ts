// Where an answer and an output differ, token by token, in bounded time.
import { diffArrays } from "diff";

/** By line (from 0): pieces of the line that differ, as offsets. */
export type Marks = Map<number, [number, number][]>;

export interface Differences {
  answer: Marks;
  output: Marks;
  stops: { answer: number; output: number }[]; // lines (from 0) at which a difference begins
  isWhole: boolean; // false: only the beginning was compared
}

interface Token {
  text: string;
  line: number;
  from: number;
}

const k_most_tokens = 6000;
const k_most_chars = 1 << 20;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let line = 0;
  let start = 0;
  for (const match of text.slice(0, k_most_chars).matchAll(/\n|[^\S\n]+|\S+/g)) {
    found.push({ text: match[0], line, from: match.index - start });
    if (match[0] === "\n") {
      line += 1;
      start = match.index + 1;
    }
  }
  return found;
}

function mark(marks: Marks, some: Token[]): void {
  for (const token of some) {
    const of = marks.get(token.line) ?? [];
    of.push([token.from, token.from + token.text.length]);
    marks.set(token.line, of);
  }
}

/** What the two have in common at the beginning and at the end is no work for the search. */
function trim(a: Token[], b: Token[]): [Token[], Token[]] {
  let head = 0;
  const shorter = Math.min(a.length, b.length);
  while (head < shorter && a[head].text === b[head].text) head += 1;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail].text === b[b.length - 1 - tail].text) tail += 1;
  // One common token before the difference: it names the line if one side has nothing there.
  const from = Math.max(0, head - 1);
  return [a.slice(from, a.length - tail), b.slice(from, b.length - tail)];
}

export function differences(answer: string, output: string): Differences {
  const result: Differences = { answer: new Map(), output: new Map(), stops: [], isWhole: true };
  const [allLeft, allRight] = trim(tokens(answer), tokens(output));
  const [left, right] = [allLeft.slice(0, k_most_tokens), allRight.slice(0, k_most_tokens)];
  result.isWhole = left.length === allLeft.length && right.length === allRight.length &&
    Math.max(answer.length, output.length) <= k_most_chars;
  const changes = diffArrays(left, right, { comparator: (a, b) => a.text === b.text, timeout: 200, maxEditLength: 4000 });
  if (!changes) { // the search took too long: the first difference is known without it
    const at = left.findIndex((token, index) => token.text !== right[index]?.text);
    mark(result.answer, left.slice(at, at + 1));
    mark(result.output, right.slice(at, at + 1));
    return { ...result, stops: [{ answer: left[at]?.line ?? 0, output: right[at]?.line ?? 0 }], isWhole: false };
  }
  let [a, b] = [0, 0];
  let isOpen = false;
  for (const change of changes) {
    if (change.added || change.removed) {
      if (!isOpen) {
        result.stops.push({ answer: (left[a] ?? left.at(-1))?.line ?? 0, output: (right[b] ?? right.at(-1))?.line ?? 0 });
      }
      isOpen = true;
      if (change.removed) mark(result.answer, left.slice(a, a += change.count));
      else mark(result.output, right.slice(b, b += change.count));
    } else {
      isOpen = false;
      a += change.count;
      b += change.count;
    }
  }
  return result;
}
