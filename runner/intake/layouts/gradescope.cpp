#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.hpp"
#include "base/instant.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "intake/layouts/layout.hpp"
#include "package/yaml/faults.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::intake {
namespace {

constexpr std::string_view k_metadata = "submission_metadata.yml";

using package::YamlNode;

/// What the metadata say of one submission.
struct GradescopeRow {
  std::vector<model::Student> submitters;
  std::optional<std::int64_t> created;
  bool is_earlier = false;  ///< of the history of another one, of which exports keep no files
};

const Node* metadata_of(const Node& folder) {
  const auto found = std::ranges::find_if(folder.children, [](const Node& child) {
    return !child.is_folder && child.name == k_metadata;
  });
  return found == folder.children.end() ? nullptr : &*found;
}

/// The value of a key, which Ruby writes with a colon before it.
const YamlNode* value_of(const YamlNode& map, const std::string& key) {
  const YamlNode* value = map.find(":" + key);
  return value != nullptr ? value : map.find(key);
}

std::string text_of(const YamlNode& map, const std::string& key) {
  const YamlNode* value = value_of(map, key);
  if (value == nullptr || value->kind != YamlNode::Kind::text) return {};
  return value->text == "null" || value->text == "~" ? std::string() : value->text;
}

std::optional<std::int64_t> time_of(const YamlNode& map) {
  const auto instant = parse_instant(text_of(map, "created_at"));
  return instant ? std::optional<std::int64_t>(*instant) : std::nullopt;
}

GradescopeRow row_of(const YamlNode& map) {
  GradescopeRow row;
  row.created = time_of(map);
  const YamlNode* submitters = value_of(map, "submitters");
  if (submitters == nullptr) return row;
  for (const auto& item : submitters->items) {
    model::Student student;
    student.name = text_of(*item, "name");
    student.email = text_of(*item, "email");
    student.id = text_of(*item, "sid");
    if (student.id.empty()) student.id = student.email.empty() ? student.name : student.email;
    if (!student.id.empty()) row.submitters.push_back(std::move(student));
  }
  return row;
}

bool begins_entry(std::string_view line) {
  return !line.empty() && line.front() != ' ' && line.front() != '-' && line.front() != '#' &&
         line.front() != '\r';
}

/// The text without what the autograder said, which is most of it, and may be anything.
std::string without_results(std::string_view entry) {
  std::string kept;
  std::optional<std::size_t> skipped;
  for (const std::string_view line : split_lines(entry)) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const bool is_item = indent < line.size() && line[indent] == '-';
    const bool is_blank = line.find_first_not_of(" \r") == std::string_view::npos;
    if (skipped && (is_blank || indent > *skipped || (is_item && indent == *skipped))) continue;
    skipped.reset();
    const std::string_view key = line.substr(indent);
    if (key.starts_with(":results:") || key.starts_with("results:")) {
      skipped = indent;
      continue;
    }
    kept += line;
    kept += '\n';
  }
  return kept;
}

/// Reads one entry by itself: a broken one leaves the others whole, and files of a cohort are
/// large.
void read_entry(const Node& file, std::string_view text,
                std::map<std::string, GradescopeRow>& rows) {
  package::Faults ignored;
  const auto source = package::SourceText::of(file.path, without_results(text), ignored);
  if (!source) return;
  const auto tree = package::parse_yaml(*source, ignored);
  if (!tree || tree->kind != YamlNode::Kind::map) return;
  for (const package::MapEntry& entry : tree->entries) {
    if (!entry.value || entry.value->kind != YamlNode::Kind::map) continue;
    std::string key = entry.key;
    if (key.starts_with(':')) key.erase(0, 1);
    rows[key] = row_of(*entry.value);
    const YamlNode* history = value_of(*entry.value, "history");
    if (history == nullptr) continue;
    for (const auto& item : history->items) {
      const std::string id = text_of(*item, "id");
      if (id.empty()) continue;
      GradescopeRow earlier = rows[key];
      earlier.created = time_of(*item);
      earlier.is_earlier = true;
      rows.emplace("submission_" + id, std::move(earlier));
    }
  }
}

std::map<std::string, GradescopeRow> read_metadata(const Node& file) {
  std::map<std::string, GradescopeRow> rows;
  const auto bytes = read_file(file.path, mib(256), Links::refuse);
  if (!bytes) return rows;
  const std::string text = decode_text(*bytes).text;
  std::string entry;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with("---")) continue;
    if (begins_entry(line) && !entry.empty()) {
      read_entry(file, entry, rows);
      entry.clear();
    }
    entry += line;
    entry += '\n';
  }
  if (!entry.empty()) read_entry(file, entry, rows);
  return rows;
}

Claim claim_of(const model::Student& submitter) {
  return {submitter.name.empty() ? submitter.id : submitter.name,
          {{StudentKey::id, submitter.id},
           {StudentKey::email, submitter.email},
           {StudentKey::lms_id, submitter.id},
           {StudentKey::username, submitter.id},
           {StudentKey::name, submitter.name}},
          submitter};
}

void add_submission(const Node& folder, const GradescopeRow& row, std::optional<std::size_t> usual,
                    LayoutState& state) {
  Area area;
  area.problem.usual = usual;
  area.submitted = row.created;
  area.root = folder;
  std::set<std::size_t> students;
  for (const model::Student& submitter : row.submitters) {
    const Answer answer = state.students.resolve(claim_of(submitter));
    if (answer.students.size() != 1) {
      state.lose(folder,
                 fmt::format("'{}' could be {}", printable(submitter.name),
                             state.students.list(answer.students)),
                 "give the roster the ids or emails that Gradescope has");
      return;
    }
    students.insert(answer.students.front());
  }
  state.add("Gradescope export", std::vector(students.begin(), students.end()), std::move(area));
}

void read_gradescope(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  const Node& metadata = *metadata_of(folder);
  std::map<std::string, GradescopeRow> rows = read_metadata(metadata);
  if (rows.empty()) {
    state.lose(metadata, "names no submission", "export the submissions again");
  }
  for (const Node& child : folder.children) {
    if (&child == &metadata) continue;
    const auto row = rows.find(child.name);
    if (row == rows.end() || row->second.submitters.empty()) {
      state.lose(child, fmt::format("{} does not name its student", k_metadata),
                 "list it in submissions.csv");
    } else {
      add_submission(child, row->second, usual, state);
    }
    if (row != rows.end()) rows.erase(row);
  }
  for (const auto& [key, row] : rows) {
    if (row.submitters.empty() || row.is_earlier) continue;
    state.notes.push_back(fmt::format("{}: {} of {} is not in the export",
                                      printable(metadata.origin), printable(key),
                                      printable(row.submitters.front().name)));
  }
}

}  // namespace

const Platform k_gradescope = {[](const Node& folder) { return metadata_of(folder) != nullptr; },
                               read_gradescope};

}  // namespace arbiter::intake
