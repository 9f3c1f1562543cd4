#include <fmt/format.h>

#include "package/ppf/group_yaml.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

/// Arguments for validators: a list for all of them, or a map from program to list. Under the
/// older `input_validator_flags` the list may be one text.
std::optional<model::ValidatorArguments> read_args(Reader& reader, const YamlNode& node,
                                                   std::string_view what) {
  model::ValidatorArguments all;
  if (node.kind == YamlNode::Kind::map) {
    const YamlNode* name = node.find("name");
    const YamlNode* flags = node.find("flags");
    // The older way to speak to one validator.
    if (name != nullptr && flags != nullptr && node.entries.size() == 2) {
      const auto program = reader.text(*name, fmt::format("{}.name", what));
      auto words = reader.command(*flags, fmt::format("{}.flags", what));
      if (words && program) all[*program] = *std::move(words);
      return all;
    }
    for (const MapEntry& entry : node.entries) {
      if (auto words = reader.command(*entry.value, what)) all[entry.key] = *std::move(words);
    }
  } else if (!node.is_blank()) {
    const bool is_text_allowed = what == "input_validator_flags";
    auto words = is_text_allowed ? reader.command(node, what) : reader.words(node, what);
    if (words) all[""] = *std::move(words);
  }
  return all;
}

/// Arguments of visualizers, which nobody calls here: a list, or a map from program to list.
void check_args(Reader& reader, const YamlNode& node, std::string_view key) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.words(node, key);
    return;
  }
  for (const MapEntry& entry : node.entries)
    (void)reader.words(*entry.value, fmt::format("{}.{}", key, clipped(entry.key)));
}

/// The keys that a test and a folder of tests may both have.
std::vector<Reader::Key> common_keys(Reader& reader, Format format, CaseSettings& settings) {
  const auto warn_old = [&reader, format](const YamlNode& node, std::string_view now) {
    if (format != Format::current) return;
    reader.warning(code::k_form, node.mark, "this key is an older spelling",
                   {fmt::format("in format 2025-09 it is '{}', a list", now)});
  };
  std::vector<Reader::Key> keys = {
      reader.key("args", &Reader::words, settings.args),
      reader.key("output_validator_args", &Reader::words, settings.output_validator_args),
      reader.key("input_validator_args", read_args, settings.input_validator_args),
      // Not of the format: BAPCtools has it.
      reader.key("answer_validator_args", read_args, settings.answer_validator_args),
      {"input_validator_flags",
       [&, warn_old](const YamlNode& node) {
         warn_old(node, "input_validator_args");
         settings.input_validator_args = read_args(reader, node, "input_validator_flags");
       }},
      {"output_validator_flags",
       [&, warn_old](const YamlNode& node) {
         warn_old(node, "output_validator_args");
         settings.output_validator_args = node.is_blank()
                                              ? std::vector<std::string>{}
                                              : reader.command(node, "output_validator_flags");
       }},
      reader.checked("full_feedback", &Reader::boolean)};
  for (const std::string_view key : {"input_visualizer_args", "output_visualizer_args"})
    keys.push_back({key, [&reader, key](const YamlNode& node) { check_args(reader, node, key); }});
  return keys;
}

Reader::UnknownKeys unknown_keys(Format format) {
  return format == Format::legacy ? Reader::UnknownKeys::warning : Reader::UnknownKeys::error;
}

}  // namespace

void CaseSettings::inherit(const CaseSettings& outer) {
  if (!output_validator_args) output_validator_args = outer.output_validator_args;
  if (!input_validator_args) input_validator_args = outer.input_validator_args;
  if (!answer_validator_args) answer_validator_args = outer.answer_validator_args;
  if (!args) args = outer.args;
}

CaseSettings read_case_yaml(const std::filesystem::path& file, Format format, Faults& faults) {
  CaseSettings settings;
  read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
    std::vector<Reader::Key> keys = common_keys(reader, format, settings);
    for (const std::string_view key : {"hint", "description"})
      keys.push_back(reader.checked(key, &Reader::text));
    reader.map(root, "", keys, unknown_keys(format));
  });
  return settings;
}

CaseSettings read_group_yaml(const std::filesystem::path& file, const PackageRules& rules,
                             model::TestGroup& group, Faults& faults) {
  CaseSettings settings;
  const auto read = [&](Reader& reader, const YamlNode& root) {
    std::vector<Reader::Key> keys = common_keys(reader, rules.format, settings);
    add_keys(keys, group_keys(reader, rules.format, group));
    reader.map(root, "", keys, unknown_keys(rules.format));
  };
  read_yaml_map(file, true, faults, read, rules.constants);
  return settings;
}

}  // namespace arbiter::package
