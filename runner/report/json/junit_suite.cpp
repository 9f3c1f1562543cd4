#include "report/json/junit_suite.hpp"

#include <fmt/format.h>

#include <sstream>

#include "base/text.hpp"
#include "report/text/difference.hpp"

namespace arbiter::report {

using model::Verdict;

namespace {

/// Valid UTF-8 of characters that XML 1.0 allows; others are written \xNN.
std::string xml_text(std::string_view bytes) {
  std::string text = printable(bytes);
  // U+FFFE and U+FFFF are valid UTF-8 but no characters of XML.
  for (const std::string_view bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    replace_all(text, bad, "\xEF\xBF\xBD");
  return text;
}

}  // namespace

void xml_attribute(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(xml_text(value).c_str());
}

void xml_property(pugi::xml_node properties, std::string_view name, std::string_view value) {
  pugi::xml_node node = properties.append_child("property");
  xml_attribute(node, "name", name);
  xml_attribute(node, "value", value);
}

void xml_standard_error(pugi::xml_node test, const std::string& text) {
  if (!text.empty()) test.append_child("system-err").text().set(xml_text(text).c_str());
}

std::string xml_seconds(Nanoseconds time) {
  return fmt::format("{:.6f}", seconds(time));
}

std::string xml_of(pugi::xml_node node, unsigned depth) {
  std::ostringstream text;
  node.print(text, "  ", pugi::format_default, pugi::encoding_utf8, depth);
  return text.str();
}

void JunitCounts::add(const JunitCounts& other) {
  tests += other.tests;
  failures += other.failures;
  errors += other.errors;
  skipped += other.skipped;
  time += other.time;
}

void write_junit_counts(pugi::xml_node node, const JunitCounts& counts) {
  xml_attribute(node, "tests", std::to_string(counts.tests));
  xml_attribute(node, "failures", std::to_string(counts.failures));
  xml_attribute(node, "errors", std::to_string(counts.errors));
  xml_attribute(node, "skipped", std::to_string(counts.skipped));
  xml_attribute(node, "time", xml_seconds(counts.time));
}

pugi::xml_node JunitSuite::begin_case(std::string_view name, Nanoseconds time) {
  pugi::xml_node one = node_.append_child("testcase");
  xml_attribute(one, "name", name);
  xml_attribute(one, "classname", class_);
  if (!path_.empty()) xml_attribute(one, "file", path_);
  xml_attribute(one, "time", xml_seconds(time));
  ++counts_.tests;
  counts_.time += time;
  return one;
}

pugi::xml_node JunitSuite::add_test(const model::TestJudgement& test, bool passes,
                                    const std::string& why) {
  pugi::xml_node one = begin_case(test.name, test.run.wall);
  if (passes) return one;
  std::string text = why + "\n";
  if (test.first_difference) text += render_difference(*test.first_difference, Style{false, 120});
  for (const std::string& hint : test.hints)
    text += "hint: " + hint + "\n";
  fail(one, test.verdict, why, text);
  return one;
}

void JunitSuite::fail(pugi::xml_node one, Verdict verdict, std::string_view message,
                      std::string_view text) {
  const bool is_fault = verdict == Verdict::je;
  pugi::xml_node failure = one.append_child(is_fault ? "error" : "failure");
  xml_attribute(failure, "message", message);
  xml_attribute(failure, "type", model::code(verdict));
  if (!text.empty()) failure.text().set(xml_text(text).c_str());
  ++(is_fault ? counts_.errors : counts_.failures);
}

void JunitSuite::skip(pugi::xml_node one, std::string_view message) {
  xml_attribute(one.append_child("skipped"), "message", message);
  ++counts_.skipped;
}

}  // namespace arbiter::report
