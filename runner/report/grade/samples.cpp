#include "report/samples.hpp"

#include <algorithm>

namespace arbiter::report {
namespace {

using model::Gradebook;
using model::GradeStatus;
using model::TestJudgement;
using model::Verdict;
using model::Visibility;
using std::chrono::milliseconds;
using namespace std::string_literals;

TestJudgement judged_test(const std::string& name, Verdict verdict) {
  TestJudgement test;
  test.name = name;
  test.verdict = verdict;
  test.run.ending = model::Ending::exited;
  test.run.cpu = milliseconds(12);
  test.run.wall = milliseconds(34);
  test.run.memory = mib(3);
  if (verdict == Verdict::wa) {
    test.message = "line 1, column 1: expected \"4\", got \"3\"";
    test.first_difference = FirstDifference{1, 1, 1, 1, "4", "3", false, false};
    test.output_head = "3\n";
  }
  if (verdict == Verdict::rte) {
    test.run.ending = model::Ending::signalled;
    test.run.signal = 11;
    test.error_tail = "about to crash\n";
  }
  if (verdict == Verdict::tle) test.run.ending = model::Ending::cpu_limit;
  if (verdict == Verdict::mle) test.run.ending = model::Ending::memory_limit;
  if (verdict == Verdict::ole) test.run.ending = model::Ending::output_limit;
  if (verdict == Verdict::je) {
    test.run.ending = model::Ending::fault;
    test.run.fault = "the checker crashed";
  }
  return test;
}

model::Work work_at(const std::string& problem, const std::string& sha,
                    const std::vector<Verdict>& verdicts, const std::vector<std::string>& names) {
  model::Work work;
  work.problem = problem;
  work.sha256 = std::string(64, sha[0]);
  model::SubmissionJudgement& judgement = work.judgement;
  judgement.path = "all.zip/somebody/a.cpp";
  judgement.language = "cpp";
  judgement.compile.ok = true;
  judgement.limits = {milliseconds(2000), milliseconds(5000), mib(256), mib(64)};
  judgement.verdict = Verdict::ac;
  for (std::size_t t = 0; t < verdicts.size(); ++t) {
    judgement.tests.push_back(judged_test(names[t], verdicts[t]));
    if (judgement.verdict != Verdict::ac || verdicts[t] == Verdict::ac) continue;
    judgement.verdict = verdicts[t];
    judgement.deciding_test = t;
  }
  return work;
}

model::Work uncompiled(const std::string& problem) {
  model::Work work = work_at(problem, "c", {}, {});
  work.judgement.compile.ok = false;
  work.judgement.compile.log = "b.cpp:3:7: error: 'x' was not declared\n    3 | int y=x;\n";
  work.judgement.compile.helps = {"declare it first"};
  work.judgement.verdict = Verdict::ce;
  return work;
}

model::GradedProblem problem_named(const std::string& id) {
  model::GradedProblem problem;
  problem.id = id;
  problem.title = "The " + id;
  problem.root = "problems/" + id;
  problem.hash = std::string(64, 'e');
  problem.max_points = 20;
  problem.limits = {milliseconds(2000), milliseconds(5000), mib(256), mib(64)};
  problem.tests = {"sample/1", "secret/open/1", "secret/large/01", "secret/large/02"};
  problem.visibilities = {Visibility::sample, Visibility::open, Visibility::hidden,
                          Visibility::hidden};
  return problem;
}

model::Student student_named(const std::string& id, const std::string& name,
                             const std::string& lms) {
  model::Student student;
  student.id = id;
  student.name = name;
  student.email = id + "@example.org";
  student.username = id;
  student.lms_id = lms;
  student.section = "A";
  return student;
}

/// The grade of the only student of an attempt.
model::Grade grade_for(Gradebook& book, std::size_t student, std::size_t problem, std::size_t work,
                       double points) {
  model::Attempt attempt;
  attempt.students = {book.students[student].id};
  attempt.problem = book.problems[problem].id;
  attempt.origin = book.students[student].id + "/" + book.problems[problem].id + ".cpp";
  attempt.submitted = 1795354200;
  attempt.sha256 = book.works[work].sha256;
  book.attempts.push_back(attempt);
  model::Grade grade;
  grade.student = book.students[student].id;
  grade.problem = book.problems[problem].id;
  grade.status = GradeStatus::graded;
  grade.attempt = book.attempts.size() - 1;
  grade.work = work;
  grade.raw_points = grade.computed_points = grade.points = points;
  grade.max_points = book.problems[problem].max_points;
  return grade;
}

model::Grade no_grade(const std::string& student, const std::string& problem) {
  model::Grade grade;
  grade.student = student;
  grade.problem = problem;
  grade.max_points = 20;
  grade.words = {"nothing was handed in"};
  return grade;
}

Gradebook head_of_book() {
  Gradebook book;
  book.arbiter_version = "0.1.0";
  book.run = "20261122-134026-abc";
  book.started = "2026-11-22T13:40:26Z";
  book.finished = "2026-11-22T13:41:00Z";
  book.sandbox_mode = "root, cgroup v1";
  book.layout = "a folder for each student, as Moodle makes them";
  book.policy.assignment = "Lab 3";
  return book;
}

/// Ada has everything right, Åsa some, 李 does not compile and is set by hand, Bo handed in
/// nothing, Cy could not be judged.
Gradebook cohort() {
  Gradebook book = head_of_book();
  book.problems = {problem_named("sorting"), problem_named("graphs")};
  book.students = {student_named("ada", "Ada Lovelace", "Participant 101"),
                   student_named("asa", "Åsa Öberg", "Participant 102"),
                   student_named("li", "李 雷", "Participant 103"),
                   student_named("bo", "Bo =Diddley", "Participant 104"),
                   student_named("cy", "Cy \"Q\" O'Neil, Jr", "Participant 105")};
  const auto& tests = book.problems[0].tests;
  using enum Verdict;
  book.works = {work_at("sorting", "a", {ac, ac, ac, ac}, tests),
                work_at("sorting", "b", {ac, wa, ac, tle}, tests), uncompiled("sorting"),
                work_at("graphs", "d", {ac, rte, mle, ole}, tests),
                work_at("graphs", "f", {ac, je, ac, ac}, tests)};
  for (const model::Student& student : book.students) {
    for (const model::GradedProblem& problem : book.problems)
      book.grades.push_back(no_grade(student.id, problem.id));
  }
  const auto at = [&](std::size_t student, std::size_t problem) -> model::Grade& {
    return book.grades[student * 2 + problem];
  };
  at(0, 0) = grade_for(book, 0, 0, 0, 20);
  at(0, 0).groups = {{"secret/large", 20, 20, 2, 2, "large 20/20"}};
  at(1, 0) = grade_for(book, 1, 0, 1, 9);
  at(1, 0).groups = {{"secret/large", 10, 20, 1, 2, "large 10/20: first fails 02, TLE"}};
  at(1, 0).raw_points = 10;
  at(1, 0).late_minutes = 125;
  at(1, 0).late_penalty = 1;
  at(1, 0).words = {"large 10/20: first fails 02, TLE", "late by 2 h 5 min: 1 taken"};
  at(1, 1) = grade_for(book, 1, 1, 3, 0);
  at(2, 0) = grade_for(book, 2, 0, 2, 5);
  at(2, 0).status = GradeStatus::compile_error;
  at(2, 0).raw_points = at(2, 0).computed_points = 0;
  at(2, 0).override = model::Override{"li", "sorting", 5, true, "showed it by hand", 2};
  at(4, 1) = grade_for(book, 4, 1, 4, 0);
  at(4, 1).status = GradeStatus::judge_error;
  return book;
}

Gradebook with_everything() {
  Gradebook book = cohort();
  book.unattributed = {{"all.zip/stray.cpp", "it lies in no student's folder", "move it"}};
  book.clusters = {{"sorting",
                    {1},
                    {"asa", "li"},
                    "secret/open/1",
                    Verdict::wa,
                    "WA on secret/open/1",
                    "m0123456789ab",
                    "Look at <negative> numbers."}};
  book.look_alikes = {{"sorting", {0, 1}, true},
                      {"sorting", {0, 2}, false},
                      {"graphs", {2, 4}, false, 87, {{{0, 2, 3}, {0, 1, 1}}}}};
  book.warnings = {"the roster names 'bo' twice"};
  book.baseline = "20261121-1";
  book.changes = {{"ada", "sorting", 10, 20, "secret/large/01: TLE before, AC now"},
                  {"asa", "sorting", 12, 9, "secret/large/02: AC before, TLE now"}};
  book.policy.time_factors = {{"python3", 5}};
  book.policy.late.due = 1795350000;
  return book;
}

Gradebook alone() {
  Gradebook book = cohort();
  book.students.resize(2);
  book.students.erase(book.students.begin());
  book.grades = {book.grades[2], book.grades[3]};
  for (model::Attempt& attempt : book.attempts)
    attempt.students = {"asa"};
  return book;
}

/// Gives a student another id.
void rename(Gradebook& book, std::size_t student, const std::string& id) {
  const std::string before = std::exchange(book.students[student].id, id);
  for (model::Attempt& attempt : book.attempts)
    std::ranges::replace(attempt.students, before, id);
  for (model::MistakeCluster& cluster : book.clusters)
    std::ranges::replace(cluster.students, before, id);
  for (model::Grade& grade : book.grades) {
    if (grade.student == before) grade.student = id;
  }
  for (model::GradeChange& change : book.changes) {
    if (change.student == before) change.student = id;
  }
}

Gradebook hostile_book() {
  Gradebook book = with_everything();
  rename(book, 0, "../../=cmd|'/c calc'!A1");
  book.students[0].name = "<script>alert(1)</script>\n\x1b[31m\xff \xE2\x80\xAE]]>&amp;";
  rename(book, 1, "::error::x\r\n%0A,");
  book.problems[0].title = "]]><img src=x onerror=alert(1)>|`#*_";
  book.works[1].judgement.tests[1].message = "\x01\xfe</pre><script>alert(2)</script>";
  book.works[1].judgement.tests[1].output_head = std::string(100000, 'x') + "Å";
  book.works[2].judgement.compile.log = std::string(20000, '\xc3') + "\x00</pre>"s;
  book.attempts[0].origin = "a\nb/../%s\t=x";
  book.layout = "\x07layout";
  book.grades[2].words = {"=1+1\n|x|"};
  book.finished.clear();
  return book;
}

}  // namespace

std::vector<Sample<Gradebook>> grade_samples() {
  return {{"cohort", cohort()},
          {"everything", with_everything()},
          {"alone", alone()},
          {"hostile", hostile_book()},
          {"empty", Gradebook()}};
}

}  // namespace arbiter::report
