#include "intake/layouts/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "intake/names/sheet.hpp"

namespace arbiter::intake {
namespace {

/// The name that the file has where it lies: archives are called without their ending elsewhere.
std::string whole_name(const Node& node) {
  return node.origin.substr(node.origin.rfind('/') + 1);
}

Node* find_node(Node& folder, std::string_view path, Node** parent) {
  Node* node = &folder;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part.empty() || part == ".") continue;
    const auto found = std::find_if(
        node->children.begin(), node->children.end(),
        [&](const Node& child) { return child.name == part || whole_name(child) == part; });
    if (found == node->children.end()) return nullptr;
    *parent = node;
    node = &*found;
  }
  return node == &folder ? nullptr : node;
}

Node taken_out(Node& parent, const Node* node) {
  const auto at = std::find_if(parent.children.begin(), parent.children.end(),
                               [&](const Node& child) { return &child == node; });
  Node taken = std::move(*at);
  parent.children.erase(at);
  if (taken.is_folder) return taken;
  Node folder = made_folder(taken.name, taken.origin);
  folder.children.push_back(std::move(taken));
  return folder;
}

/// Whom a row means; none if that is not certain, which is reported.
bool check_row(const ManifestRow& row, LayoutState& state, Area& area,
               std::vector<Diagnostic>& diagnostics) {
  if (row.problem.empty()) return true;
  const auto problems = state.problems.called(row.problem);
  if (problems.size() == 1) {
    area.problem.certain = problems.front();
    return true;
  }
  fault(diagnostics, code::k_problem, row.place,
        problems.empty()
            ? fmt::format("no problem '{}'", printable(row.problem))
            : fmt::format("'{}' could be {}", row.problem, state.problems.list(problems)),
        state.problems.help_for(row.problem));
  return false;
}

}  // namespace

std::vector<ManifestRow> read_manifest(const std::filesystem::path& path,
                                       std::vector<Diagnostic>& diagnostics) {
  const auto sheet =
      Sheet::read(path,
                  {{"file", {"path", "filename", "folder"}},
                   {"student", {"id", "student id", "username", "name", "email"}},
                   {"problem", {"assignment", "task"}},
                   {"submitted", {"time", "created_at", "submitted at", "timestamp"}}},
                  diagnostics);
  std::vector<ManifestRow> rows;
  if (!sheet) return rows;
  if (!sheet->has("file")) {
    fault(diagnostics, code::k_columns, sheet->header(), "no column says which file a row is about",
          "the first line names the columns: file,student,problem,submitted");
    return rows;
  }
  for (std::size_t i = 0; i < sheet->size(); ++i) {
    ManifestRow row;
    row.file = sheet->text(i, "file");
    row.student = sheet->text(i, "student");
    row.problem = sheet->text(i, "problem");
    row.place = sheet->place(i, "file");
    if (const std::string text = sheet->text(i, "submitted"); !text.empty()) {
      const auto instant = parse_instant(text);
      if (instant) {
        row.submitted = *instant;
      } else {
        fault(diagnostics, code::k_value, sheet->place(i, "submitted"), instant.error().message,
              instant.error().help);
      }
    }
    if (row.file.empty()) {
      fault(diagnostics, code::k_value, row.place, "the row names no file");
    } else {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

void apply_manifest(std::vector<ManifestRow>& rows, Node& source, LayoutState& state,
                    std::map<std::string, std::int64_t>& times,
                    std::vector<Diagnostic>& diagnostics) {
  for (ManifestRow& row : rows) {
    if (row.is_used) continue;
    Node* parent = nullptr;
    const Node* node = find_node(source, row.file, &parent);
    if (node == nullptr) continue;
    row.is_used = true;
    if (row.submitted) times[node->origin] = *row.submitted;
    if (row.student.empty()) continue;
    Area area;
    if (!check_row(row, state, area, diagnostics)) continue;
    area.submitted = row.submitted;
    area.root = taken_out(*parent, node);
    Claim claim;
    claim.shown = row.student;
    claim.lookups = {{StudentKey::id, row.student}, {StudentKey::any, row.student}};
    claim.fallback.id = row.student;
    state.add(LayoutKind::listed, claim, std::move(area));
  }
}

}  // namespace arbiter::intake
