#include "package/ppf/case_yaml.hpp"

#include <fmt/format.h>

#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

/// Arguments that may be a list for all programs or a map from program to list.
void check_args(Reader& reader, const YamlNode& node, std::string_view key) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.words(node, key);
    return;
  }
  for (const MapEntry& entry : node.entries)
    (void)reader.words(*entry.value, fmt::format("{}.{}", key, clipped(entry.key)));
}

/// Reads the keys of one file into `settings`.
class CaseReader {
 public:
  CaseReader(Reader& reader, Format format, CaseSettings& settings)
      : reader_(reader), format_(format), settings_(settings) {}

  std::vector<Reader::Key> common_keys() {
    Reader& reader = reader_;
    return {
        reader_.key("args", &Reader::words, settings_.args),
        reader_.key("output_validator_args", &Reader::words, settings_.output_validator_args),
        {"input_validator_args",
         [this](const YamlNode& node) {
           settings_.input_validator_args = read_args(node, "input_validator_args");
         }},
        // Not of the format: BAPCtools has it.
        {"answer_validator_args",
         [this](const YamlNode& node) {
           settings_.answer_validator_args = read_args(node, "answer_validator_args");
         }},
        {"input_validator_flags",
         [this](const YamlNode& node) {
           warn_old(node, "input_validator_args");
           settings_.input_validator_args = read_args(node, "input_validator_flags");
         }},
        {"output_validator_flags",
         [this](const YamlNode& node) {
           warn_old(node, "output_validator_args");
           read_output_flags(node);
         }},
        {"input_visualizer_args",
         [&reader](const YamlNode& node) { check_args(reader, node, "input_visualizer_args"); }},
        {"output_visualizer_args",
         [&reader](const YamlNode& node) { check_args(reader, node, "output_visualizer_args"); }},
        {"full_feedback",
         [&reader](const YamlNode& node) { (void)reader.boolean(node, "full_feedback"); }},
    };
  }

  void add_case_keys(std::vector<Reader::Key>& keys) {
    for (const std::string_view key : {"hint", "description"}) {
      keys.push_back({key, [this, key](const YamlNode& node) { (void)reader_.text(node, key); }});
    }
  }

 private:
  void warn_old(const YamlNode& node, std::string_view now) {
    if (format_ != Format::current) return;
    reader_.warning(code::k_form, node.mark, "this key is an older spelling",
                    {fmt::format("in format 2025-09 it is '{}', a list", now)});
  }

  void read_output_flags(const YamlNode& node) {
    settings_.output_validator_args = node.is_blank()
                                          ? std::vector<std::string>{}
                                          : reader_.command(node, "output_validator_flags");
  }

  model::ValidatorArguments read_args(const YamlNode& node, const std::string& key) {
    model::ValidatorArguments all;
    if (node.kind == YamlNode::Kind::map) {
      const YamlNode* name = node.find("name");
      const YamlNode* flags = node.find("flags");
      // The older way to speak to one validator.
      if (name != nullptr && flags != nullptr && node.entries.size() == 2) {
        const auto program = reader_.text(*name, key + ".name");
        if (auto words = reader_.command(*flags, key + ".flags"); words && program) {
          all[*program] = *std::move(words);
        }
      } else {
        for (const MapEntry& entry : node.entries) {
          if (auto words = reader_.command(*entry.value, key)) all[entry.key] = *std::move(words);
        }
      }
    } else if (!node.is_blank()) {
      const bool is_text_allowed = key == "input_validator_flags";
      auto words = is_text_allowed ? reader_.command(node, key) : reader_.words(node, key);
      if (words) all[""] = *std::move(words);
    }
    return all;
  }

  Reader& reader_;
  Format format_;
  CaseSettings& settings_;
};

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
    CaseReader cases(reader, format, settings);
    std::vector<Reader::Key> keys = cases.common_keys();
    cases.add_case_keys(keys);
    reader.map(root, "", keys, unknown_keys(format));
  });
  return settings;
}

GroupSettings read_group_yaml(const std::filesystem::path& file, const PackageRules& rules,
                              Faults& faults) {
  GroupSettings settings;
  const auto read = [&](Reader& reader, const YamlNode& root) {
    CaseReader cases(reader, rules.format, settings.cases);
    std::vector<Reader::Key> keys = cases.common_keys();
    for (Reader::Key& key : group_keys(reader, rules.format, settings.keys))
      keys.push_back(std::move(key));
    reader.map(root, "", keys, unknown_keys(rules.format));
  };
  read_yaml_map(file, true, faults, read, rules.constants);
  return settings;
}

}  // namespace arbiter::package
