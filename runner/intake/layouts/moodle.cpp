#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "intake/layouts/layout.hpp"
#include "intake/names/fold.hpp"
#include "intake/names/lms_names.hpp"

namespace arbiter::intake {
namespace {

constexpr std::string_view k_words = "Moodle download";

/// All that the archive has of one participant or team.
struct Participant {
  MoodleName name;
  Node files;
  std::vector<const Node*> typed;
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

void collect(const Node& entry, const MoodleName& name, std::map<std::string, Participant>& all) {
  Participant& one = all[name.name + '\n' + name.id];
  if (one.files.name.empty()) {
    one.name = name;
    one.files = made_folder(entry.name, entry.origin);
  }
  if (name.plugin != "file") {
    if (has_typed_text(entry)) one.typed.push_back(&entry);
    return;
  }
  one.files.origin = entry.origin;
  if (entry.is_folder && !entry.is_archive) {
    one.files.git = entry.git;
    one.files.children.insert(one.files.children.end(), entry.children.begin(),
                              entry.children.end());
    return;
  }
  add_as(one.files, entry, name.file);
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
  std::map<std::string, Participant> all;
  for (const Node& child : folder.children) {
    const auto name = parse_moodle_name(child.name);
    if (!name) {
      state.lose(child, "is not named as Moodle names what students handed in");
    } else if (!name->is_feedback) {
      collect(child, *name, all);
    }
  }
  std::multiset<std::string> names;
  for (const auto& [key, one] : all)
    names.insert(folded(shown_name(one.name)));
  for (auto& [key, one] : all) {
    for (const Node* typed : one.typed)
      state.list_typed(*typed, !one.files.children.empty());
    const bool is_shared = names.count(folded(shown_name(one.name))) > 1;
    Area area;
    area.problem.usual = usual;
    // They are students all the same.
    area.is_listed = one.files.children.empty() && !one.typed.empty();
    area.root = std::move(one.files);
    const std::vector<std::size_t> team = team_of(one.name, state.students);
    if (!team.empty()) {
      state.add(k_words, team, std::move(area));
    } else if (is_default_group(one.name, state.students)) {
      state.lose(area.root, "is of the default group, and the roster has everybody in a group",
                 "leave the column group empty for its members");
    } else {
      state.add(k_words, claim_of(one.name, is_shared), std::move(area));
    }
  }
}

}  // namespace

const Platform k_moodle = {is_moodle, read_moodle};

}  // namespace arbiter::intake
