#include "base/diagnostic.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>

#include "base/result.hpp"

namespace arbiter {
namespace {

Diagnostic example() {
  Diagnostic diagnostic;
  diagnostic.code = "P012";
  diagnostic.message = "unknown key 'limts'";
  diagnostic.place = Place{"twofive/problem.yaml", 12, 3, 5, "  limts: 2"};
  diagnostic.notes = {"keys here are name, limits"};
  diagnostic.helps = {"did you mean 'limits'?"};
  return diagnostic;
}

std::string rendered_at(const std::string& line, int column, int length) {
  Diagnostic diagnostic;
  diagnostic.message = "m";
  diagnostic.place = Place{"f", 1, column, length, line};
  const std::string text = render(diagnostic, false);
  // Only the line and its carets.
  return text.substr(text.find("1 | "));
}

TEST(Diagnostic, IsRenderedLikeACompilersMessage) {
  EXPECT_EQ(render(example(), false),
            "error[P012]: unknown key 'limts'\n"
            "  --> twofive/problem.yaml:12:3\n"
            "   |\n"
            "12 |   limts: 2\n"
            "   |   ^^^^^\n"
            "  = note: keys here are name, limits\n"
            "  = help: did you mean 'limits'?\n");
}

TEST(Diagnostic, ColourAddsOnlyColour) {
  const std::string colored = render(example(), true);
  EXPECT_NE(colored, render(example(), false));
  std::string plain;
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b') {
      i = colored.find('m', i);
    } else {
      plain += colored[i];
    }
  }
  EXPECT_EQ(plain, render(example(), false));
  EXPECT_EQ(colored.rfind("\x1b[1;31merror[P012]\x1b[0m: \x1b[1m", 0), 0U);
}

TEST(Diagnostic, WarningsAndUnknownPlacesAreShownAsFarAsKnown) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.message = "no limit";
  EXPECT_EQ(render(diagnostic, false), "warning: no limit\n");
  diagnostic.place = Place{"f", 0, 0, 1, ""};
  EXPECT_EQ(render(diagnostic, false), "warning: no limit\n--> f\n");
  diagnostic.place = Place{"f", 3, 0, 1, "text"};
  EXPECT_EQ(render(diagnostic, false), "warning: no limit\n --> f:3\n  |\n3 | text\n");
}

TEST(Diagnostic, TheCaretStandsBelowWhatItMeans) {
  EXPECT_EQ(rendered_at("a\tbc: d", 3, 2), "1 | a\tbc: d\n  |  \t^^\n");
  EXPECT_EQ(rendered_at("\t\tx", 3, 1), "1 | \t\tx\n  | \t\t^\n");
  EXPECT_EQ(rendered_at("日本: x", 9, 1), "1 | 日本: x\n  |       ^\n");
  EXPECT_EQ(rendered_at("x: åä!", 4, 4), "1 | x: åä!\n  |    ^^\n") << "length is in bytes";
  EXPECT_EQ(rendered_at("x: \x01y", 5, 1), "1 | x: \\x01y\n  |        ^\n");
  EXPECT_EQ(rendered_at("ab", 3, 1), "1 | ab\n  |   ^\n") << "the end of the line";
  EXPECT_EQ(rendered_at("ab", 2, 40), "1 | ab\n  |  ^\n") << "never beyond the line";
  EXPECT_EQ(rendered_at("ab", 1, 0), "1 | ab\n  | ^\n") << "at least one";
}

TEST(Diagnostic, LongLinesAreShownAroundTheirFault) {
  const std::string line = std::string(300, 'a') + "!" + std::string(300, 'b');
  const std::string shown = rendered_at(line, 301, 1);
  EXPECT_LT(shown.size(), 450U);
  const std::size_t mark = shown.find('!');
  const std::size_t newline = shown.find('\n');
  ASSERT_NE(mark, std::string::npos);
  // An ellipsis is three bytes and one column.
  EXPECT_EQ(shown.find('^') - (newline + 1), mark - 2);
  EXPECT_EQ(rendered_at(std::string(600, 'a'), 1, 1),
            "1 | " + std::string(200, 'a') + "…\n  | ^\n");
}

TEST(Diagnostic, ALineIsNeverCutInsideACharacter) {
  std::string line;
  for (int i = 0; i < 150; ++i)
    line += "å";
  for (int shift = 0; shift < 2; ++shift) {
    const std::string shown =
        rendered_at(std::string(static_cast<std::size_t>(shift), 'x') + line, 1, 1);
    EXPECT_EQ(shown.find("\\x"), std::string::npos) << shown;
  }
}

TEST(Diagnostic, WhatComesFromFilesCannotSteerTheTerminal) {
  Diagnostic diagnostic = example();
  diagnostic.message = "bad \x1b[2J";
  diagnostic.notes = {"\x1b]0;x"};
  diagnostic.helps = {"\x07"};
  diagnostic.place = Place{"\x1b/f", 1, 1, 1, "\x1b[31m"};
  EXPECT_EQ(render(diagnostic, false).find('\x1b'), std::string::npos);
  EXPECT_EQ(render(diagnostic, false).find('\x07'), std::string::npos);
}

TEST(Diagnostic, OnlyErrorsAreErrors) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  EXPECT_FALSE(has_errors({}));
  EXPECT_FALSE(has_errors({warning}));
  EXPECT_TRUE(has_errors({warning, Diagnostic{}}));
}

Result<int> half(int n) {
  if (n % 2 != 0) return usage_error("odd", "give an even number");
  return n / 2;
}

Result<int> quarter(int n) {
  ARBITER_TRY(once, half(n));
  ARBITER_TRY(twice, half(once));
  return twice;
}

Result<void> must_divide(int n) {
  ARBITER_CHECK(n == 0 ? Result<void>(judge_error("zero")) : Result<void>());
  ARBITER_TRY(unused, half(n));
  static_cast<void>(unused);
  return {};
}

TEST(Result, TryReturnsTheFirstErrorUnchanged) {
  EXPECT_EQ(quarter(12).value(), 3);
  const auto failed = quarter(6);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::usage);
  EXPECT_EQ(failed.error().message, "odd");
  EXPECT_EQ(failed.error().help, "give an even number");
}

TEST(Result, CheckReturnsTheErrorOfAResultWithoutValue) {
  EXPECT_TRUE(must_divide(2));
  EXPECT_EQ(must_divide(0).error().message, "zero");
  EXPECT_EQ(must_divide(3).error().message, "odd");
}

TEST(Result, HoldsWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

TEST(Error, TextNamesTheOutermostContextFirst) {
  Error error = system_error("cannot open", ENOENT);
  EXPECT_EQ(error.text(), "cannot open: No such file or directory");
  error = std::move(error).within("reading the list").within("loading");
  EXPECT_EQ(error.text(), "loading: reading the list: cannot open: No such file or directory");
  EXPECT_EQ(error.kind, ErrorKind::judge);
}

TEST(Error, EveryKindHasItsExitStatus) {
  EXPECT_EQ(exit_status(ErrorKind::usage), 2);
  EXPECT_EQ(exit_status(ErrorKind::invalid_package), 3);
  EXPECT_EQ(exit_status(ErrorKind::judge), 5);
  EXPECT_EQ(exit_status(ErrorKind::nothing_matched), 4);
  EXPECT_EQ(exit_status(ErrorKind::interrupted), 130);
}

}  // namespace
}  // namespace arbiter
