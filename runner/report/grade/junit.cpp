#include <fmt/format.h>

#include <pugixml.hpp>

#include "model/points.hpp"
#include "model/reason.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/json/junit_suite.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Grade;
using model::Gradebook;
using model::TestJudgement;
using model::Verdict;

std::string failure_words(const TestJudgement& test, const model::RunLimits& limits) {
  std::string words(model::row(test.verdict).name);
  const std::string why = model::lasting_reason(test, limits);
  if (!why.empty()) words += ": " + why;
  const std::string message = lasting_message(test);
  if (!message.empty() && message != why) words += ": " + tidy_line(message);
  return words;
}

void add_test_case(JunitSuite& suite, const TestJudgement& test, const model::RunLimits& limits) {
  pugi::xml_node one =
      suite.add_test(test, test.verdict == Verdict::ac, failure_words(test, limits));
  pugi::xml_node properties = one.append_child("properties");
  xml_property(properties, "verdict", model::code(test.verdict));
  if (test.score) xml_property(properties, "points", fmt::format("{}", *test.score));
  if (test.max_score) xml_property(properties, "max_points", fmt::format("{}", *test.max_score));
  xml_property(properties, "cpu_s", xml_seconds(test.run.cpu));
  xml_property(
      properties, "wall_ms",
      std::to_string(std::chrono::round<std::chrono::milliseconds>(test.run.wall).count()));
  xml_property(properties, "mem_kib", std::to_string(kibibytes(test.run.memory)));
  xml_standard_error(one, tidy_text(test.error_tail));
}

void add_grade_properties(pugi::xml_node node, const Gradebook& book, const Grade& grade) {
  pugi::xml_node properties = node.append_child("properties");
  const int decimals = book.policy.decimals;
  xml_property(properties, "status", model::word(grade.status));
  if (const auto verdict = grade_verdict(book, grade)) {
    xml_property(properties, "verdict", model::code(*verdict));
  }
  xml_property(properties, "points", model::show_points(grade.points, decimals));
  xml_property(properties, "max_points", model::show_points(grade.max_points, decimals));
  for (const std::string& words : grade.words)
    xml_property(properties, "words", tidy_line(words));
}

/// What stands for tests where none ran.
void add_case_without_tests(JunitSuite& suite, const Grade& grade, const model::Work* work) {
  if (work == nullptr || model::is_blank(grade.status)) {
    suite.skip(suite.begin_case("submission", Nanoseconds{}),
               grade.words.empty() ? "no submission" : tidy_line(grade.words.front()));
    return;
  }
  const model::CompileJudgement& compile = work->judgement.compile;
  const bool has_compile_fault = !compile.fault.empty();
  if (!work->fault.empty()) {
    suite.fail(suite.begin_case("compile", Nanoseconds{}), Verdict::ce, work->fault, {});
  } else if (has_compile_fault || !compile.ok) {
    const Verdict verdict = has_compile_fault ? Verdict::je : Verdict::ce;
    suite.fail(suite.begin_case("compile", Nanoseconds{}), verdict,
               has_compile_fault ? compile.fault : std::string(model::row(verdict).name),
               tidy_text(compile.log));
  }
}

JunitCounts add_grade_suite(std::string& text, const Gradebook& book, const Grade& grade) {
  const model::Attempt* attempt = counting_attempt(book, grade);
  const model::Work* work = counting_work(book, grade);
  pugi::xml_document document;
  pugi::xml_node node = document.append_child("testsuite");
  xml_attribute(node, "name", grade.problem + "/" + grade.student);
  xml_attribute(node, "timestamp", book.started);
  add_grade_properties(node, book, grade);
  JunitSuite suite(node, grade.problem + "." + grade.student,
                   attempt == nullptr ? "" : attempt->origin);
  add_case_without_tests(suite, grade, work);
  if (work != nullptr) {
    for (const TestJudgement& test : work->judgement.tests)
      add_test_case(suite, test, work->judgement.limits);
    if (work->judgement.unfinished) {
      suite.skip(suite.begin_case("the other tests", Nanoseconds{}), "interrupted");
    }
  }
  write_junit_counts(node, suite.counts());
  text += xml_of(node, 1);
  return suite.counts();
}

}  // namespace

Result<GradeOutput> grade_junit(const Gradebook& book, const GradeOutputOptions& /*options*/) {
  // Suite by suite: a tree of all of them takes many times the memory of its text.
  std::string suites;
  JunitCounts all;
  for (const Grade& grade : book.grades)
    all.add(add_grade_suite(suites, book, grade));
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  xml_attribute(root, "name", "arbiter grade " + book.policy.assignment);
  write_junit_counts(root, all);
  xml_attribute(root, "timestamp", book.started);
  std::string head = xml_of(root, 0);
  head.replace(head.rfind("/>"), 2, ">");
  // An element without children ends in a blank before its slash.
  if (const std::size_t blank = head.rfind(" >"); blank != std::string::npos) head.erase(blank, 1);
  return one_file(std::string(k_xml_declaration) + head + suites + "</testsuites>\n");
}

}  // namespace arbiter::report
