#include "intake/layouts/one_student.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <system_error>

#include "intake/names/fold.hpp"
#include "intake/names/lms_names.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

enum class Owner { one, many, unknown };

/// "main", "sum", "sum-1" of a problem that is called sum.
bool says_no_student(const std::string& stem, const LayoutState& state) {
  const std::string base = split_attempt(stem).base;
  return folded(base) == "main" || state.problems.called(stem).size() == 1 ||
         state.problems.called(base).size() == 1;
}

bool is_problem_of_one(const Node& folder, const LayoutState& state) {
  return state.problems.called(folder.name).size() == 1 && !folder.children.empty() &&
         std::all_of(folder.children.begin(), folder.children.end(), [&](const Node& child) {
           return !child.is_folder &&
                  (!state.kinds.is_source(child.name) || says_no_student(stem_of(child), state));
         });
}

bool is_known_student(const Node& child, const LayoutState& state) {
  const std::string stem = stem_of(child);
  if (!state.students.has_roster() || !state.problems.called(stem).empty()) return false;
  const std::string student = split_name(stem, state.students, state.problems).student;
  return !state.students.find(StudentKey::any, student).empty();
}

/// What the names in it say of whose it is.
Owner owner_of(const Node& source, const LayoutState& state) {
  if (holds_platform(source)) return Owner::many;
  bool says_one = false;
  bool says_more = false;
  for (const Node& child : source.children) {
    if (is_known_student(child, state)) return Owner::many;
    const bool is_one = child.is_folder
                            ? attempt_of_folder(child.name) || is_problem_of_one(child, state)
                            : says_no_student(stem_of(child), state);
    const bool is_program = child.is_folder || state.kinds.is_source(child.name);
    says_one = says_one || is_one;
    says_more = says_more || (is_program && !is_one);
  }
  return says_one && !says_more ? Owner::one : Owner::unknown;
}

/// Whether the source itself is called by a student, or as platforms call what one handed in.
bool is_called_by_student(const Node& source, const LayoutState& state) {
  if (parse_moodle_name(source.name)) return true;
  const std::string student = split_name(source.name, state.students, state.problems).student;
  return state.students.find(StudentKey::any, student).size() == 1;
}

fs::path folder_around(const fs::path& source) {
  std::error_code failed;
  fs::path whole = fs::absolute(source, failed).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  return whole.parent_path();
}

/// The sources of one folder: what is not clear of one of them is as with the others.
struct Siblings {
  std::vector<std::size_t> sources;
  std::vector<std::size_t> unknown;
  bool has_one = false;
  bool has_many = false;
  bool is_canvas = true;
};

}  // namespace

std::vector<bool> find_single_students(const std::vector<fs::path>& paths,
                                       const std::vector<Node>& sources, const LayoutState& state) {
  std::vector<bool> is_single(sources.size());
  std::map<fs::path, Siblings> folders;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Node& source = sources[i];
    // A file says by its own name whose it is; what is called by a problem is no student.
    if (source.name.empty() || !state.problems.called(source.name).empty()) continue;
    Siblings& siblings = folders[folder_around(paths[i])];
    Owner owner = owner_of(source, state);
    if (owner == Owner::unknown && is_called_by_student(source, state)) owner = Owner::one;
    const auto canvas = parse_canvas_name(source.name);
    siblings.is_canvas = siblings.is_canvas && canvas && !canvas->attachment_id.empty();
    siblings.sources.push_back(i);
    siblings.has_many = siblings.has_many || owner == Owner::many;
    siblings.has_one = siblings.has_one || owner == Owner::one;
    is_single[i] = owner == Owner::one;
    if (owner == Owner::unknown) siblings.unknown.push_back(i);
  }
  for (const auto& [folder, siblings] : folders) {
    const bool is_canvas = siblings.is_canvas && siblings.sources.size() > 1;
    if (siblings.has_many || !(siblings.has_one || is_canvas)) continue;
    for (const std::size_t i : siblings.unknown)
      is_single[i] = true;
  }
  return is_single;
}

void lay_out_student(Node source, LayoutState& state) {
  Node around = made_folder({}, {});
  around.children.push_back(std::move(source));
  read_known_layout(around, state);
}

}  // namespace arbiter::intake
