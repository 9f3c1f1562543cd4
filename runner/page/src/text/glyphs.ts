// Characters that cannot be seen, or that would reorder what can, as glyphs.

export interface Piece {
  text: string;
  kind: "" | "space" | "mark";
}

const k_first_byte = 0x10ff00; // a byte that is no UTF-8 stands as this plus the byte
// Controls, formats (bidi, zero width), separators, surrogates, fillers, tags, invalid bytes.
const k_hidden =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u{10ff00}-\u{10ffff}]|(?! )\p{Zs}/u;
const k_pieces = new RegExp(` +|\\t|${k_hidden.source}`, "gu");
const k_plain = new RegExp(`(?![\\n\\t])(?:${k_hidden.source})`, "gu");

function markOf(char: string): string {
  const code = char.codePointAt(0)!;
  const hex = (value: number, width: number) => value.toString(16).toUpperCase().padStart(width, "0");
  if (char === "\r") return "␍";
  if (code === 0xa0) return "⍽";
  if (code === 0xfeff) return "<BOM>";
  if (code >= k_first_byte) return `\\x${hex(code - k_first_byte, 2)}`;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  return `<U+${hex(code, 4)}>`;
}

/** A string of names and sentences: line ends and tabs stay, all else that hides is named. */
export function plain(text: string): string {
  return k_hidden.test(text) ? text.replace(k_plain, (char) => (char === "\r" ? "" : markOf(char))) : text;
}

/** One line in pieces. Blanks get glyphs only if asked for; what could deceive always does. */
export function pieces(line: string, showBlanks: boolean): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(k_pieces)) {
    const char = match[0];
    const isBlank = char[0] === " " || char === "\t";
    if (isBlank && !showBlanks) continue;
    if (match.index > end) found.push({ text: line.slice(end, match.index), kind: "" });
    end = match.index + char.length;
    if (!isBlank) found.push({ text: markOf(char), kind: "mark" });
    else found.push({ text: char === "\t" ? "→\t" : "·".repeat(char.length), kind: "space" });
  }
  if (end < line.length) found.push({ text: line.slice(end), kind: "" });
  return found;
}
