#include "package/case_yaml.hpp"

#include <fmt/format.h>

#include "package/yaml_reader.hpp"

namespace arbiter::package {
namespace {

bool is_empty(const YamlNode& node) {
  return node.items.empty() && node.entries.empty() && node.text.empty();
}

std::function<void(const YamlNode&)> unsupported(Reader& reader, std::string_view key) {
  return [&reader, key](const YamlNode& node) {
    if (is_empty(node)) return;
    reader.error(code::k_unsupported, node.mark, fmt::format("'{}' is not supported yet", key));
  };
}

/// Arguments that may be a list for all programs or a map from program to list.
void check_args(Reader& reader, const YamlNode& node, std::string_view key) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.words(node, key);
    return;
  }
  for (const MapEntry& entry : node.entries)
    (void)reader.words(*entry.value, fmt::format("{}.{}", key, clipped(entry.key)));
}

std::vector<Reader::Key> common_keys(Reader& reader, CaseSettings& settings) {
  return {
      {"args", unsupported(reader, "args")},
      {"input_validator_args", unsupported(reader, "input_validator_args")},
      {"output_validator_args",
       [&](const YamlNode& node) {
         settings.output_validator_args = reader.words(node, "output_validator_args");
       }},
      {"input_visualizer_args",
       [&](const YamlNode& node) { check_args(reader, node, "input_visualizer_args"); }},
      {"output_visualizer_args",
       [&](const YamlNode& node) { check_args(reader, node, "output_visualizer_args"); }},
      {"full_feedback", [&](const YamlNode& node) { (void)reader.boolean(node, "full_feedback"); }},
  };
}

}  // namespace

CaseSettings read_case_yaml(const std::filesystem::path& file, bool is_group, Faults& faults) {
  CaseSettings settings;
  read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
    std::vector<Reader::Key> keys = common_keys(reader, settings);
    if (is_group) {
      for (const std::string_view key :
           {"max_score", "score_aggregation", "static_validation_score", "require_pass",
            "static_validator_args"}) {
        keys.push_back({key, unsupported(reader, key)});
      }
    } else {
      keys.push_back({"hint", [&](const YamlNode& node) { (void)reader.text(node, "hint"); }});
      keys.push_back(
          {"description", [&](const YamlNode& node) { (void)reader.text(node, "description"); }});
    }
    reader.map(root, "", keys);
  });
  return settings;
}

}  // namespace arbiter::package
