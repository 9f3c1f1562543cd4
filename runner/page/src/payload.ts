// The contract between the runner, which writes these values (runner/report/page), and the page,
// which shows them. They stand in the page as gzip of JSON, in base64. The runner leaves out what
// the reader may not see: the page never hides anything. Fields may be added; a page that meets a
// schema it does not know says so.
//
// Texts of programs are UTF-8 in which a byte that is no UTF-8 stands as U+10FF00 plus the byte.
// They may hold any character, control characters and markup included.

export interface Payload {
  schema: "arbiter/page/1";
  kind: "judge" | "grade" | "student" | "stress" | "serve"; // "serve": nothing to show, 'arbiter serve' judges and plays
  reader: "setter" | "teacher" | "student";
  title: string; // "Bokstavslek 2", "Assignment 3"
  language: string | null; // of the course: "de"; null: the browser's
  run: RunFacts;
  notes: string[]; // warnings, a sentence each
  problems: Problem[];
  programs: Program[]; // rows of the matrix: submissions, or works of a class
  against: Against | null; // the run that this one is compared with
  course: Course | null; // "grade"
  student: StudentFacts | null; // "student"
}

export interface RunFacts {
  id: string;
  arbiter: string; // version
  started: string; // UTC, ISO 8601 with Z; may be empty, as the next
  finished: string;
  interrupted: boolean;
  command: string; // repeats it; may be empty
  folder: string; // where all of it is kept; may be empty
  sandbox: string; // "root-v1"
  unsandboxed: boolean;
  cpu: string; // may be empty, as the next
  kernel: string;
  jobs: number; // test cases at the same time; 0: not known
  compilers: [string, string][]; // language and version
}

export interface Limits {
  time_ms: number;
  wall_ms: number;
  memory_kib: number;
  output_kib: number;
}

export interface Problem {
  id: string;
  title: string;
  hash: string; // may be empty
  limits: Limits; // without any time factor
  found_limit: string; // how --time-limit auto found it, in words; may be empty
  is_scoring: boolean;
  max_points: number | null;
  tests: Test[]; // columns, in judging order
  /** By the index of the test: only tests that somebody fails, and only what may be seen. */
  files: Record<string, { input?: Text; answer?: Text }>;
  /** What the verdicts mean, for students: code and sentence. */
  glossary: [string, string][];
}

export interface Test {
  name: string; // "secret/large/07", or "hidden test 3"
  group: string; // "secret/large"; may be empty
  visibility: "" | "sample" | "open" | "hidden"; // empty: no class
  input_bytes: number | null; // null: not known
}

/** The beginning of a text, and how long all of it is. */
export interface Text {
  text: string;
  bytes: number; // of all of it
  is_cut: boolean;
}

export interface Program {
  problem: number;
  name: string; // the path as given, or the name of the attempt's file
  students: number[]; // into Course.students; empty without a class
  language: string; // may be empty
  expected: string[]; // codes; empty: nothing is expected
  label: string; // "wrong_answer"; may be empty
  is_as_expected: boolean; // true where nothing is expected
  note: string; // why not as expected; may be empty
  verdict: string; // code; empty: unfinished
  deciding: number | null; // test
  score: number | null;
  max_score: number | null;
  limits: Limits; // with the language's time factor
  compile: Compile;
  /** A letter for each test of the problem: A AC, W WA, T TLE, R RTE, M MLE, O OLE, C CE, J JE,
   *  P some of the points, "." it did not run. */
  verdicts: string;
  cpu: number[]; // 0.1 ms each, by test; -1: it did not run
  memory: number[]; // 0.1 MiB each, likewise
  scores: (number | null)[]; // by test; empty where tests give no points
  groups: Group[];
  details: Record<string, Detail>; // by the index of the test; not of all that failed if many did
  left_out: number; // so many failed tests have no entry in `details`
  source: SourceFile[]; // empty: not known
  source_note: string; // why there is none: "the file has changed since"
  words: string[]; // how the points came to be, a line each
}

export interface Compile {
  ok: boolean;
  command: string;
  log: string;
  helps: string[];
  messages: CompilerMessage[]; // those of `log` that name a place in `source`
}

export interface CompilerMessage {
  file: string; // as in `source`
  line: number; // from 1
  column: number; // from 1; 0: none
  kind: "error" | "warning" | "note";
  text: string;
}

export interface SourceFile {
  name: string;
  text: Text;
}

export interface Group {
  name: string;
  verdict: string;
  score: number | null;
  max_score: number | null;
  is_counted: boolean;
  note: string;
}

export interface Detail {
  reason: string; // why it has this verdict, in one or two sentences
  message: string; // the checker's
  hints: string[];
  difference: Difference | null;
  output?: Text; // what the program wrote; absent: not kept, or not to be seen
  stderr?: Text; // its end
  pass_input?: Text; // multi-pass: the input of the last pass
  ended: string; // "exit status 1", "signal 11 (SIGSEGV)"
  wall_ms: number;
  is_rerun: boolean; // near the limit, so it ran twice
  is_sampled: boolean; // CPU time or memory are not exact
  repeats: number[]; // CPU times with --repeat, 0.1 ms each
  transcript: Transcript | null;
  command: string; // runs this case again; may be empty
  replay?: Replay; // of problems that have one
}

