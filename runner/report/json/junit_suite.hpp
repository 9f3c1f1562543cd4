#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "base/units.hpp"
#include "model/judgement.hpp"

namespace arbiter::report {

// What documents in JUnit's XML have in common.

inline constexpr std::string_view k_xml_declaration =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

void xml_attribute(pugi::xml_node node, const char* name, std::string_view value);
/// A <property> of <properties>.
void xml_property(pugi::xml_node properties, std::string_view name, std::string_view value);
/// What a test wrote to standard error, unless that is nothing.
void xml_standard_error(pugi::xml_node test, const std::string& text);
/// Seconds with decimals.
std::string xml_seconds(Nanoseconds time);
/// The text of a node and all below it, indented by so many levels, without a declaration.
std::string xml_of(pugi::xml_node node, unsigned depth);

/// How many cases of a suite there are, and how many did not pass.
struct JunitCounts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  Nanoseconds time{};

  void add(const JunitCounts& other);
};
void write_junit_counts(pugi::xml_node node, const JunitCounts& counts);

/// A <testsuite> while its cases are written. All of them are of one class and one file.
class JunitSuite {
 public:
  JunitSuite(pugi::xml_node node, std::string class_name, std::string path)
      : node_(node), class_(std::move(class_name)), path_(std::move(path)) {}

  pugi::xml_node begin_case(std::string_view name, Nanoseconds time);
  /// A test, which fails unless it `passes`: because of `why`, its first difference and hints.
  pugi::xml_node add_test(const model::TestJudgement& test, bool passes, const std::string& why);
  /// A failure, or an error for JE, with a short and a long message.
  void fail(pugi::xml_node one, model::Verdict verdict, std::string_view message,
            std::string_view text);
  void skip(pugi::xml_node one, std::string_view message);

  [[nodiscard]] const JunitCounts& counts() const { return counts_; }

 private:
  pugi::xml_node node_;
  std::string class_;
  std::string path_;
  JunitCounts counts_;
};

}  // namespace arbiter::report
