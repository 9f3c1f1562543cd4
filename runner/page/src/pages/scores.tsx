// How points are distributed, and which test cases tell good from bad.
import { Card, data, Facts, percent, points, problemIndex, programsOf, short, t, Table, TestLink } from "../kit";
import { items, mean, median } from "../stats";
import { itemColumns } from "./tests";

/** Counts of equal classes up to the maximum. */
function classes(values: number[], max: number, most = 10): { from: number; to: number; count: number }[] {
  const top = Math.max(max, ...values);
  const bins = Array.from({ length: most }, (_, at) => ({ from: (top * at) / most, to: (top * (at + 1)) / most, count: 0 }));
  for (const value of values) bins[Math.max(0, Math.min(most - 1, Math.floor((value / (top || 1)) * most)))].count += 1;
  return bins;
}

export function Histogram({ values, max, label }: { values: number[]; max: number; label: string }) {
  if (!values.length) return <p class="soft">{t("none")}</p>;
  const bins = classes(values, max);
  const most = Math.max(...bins.map(({ count }) => count));
  return <>
    <ul class="histogram" aria-label={label}>
      {bins.map(({ from, to, count }) => <li>
        <span class="count">{count || ""}</span>
        <span class="column" style={{ height: `${(count / most) * 120}px` }} />
        <span class="tick">{short(from, 1)}<span class="unseen">–{short(to, 1)}: {count}</span></span>
      </li>)}
    </ul>
    <Facts rows={[
      [t("Number"), values.length], [t("Mean"), short(mean(values))], [t("Median"), short(median(values))],
      [t("Full points"), values.filter((value) => value >= max).length],
    ]} />
  </>;
}

function Late() {
  const grades = data.course!.students.flatMap((student) => student.grades);
  const late = grades.filter((grade) => grade.late_minutes > 0);
  const lost = late.reduce((sum, grade) => sum + grade.late_penalty, 0);
  return <Card title={t("Lateness and absence")}>
    <Facts rows={[
      [t("Late"), late.length], [t("Points lost by lateness"), points(lost)],
      [t("Nothing handed in"), grades.filter(({ status }) => status === "no_submission").length],
      [t("Did not compile"), grades.filter(({ status }) => status === "compile_error").length],
      [t("Changed by hand"), grades.filter((grade) => grade.is_overridden).length],
    ]} />
  </Card>;
}

function Difficulty({ problem }: { problem: number }) {
  const of = items(data.problems[problem], programsOf(problem));
  const rows = data.problems[problem].tests.map((test, at) => ({ ...test, at }));
  const known = of.filter(({ share }) => share !== null);
  return <Card title={t("Difficulty of the test cases")} class="wide">
    <p class="soft">
      {t("Discrimination: 1 if only those pass who also pass the others, 0 if it tells nothing, negative if it is the other way round.")}{" "}
      {known.length > 0 && t("On average {0} pass.", percent(mean(known.map(({ share }) => share!))))}
    </p>
    <Table caption={t("Difficulty of the test cases")} rows={rows} columns={[
      { name: t("Name"), value: (row) => row.name, show: (row) => <TestLink problem={problem} test={row.at} /> },
      { name: t("Group"), value: (row) => row.group }, ...itemColumns(of),
    ]} />
  </Card>;
}

function pointsOf(problem: number): number[] {
  const given = data.course
    ? data.course.students.map((student) => student.grades[problem]?.points ?? null)
    : programsOf(problem).map((index) => data.programs[index].score);
  return given.filter((value) => value !== null);
}

export function Scores() {
  const { course, problems } = data;
  const totals = course?.students.flatMap((student) => (student.points === null ? [] : [student.points])) ?? [];
  return <>
    <h1>{t("Points")}</h1>
    <div class="cards">
      {course && <Card title={t("All problems")}>
        <Histogram values={totals} max={Math.max(0, ...course.students.map((student) => student.max_points))} label={t("All problems")} />
      </Card>}
      {problems.map((problem, index) => {
        const max = course?.students[0]?.grades[index]?.max_points ?? problem.max_points ?? 0;
        return <Card title={problem.title || problem.id}><Histogram values={pointsOf(index)} max={max} label={problem.title} /></Card>;
      })}
      {course && <Late />}
      {course && <Difficulty problem={problemIndex()} />}
    </div>
  </>;
}
