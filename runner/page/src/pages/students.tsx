// Everybody of a class, and one of them with all that they handed in.
import { useMemo, useState } from "preact/hooks";
import {
  Card, Chip, Choice, clock, type Column, data, Facts, href, outOf, points, ProgramLink, Search, statusName, StudentLink, studentName, t,
  Table, Words, zone,
} from "../kit";
import type { Grade, Student } from "../payload";

interface Row {
  student: Student;
  index: number;
}

export function lateness(minutes: number): string {
  if (minutes <= 0) return "";
  const parts: [number, string][] = [[Math.floor(minutes / 1440), "d"], [Math.floor(minutes / 60) % 24, "h"], [minutes % 60, "min"]];
  return t("{0} late", parts.filter(([number]) => number).map(([number, unit]) => `${number} ${unit}`).join(" "));
}

function GradeCell({ grade }: { grade: Grade | undefined }) {
  if (!grade) return <>–</>;
  const isPlain = grade.status === "graded";
  return <span class="grade">
    {!isPlain && <span class="tag">{statusName(grade.status)}</span>}
    {grade.late_minutes > 0 && <span class="tag warn" title={lateness(grade.late_minutes)}>{t("Late")}</span>}
    {grade.is_overridden && <span class="tag">{t("Changed by hand")}</span>}
    {isPlain || grade.points ? points(grade.points) : ""}
  </span>;
}

function columns(): Column<Row>[] {
  const hasGroups = data.course!.students.some(({ group }) => group);
  const group: Column<Row> = { name: t("Group"), value: ({ student }) => student.group };
  return [
    { name: t("Name"), value: ({ student }) => studentName(student), show: ({ index }) => <StudentLink index={index} /> },
    { name: "ID", value: ({ student }) => student.id }, ...(hasGroups ? [group] : []),
    { name: t("Points"), isNumber: true, value: ({ student }) => student.points, show: ({ student }) => <b>{points(student.points)}</b> },
    ...data.problems.map((problem, at): Column<Row> => ({
      name: problem.title || problem.id, isNumber: true,
      value: ({ student }) => student.grades[at]?.points ?? null, show: ({ student }) => <GradeCell grade={student.grades[at]} />,
    })),
  ];
}

export function Students() {
  const [text, setText] = useState("");
  const [status, setStatus] = useState("");
  const all = data.course!.students;
  const statuses = [...new Set(all.flatMap(({ grades }) => grades.map((grade) => grade.status)))];
  const rows = useMemo(() => all.map((student, index) => ({ student, index })).filter(({ student }) => {
    const isNamed = `${student.name} ${student.id} ${student.group}`.toLowerCase().includes(text.toLowerCase());
    return isNamed && (!status || student.grades.some((grade) => (status === "late" ? grade.late_minutes > 0 : grade.status === status)));
  }), [text, status, data]);
  return <>
    <h1>{t("Students")} <small>{rows.length}</small></h1>
    <div class="controls">
      <Search label={t("Search")} value={text} onChange={setText} />
      <Choice label={t("Status")} value={status} onChange={setStatus}
        options={[["", t("all")], ...statuses.map((name): [string, string] => [name, statusName(name)]), ["late", t("Late")]]} />
    </div>
    <Card><Table caption={t("Students")} rows={rows} columns={columns()} most={300} /></Card>
  </>;
}

export function StudentPage({ index }: { index: number }) {
  const student = data.course!.students[index];
  return <>
    <h1>{studentName(student)} <small>{student.id}</small></h1>
    <Card>
      <Facts rows={[
        [t("Points"), outOf(student.points, student.max_points)], [t("Group"), student.group],
        [t("Note"), student.on_roster ? "" : t("not on the roster")],
      ]} />
    </Card>
    {data.problems.map((problem, at) => {
      const grade = student.grades[at];
      if (!grade) return null;
      return <Card title={problem.title || problem.id}>
        <Facts rows={[
          [t("Status"), statusName(grade.status)], [t("Verdict"), grade.verdict ? <Chip code={grade.verdict} /> : ""],
          [t("Points"), outOf(grade.points, grade.max_points)],
          [t("Handed in"), grade.submitted && `${clock(grade.submitted, zone())}`], [t("Lateness"), lateness(grade.late_minutes)],
          [t("Penalty"), grade.late_penalty ? points(grade.late_penalty) : ""],
          [t("Submission"), grade.program === null ? "" : <a class="name" href={href(`s/${grade.program}`)}>{data.programs[grade.program]?.name}</a>],
        ]} />
        <Words lines={grade.words} />
      </Card>;
    })}
    <Others index={index} />
  </>;
}

/** Attempts that are not the graded ones. */
function Others({ index }: { index: number }) {
  const graded = new Set(data.course!.students[index].grades.map((grade) => grade.program));
  const others = data.programs.flatMap((program, at) => (program.students.includes(index) && !graded.has(at) ? [at] : []));
  if (!others.length) return null;
  return <Card title={t("Other submissions")}><p class="links">{others.map((at) => <ProgramLink index={at} />)}</p></Card>;
}
