#include <fmt/format.h>

#include <set>

#include "base/text.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::ReplayItems;
using model::ReplayLayout;

constexpr double k_longest_s = 86'400;

std::string_view unquoted(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                         text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

std::optional<OuterTimeLimit> time_limit_of(std::string_view text, Place place, Faults& faults) {
  const auto value = parse_decimal(text);
  if (value && *value >= 1e-6 && *value <= k_longest_s) {
    return OuterTimeLimit{from_seconds(*value), std::move(place)};
  }
  return faults.error(
      code::k_bad_value,
      fmt::format("the time limit must be a number of seconds, more than 0 and at most {}",
                  k_longest_s),
      std::move(place), {"write it as 2 or 1.5"});
}

/// Reads domjudge-problem.ini: lines KEY = VALUE, comments and names of sections.
void read_ini(const SourceText& source, OuterFacts& outer, Faults& faults) {
  static const std::set<std::string_view> k_ignored = {
      "allow_submit", "allow_judge", "points", "color", "externalid", "short-name", "probid"};
  int number = 0;
  for (const std::string_view line : split_lines(source.text())) {
    ++number;
    const std::string_view text = trimmed(line);
    if (text.empty() || text.find_first_of(";#[") == 0) continue;
    const Place place = source.place(
        {number, static_cast<int>(text.data() - line.data()) + 1, static_cast<int>(text.size())});
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      faults.error(code::k_syntax, "this line is not of the form KEY = VALUE", place);
      continue;
    }
    const std::string_view key = trimmed(text.substr(0, equals));
    const std::string_view value = unquoted(trimmed(text.substr(equals + 1)));
    if (key == "name") {
      outer.name = value;
    } else if (key == "timelimit") {
      if (!value.empty()) outer.limit = time_limit_of(value, place, faults);
    } else if (key == "special_run" || key == "special_compare") {
      if (value.empty()) continue;
      faults.error(code::k_unsupported,
                   fmt::format("'{}' names a program of a DOMjudge server, not of this package",
                               clipped(key)),
                   place,
                   {"put the program into output_validators/ and 'validation: custom' into "
                    "problem.yaml"});
    } else if (!k_ignored.contains(key)) {
      faults.warning(code::k_unknown_key, fmt::format("unknown key '{}'", clipped(key)), place,
                     {"it changes nothing here"});
    }
  }
}

std::optional<SourceText> read_root_file(FolderWalk& walk, const std::string& name,
                                         Faults& faults) {
  const auto file = walk.find_file(walk.root(), name);
  if (!file || !walk.check_readable(*file)) return std::nullopt;
  return SourceText::read(*file, faults);
}

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
  if (!words || words->empty())
    return reader.error(code::k_wrong_type, node.mark, "'checker' must not be empty");
  problem.standard_checker = words->front();
  problem.output_validator_args.assign(words->begin() + 1, words->end());
  Mark mark = node.mark;
  mark.length = std::min(mark.length, static_cast<int>(words->front().size()));
  return reader.place(mark);
}

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
  if (node.kind != YamlNode::Kind::list || node.items.empty())
    return reader.wrong_type(node, what, "a list of zones");
  if (node.items.size() > k_most_zones)
    return reader.refuse(node.mark, fmt::format("there are more than {} zones", k_most_zones));
  for (const YamlNodePtr& item : node.items)
    read_zone(reader, *item, view);
  return view;
}

std::optional<model::ReplayView> read_replay_view(Reader& reader, const YamlNode& node,
                                                  std::string_view what) {
  std::optional<model::ReplayView> view;
  bool has_kind = false;
  reader.map(node, what,
             with_required({reader.choice_key("kind", k_kinds, has_kind),
                            reader.key("zones", read_zones, view, "replay.view.zones")},
                           {"kind", "zones"}));
  return view;
}

/// Reads the map under the key `replay`: the program, which lies in a folder of the package, and
/// the view. Of one that has a fault nothing is left.
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
                            reader.key("view", read_replay_view, view, "replay.view")},
                           {"program", "view"}));
  if (program && view) problem.replay = {*std::move(program), *std::move(view)};
}

}  // namespace

OuterFacts read_outer_files(FolderWalk& walk, Faults& faults) {
  OuterFacts outer;
  for (const char* name : {"domjudge-problem.ini", "submissions.json"})
    outer.is_for_domjudge = outer.is_for_domjudge || walk.find(walk.root(), name).has_value();
  if (const auto ini = read_root_file(walk, "domjudge-problem.ini", faults)) {
    read_ini(*ini, outer, faults);
  }
  const auto file = read_root_file(walk, ".timelimit", faults);
  if (!file) return outer;
  const auto lines = split_lines(file->text());
  const std::string_view text = lines.empty() ? std::string_view() : trimmed(lines.front());
  const Mark mark{1, 1, std::max(1, static_cast<int>(text.size()))};
  const auto own = time_limit_of(text, file->place(mark), faults);
  if (outer.limit && own && own->time != outer.limit->time) {
    faults.warning(code::k_two_limits,
                   fmt::format("the time limit of {} in domjudge-problem.ini applies instead",
                               show(outer.limit->time)),
                   own->place, {"remove one of the two"});
  }
  if (!outer.limit) outer.limit = own;
  return outer;
}

std::optional<Place> read_arbiter_yaml(FolderWalk& walk, const std::filesystem::path& file,
                                       model::Problem& problem, Faults& faults) {
  std::optional<Place> checker_place;
  read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
    reader.map(
        root, "",
        {{"checker",
          [&](const YamlNode& node) { checker_place = read_checker(reader, node, problem); }},
         reader.key("input_files", read_names, problem.input_files),
         reader.key("output_files", read_names, problem.output_files),
         reader.key("grow", &Reader::words, problem.grow),
         {"replay", [&](const YamlNode& node) { read_replay(reader, node, walk, problem); }}});
  });
  return checker_place;
}

}  // namespace arbiter::package
