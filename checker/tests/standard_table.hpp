#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standard/checker.hpp"

namespace arbiter::checkers {

using namespace std::string_literals;

inline Outcome run_checker(std::string_view name, const std::vector<std::string>& arguments,
                           std::string_view answer, std::string_view output) {
  const StandardChecker* checker = find_checker(name);
  if (checker == nullptr) return {false, {}, std::nullopt, "no such checker"};
  const auto parsed = parse_arguments(*checker, arguments);
  if (const auto* error = std::get_if<std::string>(&parsed)) return {false, {}, {}, *error};
  return checker->check(answer, output, std::get<Options>(parsed));
}

/// Looks at one row after the other: for these arguments and this answer, outputs that pass and
/// outputs that do not. And what holds for every checker: nothing that is rejected goes without a
/// message and a place, nothing that is accepted has either.
class Rows {
 public:
  explicit Rows(std::string_view checker) : checker_(checker) {}

  void operator()(std::string_view why, const std::vector<std::string>& arguments,
                  std::string_view answer, const std::vector<std::string>& accepted,
                  const std::vector<std::string>& rejected) const {
    SCOPED_TRACE(why);
    for (const std::string& output : accepted) {
      const Outcome outcome = run_checker(checker_, arguments, answer, output);
      EXPECT_TRUE(outcome.accepted) << visible(output) << ": " << outcome.message;
      EXPECT_EQ(outcome.judge_error, "");
      EXPECT_EQ(outcome.message, "");
      EXPECT_FALSE(outcome.difference.has_value());
    }
    for (const std::string& output : rejected) {
      const Outcome outcome = run_checker(checker_, arguments, answer, output);
      EXPECT_FALSE(outcome.accepted) << visible(output);
      EXPECT_EQ(outcome.judge_error, "");
      EXPECT_NE(outcome.message, "");
      EXPECT_EQ(outcome.message.find_first_of("\n\r\t\x1b\0"s), std::string::npos);
      EXPECT_TRUE(outcome.difference.has_value());
    }
  }

 private:
  std::string_view checker_;
};

}  // namespace arbiter::checkers
