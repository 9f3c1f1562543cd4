// Keys of one letter. Pages lay their own on top of those of the frame; the topmost answers.
import { useLayoutEffect, useRef } from "preact/hooks";

export type Keys = Record<string, () => unknown>;

const layers: { current: Keys }[] = [];

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as HTMLElement;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) {
    if (event.key === "Escape") target.blur();
    return;
  }
  // A link or button that has the focus answers Enter itself.
  if (event.key === "Enter" && /^(A|BUTTON|SUMMARY)$/.test(target.tagName)) return;
  const layer = layers.findLast(({ current }) => current[event.key]);
  if (!layer || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  layer.current[event.key]();
}

export function listen(): void {
  document.addEventListener("keydown", onKey);
}

/** Those of the frame lie below all others, although it is there after its first page. */
export function useKeys(keys: Keys, isLowest = false): void {
  const latest = useRef(keys);
  latest.current = keys; // a key that is pressed again at once meets what the first one led to
  useLayoutEffect(() => {
    if (isLowest) layers.unshift(latest);
    else layers.push(latest);
    return () => void layers.splice(layers.indexOf(latest), 1);
  }, []);
}

/** Moves the focus among the first links of the rows of tables. */
export function moveRow(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>("main tbody tr a:first-of-type")];
  const rows = links.filter((link) => link.closest("tr")!.querySelector("a") === link);
  const at = rows.findIndex((link) => link.closest("tr")!.contains(document.activeElement));
  rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
}
