#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "box/box.hpp"
#include "cli/common/session.hpp"
#include "judge/run/plan.hpp"

namespace arbiter::cli {

/// What is wrong with the value of a flag; ends the parsing.
class FlagError final : public CLI::ParseError {
 public:
  explicit FlagError(arbiter::Error error)
      : ParseError("FlagError", error.text(), arbiter::exit_status(error.kind)),
        error_(std::move(error)) {}

  [[nodiscard]] const arbiter::Error& error() const { return error_; }

 private:
  arbiter::Error error_;
};

/// A flag with a value, as it is written and as `--help` shows it.
struct Flag {
  const char* names;  ///< "--jobs,-j"
  const char* type;   ///< "N"
  const char* help;
};

/// Adds a flag whose value `take` is given. Its error ends the parsing.
CLI::Option* add_flag_of(CLI::App& app, const Flag& flag,
                         std::function<Result<void>(const std::string&)> take);

/// Adds a flag whose value goes to `target` as `read` understands it: a Result of a text.
template <class T, class Read>
CLI::Option* add_flag_of(CLI::App& app, const Flag& flag, T& target, Read read) {
  return add_flag_of(app, flag, [&target, read](const std::string& text) -> Result<void> {
    ARBITER_SET(target, read(text));
    return {};
  });
}

/// Makes an option one that may be given several times, each with one value; gives it back.
CLI::Option* repeatable(CLI::Option* option);

/// Reads numbers from `least` to `most`. Error{usage}: names the flag.
template <class Number>
auto number_of(std::string flag, Number least, Number most) {
  return [=](const std::string& text) -> Result<Number> {
    const auto number = number_in<Number>(text);
    if (number && *number >= least && *number <= most) return *number;
    return usage_error(
        fmt::format("{}: '{}' must be a number from {} to {}", flag, text, least, most),
        fmt::format("write it as {} 2", flag));
  };
}

/// Reads durations that are longer than nothing. Error{usage}: names the flag.
std::function<Result<Nanoseconds>(const std::string&)> time_of(std::string flag);

/// Reads words that `parse` (an optional of a text) knows, such as the `noun` "policy".
/// Error{usage}: names the flag and `known`, the words.
template <class Parse>
auto word_of(const std::string& flag, const std::string& noun, const std::string& known,
             Parse parse) {
  return [=](const std::string& text) -> Result<typename decltype(parse(text))::value_type> {
    if (const auto meaning = parse(text)) return *meaning;
    return usage_error(fmt::format("{}: unknown {} '{}'", flag, noun, text), "known: " + known);
  };
}

/// An error at what the user named with a flag, with that help if it has none.
Error at_flag(Error error, const char* flag, const char* help = "");

/// What must not be asked for.
struct FlagRule {
  bool is_broken;
  std::string message;
  std::string help = "leave one of them out";
};
/// Error{usage}: the first rule that is broken.
Result<void> check_rules(std::initializer_list<FlagRule> rules);

/// Error{usage}: --format is neither.
Result<void> check_human_or_json(const std::string& format);

/// What the flags of a verb were given.
TypedFlags typed_flags(const CLI::App& app);

/// Those of them that are named, in that order, as words of a command.
std::vector<std::string> words_of(const TypedFlags& typed,
                                  std::initializer_list<const char*> names);

/// What was asked of `judge`, and of other verbs as far as they take the same flags.
struct JudgeOptions {
  std::vector<std::string> words;            ///< [PROBLEM] [SUBMISSION…]
  std::optional<std::string> problems;       ///< --problems; then words are patterns
  judge::PlanOptions plan;                   ///< --tests, --repeat, --fail-fast and limits
  std::optional<std::string> input;          ///< --input
  bool finds_time_limit = false;             ///< --time-limit auto
  std::optional<int> jobs;                   ///< --jobs; none: one a physical core
  bool no_cache = false;                     ///< --no-cache
  bool no_generate = false;                  ///< --no-generate
  std::optional<std::string> links_within;   ///< --links-within
  bool dry_run = false;                      ///< --dry-run
  std::optional<model::GroupRules> scoring;  ///< --scoring-policy; none: as the package suggests
  std::optional<box::Mode> sandbox;          ///< --sandbox
  std::string format = "human";              ///< --format
  std::vector<std::string> outputs;          ///< -o
  std::optional<std::string> out;            ///< --out
  std::string language;                      ///< --language
  std::vector<std::string> additions;        ///< --add
};

/// Declares flags that several verbs take.
class SharedFlags {
 public:
  SharedFlags(CLI::App& app, JudgeOptions& options) : app_(app), options_(options) {}

  void words() { app_.add_option("words", options_.words)->group(""); }
  void language() {
    app_.add_option("--language", options_.language, "The submissions' language, e.g. cpp17")
        ->type_name("ID");
  }
  void additions();
  void jobs(const char* help);
  void time_limit(const char* help);
  void memory_limit();
  void time_factors();
  void no_cache() {
    app_.add_flag("--no-cache", options_.no_cache,
                  "Run every test case again, even if its result is known");
  }
  void no_generate() {
    app_.add_flag("--no-generate", options_.no_generate,
                  "Do not make the test cases that data/ lacks");
  }
  void links_within(const char* help) {
    app_.add_option("--links-within", options_.links_within, help)->type_name("DIR");
  }
  void dry_run(const char* help) { app_.add_flag("--dry-run", options_.dry_run, help); }
  void sandbox();
  void format(const std::string& help) {
    app_.add_option("--format", options_.format, help)->type_name("KIND");
  }
  void outputs(const char* help) {
    repeatable(app_.add_option("-o", options_.outputs, help)->type_name("KIND=PATH"));
  }
  void out(const char* help) { app_.add_option("--out", options_.out, help)->type_name("DIR"); }

 private:
  CLI::App& app_;
  JudgeOptions& options_;
};

/// Declares all flags of `judge`.
void declare(CLI::App& app, JudgeOptions& options);

/// Error{usage}: some of the options contradict each other.
Result<void> check_together(const JudgeOptions& options);

/// The flags that a command needs to judge one test again as this call did; a time limit that was
/// found is given as it is.
std::vector<std::string> repeating(TypedFlags typed,
                                   const std::optional<model::FoundTimeLimit>& found);

}  // namespace arbiter::cli
