#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "package/ppf/parts.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

/// Why a name cannot be placed in the working folder; empty if it can. Only "/" separates: a
/// backslash is an ordinary character of a name, as old programs for other systems use it.
std::string_view fault_of_name(const std::string& name) {
  if (name.starts_with('/')) return "is absolute";
  if (name.ends_with('/')) return "names a folder";
  if (name.size() > 255) return "is longer than 255 bytes";
  const std::filesystem::path path(name);
  for (const std::filesystem::path& part : path) {
    if (part == "..") return "leaves the working folder";
    if (part == "." || part.empty()) return "has an empty part";
  }
  return {};
}

std::optional<std::vector<std::string>> read_names(Reader& reader, const YamlNode& node,
                                                   std::string_view what) {
  const auto names = reader.words(node, what);
  if (!names) return std::nullopt;
  std::vector<std::string> to;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names->size(); ++i) {
    const std::string& name = (*names)[i];
    const std::string_view fault = fault_of_name(name);
    if (!fault.empty()) {
      reader.refuse(node.items[i]->mark,
                    fmt::format("the file name '{}' in '{}' {}", clipped(name), what, fault),
                    {"names are relative to the working folder of the submission"});
    } else if (!seen.insert(name).second) {
      reader.refuse(node.items[i]->mark,
                    fmt::format("'{1}' has the file name '{0}' twice", clipped(name), what));
    } else {
      to.push_back(name);
    }
  }
  return to;
}

std::optional<Place> read_checker(Reader& reader, const YamlNode& node, model::Problem& problem) {
  if (node.kind != YamlNode::Kind::text) {
    (void)reader.text(node, "checker");
    return std::nullopt;
  }
  auto words = reader.command(node, "checker");
  if (!words || words->empty()) {
    reader.error(code::k_wrong_type, node.mark, "'checker' must not be empty");
    return std::nullopt;
  }
  problem.standard_checker = words->front();
  problem.output_validator_args.assign(words->begin() + 1, words->end());
  Mark mark = node.mark;
  mark.length = std::min(mark.length, static_cast<int>(words->front().size()));
  return reader.place(mark);
}

}  // namespace

std::optional<Place> read_arbiter_yaml(const std::filesystem::path& file, model::Problem& problem,
                                       Faults& faults) {
  std::optional<Place> checker_place;
  read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
    reader.map(
        root, "",
        {{"checker",
          [&](const YamlNode& node) { checker_place = read_checker(reader, node, problem); }},
         reader.key("input_files", read_names, problem.input_files),
         reader.key("output_files", read_names, problem.output_files),
         reader.checked("replay", &Reader::text)});
  });
  return checker_place;
}

}  // namespace arbiter::package
