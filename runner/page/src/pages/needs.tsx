// What a person has to decide.
import { Card, data, Facts, StudentLink, t } from "../kit";

function studentLink(id: string) {
  const index = data.course!.students.findIndex((student) => student.id === id);
  return index < 0 ? id : <StudentLink index={index} />;
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
        [t("Test case"), question.test], [t("File"), question.file], [t("To do"), question.todo], [t("Decision"), question.decision],
      ]} />
    </Card>)}
    {close_calls.length > 0 && <Card title={t("Close calls")}>
      <ul class="words">
        {close_calls.map((call) => <li>
          <StudentLink index={call.student} />{" "}
          <span class="soft">{data.problems[call.problem]?.title} · {call.test}</span> {call.words}
        </li>)}
      </ul>
    </Card>}
  </>;
}
