// Small pieces that all pages are made of.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { count, data, letterOf, looks, programName, studentName, verdictName } from "./model";
import { href } from "./route";
import { t } from "./words";

type Content = { children?: ComponentChildren };

/** A colour of page.css, as it now is. */
export function ink(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Whether a media query holds; what asks is drawn again when that changes. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = () => setMatches(media.matches);
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, []);
  return matches;
}

/** A verdict by its code; "" is one that is not known. */
export function Chip({ code }: { code: string }) {
  const letter = letterOf(code);
  if (!code || code === ".") return <span class="chip v-none" title={t("not run")}>·</span>;
  return <span class={`chip v-${code === "?" ? "none" : code}`} title={verdictName(letter)}>{code}</span>;
}

export function LetterChip({ letter }: { letter: string }) {
  return <Chip code={looks[letter]?.code ?? letter} />;
}

export function Card({ title, children, class: more = "" }: Content & { title?: string; class?: string }) {
  return <section class={`card ${more}`}>
    {title && <h2>{title}</h2>}
    {children}
  </section>;
}

/** What may be wider than the page scrolls within itself, with keys as well. */
export function Scroll({ label, children }: Content & { label: string }) {
  return <div class="scroll" role="region" aria-label={label} tabIndex={0}>{children}</div>;
}

/** A command with a button that copies it. */
export function Command({ text }: { text: string }) {
  const [state, setState] = useState("");
  if (!text) return null;
  const copy = async () => {
    const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    setState(isDone ? t("Copied") : t("Copy failed"));
    setTimeout(() => setState(""), 1500);
  };
  return <div class="command">
    <Scroll label={t("Command")}><code>{text}</code></Scroll>
    <button type="button" onClick={copy}>{state || t("Copy")}</button>
    <span class="unseen" role="status">{state}</span>
  </div>;
}

/** Counts as a bar in the colours of verdicts, with a legend. */
export function VerdictBar({ verdicts }: { verdicts: string }) {
  const counts = count(verdicts);
  return <div>
    <div class="bar" aria-hidden="true">
      {counts.map(([letter, number]) => <span class={`v-${looks[letter]?.code ?? "none"}`} style={{ flexGrow: number }} />)}
    </div>
    <ul class="legend">
      {counts.map(([letter, number]) => <li><LetterChip letter={letter} /> <b>{number}</b> <span class="soft">{verdictName(letter)}</span></li>)}
    </ul>
  </div>;
}

export function ProgramLink({ index }: { index: number }) {
  return <a class="name" href={href(`s/${index}`)}>{programName(index)}</a>;
}

export function StudentLink({ index }: { index: number }) {
  return <a class="name" href={href(`students/${index}`)}>{studentName(data.course?.students[index])}</a>;
}

/** A program on a test case; it is called by its program, or by what stands within. */
export function RunLink({ program, test, children }: Content & { program: number; test: number }) {
  return <a class="name" href={href(`s/${program}/t/${test}`)}>{children ?? programName(program)}</a>;
}

/** Programs as links, with the rest behind a button if there are many. */
export function ProgramLinks({ programs, most = 12 }: { programs: number[]; most?: number }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? programs : programs.slice(0, most);
  return <span class="links">
    {shown.map((index) => <ProgramLink index={index} />)}
    {shown.length < programs.length && <button type="button" class="small" onClick={() => setOpen(true)}>
      {t("{0} more", programs.length - shown.length)}
    </button>}
  </span>;
}

/** Links to what lies before and after. */
export function Neighbours({ path, name }: { path: (by: number) => string | false; name: (by: number) => string }) {
  const [before, after] = [path(-1), path(1)];
  return <div class="controls">
    {before && <a class="button" href={href(before)}>← {name(-1)}</a>}
    {after && <a class="button" href={href(after)}>{name(1)} →</a>}
  </div>;
}

export function TestLink({ problem, test }: { problem: number; test: number }) {
  return <a class="name" href={href(`tests/${test}`, problem)}>{data.problems[problem].tests[test]?.name ?? "?"}</a>;
}

/** A share as a bar with a line at the limit; `share` 1 is the limit. */
export function Meter({ share, text, most = 1.25, code = "AC" }:
  { share: number; text: string; most?: number; code?: string }) {
  const width = `${(Math.min(share, most) / most) * 100}%`;
  return <span class="meter">
    <span class="track" aria-hidden="true">
      <span class={`fill v-${code}`} style={{ width }} />
      {most > 1 && <span class="limit" style={{ left: `${100 / most}%` }} />}
    </span>
    <span class="value">{text}</span>
  </span>;
}

export function Facts({ rows }: { rows: [string, ComponentChildren][] }) {
  const told = rows.filter(([, value]) => value !== "" && value !== null);
  return told.length ? <dl class="facts">{told.map(([name, value]) => <div><dt>{name}</dt><dd>{value}</dd></div>)}</dl> : null;
}

/** Sentences that the runner wrote, a paragraph each. */
export function Words({ lines }: { lines: string[] }) {
  return lines.length ? <ul class="words">{lines.map((line) => <li>{line}</li>)}</ul> : null;
}

export function Choice<T extends string>({ label, value, options, onChange }:
  { label: string; value: T; options: [T, string][]; onChange: (value: T) => void }) {
  return <label class="field">
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
      {options.map(([name, text]) => <option value={name} selected={name === value}>{text}</option>)}
    </select>
  </label>;
}

export function Search({ label, value, onChange }:
  { label: string; value: string; onChange: (value: string) => void }) {
  return <label class="field">
    <span>{label}</span>
    <input type="search" value={value} placeholder="/" spellcheck={false}
      onInput={(event) => onChange(event.currentTarget.value)} />
  </label>;
}

export function Check({ label, value, onChange }:
  { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return <label class="check">
    <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>;
}
