#include "cli/common/flags.hpp"

#include <system_error>

namespace arbiter::cli {
namespace {

constexpr int k_most_jobs = 1024;
constexpr int k_most_repeats = 1000;
constexpr double k_largest_factor = 1000;

Result<std::pair<std::string, double>> parse_factor(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0) {
    const auto factor = number_in<double>(std::string_view(text).substr(equals + 1));
    if (factor && *factor > 0 && *factor <= k_largest_factor) {
      return std::pair(text.substr(0, equals), *factor);
    }
  }
  return usage_error(fmt::format("--time-factor: '{}' must have the form LANGUAGE=FACTOR", text),
                     "write it as python3=5; a factor is greater than 0 and at most 1000");
}

std::optional<model::GroupRules> parse_scoring(const std::string& word) {
  if (word == "kattis") return model::GroupRules::kattis;
  if (word == "domjudge") return model::GroupRules::domjudge;
  return std::nullopt;
}

Result<Bytes> parse_memory_limit(const std::string& text) {
  auto memory = parse_size(text);
  if (!memory) return std::move(memory).error().within("--memory-limit");
  if (*memory >= mib(1)) return *memory;
  return usage_error("--memory-limit: must be at least 1 MiB",
                     "write a number and a unit, as 64MiB or 1GiB");
}

Result<std::string> parse_addition(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) return path;
  const bool exists = std::filesystem::exists(path, ignored);
  return usage_error(exists ? fmt::format("--add: {} is not a regular file", path)
                            : fmt::format("--add: no such file: {}", path),
                     "name a source file, as --add attachments/main.c");
}

}  // namespace

CLI::Option* add_flag_of(CLI::App& app, const Flag& flag,
                         std::function<Result<void>(const std::string&)> take) {
  CLI::Option* option = app.add_option(flag.names, CLI::callback_t(), flag.help);
  return option->type_name(flag.type)->each([take = std::move(take)](const std::string& text) {
    if (auto taken = take(text); !taken) throw FlagError(std::move(taken).error());
  });
}

CLI::Option* repeatable(CLI::Option* option) {
  return option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
}

std::function<Result<Nanoseconds>(const std::string&)> time_of(std::string flag) {
  return [flag = std::move(flag)](const std::string& text) -> Result<Nanoseconds> {
    auto time = parse_duration(text);
    if (!time) return std::move(time).error().within(flag);
    if (time->count() > 0) return *time;
    return usage_error(flag + " must be greater than 0",
                       "write a number and a unit, as 500ms or 2s");
  };
}

Error at_flag(Error error, const char* flag, const char* help) {
  error.kind = ErrorKind::usage;
  if (error.help.empty()) error.help = help;
  return std::move(error).within(flag);
}

Result<void> check_rules(std::initializer_list<FlagRule> rules) {
  for (const FlagRule& rule : rules) {
    if (rule.is_broken) return usage_error(rule.message, rule.help);
  }
  return {};
}

Result<void> check_human_or_json(const std::string& format) {
  if (format == "human" || format == "json") return {};
  return usage_error(fmt::format("--format: unknown format '{}'", format),
                     "the formats are human and json");
}

TypedFlags typed_flags(const CLI::App& app) {
  TypedFlags typed;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    const bool has_value = option->get_expected_max() > 0;
    typed[option->get_name()] = has_value ? option->results() : std::vector<std::string>();
  }
  return typed;
}

std::vector<std::string> words_of(const TypedFlags& typed,
                                  std::initializer_list<const char*> names) {
  std::vector<std::string> words;
  for (const char* name : names) {
    const auto found = typed.find(name);
    if (found == typed.end()) continue;
    if (found->second.empty()) words.emplace_back(name);
    for (const std::string& value : found->second)
      words.insert(words.end(), {name, value});
  }
  return words;
}

void SharedFlags::additions() {
  repeatable(
      add_flag_of(app_, {"--add", "FILE", "A file to compile with each submission"},
                  [&additions = options_.additions](const std::string& text) -> Result<void> {
                    ARBITER_TRY(path, parse_addition(text));
                    additions.push_back(std::move(path));
                    return {};
                  }));
}

void SharedFlags::jobs(const char* help) {
  add_flag_of(app_, {"--jobs,-j", "N", help}, options_.jobs, number_of("--jobs", 1, k_most_jobs));
}

void SharedFlags::time_limit(const char* help) {
  add_flag_of(app_, {"--time-limit", "TIME", help},
              [&options = options_](const std::string& text) -> Result<void> {
                options.finds_time_limit = text == "auto";
                if (options.finds_time_limit) return {};
                ARBITER_SET(options.plan.time_limit, time_of("--time-limit")(text));
                return {};
              });
}

