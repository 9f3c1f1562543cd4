#include "intake/layouts/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace arbiter::intake {
namespace {

using Reader = void (*)(const Node&, std::optional<std::size_t>, LayoutState&);

/// The reader of a platform's layout; null if it is none.
Reader platform_reader(const Node& folder) {
  if (is_gradescope(folder)) return read_gradescope;
  if (is_moodle(folder)) return read_moodle;
  if (is_canvas(folder)) return read_canvas;
  if (is_classroom(folder)) return read_classroom;
  if (is_blackboard(folder)) return read_blackboard;
  return nullptr;
}

std::optional<std::size_t> problem_named(const Node& node, const ProblemIndex& problems) {
  const auto named = problems.named_in(node.name);
  return named.size() == 1 ? std::optional<std::size_t>(named.front()) : std::nullopt;
}

/// Whether the folder is neither a student's nor a problem's but only around those of students.
bool is_wrapper(const Node& outer, const Node& child, const LayoutState& state) {
  if (!child.is_folder || child.children.empty()) return false;
  if (!state.students.find(StudentKey::any, child.name).empty()) return false;
  if (state.problems.called(child.name).size() == 1) return false;
  std::size_t folders = 0;
  std::size_t students = 0;
  for (const Node& inner : child.children) {
    if (state.students.find(StudentKey::any, stem_of(inner)).size() == 1) ++students;
    if (!inner.is_folder) continue;
    // What lies in a student's folder: problems, attempts.
    if (!state.problems.named_in(inner.name).empty() || attempt_of_folder(inner.name)) return false;
    ++folders;
  }
  if (students > 0) return true;
  if (state.students.has_roster() && !outer.is_archive) return false;
  const bool is_plain_archive = outer.is_archive && outer.name == child.name;
  return folders >= 2 || is_plain_archive || (folders == 1 && child.children.size() == 1);
}

void look_into(const Node& folder, std::optional<std::size_t> usual, LayoutState& state,
               int level) {
  constexpr int k_most_levels = 6;
  if (const auto named = problem_named(folder, state.problems)) usual = named;
  if (const Reader reader = platform_reader(folder)) {
    reader(folder, usual, state);
    return;
  }
  if (level < k_most_levels && folder.children.size() == 1) {
    const Node& child = folder.children.front();
    if (is_wrapper(folder, child, state) || holds_platform(child)) {
      look_into(child, usual, state, level + 1);
      return;
    }
  }
  // Several downloads beside each other, each of its own assignment.
  Node rest = made_folder(folder.name, folder.origin);
  rest.git = folder.git;
  for (const Node& child : folder.children) {
    const bool is_download = child.is_folder && level < k_most_levels && holds_platform(child);
    if (is_download) {
      look_into(child, usual, state, level + 1);
    } else {
      rest.children.push_back(child);
    }
  }
  if (!rest.children.empty()) read_plain(rest, usual, state);
}

std::string_view words_of_kind(LayoutKind kind) {
  switch (kind) {
    case LayoutKind::student_folders:
      return "a folder per student";
    case LayoutKind::flat_files:
      return "flat files";
    case LayoutKind::problem_folders:
      return "a folder per problem";
    case LayoutKind::moodle:
      return "Moodle download";
    case LayoutKind::canvas:
      return "Canvas download";
    case LayoutKind::gradescope:
      return "Gradescope export";
    case LayoutKind::classroom:
      return "GitHub Classroom clones";
    case LayoutKind::blackboard:
      return "Blackboard download";
    case LayoutKind::listed:
      return "listed in submissions.csv";
  }
  return "files";
}

}  // namespace

void LayoutState::lose(const Node& node, std::string why, std::string help) {
  lost.push_back({node.origin, std::move(why), std::move(help)});
}

void LayoutState::add(LayoutKind kind, const Claim& claim, Area area) {
  const Answer answer = students.resolve(claim);
  if (answer.students.size() != 1) {
    lose(area.root,
         fmt::format("'{}' could be {}", printable(claim.shown), students.list(answer.students)),
         "name it by an id that only one of them has, or list it in submissions.csv");
    return;
  }
  ++counts[kind];
  area.students = answer.students;
  if (answer.is_partial) area.partly = claim.shown;
  areas.push_back(std::move(area));
}

void lay_out(const Node& source, LayoutState& state) {
  look_into(source, std::nullopt, state, 0);
}

void read_known_layout(const Node& folder, LayoutState& state) {
  const Reader reader = platform_reader(folder);
  (reader == nullptr ? read_plain : reader)(folder, std::nullopt, state);
}

bool holds_platform(const Node& folder) {
  const Node* inner = &folder;
  while (platform_reader(*inner) == nullptr) {
    if (inner->children.size() != 1 || !inner->children[0].is_folder) return false;
    inner = &inner->children[0];
  }
  return true;
}

std::string layout_words(const std::map<LayoutKind, std::size_t>& counts) {
  if (counts.empty()) return "nothing handed in";
  std::vector<std::pair<LayoutKind, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string words;
  for (const auto& [kind, count] : sorted) {
    if (!words.empty()) words += ", ";
    words += fmt::format("{} ({})", words_of_kind(kind), count);
  }
  return words;
}

}  // namespace arbiter::intake
