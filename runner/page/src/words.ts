// The words of the page in the reader's language. English sentences are the keys of the table; a
// sentence that the table lacks stands in English.
import table from "../words.tsv";

const rows = table.trim().split("\n").map((line) => line.split("\t"));
const languages = rows[0];
const words = new Map<string, string>();

/** Takes the first of the wished languages ("de-AT") that the table has, or else English. */
export function setLanguage(wishes: readonly (string | null)[]): void {
  const known = wishes.map((wish) => (wish ?? "").toLowerCase().split(/[-_]/)[0]);
  const language = known.find((name) => languages.includes(name)) ?? "en";
  const column = languages.indexOf(language);
  words.clear();
  for (const row of rows.slice(1)) words.set(row[0], row[column] || row[0]);
  document.documentElement.lang = language;
}

/** The sentence in the reader's language, with {0}, {1} … filled in. */
export function t(english: string, ...values: (string | number)[]): string {
  const sentence = words.get(english) ?? english;
  return sentence.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)] ?? ""));
}

/** A number with at most `digits` decimals, without zeros at its end. */
export function short(value: number, digits = 2): string {
  return String(Number(value.toFixed(digits)));
}

/** Milliseconds as a person would say them. */
export function time(ms: number | null): string {
  if (ms === null) return "–";
  if (ms >= 10000) return `${short(ms / 1000, 1)} s`;
  if (ms >= 1000) return `${short(ms / 1000, 2)} s`;
  return `${short(ms, ms < 10 ? 1 : 0)} ms`;
}

/** Mebibytes. */
export function memory(mib: number | null): string {
  if (mib === null) return "–";
  return mib >= 1024 ? `${short(mib / 1024, 2)} GiB` : `${short(mib, mib < 10 ? 1 : 0)} MiB`;
}

export function bytes(count: number | null): string {
  if (count === null) return "";
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${short(count / 1e3, 1)} kB`;
  return `${short(count / 1e6, 1)} MB`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A UTC time on the clocks of a zone: "2026-03-01 14:05". */
export function clock(utc: string, zone_s = 0): string {
  const at = Date.parse(utc);
  if (Number.isNaN(at)) return utc;
  return new Date(at + zone_s * 1000).toISOString().slice(0, 16).replace("T", " ");
}
