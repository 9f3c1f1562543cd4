// What came of the run, at a glance.
import {
  Card, Chip, clock, Command, count, data, Facts, failed, href, letterOf, looks, memory, Meter, percent, points, problemIndex,
  ProgramLink, programsOf, short, t, Table, time, VerdictBar, Words,
} from "../kit";
import type { Problem } from "../payload";
import { headroom, mean, median } from "../stats";

function Banner() {
  const labelled = data.programs.filter((program) => program.expected.length > 0);
  const odd = data.programs.filter((program) => !program.is_as_expected).length;
  const broken = data.programs.filter((program) => program.verdict === "JE").length;
  const isBad = odd > 0 || broken > 0;
  const sentence = odd > 0 ? t("Not as expected: {0} of {1} submissions", odd, labelled.length)
    : broken > 0 ? t("Submissions that could not be judged: {0}", broken)
    : labelled.length ? t("As expected: {0} of {1} submissions", labelled.length, labelled.length)
    : t("Submissions judged: {0}", data.programs.length);
  return <div class={`banner ${isBad ? "bad" : "good"}`}>
    <span class="sign" aria-hidden="true">{isBad ? "!" : "✓"}</span>
    <div>
      <p class="lead">{sentence}</p>
      {data.run.interrupted && <p>{t("The run was interrupted: not everything was judged.")}</p>}
    </div>
  </div>;
}

function ClassBanner() {
  const { students, questions, close_calls } = data.course!;
  const totals = students.flatMap((student) => (student.points === null ? [] : [student.points]));
  const open = questions.filter(({ decision }) => !decision).length;
  const figure = (name: string, value: string | number, link?: string) => <div class="figure"><b>{link ? <a href={href(link)}>{value}</a> : value}</b><span class="soft">{name}</span></div>;
  return <div class="figures card">
    {figure(t("Students"), students.length, "students")}
    {figure(t("With points"), totals.length)}
    {figure(t("Mean"), totals.length ? short(mean(totals)) : "–")}
    {figure(t("Median"), totals.length ? short(median(totals)) : "–")}
    {figure(t("Maximum"), points(Math.max(0, ...students.map((student) => student.max_points))))}
    {figure(t("Needs a person"), open, "needs")}
    {close_calls.length > 0 && figure(t("Close calls"), close_calls.length, "needs")}
  </div>;
}

function Counts() {
  const verdicts = programsOf(problemIndex()).map((index) => letterOf(data.programs[index].verdict)).join("");
  return <Card title={t("Verdicts")}><VerdictBar verdicts={verdicts} /></Card>;
}

function Headroom({ problem }: { problem: Problem }) {
  const room = headroom();
  const { time_ms, memory_kib } = problem.limits;
  const row = (name: string, share: number | null, text: string, code: string) => share !== null && <div class="room"><span>{name}</span><Meter share={share} code={code} text={`${text} · ${percent(share)}`} /></div>;
  return <Card title={t("Distance from the limits")}>
    {row(t("Slowest AC"), room.time, time((room.time ?? 0) * time_ms), "AC")}
    {row(t("Fastest TLE"), room.slow, time((room.slow ?? 0) * time_ms), "TLE")}
    {row(t("Memory, AC"), room.memory, memory(((room.memory ?? 0) * memory_kib) / 1024), "MLE")}
    <p class="soft">{t("The line is the limit: {0}, {1}.", time(time_ms), memory(memory_kib / 1024))} {problem.found_limit}</p>
  </Card>;
}

function Environment() {
  const { run } = data;
  return <Card title={t("The run")} class="wide">
    <Facts rows={[
      [t("Started"), run.started && `${clock(run.started)} UTC`], [t("Finished"), run.finished && `${clock(run.finished)} UTC`],
      [t("Processor"), run.cpu], [t("Kernel"), run.kernel], [t("At the same time"), run.jobs || ""],
      [t("Isolation"), run.unsandboxed ? t("none") : run.sandbox],
      ...run.compilers.map(([language, version]): [string, string] => [language, version]),
      [t("Kept in"), run.folder],
    ]} />
    {data.course?.policy && <p><span class="soft">{t("Policy")}</span> {data.course.policy}</p>}
    {run.command && <h3>{t("Repeat it")}</h3>}
    <Command text={run.command} />
  </Card>;
}

function Problems() {
  if (data.problems.length < 2) return null;
  const rows = data.problems.map((problem, index) => ({ problem, index, programs: programsOf(index).map((at) => data.programs[at]) }));
  return <Card title={t("Problems")} class="wide">
    <Table caption={t("Problems")} rows={rows} columns={[
      { name: t("Name"), value: ({ problem }) => problem.title || problem.id,
        show: ({ problem, index }) => <a class="name" href={href("matrix", index)}>{problem.title || problem.id}</a> },
      { name: t("Test cases"), isNumber: true, value: ({ problem }) => problem.tests.length },
      { name: t("Submissions"), isNumber: true, value: ({ programs }) => programs.length },
      { name: "AC", isNumber: true, value: ({ programs }) => programs.filter(({ verdict }) => verdict === "AC").length },
      { name: t("Not as expected"), isNumber: true, value: ({ programs }) => programs.filter((one) => !one.is_as_expected).length },
      { name: t("Time limit"), isNumber: true, value: ({ problem }) => problem.limits.time_ms, show: ({ problem }) => time(problem.limits.time_ms) },
    ]} />
  </Card>;
}

function Unexpected() {
  const rows = data.programs.flatMap((program, index) => (program.is_as_expected && program.verdict !== "JE" ? [] : [{ program, index }]));
  if (!rows.length) return null;
  return <Card title={t("Not as expected")} class="wide">
    <Table caption={t("Not as expected")} rows={rows} most={20} columns={[
      { name: t("Name"), value: (row) => row.program.name, show: (row) => <ProgramLink index={row.index} /> },
      { name: t("Expected"), value: (row) => row.program.expected.join(), show: (row) => row.program.expected.map((code) => <Chip code={code} />) },
      { name: t("Verdict"), value: (row) => row.program.verdict, show: (row) => <Chip code={row.program.verdict} /> },
      { name: t("Why"), value: (row) => row.program.note, show: (row) => <span class="why">{row.program.note}</span> },
    ]} />
  </Card>;
}

export function Overview() {
  const problem = data.problems[problemIndex()];
  const tests = programsOf(problemIndex()).map((index) => data.programs[index].verdicts).join("");
  const runs = count(tests).reduce((sum, [letter, number]) => sum + (looks[letter] ? number : 0), 0);
  const failures = count(tests).reduce((sum, [letter, number]) => sum + (failed(letter) ? number : 0), 0);
  return <>
    <h1>{data.course ? data.title : problem?.title || data.title}</h1>
    {data.course ? <ClassBanner /> : <Banner />}
    {data.notes.length > 0 && <Card title={t("Warnings")} class="warn"><Words lines={data.notes} /></Card>}
    <div class="cards">
      <Problems />
      <Unexpected />
      {problem && <Counts />}
      {problem && <Headroom problem={problem} />}
      {problem && <Card title={t("Test cases")}>
        <VerdictBar verdicts={tests} />
        <p class="soft">{t("Runs: {0}, failed: {1}", runs, failures)}</p>
      </Card>}
      <Environment />
    </div>
  </>;
}