void SharedFlags::memory_limit() {
  add_flag_of(app_, {"--memory-limit", "SIZE", "Such as 64MiB or 1GiB"}, options_.plan.memory_limit,
              parse_memory_limit);
}

void SharedFlags::time_factors() {
  repeatable(
      add_flag_of(app_, {"--time-factor", "ID=F", "Multiply a language's limit, e.g. python3=5"},
                  [&factors = options_.plan.time_factors](const std::string& text) -> Result<void> {
                    ARBITER_TRY(factor, parse_factor(text));
                    factors.insert_or_assign(factor.first, factor.second);
                    return {};
                  }));
}

void SharedFlags::sandbox() {
  add_flag_of(app_, {"--sandbox", "MODE", "root-v1, root-v2, delegated-v2, userns or none"},
              options_.sandbox,
              word_of("--sandbox", "mode", "root-v1, root-v2, delegated-v2, userns, none",
                      box::parse_mode));
}

void declare(CLI::App& app, JudgeOptions& options) {
  app.footer(
      "PROBLEM is a folder or a name; inside a problem folder it may be left out. A SUBMISSION is\n"
      "a source file, a folder that is one program, a ready binary, or '-' for standard input.\n"
      "Without one, Arbiter judges the problem's own programs against their labels.");
  SharedFlags shared(app, options);
  judge::PlanOptions& plan = options.plan;
  shared.words();
  app.add_option("--problems", options.problems,
                 "Judge all problems of DIR; {problem} in a SUBMISSION, as in\n"
                 "'ports/{problem}/*', stands for the name of each")
      ->type_name("DIR");
  repeatable(app.add_option("--tests", plan.tests,
                            "Only test cases whose whole name matches; * also matches /")
                 ->type_name("GLOB"));
  app.add_option("--input", options.input, "Your own input ('-': standard input)")
      ->type_name("FILE");
  shared.language();
  shared.additions();
  shared.jobs("Test cases at the same time (default: one per core)");
  app.add_flag("--fail-fast", plan.fail_fast, "Stop a submission at its first failure");
  shared.time_limit("500ms, 2s …; auto: from the accepted programs");
  shared.memory_limit();
  shared.time_factors();
  add_flag_of(app, {"--repeat", "N", "Run every test case N times and show the spread"},
              plan.repeat, number_of("--repeat", 1, k_most_repeats));
  shared.no_cache();
  shared.no_generate();
  shared.links_within("The problem's links may lead into DIR");
  shared.dry_run("Only tell what would run");
  add_flag_of(app, {"--scoring-policy", "WHO", "Scoring of a legacy package: kattis, domjudge"},
              options.scoring,
              word_of("--scoring-policy", "policy", "kattis, domjudge", parse_scoring));
  shared.sandbox();
  add_flag_of(
      app, {"--interactive-policy", "P", "Who is to blame: arbiter, kattis, domjudge"}, plan.policy,
      word_of("--interactive-policy", "policy", "arbiter, kattis, domjudge", judge::parse_policy));
  app.add_flag("--transcript", plan.transcript, "Record games, as html does; takes time");
  shared.format(joined(report::judge_formats(), ", ", [](const auto& one) { return one.name; }));
  shared.outputs("Also write a document; KIND= may be left out");
  shared.out("Store the run in this folder");
}

Result<void> check_together(const JudgeOptions& options) {
  const bool is_document = options.format != "human" && options.format != "json";
  return check_rules(
      {{options.input && !options.plan.tests.empty(),
        "--input and --tests exclude each other: an input by hand is the only test"},
       {options.input == "-" && has_word(options.words, "-"),
        "standard input cannot be both a program and --input", "put one of them into a file"},
       {options.input && options.finds_time_limit,
        "--time-limit auto needs the problem's test cases, and --input replaces them",
        "give a limit, as --time-limit 2s"},
       {options.dry_run && (!options.outputs.empty() || options.out),
        "--dry-run judges nothing, so -o and --out have nothing to write"},
       {options.dry_run && is_document,
        fmt::format("--dry-run: a plan has no format '{}'", options.format),
        "known: human, json"}});
}

std::vector<std::string> repeating(TypedFlags typed,
                                   const std::optional<model::FoundTimeLimit>& found) {
  if (found) typed["--time-limit"] = {fmt::format("{}s", seconds(found->limit))};
  return words_of(typed, {"--language", "--add", "--time-limit", "--memory-limit", "--time-factor",
                          "--scoring-policy", "--sandbox", "--interactive-policy", "--input",
                          "--links-within", "--no-generate", "--transcript"});
}

}  // namespace arbiter::cli
