#include <fmt/format.h>

#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

using Validation = PackageRules::Validation;

void read_validation_words(Reader& reader, const YamlNode& node,
                           const std::vector<std::string>& words, PackageRules& rules) {
  static const std::map<std::string_view, bool PackageRules::*> k_flags = {
      {"interactive", &PackageRules::is_interactive},
      {"score", &PackageRules::has_custom_score},
      {"multi-pass", &PackageRules::is_multi_pass}};
  for (const std::string& word : words) {
    if (const auto flag = k_flags.find(word); flag != k_flags.end()) {
      rules.*flag->second = true;
    } else {
      reader.refuse(node.mark, fmt::format("unknown word '{}' in 'validation'", clipped(word)),
                    {"known: default; custom, and after it score, interactive, multi-pass"});
    }
  }
}

void read_validation(Reader& reader, const YamlNode& node, PackageRules& rules) {
  auto words = reader.command(node, "validation");
  if (!words || words->empty()) return;
  const std::string kind = words->front();
  words->erase(words->begin());
  if (kind == "custom") {
    rules.validation = Validation::custom;
    read_validation_words(reader, node, *words, rules);
  } else if (kind == "default" && words->empty()) {
    rules.validation = Validation::standard;
  } else {
    reader.refuse(node.mark, fmt::format("unknown validation '{}'", clipped(kind)),
                  {"it is 'default' or 'custom'"});
  }
}

/// The key `grading`: what groups may say as well, from before they could.
void read_grading(Reader& reader, const YamlNode& node, model::Problem& problem,
                  PackageRules& rules) {
  model::LegacyGrading& grading = rules.grading;
  std::vector<Reader::Key> known = legacy_score_keys(reader, grading);
  const Reader::Words<bool> objectives = {{"max", false}, {"min", true}};
  const Reader::Words<bool> ends = {
      {"first_error", true}, {"worst_error", false}, {"grade", false}};
  known.push_back(unless_blank(reader.choice_key("objective", objectives, problem.minimizes)));
  known.push_back(Reader::ignored("show_test_data_groups"));
  known.push_back(
      reader.choice_key("on_reject", ends, grading.breaks_on_reject, "grading.on_reject"));
  reader.map(node, "grading", known, Severity::warning);
}

/// `validation` and `validator_flags`, which drafts know too.
std::vector<Reader::Key> validation_keys(Reader& reader, PackageRules& rules) {
  return {unless_blank(
              {"validation", [&](const YamlNode& node) { read_validation(reader, node, rules); }}),
          unless_blank(reader.key("validator_flags", &Reader::command, rules.validator_flags))};
}

std::vector<Reader::Key> legacy_keys(Reader& reader, model::Problem& problem, PackageRules& rules) {
  std::vector<Reader::Key> keys = validation_keys(reader, rules);
  const auto add = [&](std::string_view name, std::function<void(const YamlNode&)> read) {
    keys.push_back(unless_blank({name, std::move(read)}));
  };
  add("type", [&](const YamlNode& node) { read_type(reader, node, problem); });
  add("name", [&](const YamlNode& node) { read_name(reader, node, problem); });
  add("grading", [&](const YamlNode& node) { read_grading(reader, node, problem, rules); });
  add("limits",
      [&](const YamlNode& node) { read_limits(reader, node, Format::legacy, problem.limits); });
  add("languages",
      [&](const YamlNode& node) { read_languages(reader, node, Format::legacy, problem); });
  // Judging uses none of these, and packages write them in every way there is.
  for (const std::string_view name :
       {"problem_format_version", "uuid", "author", "source", "source_url", "license",
        "rights_owner", "keywords", "credits", "version", "libraries", "verified"})
    keys.push_back(Reader::ignored(name));
  return keys;
}

/// The format that the file says it is of; none when nobody knows that one.
std::optional<Format> read_version(Reader& reader, const YamlNode& root) {
  const YamlNode* version = root.find("problem_format_version");
  if (version == nullptr || version->kind == YamlNode::Kind::null) return Format::legacy;
  const auto text = reader.text(*version, "problem_format_version");
  if (!text) return std::nullopt;
  static const std::map<std::string_view, Format> k_versions = {
      {"legacy", Format::legacy}, {"legacy-icpc", Format::legacy}, {"2023-07-draft", Format::draft},
      {"2023-07", Format::draft}, {"2025-09", Format::current},
  };
  if (const auto known = k_versions.find(*text); known != k_versions.end()) return known->second;
  return reader.error(code::k_version, version->mark,
                      fmt::format("packages of format '{}' are not known", clipped(*text)),
                      {"known: legacy, legacy-icpc, 2023-07-draft, 2023-07, 2025-09"});
}

