#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standard/checker.hpp"

namespace arbiter::checkers {

using namespace std::string_literals;

/// One row: for these arguments and this answer, outputs that pass and outputs that do not.
struct TableRow {
  std::string why;
  std::vector<std::string> arguments;
  std::string answer;
  std::vector<std::string> accepted;
  std::vector<std::string> rejected;
};

inline Outcome run_checker(std::string_view name, const std::vector<std::string>& arguments,
                           std::string_view answer, std::string_view output) {
  const StandardChecker* checker = find_checker(name);
  if (checker == nullptr) return {false, {}, std::nullopt, "no such checker"};
  const auto parsed = parse_arguments(*checker, arguments);
  if (const auto* error = std::get_if<std::string>(&parsed)) return {false, {}, {}, *error};
  return checker->check(answer, output, std::get<Options>(parsed));
}

/// Checks the rows, and what holds for every checker: nothing that is rejected goes without a
/// message and a place, nothing that is accepted has either.
inline void expect_rows(std::string_view name, const std::vector<TableRow>& rows) {
  for (const TableRow& row : rows) {
    SCOPED_TRACE(row.why);
    for (const std::string& output : row.accepted) {
      const Outcome outcome = run_checker(name, row.arguments, row.answer, output);
      EXPECT_TRUE(outcome.accepted) << visible(output) << ": " << outcome.message;
      EXPECT_EQ(outcome.judge_error, "");
      EXPECT_EQ(outcome.message, "");
      EXPECT_FALSE(outcome.difference.has_value());
    }
    for (const std::string& output : row.rejected) {
      const Outcome outcome = run_checker(name, row.arguments, row.answer, output);
      EXPECT_FALSE(outcome.accepted) << visible(output);
      EXPECT_EQ(outcome.judge_error, "");
      EXPECT_NE(outcome.message, "");
      EXPECT_EQ(outcome.message.find_first_of("\n\r\t\x1b\0"s), std::string::npos);
      EXPECT_TRUE(outcome.difference.has_value());
    }
  }
}

}  // namespace arbiter::checkers
