#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "package/ppf/group_yaml.hpp"
#include "package/ppf/problem_yaml.hpp"

namespace arbiter::package {
namespace {

using Validation = PackageRules::Validation;

/// In the wild keys stand without a value where nobody had one to give.
bool is_blank(const YamlNode& node) {
  return node.kind == YamlNode::Kind::null ||
         (node.kind == YamlNode::Kind::text &&
          node.text.find_first_not_of(" \t") == std::string::npos);
}

void read_validation_words(Reader& reader, const YamlNode& node,
                           const std::vector<std::string>& words, PackageRules& rules) {
  for (const std::string& word : words) {
    if (word == "interactive") {
      rules.is_interactive = true;
    } else if (word == "score") {
      rules.has_custom_score = true;
    } else if (word == "multi-pass") {
      rules.is_multi_pass = true;
    } else {
      reader.error(code::k_bad_value, node.mark,
                   fmt::format("unknown word '{}' in 'validation'", clipped(word)),
                   {"known: default; custom, and after it score, interactive, multi-pass"});
    }
  }
}

void read_validation(Reader& reader, const YamlNode& node, PackageRules& rules) {
  if (is_blank(node)) return;
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
    reader.error(code::k_bad_value, node.mark,
                 fmt::format("unknown validation '{}'", clipped(kind)),
                 {"it is 'default' or 'custom'"});
  }
}

/// The key `grading`: what groups may say as well, from before they could.
void read_grading(Reader& reader, const YamlNode& node, model::Problem& problem,
                  PackageRules& rules) {
  if (is_blank(node)) return;
  GroupKeys keys;
  std::vector<Reader::Key> known = legacy_score_keys(reader, keys);
  known.push_back({"objective", [&](const YamlNode& value) {
                     if (value.text.empty()) return;
                     problem.minimizes =
                         reader.choice<bool>(value, "objective", {{"max", false}, {"min", true}})
                             .value_or(false);
                   }});
  known.push_back({"show_test_data_groups", [](const YamlNode&) {}});
  known.push_back({"on_reject", [&](const YamlNode& value) {
                     keys.breaks_on_reject = reader.choice<bool>(
                         value, "grading.on_reject",
                         {{"first_error", true}, {"worst_error", false}, {"grade", false}});
                   }});
  reader.map(node, "grading", known, Reader::UnknownKeys::warning);
  model::TestGroup all;
  keys.apply(rules.grading, all);
  rules.grading = all.grading;
}

}  // namespace

std::vector<Reader::Key> validation_keys(Reader& reader, PackageRules& rules) {
  return {{"validation", [&](const YamlNode& node) { read_validation(reader, node, rules); }},
          {"validator_flags", [&](const YamlNode& node) {
             if (is_blank(node)) return;
             if (auto words = reader.command(node, "validator_flags")) {
               rules.validator_flags = *std::move(words);
             }
           }}};
}

std::vector<Reader::Key> legacy_keys(Reader& reader, model::Problem& problem, PackageRules& rules) {
  std::vector<Reader::Key> keys = validation_keys(reader, rules);
  keys.push_back({"type", [&](const YamlNode& node) {
                    if (!is_blank(node)) read_type(reader, node, problem);
                  }});
  keys.push_back({"name", [&](const YamlNode& node) {
                    if (!is_blank(node)) read_name(reader, node, problem);
                  }});
  keys.push_back(
      {"grading", [&](const YamlNode& node) { read_grading(reader, node, problem, rules); }});
  keys.push_back({"limits", [&](const YamlNode& node) {
                    if (!is_blank(node)) read_limits(reader, node, Format::legacy, problem.limits);
                  }});
  keys.push_back({"languages", [&](const YamlNode& node) {
                    if (!is_blank(node)) read_languages(reader, node, Format::legacy, problem);
                  }});
  // Judging uses none of these, and packages write them in every way there is.
  for (const std::string_view name :
       {"problem_format_version", "uuid", "author", "source", "source_url", "license",
        "rights_owner", "keywords", "credits", "version", "libraries", "verified"}) {
    keys.push_back({name, [](const YamlNode&) {}});
  }
  return keys;
}

}  // namespace arbiter::package