/** How the run went, step by step: the lines of "arbiter-replay/1" (runner/docs/replays.md), and the
 *  view of arbiter.yaml. */
export interface Replay {
  header: { schema: "arbiter-replay/1"; title?: string; players?: [string, string] };
  view: { kind: "zones"; zones: ReplayZone[] };
  frames: ReplayFrame[]; // at least one
  end: { end: true; reason?: string; result?: "right" | "part" | "wrong" }; // "right" if absent
}

export interface ReplayZone {
  name: string;
  title: string; // may be empty
  layout: "row" | "circle" | "piles";
  items: "beads" | "cards" | "letters" | "words";
  inside: boolean; // drawn within the circle of the zone before it
}

export interface ReplayFrame {
  n: number;
  turn?: 0 | 1; // who moved, into header.players
  action?: string;
  valid?: boolean; // true if absent
  say?: string;
  value?: string; // of the position
  mark?: "good" | "slip" | "mistake";
  before?: string; // values of a marked move
  after?: string;
  state: Record<string, ReplayItem[] | ReplayItem[][]>; // by zone; piles are lists of lists
}

/** A number of beads, or a face, a letter, a word; or an object that tells more of it. */
export type ReplayItem = number | string | ReplayThing;

export interface ReplayThing {
  is: number | string;
  mark?: "moved" | "out" | "good" | "bad";
  note?: string;
  head?: number; // so many first characters are emphasised
  tail?: number;
  by?: 0 | 1;
}

/** Where output and answer part; lines and columns from 1, 0: not told. */
export interface Difference {
  output_line: number;
  output_column: number;
  answer_line: number;
  answer_column: number;
  expected: string;
  got: string;
  expected_end: boolean; // nothing more was expected
  got_end: boolean; // nothing more came
}

export interface Transcript {
  messages: Message[];
  gap_after: number; // so many messages stand before the gap; 0 with gap_messages 0: no gap
  gap_messages: number;
  gap_bytes: number;
}

export interface Message {
  us: number; // since the game began
  from: 0 | 1; // 0 the judge, 1 the submission
  text: string;
  left_out: number; // bytes beyond `text`
}

export interface Against {
  run: string;
  started: string;
  note: string; // "the test cases are not the same"; may be empty
  /** By name of a program; verdicts by the tests of this run, "?" where that run has none. */
  programs: { problem: number; name: string; verdict: string; score: number | null; verdicts: string }[];
  changes: Change[]; // of a class
}

export interface Change {
  student: number;
  problem: number;
  before: number;
  after: number;
  why: string;
}

export interface Course {
  policy: string; // its file and rules in words
  decimals: number;
  zone_s: number; // east of Greenwich
  students: Student[];
  clusters: Cluster[];
  look_alikes: LookAlike[];
  questions: Question[]; // what needs a person
  close_calls: { student: number; problem: number; test: string; words: string }[];
}

export interface Student {
  id: string;
  name: string; // may be empty; with --anonymous a pseudonym
  group: string;
  on_roster: boolean;
  points: number | null; // null: nothing to give points for
  max_points: number;
  grades: Grade[]; // one for each problem, in their order
}

export interface Grade {
  status: string; // "graded", "no_submission", "compile_error", "judge_error", "handed_in_not_graded"
  verdict: string; // may be empty
  points: number | null;
  raw_points: number;
  max_points: number;
  late_minutes: number;
  late_penalty: number;
  is_overridden: boolean;
  submitted: string; // UTC; may be empty
  program: number | null;
  words: string[];
}

export interface Cluster {
  problem: number;
  verdict: string;
  first_failing: string;
  words: string;
  programs: number[]; // the representative first
  students: number[];
  comment: string;
}

export interface LookAlike {
  problem: number;
  is_identical: boolean;
  score: number; // percent
  programs: number[];
  /** Of two programs: places that they have in common; files by index into Program.source. */
  lines: [Place, Place][];
}

export interface Place {
  file: number;
  first: number; // from 1
  last: number;
}

export interface Question {
  kind: string;
  student: string;
  problem: string;
  test: string;
  file: string;
  what: string;
  todo: string;
  decision: string;
}

/** A student's own page; their programs are `programs`, one for each problem handed in. */
export interface StudentFacts {
  name: string;
  points: number | null;
  max_points: number;
  decimals: number;
  zone_s: number;
  problems: StudentProblem[]; // in the order of Payload.problems
}

export interface StudentProblem {
  status: string;
  program: number | null;
  points: number | null;
  max_points: number;
  sentence: string; // "46.27 of 100 points: 31 of 67 test cases passed"
  words: string[];
  fault: string; // why what was handed in is no program; may be empty
  submitted: string; // UTC; may be empty
}
