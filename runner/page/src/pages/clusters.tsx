// Programs that make the same mistake.
import { Card, Chip, data, looks, problemIndex, ProgramLink, ProgramLinks, StudentLink, t, TestLink } from "../kit";
import type { Cluster } from "../payload";
import { sameFaults } from "../stats";

function ClassCluster({ cluster }: { cluster: Cluster }) {
  const [first] = cluster.programs;
  return <Card class="cluster">
    <h2><Chip code={cluster.verdict} /> {cluster.words || cluster.first_failing}</h2>
    <p class="soft">
      {t("Submissions: {0}", cluster.programs.length)}{cluster.first_failing && ` · ${t("first fails {0}", cluster.first_failing)}`}
    </p>
    {cluster.comment && <blockquote>{cluster.comment}</blockquote>}
    {first !== undefined && <p>{t("for example")} <ProgramLink index={first} /></p>}
    {cluster.students.length > 0
      ? <p class="links">{cluster.students.map((student) => <StudentLink index={student} />)}</p>
      : <ProgramLinks programs={cluster.programs} />}
  </Card>;
}

/** Without a class: the same verdicts on the same test cases. */
function SameFaults({ problem }: { problem: number }) {
  const groups = sameFaults(problem);
  if (!groups.length) return <p class="soft">{t("No submission fails a test case.")}</p>;
  return <>
    {groups.slice(0, 100).map(({ letters, tests, programs }) => <Card class="cluster">
      <h2>
        {[...new Set(tests.map((test) => letters[test]))].map((letter) => <Chip code={looks[letter].code} />)}{" "}
        {programs.length > 1 ? t("Submissions: {0}", programs.length) : <ProgramLink index={programs[0]} />}
      </h2>
      {programs.length > 1 && <p><ProgramLinks programs={programs} /></p>}
      <p class="links">
        <span class="soft">{t("Failed test cases ({0}):", tests.length)}</span>
        {tests.slice(0, 8).map((test) => <TestLink problem={problem} test={test} />)}
        {tests.length > 8 && <span class="soft">…</span>}
      </p>
    </Card>)}
    {groups.length > 100 && <p class="soft">{t("{0} more", groups.length - 100)}</p>}
  </>;
}

export function Clusters() {
  const problem = problemIndex();
  const of = data.course?.clusters.filter((cluster) => cluster.problem === problem) ?? [];
  return <>
    <h1>{t("Mistakes")}</h1>
    <p class="soft">{t("Submissions that fail in the same way, the largest groups first.")}</p>
    {data.course ? of.map((cluster) => <ClassCluster cluster={cluster} />) : <SameFaults problem={problem} />}
    {data.course && !of.length && <p class="soft">{t("none")}</p>}
  </>;
}
