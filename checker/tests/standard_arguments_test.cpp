#include "standard_table.hpp"

namespace arbiter::checkers {
namespace {

using Words = std::vector<std::string>;

std::string error_of(std::string_view checker, const Words& words) {
  const auto parsed = parse_arguments(*find_checker(checker), words);
  const auto* error = std::get_if<std::string>(&parsed);
  return error == nullptr ? "" : *error;
}

TEST(Registry, FindsEachCheckerByItsName) {
  Words names;
  for (const StandardChecker& checker : standard_checkers()) {
    names.emplace_back(checker.name);
    EXPECT_EQ(find_checker(checker.name), &checker);
    EXPECT_NE(checker.summary, "");
    EXPECT_NE(checker.check, nullptr);
  }
  EXPECT_EQ(names, (Words{"default", "exact", "lines", "tokens", "numbers", "yesno",
                          "unordered_lines", "unordered_tokens"}));
  EXPECT_EQ(find_checker(""), nullptr);
  EXPECT_EQ(find_checker("Default"), nullptr);
}

TEST(Registry, ListsOnlyArgumentsThatParse) {
  for (const StandardChecker& checker : standard_checkers()) {
    for (const std::string_view argument : checker.arguments) {
      const bool flag = argument.find("sensitive") != std::string_view::npos;
      const Words words = flag ? Words{std::string(argument)} : Words{std::string(argument), "0"};
      EXPECT_EQ(error_of(checker.name, words), "") << argument;
    }
  }
}

TEST(ParseArguments, ReadsAllFive) {
  const auto parse = [](const Words& words) {
    return std::get<Options>(parse_arguments(*find_checker("default"), words));
  };
  const Options none = parse({});
  EXPECT_FALSE(none.case_sensitive || none.space_change_sensitive);
  EXPECT_FALSE(none.relative_tolerance || none.absolute_tolerance);
  EXPECT_TRUE(parse({"case_sensitive"}).case_sensitive);
  EXPECT_TRUE(parse({"space_change_sensitive"}).space_change_sensitive);
  const Options two = parse(
      {"float_absolute_tolerance", "1e-3", "case_sensitive", "float_relative_tolerance", ".5"});
  EXPECT_EQ(two.absolute_tolerance, 1e-3);
  EXPECT_EQ(two.relative_tolerance, 0.5);
  EXPECT_TRUE(two.case_sensitive);
  const Options both = parse({"float_tolerance", "0"});
  EXPECT_EQ(both.absolute_tolerance, 0.0);
  EXPECT_EQ(both.relative_tolerance, 0.0);
}

TEST(ParseArguments, NamesTheBadWordAndTheAllowedOnes) {
  EXPECT_EQ(error_of("default", {"case_insensitive"}),
            "checker 'default' does not know the argument 'case_insensitive'; it takes "
            "case_sensitive, space_change_sensitive, float_relative_tolerance, "
            "float_absolute_tolerance, float_tolerance");
  EXPECT_EQ(error_of("exact", {"case_sensitive"}),
            "checker 'exact' does not know the argument 'case_sensitive'; it takes none");
  EXPECT_EQ(error_of("numbers", {"a\nb"}),
            "checker 'numbers' does not know the argument 'a⏎b'; it takes "
            "float_relative_tolerance, float_absolute_tolerance, float_tolerance");
  EXPECT_NE(error_of("default", {"case_sensitive 1"}), "");
  EXPECT_NE(error_of("default", {""}), "");
  EXPECT_NE(error_of("default", {"1e-6"}), "");
}

TEST(ParseArguments, ValidatesTolerances) {
  EXPECT_EQ(error_of("default", {"float_tolerance"}),
            "argument 'float_tolerance' needs a tolerance after it, such as 1e-6");
  for (const char* value :
       {"", "x", "-1", "-1e-9", "nan", "inf", "0x1", "1e999", "1e", "1 ", "1,5"}) {
    EXPECT_EQ(error_of("default", {"float_tolerance", value}),
              "argument 'float_tolerance' needs a finite number that is not negative, not '" +
                  visible(value) + "'");
  }
  EXPECT_NE(error_of("default", {"float_tolerance", "case_sensitive", "1"}), "");
}

TEST(ParseArguments, TakesEachToleranceOnce) {
  const std::string both = "float_tolerance";
  const std::string relative = "float_relative_tolerance";
  const std::string absolute = "float_absolute_tolerance";
  const Words clashes[] = {{both, both},     {relative, relative}, {absolute, absolute},
                           {both, relative}, {relative, both},     {absolute, both},
                           {both, absolute}};
  for (const Words& pair : clashes) {
    EXPECT_EQ(error_of("default", {pair[0], "1", pair[1], "1"}),
              "argument '" + pair[1] +
                  "' sets a tolerance that was set before; give each once, "
                  "and float_tolerance alone");
  }
  EXPECT_EQ(error_of("default", {relative, "1", absolute, "1"}), "");
}

}  // namespace
}  // namespace arbiter::checkers
