#include "cli/stress/options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <charconv>
#include <random>
#include <string_view>

#include "base/file.hpp"

namespace arbiter::cli {
namespace {

constexpr int k_most_choices = 1000;
constexpr int k_most_found = 1000;

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

Result<std::int64_t> parse_amount(const std::string& flag, const std::string& text) {
  const auto amount = number_in<std::int64_t>(text);
  if (amount && *amount >= 0) return *amount;
  return usage_error(fmt::format("{}: '{}' must be a number of inputs", flag, text),
                     fmt::format("write it as {} 1000", flag));
}

Result<Nanoseconds> parse_time(const std::string& flag, const std::string& text) {
  auto time = parse_duration(text);
  if (!time) return std::move(time).error().within(flag);
  if (time->count() > 0) return *time;
  return usage_error(flag + " must be greater than 0",
                     "write a number and a unit, as 500ms or 60s");
}

Result<std::set<model::Verdict>> parse_verdicts(const std::string& text) {
  std::set<model::Verdict> verdicts;
  std::string_view rest = text;
  while (true) {
    const std::size_t end = rest.find(',');
    const auto verdict = model::parse_verdict(rest.substr(0, end));
    using model::Verdict;
    const bool is_failure =
        verdict && *verdict != Verdict::ac && *verdict != Verdict::ce && *verdict != Verdict::je;
    if (!is_failure) {
      return usage_error(
          fmt::format("--find: '{}' is not the verdict of a failure", rest.substr(0, end)),
          "known: WA, TLE, RTE, MLE, OLE; several as WA,TLE");
    }
    verdicts.insert(*verdict);
    if (end == std::string_view::npos) return verdicts;
    rest.remove_prefix(end + 1);
  }
}

/// "120" inputs, "500ms", or "120:2@5" as a printed command has it: 120 inputs, where command 2 is
/// given up as too slow after 5 of its own.
Result<void> understand_enumeration(const std::string& word, stress::StressOptions& options) {
  const std::size_t colon = word.find(':');
  const auto amount = number_in<std::int64_t>(word.substr(0, colon));
  if (!amount || *amount < 0) {
    ARBITER_TRY(time, parse_time("--enumerate", word));
    options.enumeration_time = time;
    return {};
  }
  options.enumerated = *amount;
  if (colon == std::string::npos) return {};
  options.slow.emplace();
  for (std::size_t begin = colon + 1; begin < word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    const std::string part = word.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t at = part.find('@');
    const auto command = number_in<std::size_t>(part.substr(0, at));
    const auto after =
        at == std::string::npos ? std::nullopt : number_in<std::int64_t>(part.substr(at + 1));
    if (!command || !after) {
      return usage_error(fmt::format("--enumerate: '{}' must name a generator and a number", part),
                         "write it as a printed command has it, as --enumerate 120:2@5");
    }
    options.slow->emplace(*command, *after);
  }
  return {};
}

/// The same in one word.
std::string enumeration_word(const model::StressResult& result) {
  if (result.enumerated == 0) return "0";
  std::string word = std::to_string(result.enumerated) + ':';
  for (const auto& [command, after] : result.slow) {
    if (word.back() != ':') word += ',';
    word += fmt::format("{}@{}", command, after);
  }
  return word;
}

Result<ChoiceSequence> read_choices_of(const std::string& path) {
  auto text = read_file(path);
  if (!text) {
    Error error = std::move(text).error();
    error.kind = ErrorKind::usage;
    return std::move(error).within("--choices");
  }
  try {
    return read_choices(*text);
  } catch (const ChoiceTextError& fault) {
    return usage_error(fmt::format("--choices: {}: {}", path, fault.what()),
                       "name a file that contains the \"choices\" of a failure in --format json");
  }
}

Result<void> check_together(const StressFlags& flags) {
  const auto exclude = [](bool both, const char* message, const char* help) -> Result<void> {
    if (!both) return {};
    return usage_error(message, help);
  };
  ARBITER_CHECK(exclude(flags.exhaustive && flags.enumerated,
                        "--exhaustive enumerates everything, so --enumerate has no effect",
                        "leave one of them out"));
  ARBITER_CHECK(exclude(flags.exhaustive && flags.iterations,
                        "--exhaustive ends when every input was tried, not after --iterations",
                        "leave one of them out; --for ends it as well"));
  ARBITER_CHECK(exclude(flags.choices && (flags.exhaustive || flags.generators.size() != 1),
                        "--choices belong to one generator",
                        "add the one --generator with which they were recorded"));
  return exclude(flags.break_all && flags.saves,
                 "--break-all writes a group of test cases, so --save has nothing to write",
                 "leave one of them out");
}

void declare_search(CLI::App& app, StressFlags& flags) {
  repeatable(
      app.add_option("--generator,-g", flags.generators, "What makes inputs, e.g. 'tiny n=1..20'")
          ->type_name("COMMAND"));
  app.add_option("--against", flags.against,
                 "Which program makes the answers (default: the reference)")
      ->type_name("PROGRAM");
  app.add_option("--checker", flags.checker, "Without a problem: how outputs are compared")
      ->type_name("NAME");
  app.add_option("--for", flags.time, "How long to search (default: 60s)")->type_name("TIME");
  app.add_option("--iterations", flags.iterations, "How many inputs to try at most")
      ->type_name("N");
  app.add_option("--seed", flags.seed, "Draw the same inputs again")->type_name("N");
  app.add_option("--find", flags.find, "Look only for these failures, e.g. WA,TLE")
      ->type_name("VERDICTS");
  app.add_option("--max-found", flags.most_found, "Failures to find of each submission (1)")
      ->type_name("N");
  app.add_option("--exhaustive", flags.exhaustive, "Try every input that takes at most N choices")
      ->type_name("N");
  app.add_option("--enumerate", flags.enumerated,
                 "Try the smallest inputs first: how many, or how long (1s)")
      ->type_name("N|TIME");
  app.add_option("--choices", flags.choices, "Only shrink the given choices; do not search")
      ->type_name("FILE");
  app.add_option("--shrink-for", flags.shrink_time, "How long to make a failure smaller (10s)")
      ->type_name("TIME");
}

void declare_results(CLI::App& app, StressFlags& flags) {
  app.add_option("--save", flags.save, "Add the failing input to the problem's test cases")
      ->type_name("[GROUP/NAME]")
      ->expected(0, 1);
  app.add_option("--break-all", flags.break_all,
                 "Write the fewest test cases that fail every program")
      ->type_name("GROUP");
  JudgeFlags& judge = flags.judge;
  app.add_option("--jobs,-j", judge.jobs, "Inputs at the same time (default: one per core)")
      ->type_name("N");
  app.add_option("--language", judge.language, "The submissions' language, e.g. cpp17")
      ->type_name("ID");
  repeatable(app.add_option("--add", judge.additions, "A file to compile with each submission")
                 ->type_name("FILE"));
  app.add_option("--time-limit", judge.time_limit, "Such as 500ms or 2s")->type_name("TIME");
  app.add_option("--memory-limit", judge.memory_limit, "Such as 64MiB or 1GiB")->type_name("SIZE");
  repeatable(app.add_option("--time-factor", judge.time_factors,
                            "Multiply a language's limit, e.g. python3=5")
                 ->type_name("ID=F"));
  app.add_option("--links-within", judge.links_within, "The problem's links may lead into DIR")
      ->type_name("DIR");
  app.add_option("--sandbox", judge.sandbox, "root-v1, root-v2, delegated-v2, userns or none")
      ->type_name("MODE");
  app.add_option("--format", judge.format, "human or json")->type_name("KIND");
  repeatable(app.add_option("-o", judge.outputs, "Also write: json=PATH, certificate=PATH")
                 ->type_name("KIND=PATH"));
}

}  // namespace

void declare(CLI::App& app, StressFlags& flags) {
  app.footer(
      "Arbiter draws inputs from the commands in generators.yaml, small ones first. The input\n"
      "validators check each input, and the reference answers it. If a SUBMISSION fails, Arbiter\n"
      "makes the input as small as it can. Without a problem it compares programs with each\n"
      "other: arbiter stress A B --generator GEN.\n"
      "Status 1: a failure was found, 0: none in this time.");
  app.add_option("words", flags.judge.words)->group("");
  declare_search(app, flags);
  declare_results(app, flags);
}

Result<stress::StressOptions> understand_stress(const StressFlags& flags) {
  ARBITER_CHECK(check_together(flags));
  stress::StressOptions options;
  if (flags.time) {
    ARBITER_TRY(time, parse_time("--for", *flags.time));
    options.time = time;
  } else if (flags.exhaustive || flags.iterations) {
    // Another end is asked for.
    options.time = std::chrono::hours(24 * 365);
  }
  if (flags.iterations) {
    ARBITER_TRY(iterations, parse_amount("--iterations", *flags.iterations));
    options.iterations = iterations;
  }
  if (flags.enumerated) {
    ARBITER_CHECK(understand_enumeration(*flags.enumerated, options));
  }
  if (flags.exhaustive) {
    ARBITER_TRY(choices, parse_count("--exhaustive", *flags.exhaustive, k_most_choices));
    options.exhaustive = static_cast<std::size_t>(choices);
  }
  if (flags.choices) {
    ARBITER_SET(options.choices, read_choices_of(*flags.choices));
    options.enumerated = 0;
  }
  if (flags.most_found) {
    ARBITER_TRY(found, parse_count("--max-found", *flags.most_found, k_most_found));
    options.most_found = found;
  }
  if (flags.shrink_time) {
    ARBITER_TRY(time, parse_time("--shrink-for", *flags.shrink_time));
    options.shrink_time = time;
  }
  if (flags.find) {
    ARBITER_SET(options.verdicts, parse_verdicts(*flags.find));
  }
  if (!flags.seed) {
    options.seed = std::random_device()();
    return options;
  }
  const auto seed = number_in<std::uint64_t>(*flags.seed);
  if (!seed) {
    return usage_error(
        fmt::format("--seed: '{}' must be a number from 0 to {}", *flags.seed, UINT64_MAX),
        "write it as --seed 1");
  }
  options.seed = *seed;
  return options;
}

std::vector<std::string> repeating(const StressFlags& flags, const model::StressResult& result) {
  std::vector<std::string> words = {"stress"};
  words.insert(words.end(), flags.judge.words.begin(), flags.judge.words.end());
  const auto add = [&](const char* flag, const std::optional<std::string>& value) {
    if (value) words.insert(words.end(), {flag, *value});
  };
  for (const std::string& generator : flags.generators)
    add("--generator", generator);
  add("--against", flags.against);
  add("--checker", flags.checker);
  add("--for", flags.time);
  add("--iterations", flags.iterations);
  add("--find", flags.find);
  add("--max-found", flags.most_found);
  add("--exhaustive", flags.exhaustive);
  add("--shrink-for", flags.shrink_time);
  add("--choices", flags.choices);
  const std::vector<std::string> more = repeating(flags.judge, std::nullopt);
  words.insert(words.end(), more.begin(), more.end());
  if (!flags.exhaustive) add("--enumerate", enumeration_word(result));
  add("--seed", std::to_string(result.seed));
  return words;
}

}  // namespace arbiter::cli
