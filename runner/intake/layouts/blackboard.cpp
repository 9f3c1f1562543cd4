#include <algorithm>
#include <map>

#include "intake/layouts/layout.hpp"
#include "intake/names/lms_names.hpp"

namespace arbiter::intake {
namespace {

/// "Lab 1_ada", divided.
struct AssignmentAndUser {
  std::string assignment;
  std::string user;
};

/// Divided where the roster knows the user, else at the last underscore.
AssignmentAndUser divide(const std::string& before, const StudentIndex& students) {
  const auto divided_at = [&](std::size_t at) {
    return AssignmentAndUser{before.substr(0, at), before.substr(at + 1)};
  };
  for (std::size_t at = before.find('_'); at != std::string::npos; at = before.find('_', at + 1)) {
    const std::string user = before.substr(at + 1);
    for (const StudentKey key : {StudentKey::username, StudentKey::id}) {
      if (students.find(key, user).size() == 1) return divided_at(at);
    }
  }
  const std::size_t last = before.rfind('_');
  return last == std::string::npos ? AssignmentAndUser{{}, before} : divided_at(last);
}

/// What one student handed in at one time.
struct BlackboardAttempt {
  std::string user;
  Area area;
  const Node* said = nullptr;  ///< the text that Blackboard adds
};

bool is_blackboard(const Node& folder) {
  return holds_mostly(folder, [](const Node& child) {
    return (!child.is_folder || child.is_archive) && parse_blackboard_name(child.name);
  });
}

void read_blackboard(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  std::map<std::pair<std::string, std::string>, BlackboardAttempt> all;
  for (const Node& child : folder.children) {
    const auto name = parse_blackboard_name(child.name);
    if (!name) {
      state.lose(child, "is not named as Blackboard names what students handed in");
      continue;
    }
    BlackboardAttempt& one = all[{name->before, name->time}];
    if (one.user.empty()) {
      const AssignmentAndUser divided = divide(name->before, state.students);
      const auto named = state.problems.named_in(divided.assignment);
      one.user = divided.user;
      one.area.problem.usual = named.size() == 1 ? std::optional(named.front()) : usual;
      one.area.order = name->time;
      one.area.root = made_folder(child.name, child.origin);
    }
    if (name->file.empty()) {
      one.said = &child;
    } else {
      add_as(one.area.root, child, name->file);
    }
  }
  for (auto& [key, one] : all) {
    if (one.area.root.children.empty()) {
      // They are students all the same.
      one.area.is_listed = true;
      state.list_typed(*one.said, false);
    }
    state.add("Blackboard download", claim_of_user(one.user), std::move(one.area));
  }
  state.notes.push_back(
      folder.origin +
      ": the times in the names that Blackboard gives have no zone; they order attempts and make "
      "nobody late, unless submissions.csv says when each was handed in");
}

}  // namespace

const Platform k_blackboard = {is_blackboard, read_blackboard};

}  // namespace arbiter::intake
