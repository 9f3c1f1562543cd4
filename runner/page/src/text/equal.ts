// In which ways two texts are equal although their bytes differ.
import { t } from "../words";

function tokens(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function isNear(left: string, right: string): boolean {
  const [a, b] = [tokens(left), tokens(right)];
  if (a.length !== b.length) return false;
  return a.every((token, index) => {
    if (token === b[index]) return true;
    const [x, y] = [Number(token), Number(b[index])];
    return Math.abs(x - y) <= 1e-6 * Math.max(1, Math.abs(x), Math.abs(y));
  });
}

/** The weakest changes first: each sentence says what makes the two equal. */
export function equalIf(left: string, right: string): string[] {
  if (left === right) return [t("equal, byte by byte")];
  const lines = (text: string) => text.split("\n").map((line) => line.trimEnd());
  const ways: [string, (text: string) => string][] = [
    [t("apart from CRLF and LF"), (text) => text.replace(/\r\n?/g, "\n")],
    [t("apart from blanks at the ends of lines"), (text) => lines(text).join("\n").trimEnd()],
    [t("apart from blanks"), (text) => tokens(text).join(" ")], [t("apart from all blanks and line ends"), (text) => tokens(text).join("")],
    [t("apart from upper and lower case"), (text) => tokens(text).join(" ").toLowerCase()],
    [t("apart from the order of lines"), (text) => lines(text).filter(Boolean).sort().join("\n")],
    [t("apart from the order of words"), (text) => tokens(text).sort().join(" ")],
  ];
  const found = ways.filter(([, change]) => change(left) === change(right)).map(([name]) => name);
  if (!found.length && isNear(left, right)) found.push(t("as numbers within 1e-6"));
  return found;
}
