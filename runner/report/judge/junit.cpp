#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>

#include "report/json/junit_suite.hpp"
#include "report/judge/formats.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;
using model::Verdict;

bool consistent(const SubmissionJudgement& submission, Verdict verdict) {
  if (verdict == Verdict::ac) return true;
  if (!submission.label) return false;
  const auto& expected = submission.expected;
  return std::ranges::find_first_of(expected, model::counts_as(verdict)) != expected.end();
}

std::string one_message(const TestJudgement& test, const model::RunLimits& limits) {
  std::string message = std::string(model::row(test.verdict).name) + in_pass(test);
  const std::string why = reason(test, limits);
  for (const std::string& part : {why, test.message == why ? std::string() : test.message}) {
    if (!part.empty()) message += ": " + part;
  }
  return message;
}

void write_test(JunitSuite& suite, const SubmissionJudgement& submission,
                const TestJudgement& test) {
  pugi::xml_node one = suite.add_test(test, consistent(submission, test.verdict),
                                      one_message(test, submission.limits));
  pugi::xml_node properties = one.append_child("properties");
  xml_property(properties, "verdict", model::code(test.verdict));
  if (test.score) xml_property(properties, "score", fmt::format("{}", *test.score));
  xml_property(properties, "cpu_s", xml_seconds(test.run.cpu));
  xml_property(properties, "memory_kib", std::to_string(kibibytes(test.run.memory)));
  xml_standard_error(one, test.error_tail);
}

void write_suite_properties(pugi::xml_node node, const Judgement& judgement,
                            const SubmissionJudgement& submission) {
  pugi::xml_node properties = node.append_child("properties");
  xml_property(properties, "language", submission.language);
  if (!submission.unfinished) xml_property(properties, "verdict", model::code(submission.verdict));
  if (submission.label) xml_property(properties, "label", *submission.label);
  if (submission.score) xml_property(properties, "score", fmt::format("{}", *submission.score));
  if (submission.max_score) {
    xml_property(properties, "max_score", fmt::format("{}", *submission.max_score));
  }
  xml_property(properties, "time_limit_s", xml_seconds(submission.limits.time));
  xml_property(properties, "wall_limit_s", xml_seconds(submission.limits.wall));
  xml_property(properties, "memory_limit_mib", fmt::format("{:g}", submission.limits.memory.mib()));
  xml_property(properties, "output_limit_mib", fmt::format("{:g}", submission.limits.output.mib()));
  xml_property(properties, "sandbox",
               judgement.unsandboxed ? "unsandboxed" : judgement.sandbox_mode);
}

/// The class of each submission: its path as given, since files of one name may lie in several
/// folders. Readers such as Jenkins take what stands before the last dot for a package, so only the
/// problem is that. Of paths that come out alike the later ones get a number.
std::vector<std::string> class_names(const Judgement& judgement) {
  std::vector<std::string> names;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    std::string path = submission.path;
    std::ranges::replace(path, '.', '_');
    const std::string name = judgement.problem + "." + path;
    std::string free = name;
    for (int number = 2; std::ranges::find(names, free) != names.end(); ++number)
      free = fmt::format("{}-{}", name, number);
    names.push_back(std::move(free));
  }
  return names;
}

JunitCounts write_suite(pugi::xml_node node, const Judgement& judgement,
                        const SubmissionJudgement& submission, std::string class_name) {
  xml_attribute(node, "name", judgement.problem + "/" + submission.path);
  xml_attribute(node, "timestamp", judgement.started);
  write_suite_properties(node, judgement, submission);
  JunitSuite suite(node, std::move(class_name), submission.path);
  const bool fault = !submission.compile.fault.empty();
  if ((!submission.compile.ok || fault) && !submission.unfinished) {
    pugi::xml_node one = suite.begin_case("compile", Nanoseconds{});
    if (fault || !submission.as_expected) {
      suite.fail(one, fault ? Verdict::je : Verdict::ce,
                 fault ? submission.compile.fault : model::row(Verdict::ce).name,
                 submission.compile.log);
    }
  }
  for (const TestJudgement& test : submission.tests)
    write_test(suite, submission, test);
  if (submission.unfinished) {
    suite.skip(suite.begin_case("the other tests", Nanoseconds{}), "interrupted");
  } else if (submission.label) {
    pugi::xml_node one = suite.begin_case("as expected", Nanoseconds{});
    if (!submission.as_expected) {
      const std::string note = submission.expectation_note.empty()
                                   ? "expected " + either(submission.expected)
                                   : submission.expectation_note;
      suite.fail(one, submission.verdict, note, {});
    }
  }
  write_junit_counts(node, suite.counts());
  return suite.counts();
}

}  // namespace

std::string render_junit(const Judgement& judgement, const Style& /*style*/) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  xml_attribute(root, "name", "arbiter judge " + judgement.problem);
  JunitCounts all;
  std::vector<std::string> classes = class_names(judgement);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    all.add(write_suite(root.append_child("testsuite"), judgement, judgement.submissions[i],
                        std::move(classes[i])));
  }
  write_junit_counts(root, all);
  xml_attribute(root, "timestamp", judgement.started);
  return std::string(k_xml_declaration) + xml_of(document, 0);
}

}  // namespace arbiter::report
