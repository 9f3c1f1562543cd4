#include <fmt/format.h>

#include <algorithm>

#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::ReplayItems;
using model::ReplayLayout;

const Reader::Words<ReplayLayout> k_layouts = {
    {"row", ReplayLayout::row}, {"circle", ReplayLayout::circle}, {"piles", ReplayLayout::piles}};
const Reader::Words<ReplayItems> k_items = {{"beads", ReplayItems::beads},
                                            {"cards", ReplayItems::cards},
                                            {"letters", ReplayItems::letters},
                                            {"words", ReplayItems::words}};
const Reader::Words<bool> k_kinds = {{"zones", true}};

/// The keys of a map, of which these must be there.
std::vector<Reader::Key> with_required(std::vector<Reader::Key> keys,
                                       const std::vector<std::string_view>& required) {
  for (Reader::Key& key : keys)
    key.is_required = std::ranges::find(required, key.name) != required.end();
  return keys;
}

/// Its frames name a zone in JSON, its author in YAML: small letters and underscores do for both.
std::optional<std::string> read_zone_name(Reader& reader, const YamlNode& node,
                                          std::string_view what) {
  auto name = reader.text(node, what);
  constexpr std::string_view k_letters = "abcdefghijklmnopqrstuvwxyz_";
  if (!name || name->find_first_not_of(k_letters) == std::string::npos) return name;
  return reader.refuse(node.mark, fmt::format("'{}' is not the name of a zone", clipped(*name)),
                       {"use small letters a-z and underscores, as in first_bank"});
}

void read_zone(Reader& reader, const YamlNode& node, model::ReplayView& view) {
  model::ReplayZone zone;
  reader.map(node, "replay.view.zones",
             with_required({reader.key("name", read_zone_name, zone.name),
                            reader.key("title", &Reader::text, zone.title),
                            reader.choice_key("layout", k_layouts, zone.layout),
                            reader.choice_key("items", k_items, zone.items),
                            reader.key("inside", &Reader::boolean, zone.is_inside)},
                           {"name", "items"}));
  if (zone.is_inside && (view.empty() || view.back().layout != ReplayLayout::circle)) {
    (void)reader.refuse(node.mark, "'inside' needs a zone before it whose layout is circle");
  }
  if (std::ranges::find(view, zone.name, &model::ReplayZone::name) != view.end()) {
    (void)reader.refuse(node.mark, fmt::format("there are two zones '{}'", clipped(zone.name)));
  }
  view.push_back(std::move(zone));
}

std::optional<model::ReplayView> read_zones(Reader& reader, const YamlNode& node,
                                            std::string_view what) {
  constexpr std::size_t k_most_zones = 20;
  model::ReplayView view;
  if (node.kind != YamlNode::Kind::list || node.items.empty()) {
    reader.wrong_type(node, what, "a list of zones");
    return std::nullopt;
  }
  if (node.items.size() > k_most_zones)
    return reader.refuse(node.mark, fmt::format("there are more than {} zones", k_most_zones));
  for (const YamlNodePtr& item : node.items)
    read_zone(reader, *item, view);
  return view;
}

std::optional<model::ReplayView> read_view(Reader& reader, const YamlNode& node,
                                           std::string_view what) {
  std::optional<model::ReplayView> view;
  bool has_kind = false;
  reader.map(node, what,
             with_required({reader.choice_key("kind", k_kinds, has_kind),
                            reader.key("zones", read_zones, view, "replay.view.zones")},
                           {"kind", "zones"}));
  return view;
}

}  // namespace

void read_replay(Reader& reader, const YamlNode& node, FolderWalk& walk, model::Problem& problem) {
  const auto read_program = [&walk](Reader& of, const YamlNode& at,
                                    std::string_view what) -> std::optional<model::ProgramSource> {
    const auto name = of.text(at, what);
    if (!name) return std::nullopt;
    const fs::path path(*name);
    const bool is_plain = path.has_parent_path() && !path.parent_path().has_parent_path() &&
                          path.parent_path() != "." && path.parent_path() != "..";
    const auto folder =
        is_plain ? walk.find_folder(walk.root(), path.parent_path().string()) : std::nullopt;
    const auto file = folder ? walk.find_file(*folder, path.filename().string()) : std::nullopt;
    if (!file || !is_program_file(*file)) {
      return of.refuse(at.mark, fmt::format("there is no program '{}'", clipped(*name)),
                       {"name a source file in a folder of the package, as replay/moves.cpp"});
    }
    return program_of_file(*file, headers_among(walk.list(*folder)));
  };
  std::optional<model::ProgramSource> program;
  std::optional<model::ReplayView> view;
  reader.map(node, "replay",
             with_required({reader.key("program", read_program, program, "replay.program"),
                            reader.key("view", read_view, view, "replay.view")},
                           {"program", "view"}));
  if (program && view) problem.replay = {*std::move(program), *std::move(view)};
}

}  // namespace arbiter::package
