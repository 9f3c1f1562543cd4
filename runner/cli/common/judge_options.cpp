#include "cli/common/judge_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

namespace arbiter::cli {
namespace {

constexpr int k_most_repeats = 1000;
constexpr double k_largest_factor = 1000;
constexpr const char* k_auto = "auto";

Result<std::pair<std::string, double>> parse_factor(const std::string& text) {
  const std::size_t equals = text.find('=');
  double factor = 0;
  if (equals != std::string::npos && equals > 0) {
    const char* begin = text.data() + equals + 1;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(begin, end, factor, std::chars_format::fixed);
    if (code == std::errc{} && stop == end && factor > 0 && factor <= k_largest_factor) {
      return std::pair(text.substr(0, equals), factor);
    }
  }
  return usage_error(fmt::format("--time-factor: '{}' must have the form LANGUAGE=FACTOR", text),
                     "write it as python3=5; a factor is greater than 0 and at most 1000");
}

Result<box::Mode> parse_sandbox(const std::string& word) {
  if (const auto mode = box::parse_mode(word)) return *mode;
  return usage_error(fmt::format("--sandbox: unknown mode '{}'", word),
                     "known: root-v1, root-v2, delegated-v2, userns, none");
}

Result<judge::GamePolicy> parse_game_policy(const std::string& word) {
  if (const auto policy = judge::parse_policy(word)) return *policy;
  return usage_error(fmt::format("--interactive-policy: unknown policy '{}'", word),
                     "known: arbiter, kattis, domjudge");
}

Result<model::GroupRules> parse_scoring(const std::string& word) {
  if (word == "kattis") return model::GroupRules::kattis;
  if (word == "domjudge") return model::GroupRules::domjudge;
  return usage_error(fmt::format("--scoring-policy: unknown policy '{}'", word),
                     "known: kattis, domjudge");
}

Result<Nanoseconds> parse_time_limit(const std::string& text) {
  auto time = parse_duration(text);
  if (!time) return std::move(time).error().within("--time-limit");
  if (time->count() > 0) return *time;
  return usage_error("--time-limit must be greater than 0",
                     "write a number and a unit, as 500ms or 2s, or auto");
}

Result<Bytes> parse_memory_limit(const std::string& text) {
  auto memory = parse_size(text);
  if (!memory) return std::move(memory).error().within("--memory-limit");
  if (*memory >= mib(1)) return *memory;
  return usage_error("--memory-limit: must be at least 1 MiB",
                     "write a number and a unit, as 64MiB or 1GiB");
}

/// These would contradict each other.
Result<void> check_together(const JudgeFlags& flags) {
  if (flags.input && !flags.tests.empty()) {
    return usage_error("--input and --tests exclude each other: an input by hand is the only test",
                       "leave one of them out");
  }
  const auto& words = flags.words;
  if (flags.input == "-" && std::find(words.begin(), words.end(), "-") != words.end()) {
    return usage_error("standard input cannot be both a program and --input",
                       "put one of them into a file");
  }
  if (flags.input && flags.time_limit == k_auto) {
    return usage_error(
        "--time-limit auto needs the problem's test cases, and --input replaces them",
        "give a limit, as --time-limit 2s");
  }
  if (flags.dry_run && (!flags.outputs.empty() || flags.out)) {
    return usage_error("--dry-run judges nothing, so -o and --out have nothing to write",
                       "leave one of them out");
  }
  if (flags.dry_run && flags.format != "human" && flags.format != "json") {
    return usage_error(fmt::format("--dry-run: a plan has no format '{}'", flags.format),
                       "known: human, json");
  }
  return {};
}

Result<void> check_additions(const JudgeFlags& flags) {
  for (const std::string& addition : flags.additions) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(addition, ignored)) continue;
    const bool exists = std::filesystem::exists(addition, ignored);
    return usage_error(exists ? fmt::format("--add: {} is not a regular file", addition)
                              : fmt::format("--add: no such file: {}", addition),
                       "name a source file, as --add attachments/main.c");
  }
  return {};
}

}  // namespace

CLI::Option* repeatable(CLI::Option* option) {
  return option->allow_extra_args(false);
}

