// One program on one test case: what came, what should have come, and where they part.
import { useMemo, useState } from "preact/hooks";
import {
  Card, Check, Command, cpuOf, data, Facts, go, LetterChip, memory, memoryOf, Neighbours, points, ProgramLink, programsOf, t, TestLink,
  time, useKeys, Words,
} from "../kit";
import type { Detail, Program, Text } from "../payload";
import { ReplayView } from "../replay/view";
import { differences } from "../text/diff";
import { equalIf } from "../text/equal";
import { Line } from "../text/line";
import { Alone, Panes, type Pane } from "../text/panes";
import { Timeline } from "./transcript";

function Part({ text, isEnd, none }: { text: string; isEnd: boolean; none: string }) {
  return isEnd ? <i>{none}</i> : <code class="text"><Line line={text} showBlanks most={400} /></code>;
}

function WhereTheyPart({ detail }: { detail: Detail }) {
  const at = detail.difference;
  if (!at) return null;
  const place = at.output_line ? t("line {0}, column {1}", at.output_line, at.output_column || 1) : "";
  return <Facts rows={[
    [t("First difference"), place], [t("Expected"), <Part text={at.expected} isEnd={at.expected_end} none={t("nothing more")} />],
    [t("Got"), <Part text={at.got} isEnd={at.got_end} none={t("nothing more")} />],
  ]} />;
}

/** Input, answer and output with their differences. */
export function Texts({ input, answer, detail }: { input?: Text; answer?: Text; detail: Detail | undefined }) {
  const output = detail?.output;
  const [showBlanks, setBlanks] = useState(true);
  const [stop, setStop] = useState({ at: 0, turn: 1 }); // the first difference is shown at once
  const found = useMemo(() => (answer && output ? differences(answer.text, output.text) : null), [answer, output]);
  const areWhole = answer && output && !answer.is_cut && !output.is_cut;
  const equal = useMemo(() => (areWhole ? equalIf(answer.text, output.text) : []), [answer, output]);
  const stops = found?.stops ?? [];
  const next = (step: number) => {
    if (!stops.length) return;
    setStop({ at: (stop.at + step + stops.length) % stops.length, turn: stop.turn + 1 });
  };
  useKeys({ d: () => next(1), D: () => next(-1) });
  const panes: Pane[] = [];
  const goals: number[] = [];
  const add = (title: string, text: Text | undefined, marks: Pane["marks"], line: number) => {
    if (!text) return;
    panes.push({ title, text, marks });
    goals.push(line);
  };
  const goal = stops[stop.at] ?? { answer: 0, output: 0 };
  add(detail?.pass_input ? t("Input of the last pass") : t("Input"), detail?.pass_input ?? input, undefined, Math.min(goal.answer, goal.output));
  add(t("Expected"), answer, found?.answer, goal.answer);
  add(t("Got"), output, found?.output, goal.output);
  if (!panes.length) return null;
  return <Card title={t("Input and output")}>
    <div class="controls">
      {stops.length > 0 && <button type="button" onClick={() => next(1)}>
        {t("Next difference")} <span class="soft">{stop.at + 1}/{stops.length}</span>
      </button>}
      <Check label={t("Show blanks and line ends")} value={showBlanks} onChange={setBlanks} />
      {equal.length > 0 && <span class="tags">{t("Equal:")} {equal.map((way) => <span class="tag">{way}</span>)}</span>}
      {found && !found.isWhole && <span class="soft">{t("Only the beginning was compared.")}</span>}
    </div>
    <Panes panes={panes} showBlanks={showBlanks} goal={stops.length ? { lines: goals, turn: stop.turn } : undefined} />
  </Card>;
}

function facts(program: Program, test: number, detail: Detail | undefined): [string, string][] {
  const cpu = cpuOf(program, test);
  const peak = memoryOf(program, test);
  const score = program.scores[test];
  const { time_ms, memory_kib } = program.limits;
  const about = detail?.is_sampled ? "≈ " : "";
  return [
    [t("CPU time"), cpu === null ? "" : `${about}${time(cpu)} / ${time(time_ms)}`],
    [t("Elapsed"), detail?.wall_ms ? time(detail.wall_ms) : ""],
    [t("Memory"), peak === null ? "" : `${about}${memory(peak)} / ${memory(memory_kib / 1024)}`],
    [t("Points"), typeof score === "number" ? points(score) : ""], [t("Ended"), detail?.ended ?? ""],
    [t("Repeats"), detail?.repeats.length ? detail.repeats.map((value) => time(value / 10)).join(", ") : ""],
    [t("Note"), detail?.is_rerun ? t("near the limit, so it ran twice") : ""],
  ];
}

/** Why a test has its verdict, and all texts. The page of a student shows it too. */
export function DetailView({ index, test, detail }: { index: number; test: number; detail: Detail | undefined }) {
  const program = data.programs[index];
  const { input, answer } = data.problems[program.problem].files[test] ?? {};
  const isGameWithoutAnswer = !!detail?.transcript && !answer?.bytes;
  return <>
    {detail && <Card class="reason">
      {detail.reason && <p class="lead">{detail.reason}</p>}
      <Words lines={detail.hints} />
      <WhereTheyPart detail={detail} />
      {detail.message && <><h2>{t("Message of the checker")}</h2><pre>{detail.message}</pre></>}
    </Card>}
    {detail?.replay && <ReplayView replay={detail.replay} />}
    <Texts input={input} answer={isGameWithoutAnswer ? undefined : answer} detail={detail} />
    {detail?.transcript && <Timeline transcript={detail.transcript} />}
    {detail?.stderr && detail.stderr.bytes > 0 && <Card><Alone title={t("Standard error")} text={detail.stderr} /></Card>}
    {detail?.command && <Card title={t("Run it again")}><Command text={detail.command} /></Card>}
  </>;
}

export function RunPage({ program: index, test }: { program: number; test: number }) {
  const program = data.programs[index];
  const tests = data.problems[program.problem].tests;
  const mates = programsOf(program.problem);
  const detail = program.details[test];
  const letter = program.verdicts[test] ?? ".";
  const step = (programs: number, columns: number) => {
    const to = mates[mates.indexOf(index) + programs];
    const column = test + columns;
    if (to !== undefined && tests[column]) go(`s/${to}/t/${column}`);
  };
  useKeys({ j: () => step(1, 0), k: () => step(-1, 0), l: () => step(0, 1), h: () => step(0, -1) });
  return <>
    <h1>
      <LetterChip letter={letter} /> <ProgramLink index={index} /> <span class="soft">{t("on")}</span>{" "}
      {data.kind === "student" ? tests[test].name : <TestLink problem={program.problem} test={test} />}
    </h1>
    <Neighbours path={(by) => !!tests[test + by] && `s/${index}/t/${test + by}`} name={(by) => tests[test + by].name} />
    <Card><Facts rows={facts(program, test, detail)} /></Card>
    {!detail && letter !== "A" && letter !== "." && <p class="soft">{t("The report does not hold more about this test case.")}</p>}
    <DetailView index={index} test={test} detail={detail} />
  </>;
}
