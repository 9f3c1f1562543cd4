// What changed since another run.
import { useMemo } from "preact/hooks";
import {
  Card, Chip, clock, data, LetterChip, points, problemIndex, ProgramLink, ProgramLinks, programsOf, RunLink, StudentLink, studentName, t,
  Table,
} from "../kit";

interface Changed {
  index: number;
  before: { verdict: string; score: number | null; verdicts: string };
  tests: number[];
}

function changed(problem: number): { rows: Changed[]; isNew: number[]; gone: string[] } {
  const old = new Map(data.against!.programs.filter((one) => one.problem === problem).map((one) => [one.name, one]));
  const rows: Changed[] = [];
  const isNew: number[] = [];
  for (const index of programsOf(problem)) {
    const now = data.programs[index];
    const before = old.get(now.name);
    old.delete(now.name);
    if (!before) {
      isNew.push(index);
      continue;
    }
    const differs = (test: number) => before.verdicts[test] !== "?" && (before.verdicts[test] ?? ".") !== now.verdicts[test];
    const tests = [...now.verdicts].flatMap((_, test) => (differs(test) ? [test] : []));
    if (tests.length || before.verdict !== now.verdict || before.score !== now.score) rows.push({ index, before, tests });
  }
  return { rows, isNew, gone: [...old.keys()] };
}

function Cells({ row }: { row: Changed }) {
  const program = data.programs[row.index];
  const most = 6;
  return <ul class="changes">
    {row.tests.slice(0, most).map((test) => <li>
      <RunLink program={row.index} test={test}>{data.problems[program.problem].tests[test].name}</RunLink>{" "}
      <LetterChip letter={row.before.verdicts[test] ?? "."} /> → <LetterChip letter={program.verdicts[test]} />
    </li>)}
    {row.tests.length > most && <li class="soft">{t("{0} more", row.tests.length - most)}</li>}
  </ul>;
}

/** "+3.5", green or red by a sign that can also be read. */
function Gain({ value }: { value: number }) {
  return <b class={value > 0 ? "gain" : value < 0 ? "loss" : ""}>{value > 0 ? "+" : ""}{points(value)}</b>;
}

function ClassChanges() {
  const changes = data.against!.changes;
  const gains = changes.filter(({ before, after }) => after > before).length;
  return <Card title={t("Points of students")}>
    <p>{t("Students who gain: {0}, who lose: {1}", gains, changes.length - gains)}</p>
    <Table caption={t("Points of students")} rows={changes} columns={[
      { name: t("Student"), value: (row) => studentName(data.course?.students[row.student]),
        show: (row) => <StudentLink index={row.student} /> },
      { name: t("Problem"), value: (row) => data.problems[row.problem]?.title ?? "" },
      { name: t("Before"), isNumber: true, value: (row) => row.before, show: (row) => points(row.before) },
      { name: t("After"), isNumber: true, value: (row) => row.after, show: (row) => points(row.after) },
      { name: t("Change"), isNumber: true, value: (row) => row.after - row.before, show: (row) => <Gain value={row.after - row.before} /> },
      { name: t("Why"), value: (row) => row.why, show: (row) => <span class="why">{row.why}</span> },
    ]} />
  </Card>;
}

export function Compare() {
  const problem = problemIndex();
  const { run, started, note, changes } = data.against!;
  const { rows, isNew, gone } = useMemo(() => changed(problem), [problem]);
  const hasScores = rows.some(({ index, before }) => before.score !== null || data.programs[index].score !== null);
  const change = (row: Changed) => (data.programs[row.index].score ?? 0) - (row.before.score ?? 0);
  return <>
    <h1>{t("Compare")}</h1>
    <p class="soft">{t("Compared with {0}", run)} {started && `· ${clock(started)} UTC`}</p>
    {note && <p class="banner warn">{note}</p>}
    {changes.length > 0 && <ClassChanges />}
    <Card title={t("Verdicts that changed")}>
      {rows.length === 0 && <p>{t("No verdict changed.")}</p>}
      {rows.length > 0 && <Table caption={t("Verdicts that changed")} rows={rows} columns={[
        { name: t("Name"), value: (row) => data.programs[row.index].name, show: (row) => <ProgramLink index={row.index} /> },
        { name: t("Before"), value: (row) => row.before.verdict, show: (row) => <Chip code={row.before.verdict} /> },
        { name: t("After"), value: (row) => data.programs[row.index].verdict, show: (row) => <Chip code={data.programs[row.index].verdict} /> },
        hasScores && { name: t("Points"), isNumber: true, value: change, show: (row) => <Gain value={change(row)} /> },
        { name: t("Test cases"), isNumber: true, value: (row) => row.tests.length },
        { name: t("Changes"), value: () => "", show: (row) => <Cells row={row} /> },
      ]} />}
      {isNew.length > 0 && <p class="links">{t("New:")} <ProgramLinks programs={isNew} /></p>}
      {gone.length > 0 && <p class="links">{t("No longer there:")} {gone.slice(0, 30).map((name) => <span>{name}</span>)}</p>}
    </Card>
  </>;
}
