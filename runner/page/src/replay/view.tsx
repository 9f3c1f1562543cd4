// A game, or how an output came about, step by step.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Replay, ReplayFrame } from "../payload";
import { t } from "../words";
import { Board } from "./board";
import "./replay.css";
import { track } from "./track";

const k_speeds = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
const k_around = 60; // moves that are listed before and after the one shown

function isBad({ mark, valid }: ReplayFrame): boolean {
  return mark === "mistake" || valid === false;
}

function markOf(frame: ReplayFrame): string {
  return isBad(frame) ? "mistake" : frame.mark ?? "";
}

function markWord(frame: ReplayFrame): string {
  if (frame.valid === false) return t("not allowed");
  return { good: t("good move"), slip: t("slip"), mistake: t("mistake"), "": "" }[frame.mark ?? ""];
}

function doneIn(replay: Replay, frame: ReplayFrame): string {
  const who = frame.turn === undefined ? "" : replay.header.players?.[frame.turn] ?? "";
  return [who, frame.action].filter(Boolean).join(": ");
}

function Said({ replay, frame }: { replay: Replay; frame: ReplayFrame }) {
  const isLast = frame.n === replay.frames.length - 1;
  const { reason, result = "right" } = replay.end;
  return <div class="happened" aria-live="polite">
    <p class="lead">
      <span class="soft">{frame.n}/{replay.frames.length - 1}</span> {doneIn(replay, frame) || t("the start")}
      {frame.value && <span class="tag">{frame.value}</span>}
    </p>
    {markOf(frame) && <p class={`judged ${markOf(frame)}`}>
      <b>{markWord(frame)}</b> {(frame.before || frame.after) && <span>{frame.before} → {frame.after}</span>}
    </p>}
    {frame.say && <p>{frame.say}</p>}
    {isLast && <p class={`judged result-${result}`}>
      <b>{{ right: t("right"), part: t("partly right"), wrong: t("wrong") }[result]}</b> {reason}
    </p>}
  </div>;
}

function Moves({ replay, at, go }: { replay: Replay; at: number; go: (to: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const all = list.current!;
    const row = all.querySelector<HTMLElement>("[aria-current]");
    if (row) all.scrollTop = row.offsetTop - all.clientHeight / 2;
  }, [at]);
  const from = Math.max(0, at - k_around);
  return <ol class="moves" ref={list} aria-label={t("Moves")}>
    {replay.frames.slice(from, at + k_around).map((frame) => <li key={frame.n}>
      <button type="button" class={markOf(frame)} aria-current={frame.n === at ? "step" : undefined} onClick={() => go(frame.n)}>
        <span class="soft">{frame.n}</span> <span>{doneIn(replay, frame) || t("the start")}</span> <span class="soft">{frame.value}</span>
      </button>
    </li>)}
  </ol>;
}

function Scrubber({ replay, at, go }: { replay: Replay; at: number; go: (to: number) => void }) {
  const last = Math.max(1, replay.frames.length - 1);
  return <div class="scrubber">
    <input type="range" min={0} max={replay.frames.length - 1} value={at} aria-label={t("Step")}
      onInput={(event) => go(Number(event.currentTarget.value))} />
    <div class="ticks" aria-hidden="true">
      {replay.frames.filter(markOf).map((frame) => <i key={frame.n} class={markOf(frame)} style={{ left: `${(100 * frame.n) / last}%` }} />)}
    </div>
  </div>;
}

/** Steps on while it plays, and says where it is. */
function usePlayer(count: number) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const last = count - 1;
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => setAt(at + 1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, at, speed, last]);
  const go = (to: number) => {
    setPlaying(false);
    setAt(Math.min(last, Math.max(0, to)));
  };
  const play = () => {
    if (!isPlaying && at === last) setAt(0);
    setPlaying(!isPlaying);
  };
  return { at, isPlaying, speed, last, go, play, setSpeed };
}

export function ReplayView({ replay }: { replay: Replay }) {
  const steps = useMemo(() => track(replay), [replay]);
  const { at, isPlaying, speed, last, go, play, setSpeed } = usePlayer(replay.frames.length);
  const bad = replay.frames.filter(isBad).map(({ n }) => n);
  const toMistake = () => bad.length && go(bad.find((n) => n > at) ?? bad[0]);
  const faster = (by: number) => setSpeed(k_speeds[k_speeds.indexOf(speed) + by] ?? speed);
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last),
    " ": play, "+": () => faster(1), "-": () => faster(-1), m: toMistake,
  };
  const onKey = (event: KeyboardEvent) => {
    const isOwn = /^(INPUT|SELECT)$/.test((event.target as HTMLElement).tagName);
    const isPress = event.key === " " && (event.target as HTMLElement).tagName === "BUTTON";
    if (isOwn || isPress || !keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const press = (sign: string, name: string, act: () => unknown, isOff = false) =>
    <button type="button" title={name} aria-label={name} disabled={isOff} onClick={act}>{sign}</button>;
  return <section class="card replay" tabIndex={0} aria-label={t("Replay")} onKeyDown={onKey}>
    <h2>{replay.header.title || t("Replay")}</h2>
    <div class="controls">
      {press("«", t("First step"), () => go(0), !at)}
      {press("‹", t("Step back"), () => go(at - 1), !at)}
      {press(isPlaying ? "▮▮" : "▶", isPlaying ? t("Pause") : t("Play"), play)}
      {press("›", t("Step on"), () => go(at + 1), at === last)}
      {press("»", t("Last step"), () => go(last), at === last)}
      <select aria-label={t("Speed")} value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
        {k_speeds.map((value) => <option value={value} selected={value === speed}>{value}×</option>)}
      </select>
      {bad.length > 0 && <button type="button" onClick={toMistake}>{t("Next mistake")}</button>}
    </div>
    <Scrubber replay={replay} at={at} go={go} />
    <div class="stage">
      <div>
        <Said replay={replay} frame={replay.frames[at]} />
        <Board zones={replay.view.zones} step={steps[at]} ms={isStill ? 0 : Math.min(500, 600 / speed)} />
      </div>
      <Moves replay={replay} at={at} go={go} />
    </div>
  </section>;
}