/// The keys of problem.yaml in 2025-09 and in the drafts before it.
std::vector<Reader::Key> keys_of(Reader& reader, model::Problem& problem, PackageRules& rules) {
  std::vector<Reader::Key> keys = problem_keys(reader, rules.format, problem);
  if (rules.format == Format::current) {
    // Packages that were begun under an older format still have these, and nothing depends on them.
    for (const std::string_view name : {"author", "source_url"}) {
      keys.push_back({name, [&reader, name](const YamlNode& node) {
                        reader.warning(code::k_form, node.mark,
                                       fmt::format("'{}' is a key of older formats", name),
                                       {"format 2025-09 has 'credits', and 'source' with a 'url'"});
                      }});
    }
    for (const std::string_view name : {"output_validator_args", "input_validator_args"}) {
      keys.push_back({name, [&reader, name](const YamlNode& node) {
                        reader.error(code::k_unknown_key, node.mark,
                                     fmt::format("'{}' belongs to test cases", name),
                                     {"write it into data/test_group.yaml, for all of them"});
                      }});
    }
    return keys;
  }
  add_keys(keys, validation_keys(reader, rules));
  for (const std::string_view name : {"author", "source_url"})
    keys.push_back(reader.checked(name, &Reader::text));
  return keys;
}

void apply_outer_limit(const OuterTimeLimit& outer, Format format, model::Problem& problem,
                       Faults& faults) {
  std::optional<Nanoseconds>& own = problem.limits.time;
  const bool is_outer_taken = !own || format == Format::legacy;
  if (own && *own != outer.time) {
    faults.warning(code::k_two_limits,
                   fmt::format("this time limit and that of problem.yaml, {}, differ; {} applies",
                               show(*own), show(is_outer_taken ? outer.time : *own)),
                   outer.place, {"remove one of the two"});
  }
  if (is_outer_taken) own = outer.time;
}

void apply_outer(const OuterFacts& outer, Format format, model::Problem& problem, Faults& faults) {
  if (outer.limit) apply_outer_limit(*outer.limit, format, problem, faults);
  if (problem.name.empty() && !outer.name.empty()) problem.name["en"] = outer.name;
  if (outer.is_for_domjudge) {
    problem.game_policy = model::GamePolicy::domjudge;
  } else if (format != Format::current) {
    problem.game_policy = model::GamePolicy::kattis;
  }
}

void warn_without_time_limit(Reader& reader, const YamlNode& root, const OuterFacts& outer) {
  const YamlNode* limits = root.find("limits");
  if (outer.limit || (limits != nullptr && limits->find("time_limit") != nullptr)) return;
  reader.warning(code::k_no_time_limit, Mark{}, std::string(k_without_time_limit),
                 {std::string(k_help_to_find_limit), "add 'time_limit: SECONDS' under 'limits'"});
}

}  // namespace

PackageRules read_problem_yaml(const std::filesystem::path& file, const OuterFacts& outer,
                               model::Problem& problem, Faults& faults) {
  PackageRules rules;
  read_yaml_map(file, false, faults, [&](Reader& reader, const YamlNode& root) {
    if (!reader.is_map(root, "", "a map of keys and values")) return;
    const auto format = read_version(reader, root);
    if (!format) return;
    rules.format = *format;
    set_default_limits(rules.format, problem.limits);
    if (rules.format == Format::legacy) {
      reader.map(root, "", legacy_keys(reader, problem, rules), Severity::warning);
    } else {
      reader.map(root, "", keys_of(reader, problem, rules));
    }
    warn_without_time_limit(reader, root, outer);
  });
  rules.constants = problem.constants;
  problem.is_interactive = problem.is_interactive || rules.is_interactive;
  problem.is_multi_pass = problem.is_multi_pass || rules.is_multi_pass;
  problem.has_custom_score = rules.has_custom_score;
  apply_outer(outer, rules.format, problem, faults);
  return rules;
}

PackageRules assume_problem_yaml(const OuterFacts& outer, model::Problem& problem, Faults& faults) {
  PackageRules rules;
  rules.format = Format::legacy;
  rules.has_problem_yaml = false;
  set_default_limits(rules.format, problem.limits);
  apply_outer(outer, rules.format, problem, faults);
  std::error_code failed;
  // Of such a file its name is told, and a limit may be in it.
  const bool is_misnamed = std::filesystem::exists(problem.root / "problem.yml", failed);
  if (!outer.limit && !is_misnamed) {
    faults.warning(
        code::k_no_time_limit, std::string(k_without_time_limit), place_of(problem.root),
        {std::string(k_help_to_find_limit), "write it into .timelimit, as a number of seconds"});
  }
  return rules;
}

}  // namespace arbiter::package
