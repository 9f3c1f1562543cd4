#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "intake/layouts/layout.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

/// What lies in a folder with the names that a platform gives, as `parse` reads them; the rest is
/// lost.
template <class Name>
std::vector<std::pair<const Node*, Name>> named_by(std::string_view platform, const Node& folder,
                                                   std::optional<Name> (*parse)(std::string_view),
                                                   LayoutState& state) {
  std::vector<std::pair<const Node*, Name>> all;
  for (const Node& child : folder.children) {
    if (auto name = parse(child.name)) {
      all.emplace_back(&child, *std::move(name));
    } else {
      state.lose(child, fmt::format("is not named as {} names what students handed in", platform));
    }
  }
  return all;
}

/// Whether most of what lies in a folder are files and archives of such names.
template <auto parse>
bool holds_files_named(const Node& folder) {
  return holds_mostly(folder, [](const Node& child) {
    return (!child.is_folder || child.is_archive) && parse(child.name);
  });
}

/// What a download has of one student or team, or of one attempt of theirs.
template <class Name>
struct HandedIn {
  Area area;
  Name name;  ///< of its first entry
  std::vector<const Node*> typed;

  void begin(const Node& entry, const Name& called, std::optional<std::size_t> usual) {
    if (!area.root.name.empty()) return;
    name = called;
    area.problem.usual = usual;
    area.root = made_folder(entry.name, entry.origin);
  }

  /// Lists what was typed; whoever handed in nothing else is a student all the same.
  void list_typed(LayoutState& state) {
    const bool has_files = !area.root.children.empty();
    for (const Node* text : typed) {
      if (has_files) {
        state.notes.push_back(fmt::format("{}: text that was typed beside the files is not graded",
                                          printable(text->origin)));
      } else {
        state.lose(*text, "is text that was typed into the platform, not a file",
                   "if it is a program save it as a source file, and list it in submissions.csv");
      }
    }
    area.is_listed = !has_files && !typed.empty();
  }
};

std::string shown_name(const MoodleName& name) {
  std::string shown = name.name;
  std::replace(shown.begin(), shown.end(), '_', ' ');
  return shown;
}

bool has_typed_text(const Node& node) {
  constexpr std::uintmax_t k_empty_page = 8;
  if (node.is_folder) {
    return std::ranges::any_of(node.children, has_typed_text);
  }
  std::error_code failed;
  return std::filesystem::file_size(node.path, failed) > k_empty_page && !failed;
}

void collect(const Node& entry, const MoodleName& name, HandedIn<MoodleName>& one) {
  if (name.plugin != "file") {
    if (has_typed_text(entry)) one.typed.push_back(&entry);
    return;
  }
  Node& files = one.area.root;
  files.origin = entry.origin;
  if (entry.is_folder && !entry.is_archive) {
    files.git = entry.git;
    files.children.insert(files.children.end(), entry.children.begin(), entry.children.end());
    return;
  }
  add_as(files, entry, name.file);
}

/// The members of the team that handed in, if it is a team of the roster.
std::vector<std::size_t> team_of(const MoodleName& name, const StudentIndex& students) {
  const std::string shown = shown_name(name);
  if (!students.has_roster() || !students.find(StudentKey::name, shown).empty()) return {};
  // Platforms in other languages call it otherwise, but it is the only one without a number.
  return students.group(name.id.empty() ? "" : shown);
}

/// Whether it is the team of those without one, and nobody is without one.
bool is_default_group(const MoodleName& name, const StudentIndex& students) {
  return name.id.empty() && students.has_roster() &&
         students.find(StudentKey::name, shown_name(name)).empty();
}

Claim claim_of(const MoodleName& name, bool is_shared_name) {
  const std::string shown = shown_name(name);
  const std::string lms_id = name.id.empty() ? std::string() : "Participant " + name.id;
  const bool is_blind = letters_of(name.name) == "participant";
  Claim claim;
  claim.shown = shown;
  if (!is_blind) claim.lookups.push_back({StudentKey::name, shown});
  claim.lookups.push_back({StudentKey::lms_id, lms_id});
  claim.lookups.push_back({StudentKey::lms_id, name.id});
  if (!is_blind) claim.lookups.push_back({StudentKey::any, shown});
  claim.fallback.id = is_blind         ? lms_id
                      : is_shared_name ? fmt::format("{} ({})", shown, name.id)
                                       : shown;
  claim.fallback.name = is_blind ? std::string() : shown;
  claim.fallback.lms_id = lms_id;
  return claim;
}

bool is_moodle(const Node& folder) {
  return holds_mostly(folder,
                      [](const Node& child) { return parse_moodle_name(child.name).has_value(); });
}

