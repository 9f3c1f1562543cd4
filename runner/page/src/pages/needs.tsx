// What a person has to decide.
import { data, studentName } from "../model";
import { Card, Facts } from "../parts";
import { href } from "../route";
import { t } from "../words";

function studentLink(id: string) {
  const index = data.course!.students.findIndex((student) => student.id === id);
  return index < 0 ? id : <a href={href(`students/${index}`)}>{studentName(data.course!.students[index])}</a>;
}

export function Needs() {
  const { questions, close_calls } = data.course!;
  const sorted = [...questions].sort((a, b) => Number(!!a.decision) - Number(!!b.decision));
  return <>
    <h1>{t("Needs a person")}</h1>
    {!questions.length && <p class="soft">{t("Nothing needs a decision.")}</p>}
    {sorted.map((question) => <Card class={question.decision ? "" : "warn"}>
      <h2>{question.what || question.kind}</h2>
      <Facts rows={[
        [t("Student"), question.student && studentLink(question.student)], [t("Problem"), question.problem],
        [t("Test case"), question.test], [t("File"), question.file],
        [t("To do"), question.todo], [t("Decision"), question.decision],
      ]} />
    </Card>)}
    {close_calls.length > 0 && <Card title={t("Close calls")}>
      <ul class="words">
        {close_calls.map((call) => <li>
          <a href={href(`students/${call.student}`)}>{studentName(data.course!.students[call.student])}</a>{" "}
          <span class="soft">{data.problems[call.problem]?.title} · {call.test}</span> {call.words}
        </li>)}
      </ul>
    </Card>}
  </>;
}
