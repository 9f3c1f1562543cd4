#include <algorithm>

#include "intake/layouts/layout.hpp"

namespace arbiter::intake {
namespace {

constexpr std::string_view k_ending = "-submissions";

/// "lab1" of a folder "lab1-submissions", where clones are put.
std::string assignment_of(const Node& folder) {
  const std::string name = split_attempt(folder.name).base;
  if (!name.ends_with(k_ending)) return {};
  return name.substr(0, name.size() - k_ending.size());
}

bool begins_with_assignment(const Node& clone, const std::string& assignment) {
  return clone.is_folder && clone.name.size() > assignment.size() + 1 &&
         clone.name.starts_with(assignment + "-");
}

bool is_classroom(const Node& folder) {
  const std::string assignment = assignment_of(folder);
  if (assignment.empty()) return false;
  return std::ranges::any_of(folder.children, [&](const Node& child) {
    return begins_with_assignment(child, assignment);
  });
}

void read_classroom(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  const std::string assignment = assignment_of(folder);
  if (const auto named = state.problems.named_in(assignment); named.size() == 1) usual = named[0];
  for (const Node& child : folder.children) {
    if (is_teachers_file(child.name)) continue;
    if (!begins_with_assignment(child, assignment)) {
      state.lose(child, "is not named as a clone of this assignment",
                 "clones are called " + assignment + "-USER");
      continue;
    }
    const std::string user = child.name.substr(assignment.size() + 1);
    Area area;
    area.problem.usual = usual;
    area.root = child;
    const bool is_student = !state.students.find(StudentKey::any, user).empty();
    const auto team = is_student ? std::vector<std::size_t>{} : state.students.group(user);
    constexpr std::string_view k_words = "GitHub Classroom clones";
    if (team.empty()) {
      state.add(k_words, claim_of_user(user), std::move(area));
    } else {
      state.add(k_words, team, std::move(area));
    }
  }
}

}  // namespace

const Platform k_classroom = {is_classroom, read_classroom};

}  // namespace arbiter::intake
