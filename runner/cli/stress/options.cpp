#include <fmt/format.h>

#include <CLI/App.hpp>
#include <random>
#include <string_view>

#include "base/file.hpp"
#include "cli/stress/call.hpp"

namespace arbiter::cli {
namespace {

constexpr int k_most_choices = 1000;
constexpr int k_most_found = 1000;

Result<std::set<model::Verdict>> parse_verdicts(const std::string& text) {
  std::set<model::Verdict> verdicts;
  for (const std::string_view word : split(text, ',')) {
    const auto verdict = model::parse_verdict(word);
    if (!verdict || !model::is_failure(*verdict)) {
      std::vector<std::string> known;
      for (const model::VerdictRow& row : model::verdict_table()) {
        if (model::is_failure(row.verdict)) known.emplace_back(row.code);
      }
      return usage_error(fmt::format("--find: '{}' is not the verdict of a failure", word),
                         fmt::format("known: {}; several as WA,TLE", joined(known, ", ")));
    }
    verdicts.insert(*verdict);
  }
  return verdicts;
}

/// "120" inputs, "500ms", or "120:2@5" as a printed command has it: 120 inputs, where command 2 is
/// given up as too slow after 5 of its own.
Result<void> understand_enumeration(const std::string& word, stress::StressOptions& options) {
  const std::size_t colon = word.find(':');
  const auto amount = number_in<std::int64_t>(word.substr(0, colon));
  if (!amount || *amount < 0) {
    ARBITER_SET(options.enumeration_time, time_of("--enumerate")(word));
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
  return fmt::format("{}:{}", result.enumerated, joined(result.slow, ",", [](const auto& slow) {
                       return fmt::format("{}@{}", slow.first, slow.second);
                     }));
}

Result<ChoiceSequence> read_choices_of(const std::string& path) {
  auto text = read_file(path);
  if (!text) return at_flag(std::move(text).error(), "--choices");
  try {
    return read_choices(*text);
  } catch (const ChoiceTextError& fault) {
    return usage_error(fmt::format("--choices: {}: {}", path, fault.what()),
                       "name a file that contains the \"choices\" of a failure in --format json");
  }
}

Result<void> check_together(const TypedFlags& typed, const StressRequest& request) {
  const stress::StressOptions& search = request.search;
  return check_rules(
      {{search.exhaustive && typed.contains("--enumerate"),
        "--exhaustive enumerates everything, so --enumerate has no effect"},
       {search.exhaustive && search.iterations,
        "--exhaustive ends when every input was tried, not after --iterations",
        "leave one of them out; --for ends it as well"},
       {request.choices && (search.exhaustive || request.generators.size() != 1),
        "--choices belong to one generator",
        "add the one --generator with which they were recorded"},
       {request.engine.kind && !request.break_all,
        "--engine is for --break-all, whose programs nodes judge first",
        "leave it out; a search runs on this machine"},
       {request.break_all && request.saves,
        "--break-all writes a group of test cases, so --save has nothing to write"}});
}

void declare_search(CLI::App& app, StressRequest& request) {
  stress::StressOptions& search = request.search;
  repeatable(
      app.add_option("--generator,-g", request.generators, "What makes inputs, e.g. 'tiny n=1..20'")
          ->type_name("COMMAND"));
  app.add_option("--against", request.against,
                 "Which program makes the answers (default: the reference)")
      ->type_name("PROGRAM");
  app.add_option("--checker", request.checker, "Without a problem: how outputs are compared")
      ->type_name("NAME");
  add_flag_of(app, {"--for", "TIME", "How long to search, without shrinking (default: 60s)"},
              search.time, time_of("--for"));
  add_flag_of(app, {"--iterations", "N", "How many inputs to try at most"}, search.iterations,
              number_of<std::int64_t>("--iterations", 0, INT64_MAX));
  add_flag_of(app, {"--seed", "N", "Draw the same inputs again"}, search.seed,
              number_of<std::uint64_t>("--seed", 0, UINT64_MAX));
  add_flag_of(app, {"--find", "VERDICTS", "Look only for these failures, e.g. WA,TLE"},
              search.verdicts, parse_verdicts);
  add_flag_of(app, {"--max-found", "N", "Failures to find of each submission (1)"},
              search.most_found, number_of("--max-found", 1, k_most_found));
  add_flag_of(app, {"--exhaustive", "N", "Try every input that takes at most N choices"},
              search.exhaustive, number_of<std::size_t>("--exhaustive", 1, k_most_choices));
  add_flag_of(
      app, {"--enumerate", "N|TIME", "Try the smallest inputs first: how many, or how long (1s)"},
      [&search](const std::string& word) { return understand_enumeration(word, search); });
  app.add_option("--choices", request.choices, "Only shrink the given choices; do not search")
      ->type_name("FILE");
  add_flag_of(app,
              {"--shrink-for", "TIME",
               "How long to make a failure smaller (as long as it helps, up to 60s)"},
              search.shrink_time, time_of("--shrink-for"));
}

void declare_results(CLI::App& app, StressRequest& request) {
  app.add_option("--save", request.save, "Add the failing input to the problem's test cases")
      ->type_name("[GROUP/NAME]")
      ->expected(0, 1);
  app.add_option("--break-all", request.break_all,
                 "Write the fewest test cases that fail every program")
      ->type_name("GROUP");
  cli::declare(app, request.engine);
  SharedFlags shared(app, request.judge);
  shared.jobs("Inputs at the same time (default: one per core)");
  shared.language();
  shared.additions();
  shared.time_limit("Such as 500ms or 2s");
  shared.memory_limit();
  shared.time_factors();
  shared.links_within("The problem's links may lead into DIR");
  shared.sandbox();
  shared.format("human or json");
  shared.outputs("Also write: json=PATH, certificate=PATH, html=PATH");
}

}  // namespace

void declare(CLI::App& app, StressRequest& request) {
  app.footer(
      "Arbiter draws inputs from the commands in generators.yaml, small ones first. The input\n"
      "validators check each input, and the reference answers it. If a SUBMISSION fails, Arbiter\n"
      "makes the input as small as it can. Without a problem it compares programs with each\n"
      "other: arbiter stress A B --generator GEN.\n"
      "Status 1: a failure was found, 0: none in this time, 6: --exhaustive did not finish.");
  SharedFlags(app, request.judge).words();
  declare_search(app, request);
  declare_results(app, request);
}

Result<void> complete(const TypedFlags& typed, StressRequest& request) {
  request.saves = typed.contains("--save");
  ARBITER_CHECK(check_together(typed, request));
  stress::StressOptions& search = request.search;
  // Where another end is asked for.
  const bool has_end = search.exhaustive || search.iterations;
  if (has_end && !typed.contains("--for")) search.time = std::chrono::hours(24 * 365);
  if (request.choices) {
    ARBITER_SET(search.choices, read_choices_of(*request.choices));
    search.enumerated = 0;
  }
  if (typed.contains("--shrink-for")) search.shrink_patience = search.shrink_time;
  if (!typed.contains("--seed")) search.seed = std::random_device()();
  return {};
}

std::string typed(const std::vector<std::string>& words) {
  return "arbiter " + joined(words, " ", shell_quoted);
}

std::vector<std::string> repeating(TypedFlags typed, const StressRequest& request,
                                   const model::StressResult& result) {
  const auto& given = request.judge.words;
  std::vector<std::string> words = {"stress"};
  words.insert(words.end(), given.begin(), given.end());
  const auto add = [&words](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add(words_of(typed, {"--generator", "--against", "--checker", "--for", "--iterations", "--find",
                       "--max-found", "--exhaustive", "--shrink-for", "--choices", "--break-all"}));
  add(repeating(std::move(typed), std::nullopt));
  if (!request.search.exhaustive) add({"--enumerate", enumeration_word(result)});
  add({"--seed", std::to_string(result.seed)});
  return words;
}

}  // namespace arbiter::cli
