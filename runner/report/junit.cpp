#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "base/text.hpp"
#include "report/difference.hpp"
#include "report/formats.hpp"
#include "report/words.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;
using model::Verdict;

/// Valid UTF-8 of characters that XML 1.0 allows; others are written \xNN.
std::string xml_text(std::string_view bytes) {
  std::string text = printable(bytes);
  // U+FFFE and U+FFFF are valid UTF-8 but no characters of XML.
  for (const std::string_view bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = text.find(bad); at != std::string::npos; at = text.find(bad, at)) {
      text.replace(at, bad.size(), "\xEF\xBF\xBD");
    }
  }
  return text;
}

void attribute(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(xml_text(value).c_str());
}

void property(pugi::xml_node properties, std::string_view name, std::string_view value) {
  pugi::xml_node node = properties.append_child("property");
  attribute(node, "name", name);
  attribute(node, "value", value);
}

std::string decimal(Nanoseconds time) {
  return fmt::format("{:.6f}", seconds(time));
}

/// How many cases of a suite there are, and how many did not pass.
struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  Nanoseconds time{};

  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    time += other.time;
  }
};

void write_counts(pugi::xml_node node, const Counts& counts) {
  attribute(node, "tests", std::to_string(counts.tests));
  attribute(node, "failures", std::to_string(counts.failures));
  attribute(node, "errors", std::to_string(counts.errors));
  attribute(node, "skipped", std::to_string(counts.skipped));
  attribute(node, "time", decimal(counts.time));
}

bool consistent(const SubmissionJudgement& submission, Verdict verdict) {
  const auto expects = [&](Verdict v) {
    return std::find(submission.expected.begin(), submission.expected.end(), v) !=
           submission.expected.end();
  };
  if (verdict == Verdict::ac) return true;
  if (!submission.label) return false;
  return expects(verdict) || (verdict == Verdict::mle && expects(Verdict::rte)) ||
         (verdict == Verdict::ole && (expects(Verdict::rte) || expects(Verdict::wa)));
}

/// One suite while it is written.
class Suite {
 public:
  Suite(pugi::xml_node node, const Judgement& judgement, const SubmissionJudgement& submission)
      : node_(node),
        class_(judgement.problem + "." + std::string(base_name(submission.path))),
        path_(submission.path) {}

  pugi::xml_node begin_case(std::string_view name, Nanoseconds time) {
    pugi::xml_node one = node_.append_child("testcase");
    attribute(one, "name", name);
    attribute(one, "classname", class_);
    attribute(one, "file", path_);
    attribute(one, "time", decimal(time));
    ++counts_.tests;
    counts_.time += time;
    return one;
  }

  void fail(pugi::xml_node one, Verdict verdict, std::string_view message, std::string_view text) {
    const bool is_fault = verdict == Verdict::je;
    pugi::xml_node failure = one.append_child(is_fault ? "error" : "failure");
    attribute(failure, "message", message);
    attribute(failure, "type", model::code(verdict));
    if (!text.empty()) failure.text().set(xml_text(text).c_str());
    ++(is_fault ? counts_.errors : counts_.failures);
  }

  void skip(pugi::xml_node one, std::string_view message) {
    attribute(one.append_child("skipped"), "message", message);
    ++counts_.skipped;
  }

  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  pugi::xml_node node_;
  std::string class_;
  std::string path_;
  Counts counts_;
};

std::string one_message(const TestJudgement& test, const model::RunLimits& limits) {
  std::string message = std::string(model::row(test.verdict).name) + in_pass(test);
  const std::string why = reason(test, limits);
  for (const std::string& part : {why, test.message == why ? std::string() : test.message}) {
    if (!part.empty()) message += ": " + part;
  }
  return message;
}

std::string long_message(const TestJudgement& test, const model::RunLimits& limits) {
  std::string text = one_message(test, limits) + "\n";
  if (test.first_difference) {
    text += render_difference(*test.first_difference, Style{false, 120});
  }
  for (const std::string& hint : test.hints)
    text += "hint: " + hint + "\n";
  return text;
}

void write_test(Suite& suite, const SubmissionJudgement& submission, const TestJudgement& test) {
  pugi::xml_node one = suite.begin_case(test.name, test.run.wall);
  if (!consistent(submission, test.verdict)) {
    suite.fail(one, test.verdict, one_message(test, submission.limits),
               long_message(test, submission.limits));
  }
  pugi::xml_node properties = one.append_child("properties");
  property(properties, "verdict", model::code(test.verdict));
  if (test.score) property(properties, "score", fmt::format("{}", *test.score));
  property(properties, "cpu_s", decimal(test.run.cpu));
  property(properties, "memory_kib", std::to_string((test.run.memory.count + 1023) / 1024));
  if (!test.error_tail.empty()) {
    one.append_child("system-err").text().set(xml_text(test.error_tail).c_str());
  }
}

void write_suite_properties(pugi::xml_node node, const Judgement& judgement,
                            const SubmissionJudgement& submission) {
  pugi::xml_node properties = node.append_child("properties");
  property(properties, "language", submission.language);
  if (!submission.unfinished) property(properties, "verdict", model::code(submission.verdict));
  if (submission.label) property(properties, "label", *submission.label);
  if (submission.score) property(properties, "score", fmt::format("{}", *submission.score));
  if (submission.max_score) {
    property(properties, "max_score", fmt::format("{}", *submission.max_score));
  }
  property(properties, "time_limit_s", decimal(submission.limits.time));
  property(properties, "wall_limit_s", decimal(submission.limits.wall));
  property(properties, "memory_limit_mib", fmt::format("{:g}", submission.limits.memory.mib()));
  property(properties, "output_limit_mib", fmt::format("{:g}", submission.limits.output.mib()));
  property(properties, "sandbox", judgement.unsandboxed ? "unsandboxed" : judgement.sandbox_mode);
}

Counts write_suite(pugi::xml_node node, const Judgement& judgement,
                   const SubmissionJudgement& submission) {
  attribute(node, "name", judgement.problem + "/" + submission.path);
  attribute(node, "timestamp", judgement.started);
  write_suite_properties(node, judgement, submission);
  Suite suite(node, judgement, submission);
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
  write_counts(node, suite.counts());
  return suite.counts();
}

}  // namespace

std::string render_junit(const Judgement& judgement, const Style& /*style*/) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("testsuites");
  attribute(root, "name", "arbiter judge " + judgement.problem);
  Counts all;
  for (const SubmissionJudgement& submission : judgement.submissions)
    all.add(write_suite(root.append_child("testsuite"), judgement, submission));
  write_counts(root, all);
  attribute(root, "timestamp", judgement.started);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default | pugi::format_skip_control_chars,
                pugi::encoding_utf8);
  return text.str();
}

}  // namespace arbiter::report
