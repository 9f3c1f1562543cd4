// The frame: title, pages, problems, help, and what is common to all pages.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { moveRow, useKeys } from "./keys";
import { judgePlace } from "./live";
import { data, problemIndex } from "./model";
import { MatrixPage } from "./matrix/page";
import { Clusters } from "./pages/clusters";
import { Compare } from "./pages/compare";
import { Judge } from "./pages/judge";
import { LookAlikePage, LookAlikes } from "./pages/look_alikes";
import { Needs } from "./pages/needs";
import { Overview } from "./pages/overview";
import { Play } from "./pages/play";
import { ProgramPage } from "./pages/program";
import { RunPage } from "./pages/run";
import { Scores } from "./pages/scores";
import { Result } from "./pages/student";
import { StudentPage, Students } from "./pages/students";
import { TestPage, Tests } from "./pages/tests";
import { Times } from "./pages/times";
import { Choice } from "./parts";
import { go, href, readRoute, useRoute } from "./route";
import { t } from "./words";

interface Page {
  path: string;
  name: string;
  isThere: boolean;
  view: () => JSX.Element;
}

function Server() {
  const game = /\/play\/(\d+)$/.exec(location.pathname);
  return game ? <Play id={game[1]} /> : <Judge />;
}

function pages(): Page[] {
  if (data.kind === "serve") return [{ path: "", name: t("Judge and play"), isThere: true, view: Server }];
  const isStudent = data.kind === "student";
  const course = data.course;
  const isMany = !isStudent && data.problems.length > 0;
  const isScored = data.problems.some((problem) => problem.is_scoring) || !!course;
  return [
    { path: "", name: isStudent ? t("Result") : t("Overview"), isThere: true, view: isStudent ? Result : Overview },
    { path: "students", name: t("Students"), isThere: !!course, view: Students },
    { path: "matrix", name: t("Matrix"), isThere: isMany, view: MatrixPage },
    { path: "tests", name: t("Test cases"), isThere: isMany, view: Tests },
    { path: "clusters", name: t("Mistakes"), isThere: isMany, view: Clusters },
    { path: "times", name: t("Times"), isThere: isMany, view: Times },
    { path: "scores", name: t("Points"), isThere: isMany && isScored, view: Scores },
    { path: "needs", name: t("Needs a person"), isThere: !!course, view: Needs },
    { path: "look-alikes", name: t("Look-alikes"), isThere: !!course?.look_alikes.length, view: LookAlikes },
    { path: "compare", name: t("Compare"), isThere: !!data.against, view: Compare },
  ];
}

/** The page of a route; details have the index of what they show. */
function viewOf(parts: string[]): JSX.Element {
  const [first = "", index, , test] = parts;
  const at = Number(index);
  if (first === "s" && data.programs[at]) {
    const isRun = test !== undefined && data.problems[data.programs[at].problem].tests[Number(test)];
    return isRun ? <RunPage program={at} test={Number(test)} key={`${at}/${test}`} /> : <ProgramPage index={at} key={index} />;
  }
  if (index !== undefined) {
    if (first === "tests" && data.problems[problemIndex()].tests[at]) return <TestPage test={at} key={index} />;
    if (first === "students" && data.course?.students[at]) return <StudentPage index={at} key={index} />;
    if (first === "look-alikes" && data.course?.look_alikes[at]) return <LookAlikePage index={at} key={index} />;
  }
  const page = pages().find(({ path, isThere }) => isThere && path === first);
  if (page && index === undefined) return <page.view key={problemIndex()} />;
  return <><h1>{t("There is no such page")}</h1><p><a href={href("")}>{t("Overview")}</a></p></>;
}

/** What Escape leads to. */
function up(): void {
  const { parts } = readRoute();
  if (parts[0] === "s") go(parts.length > 2 ? `s/${parts[1]}` : data.kind === "student" ? "" : "matrix", problemIndex());
  else go(parts.slice(0, -1).join("/"));
}

function ProblemSwitch() {
  if (data.problems.length < 2 || data.kind === "student") return null;
  const choose = (value: string) => {
    const { parts } = readRoute();
    const isDetail = parts[0] === "s" || (parts[0] === "tests" && parts.length > 1);
    go(isDetail ? "matrix" : parts.join("/"), Number(value));
  };
  const options = data.problems.map((problem, index): [string, string] => [String(index), problem.title || problem.id]);
  return <Choice label={t("Problem")} value={String(problemIndex())} options={options} onChange={choose} />;
}

function Help({ dialog }: { dialog: { current: HTMLDialogElement | null } }) {
  const keys: [string, string][] = [
    ["j k", t("next and previous row")], ["h l", t("previous and next test case")], ["/", t("Search")],
    ["Enter", t("open")], ["d", t("Next difference")], ["Esc", t("back to what is above")], ["?", t("this help")],
  ];
  return <dialog ref={dialog} aria-label={t("Keys")}>
    <h2>{t("Keys")}</h2>
    <dl class="facts">{keys.map(([key, what]) => <div><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
    <form method="dialog"><button>{t("Close")}</button></form>
  </dialog>;
}

/** A fault of one page leaves the others to be read. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary();
  return error ? <p class="banner bad">{String(error)}</p> : <>{children}</>;
}

export function App() {
  const { parts } = useRoute();
  const dialog = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const path = parts.join("/");
  const there = pages().filter(({ isThere }) => isThere);
  const current = there.find((page) => page.path === (parts[0] === "s" ? "matrix" : parts[0] ?? ""));
  useKeys({
    j: () => moveRow(1), k: () => moveRow(-1), Escape: up,
    "/": () => document.querySelector<HTMLElement>("input[type=search]")?.focus(),
    "?": () => dialog.current?.showModal(),
  }, true);
  useEffect(() => {
    document.title = `${current ? `${current.name} – ` : ""}${data.title}`;
    if (!isFirst.current) {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    isFirst.current = false;
  }, [path]);
  return <>
    <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>{t("Skip to the page")}</a>
    <header>
      <div class="top">
        <a class="title" href={href("")}>{data.title}</a>
        <ProblemSwitch />
        {judgePlace && !location.pathname.endsWith(judgePlace) && <a href={judgePlace}>{t("Judge and play")}</a>}
        <button type="button" class="help" aria-label={t("Keys")} onClick={() => dialog.current?.showModal()}>?</button>
      </div>
      {there.length > 1 && <nav aria-label={t("Pages")}>
        {there.map((page) => <a href={href(page.path)} aria-current={page === current ? "page" : undefined}>{page.name}</a>)}
      </nav>}
    </header>
    <main id="main" ref={main} tabIndex={-1}><Guarded key={path}>{viewOf(parts)}</Guarded></main>
    {data.run.arbiter && <footer>Arbiter {data.run.arbiter} · {data.run.id}</footer>}
    <Help dialog={dialog} />
  </>;
}