void read_moodle(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  std::map<std::string, HandedIn<MoodleName>> all;  ///< by participant or team
  for (const auto& [child, name] : named_by("Moodle", folder, parse_moodle_name, state)) {
    if (name.is_feedback) continue;
    HandedIn<MoodleName>& one = all[name.name + '\n' + name.id];
    one.begin(*child, name, usual);
    collect(*child, name, one);
  }
  std::multiset<std::string> names;
  for (const auto& [key, one] : all)
    names.insert(folded(shown_name(one.name)));
  constexpr std::string_view k_words = "Moodle download";
  for (auto& [key, one] : all) {
    one.list_typed(state);
    const bool is_shared = names.count(folded(shown_name(one.name))) > 1;
    const std::vector<std::size_t> team = team_of(one.name, state.students);
    if (!team.empty()) {
      state.add(k_words, team, std::move(one.area));
    } else if (is_default_group(one.name, state.students)) {
      state.lose(one.area.root, "is of the default group, and the roster has everybody in a group",
                 "leave the column group empty for its members");
    } else {
      one.area.participant = one.name.id;
      state.add(k_words, claim_of(one.name, is_shared), std::move(one.area));
    }
  }
}

Claim claim_of(const CanvasName& name) {
  Claim claim;
  claim.shown = name.is_anonymous ? "anon_" + name.user_id : name.name;
  claim.lookups.push_back({StudentKey::lms_id, name.user_id});
  if (!name.is_anonymous) {
    claim.lookups.push_back({StudentKey::name, name.name});
    claim.lookups.push_back({StudentKey::any, name.name});
  }
  claim.fallback.id = name.is_anonymous ? claim.shown : name.user_id;
  claim.fallback.name = name.name;
  claim.fallback.lms_id = name.user_id;
  return claim;
}

void read_canvas(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  std::map<std::string, HandedIn<CanvasName>> all;
  for (const auto& [child, name] : named_by("Canvas", folder, parse_canvas_name, state)) {
    HandedIn<CanvasName>& one = all[name.user_id];
    one.begin(*child, name, usual);
    one.area.is_marked_late = one.area.is_marked_late || name.is_late;
    if (name.is_text) {
      one.typed.push_back(child);
    } else {
      add_as(one.area.root, *child, name.file);
    }
  }
  for (auto& [id, one] : all) {
    one.list_typed(state);
    state.add("Canvas download", claim_of(one.name), std::move(one.area));
  }
}

/// Assignment and user of "Lab 1_ada": divided where the roster knows the user, else at the last
/// underscore.
std::pair<std::string, std::string> divide(const std::string& before,
                                           const StudentIndex& students) {
  const auto divided_at = [&](std::size_t at) {
    return std::pair(before.substr(0, at), before.substr(at + 1));
  };
  for (std::size_t at = before.find('_'); at != std::string::npos; at = before.find('_', at + 1)) {
    const std::string user = before.substr(at + 1);
    for (const StudentKey key : {StudentKey::username, StudentKey::id}) {
      if (students.find(key, user).size() == 1) return divided_at(at);
    }
  }
  const std::size_t last = before.rfind('_');
  return last == std::string::npos ? std::pair(std::string(), before) : divided_at(last);
}

void read_blackboard(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  std::map<std::pair<std::string, std::string>, HandedIn<BlackboardName>> all;
  for (const auto& [child, name] : named_by("Blackboard", folder, parse_blackboard_name, state)) {
    HandedIn<BlackboardName>& one = all[{name.before, name.time}];
    one.begin(*child, name, usual);
    if (name.file.empty()) {
      one.typed.push_back(child);
    } else {
      add_as(one.area.root, *child, name.file);
    }
  }
  for (auto& [key, one] : all) {
    const auto [assignment, user] = divide(one.name.before, state.students);
    const auto named = state.problems.one_named_in(assignment);
    if (named) one.area.problem.usual = named;
    one.area.order = one.name.time;
    // Beside files it is only what Blackboard itself says of the attempt.
    if (!one.area.root.children.empty()) one.typed.clear();
    one.list_typed(state);
    state.add("Blackboard download", claim_of_user(user), std::move(one.area));
  }
  state.notes.push_back(
      folder.origin +
      ": the times in the names that Blackboard gives have no zone; they order attempts and make "
      "nobody late, unless submissions.csv says when each was handed in");
}

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
  if (const auto named = state.problems.one_named_in(assignment)) usual = named;
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
    const bool is_student = state.students.knows(user);
    const auto team = is_student ? std::vector<std::size_t>{} : state.students.group(user);
    constexpr std::string_view k_clones = "GitHub Classroom clones";
    if (team.empty()) {
      state.add(k_clones, claim_of_user(user), std::move(area));
    } else {
      state.add(k_clones, team, std::move(area));
    }
  }
}

}  // namespace

const Platform k_moodle = {is_moodle, read_moodle};

const Platform k_canvas = {holds_files_named<parse_canvas_name>, read_canvas};

const Platform k_blackboard = {holds_files_named<parse_blackboard_name>, read_blackboard};

const Platform k_classroom = {is_classroom, read_classroom};

}  // namespace arbiter::intake
