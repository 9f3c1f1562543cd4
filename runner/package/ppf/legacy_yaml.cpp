#include <fmt/format.h>

#include <algorithm>

#include "package/ppf/group_yaml.hpp"
#include "package/ppf/problem_yaml.hpp"

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
  reader.map(node, "grading", known, Reader::UnknownKeys::warning);
}

}  // namespace

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

}  // namespace arbiter::package