void declare(CLI::App& app, JudgeFlags& flags) {
  app.footer(
      "PROBLEM is a folder or a name; inside a problem folder it may be left out. A SUBMISSION is\n"
      "a source file, a folder that is one program, a ready binary, or '-' for standard input.\n"
      "Without one, Arbiter judges the problem's own programs against their labels.");
  app.add_option("words", flags.words)->group("");
  repeatable(app.add_option("--tests", flags.tests,
                            "Only test cases whose whole name matches; * also matches /")
                 ->type_name("GLOB"));
  app.add_option("--input", flags.input, "Your own input ('-': standard input)")->type_name("FILE");
  app.add_option("--language", flags.language, "The submissions' language, e.g. cpp17")
      ->type_name("ID");
  repeatable(app.add_option("--add", flags.additions, "A file to compile with each submission")
                 ->type_name("FILE"));
  app.add_option("--jobs,-j", flags.jobs, "Test cases at the same time (default: one per core)")
      ->type_name("N");
  app.add_flag("--fail-fast", flags.fail_fast, "Stop a submission at its first failure");
  app.add_option("--time-limit", flags.time_limit, "500ms, 2s …; auto: from the accepted programs")
      ->type_name("TIME");
  app.add_option("--memory-limit", flags.memory_limit, "Such as 64MiB or 1GiB")->type_name("SIZE");
  repeatable(app.add_option("--time-factor", flags.time_factors,
                            "Multiply a language's limit, e.g. python3=5")
                 ->type_name("ID=F"));
  app.add_option("--repeat", flags.repeat, "Run every test case N times and show the spread")
      ->type_name("N");
  app.add_flag("--no-cache", flags.no_cache,
               "Run every test case again, even if its result is known");
  app.add_flag("--no-generate", flags.no_generate, "Do not make the test cases that data/ lacks");
  app.add_option("--links-within", flags.links_within, "The problem's links may lead into DIR")
      ->type_name("DIR");
  app.add_flag("--dry-run", flags.dry_run, "Only tell what would run");
  app.add_option("--scoring-policy", flags.scoring, "Scoring of a legacy package: kattis, domjudge")
      ->type_name("WHO");
  app.add_option("--sandbox", flags.sandbox, "root-v1, root-v2, delegated-v2, userns or none")
      ->type_name("MODE");
  app.add_option("--interactive-policy", flags.policy, "Who is to blame: arbiter, kattis, domjudge")
      ->type_name("P");
  app.add_flag("--transcript", flags.transcript, "Record games for 'show'; takes time");
  app.add_option("--format", flags.format, "human, json, jsonl or junit")->type_name("KIND");
  repeatable(app.add_option("-o", flags.outputs, "Also write a document; KIND= may be left out")
                 ->type_name("KIND=PATH"));
  app.add_option("--out", flags.out, "Store the run in this folder")->type_name("DIR");
}

Result<JudgeOptions> understand(const JudgeFlags& flags) {
  JudgeOptions options;
  ARBITER_CHECK(check_together(flags));
  ARBITER_CHECK(check_additions(flags));
  if (flags.jobs) {
    ARBITER_TRY(jobs, parse_count("--jobs", *flags.jobs, k_most_jobs));
    options.jobs = jobs;
  }
  if (flags.repeat) {
    ARBITER_TRY(repeat, parse_count("--repeat", *flags.repeat, k_most_repeats));
    options.plan.repeat = repeat;
  }
  options.plan.tests = flags.tests;
  options.plan.fail_fast = flags.fail_fast;
  options.plan.by_hand = flags.input.has_value();
  options.finds_time_limit = flags.time_limit == k_auto;
  if (flags.time_limit && !options.finds_time_limit) {
    ARBITER_TRY(time, parse_time_limit(*flags.time_limit));
    options.plan.time_limit = time;
  }
  if (flags.memory_limit) {
    ARBITER_TRY(memory, parse_memory_limit(*flags.memory_limit));
    options.plan.memory_limit = memory;
  }
  for (const std::string& text : flags.time_factors) {
    ARBITER_TRY(factor, parse_factor(text));
    options.plan.time_factors.insert_or_assign(factor.first, factor.second);
  }
  if (flags.scoring) {
    ARBITER_TRY(scoring, parse_scoring(*flags.scoring));
    options.scoring = scoring;
  }
  if (flags.sandbox) {
    ARBITER_TRY(mode, parse_sandbox(*flags.sandbox));
    options.sandbox = mode;
  }
  options.plan.transcript = flags.transcript;
  if (flags.policy) {
    ARBITER_TRY(policy, parse_game_policy(*flags.policy));
    options.plan.policy = policy;
  }
  return options;
}

Result<int> parse_count(const std::string& flag, const std::string& text, int most) {
  int count = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, count);
  if (code == std::errc{} && stop == end && count >= 1 && count <= most) return count;
  return usage_error(fmt::format("{}: '{}' must be a number from 1 to {}", flag, text, most),
                     fmt::format("write it as {} 2", flag));
}

Result<std::filesystem::path> links_within_of(const JudgeFlags& flags, bool is_archive) {
  if (!flags.links_within) return std::filesystem::path();
  std::error_code failed;
  if (!is_archive && std::filesystem::is_directory(*flags.links_within, failed)) {
    return std::filesystem::path(*flags.links_within);
  }
  return usage_error(
      is_archive ? "--links-within is for folders: links of an archive may not leave it"
                 : fmt::format("--links-within: the folder {} does not exist", *flags.links_within),
      is_archive ? "unpack it first" : "name a folder around the problem");
}

std::vector<std::string> repeating(const JudgeFlags& flags,
                                   const std::optional<model::FoundTimeLimit>& found) {
  std::vector<std::string> words;
  const auto add = [&](const char* flag, const std::optional<std::string>& value) {
    if (value) words.insert(words.end(), {flag, *value});
  };
  if (!flags.language.empty()) add("--language", flags.language);
  for (const std::string& addition : flags.additions)
    add("--add", addition);
  add("--time-limit", found ? fmt::format("{}s", seconds(found->limit)) : flags.time_limit);
  add("--memory-limit", flags.memory_limit);
  for (const std::string& factor : flags.time_factors)
    add("--time-factor", factor);
  add("--scoring-policy", flags.scoring);
  add("--sandbox", flags.sandbox);
  add("--interactive-policy", flags.policy);
  add("--input", flags.input);
  add("--links-within", flags.links_within);
  if (flags.no_generate) words.emplace_back("--no-generate");
  if (flags.transcript) words.emplace_back("--transcript");
  return words;
}

}  // namespace arbiter::cli
