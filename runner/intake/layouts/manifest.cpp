#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "intake/layouts/layout.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

Node taken_out(Node& parent, const Node* node) {
  const auto at =
      std::ranges::find(parent.children, node, [](const Node& child) { return &child; });
  Node taken = std::move(*at);
  parent.children.erase(at);
  if (taken.is_folder) return taken;
  Node folder = made_folder(taken.name, taken.origin);
  folder.children.push_back(std::move(taken));
  return folder;
}

/// The node of that origin, and what it lies in; null: there is none.
Node* find_origin(Node& folder, const std::string& origin, Node** parent) {
  for (Node& child : folder.children) {
    if (child.origin == origin) {
      *parent = &folder;
      return &child;
    }
    if (Node* const found = find_origin(child, origin, parent)) return found;
  }
  return nullptr;
}

constexpr std::string_view k_ignore = "ignore";

}  // namespace

std::vector<ManifestRow> rows_of(const std::vector<model::Question>& decisions,
                                 const std::filesystem::path& file, const StudentIndex& students,
                                 std::vector<Diagnostic>& diagnostics) {
  std::vector<ManifestRow> rows;
  for (const model::Question& one : decisions) {
    const bool is_of_file = one.kind == "file" || one.kind == "stranger";
    if (!is_of_file || one.decision == k_ignore || one.decision == "ok") continue;
    const std::size_t slash = one.decision.find('/');
    ManifestRow row;
    row.is_origin = true;
    row.file = one.file;
    row.student = one.decision.substr(0, slash);
    row.problem = slash == std::string::npos ? one.problem : one.decision.substr(slash + 1);
    if (students.find(StudentKey::any, row.student).size() == 1) {
      rows.push_back(std::move(row));
    } else {
      fault(diagnostics, code::k_student, {file.string(), static_cast<int>(one.line), 0, 1, {}},
            fmt::format("'{}' is nobody's id, or that of several", printable(row.student)),
            "write ID or ID/PROBLEM, or ignore");
    }
  }
  return rows;
}

bool is_ignored(const std::vector<model::Question>& decisions, const std::string& origin) {
  return std::ranges::any_of(decisions, [&](const model::Question& one) {
    return one.kind == "file" && one.file == origin && one.decision == k_ignore;
  });
}

std::vector<ManifestRow> read_manifest(const std::filesystem::path& path,
                                       std::vector<Diagnostic>& diagnostics) {
  const SheetRule rule = {{{"file", {"path", "filename", "folder"}},
                           {"student", {"id", "student id", "username", "name", "email"}},
                           {"problem", {"assignment", "task"}},
                           {"submitted", {"time", "created_at", "submitted at", "timestamp"}}},
                          {{"file"}},
                          "file,student,problem,submitted",
                          "no column says which file a row is about",
                          true};
  const auto sheet = Sheet::read(path, rule, diagnostics);
  std::vector<ManifestRow> rows;
  if (!sheet) return rows;
  for (std::size_t i = 0; i < sheet->size(); ++i) {
    ManifestRow row;
    row.file = sheet->text(i, "file");
    row.student = sheet->text(i, "student");
    row.problem = sheet->text(i, "problem");
    row.place = sheet->place(i, "file");
    row.submitted = sheet->instant(i, "submitted", diagnostics);
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
    const Node* node = row.is_origin ? find_origin(source, row.file, &parent)
                                     : find_below(source, row.file, &parent);
    if (node == nullptr || node == &source) continue;
    row.is_used = true;
    if (row.submitted) times[node->origin] = *row.submitted;
    if (row.student.empty()) continue;
    Area area;
    if (!row.problem.empty()) {
      area.problem.certain = problem_in(state.problems, row.problem, row.place, diagnostics);
      if (!area.problem.certain) continue;
    }
    area.submitted = row.submitted;
    area.root = taken_out(*parent, node);
    Claim claim;
    claim.shown = row.student;
    claim.lookups = {{StudentKey::id, row.student}, {StudentKey::any, row.student}};
    claim.fallback.id = row.student;
    state.add(row.is_origin ? "decided by hand" : "listed in submissions.csv", claim,
              std::move(area));
  }
}

}  // namespace arbiter::intake
