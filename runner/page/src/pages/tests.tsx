// Test cases: which programs they catch, and which of them catch the same.
import { useMemo } from "preact/hooks";
import {
  bytes, Card, type Column, cpuOf, data, Facts, failed, go, LetterChip, Neighbours, percent, points, problemIndex, ProgramLinks,
  programsOf, RunLink, short, t, Table, TestLink, time, useKeys,
} from "../kit";
import { items, kills, smallSet, twins } from "../stats";
import { Texts } from "./run";

function Names({ problem, tests, most = 40 }: { problem: number; tests: number[]; most?: number }) {
  return <span class="links">
    {tests.slice(0, most).map((test) => <TestLink problem={problem} test={test} />)}
    {tests.length > most && <span class="soft">{t("{0} more", tests.length - most)}</span>}
  </span>;
}

function Findings({ problem }: { problem: number }) {
  const { wrong, byTest, isPartial } = useMemo(() => kills(problem), [problem, data]);
  const idle = byTest.flatMap((programs, test) => (programs.length ? [] : [test]));
  const same = useMemo(() => twins(byTest), [byTest]);
  const few = useMemo(() => smallSet(byTest), [byTest]);
  const missed = wrong.filter((index) => ![...data.programs[index].verdicts].some(failed));
  if (!wrong.length) return <p class="soft">{t("No submission is wrong, so nothing can be said about what the test cases catch.")}</p>;
  return <>
    {isPartial && <p class="soft">{t("Some submissions did not run on all test cases, so some test cases may catch more than is known.")}</p>}
    <div class="cards">
      <Card title={t("A few test cases that catch all")}>
        <ol class="words">
          {few.map(({ test, gain }) => <li><TestLink problem={problem} test={test} /> <span class="soft">+{gain}</span></li>)}
        </ol>
        {missed.length > 0 && <p>{t("No test case catches:")} <ProgramLinks programs={missed} /></p>}
      </Card>
      <Card title={t("Test cases that no wrong submission fails")}>
        {idle.length ? <Names problem={problem} tests={idle} /> : <p class="soft">{t("none")}</p>}
      </Card>
      <Card title={t("Test cases that catch the same submissions")}>
        {!same.length && <p class="soft">{t("none")}</p>}
        <ul class="words">{same.slice(0, 20).map((tests) => <li><Names problem={problem} tests={tests} most={12} /> <span class="soft">({byTest[tests[0]].length})</span></li>)}</ul>
      </Card>
    </div>
  </>;
}

/** Columns of difficulty: only a class says something about them. */
export function itemColumns(of: ReturnType<typeof items>): Column<{ at: number }>[] {
  if (!data.course) return [];
  return [
    { name: t("Pass"), isNumber: true, value: ({ at }) => of[at].share, show: ({ at }) => (of[at].share === null ? "–" : percent(of[at].share)) },
    { name: t("Discrimination"), isNumber: true, value: ({ at }) => of[at].discrimination, show: ({ at }) => (of[at].discrimination === null ? "–" : short(of[at].discrimination)) },
  ];
}

export function Tests() {
  const problem = problemIndex();
  const programs = programsOf(problem);
  const { tests } = data.problems[problem];
  const caught = useMemo(() => kills(problem).byTest, [problem, data]);
  const difficulty = useMemo(() => items(data.problems[problem], programs), [problem, data]);
  const most = (test: number) => programs.reduce((top, index) => Math.max(top, cpuOf(data.programs[index], test) ?? 0), 0);
  const rows = useMemo(() => tests.map((test, at) => ({
    ...test, at, most: most(at), fails: programs.filter((index) => failed(data.programs[index].verdicts[at] ?? ".")).length,
  })), [problem, data]);
  return <>
    <h1>{t("Test cases")} <small>{tests.length}</small></h1>
    <Findings problem={problem} />
    <Card title={t("All test cases")}>
      <Table caption={t("All test cases")} rows={rows} columns={[
        { name: t("Name"), value: (row) => row.name, show: (row) => <TestLink problem={problem} test={row.at} /> },
        { name: t("Group"), value: (row) => row.group }, { name: t("Fail it"), isNumber: true, value: (row) => row.fails },
        { name: t("Wrong submissions caught"), isNumber: true, value: (row) => caught[row.at].length }, ...itemColumns(difficulty),
        { name: t("Input"), isNumber: true, value: (row) => row.input_bytes, show: (row) => bytes(row.input_bytes) },
        { name: t("Longest time"), isNumber: true, value: (row) => row.most, show: (row) => time(row.most) },
      ]} />
    </Card>
  </>;
}

export function TestPage({ test }: { test: number }) {
  const problem = problemIndex();
  const { tests, files } = data.problems[problem];
  const rows = programsOf(problem).map((index) => ({ index, program: data.programs[index], letter: data.programs[index].verdicts[test] ?? "." }))
    .sort((a, b) => Number(failed(b.letter)) - Number(failed(a.letter)));
  const failing = rows.filter(({ letter }) => failed(letter)).length;
  const step = (by: number) => tests[test + by] && go(`tests/${test + by}`);
  useKeys({ h: () => step(-1), l: () => step(1) });
  const hasScores = rows.some(({ program }) => typeof program.scores[test] === "number");
  return <>
    <h1>{tests[test].name}</h1>
    <Neighbours path={(by) => !!tests[test + by] && `tests/${test + by}`} name={(by) => tests[test + by].name} />
    <Card>
      <Facts rows={[
        [t("Group"), tests[test].group], [t("Input"), bytes(tests[test].input_bytes)],
        [t("Fail it"), `${failing} / ${rows.length}`], [t("Visible"), tests[test].visibility && t(tests[test].visibility)],
      ]} />
    </Card>
    <Texts input={files[test]?.input} answer={files[test]?.answer} detail={undefined} />
    <Card title={t("Submissions")}>
      <Table caption={t("Submissions")} rows={rows} most={Math.min(300, Math.max(40, failing))} columns={[
        { name: t("Name"), value: ({ program }) => program.name, show: ({ index }) => <RunLink program={index} test={test} /> },
        { name: t("Verdict"), value: ({ letter }) => letter, show: ({ letter }) => <LetterChip letter={letter} /> },
        { name: t("Time"), isNumber: true, value: ({ program }) => cpuOf(program, test), show: ({ program }) => time(cpuOf(program, test)) },
        hasScores && { name: t("Points"), isNumber: true, value: ({ program }) => program.scores[test] ?? null, show: ({ program }) => points(program.scores[test] ?? null) },
        { name: t("Why"), value: ({ program }) => program.details[test]?.reason ?? "", show: ({ program }) => <span class="why">{program.details[test]?.reason ?? ""}</span> },
      ]} />
    </Card>
  </>;
}
