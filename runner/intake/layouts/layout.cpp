#include "intake/layouts/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "base/text.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

// In this order; names that Canvas and Blackboard give are the least certain.
constexpr std::array k_platforms = {&k_gradescope, &k_moodle, &k_canvas, &k_classroom,
                                    &k_blackboard};

/// The platform that a folder is laid out by; null if it is none.
const Platform* platform_of(const Node& folder) {
  const auto* const found = std::ranges::find_if(
      k_platforms, [&](const Platform* platform) { return platform->is_of(folder); });
  return found == k_platforms.end() ? nullptr : *found;
}

/// Whether a platform's layout lies in the folder, or in the only folder in it.
bool holds_platform(const Node& folder) {
  const Node* inner = &folder;
  while (platform_of(*inner) == nullptr) {
    if (inner->children.size() != 1 || !inner->children[0].is_folder) return false;
    inner = &inner->children[0];
  }
  return true;
}

enum class Owner { one, many, unknown };

/// "main", "sum", "sum-1" of a problem that is called sum.
bool says_no_student(const std::string& stem, const LayoutState& state) {
  const std::string base = split_attempt(stem).base;
  return folded(base) == "main" || state.problems.called(stem).size() == 1 ||
         state.problems.called(base).size() == 1;
}

bool is_problem_of_one(const Node& folder, const LayoutState& state) {
  return state.problems.called(folder.name).size() == 1 && !folder.children.empty() &&
         std::ranges::all_of(folder.children, [&](const Node& child) {
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
    const bool is_download = child.is_folder && holds_platform(child);
    if (is_download || is_known_student(child, state)) return Owner::many;
    const bool is_alone = child.is_folder && source.children.size() == 1;
    if (is_alone && owner_of(child, state) == Owner::many) return Owner::many;
    const bool is_one = child.is_folder
                            ? attempt_of_folder(child.name) || is_problem_of_one(child, state)
                            : says_no_student(stem_of(child), state);
    const bool is_program = child.is_folder || state.kinds.is_source(child.name);
    says_one = says_one || is_one;
    says_more = says_more || (is_program && !is_one);
  }
  return says_one && !says_more ? Owner::one : Owner::unknown;
}

/// Whether there are more programs in the folder of a problem than one student hands in.
bool is_problem_of_several(const Node& folder, std::size_t problem, const LayoutState& state) {
  std::vector<ProgramPart> sources;
  add_parts(folder, "", sources);
  std::erase_if(sources,
                [&](const ProgramPart& part) { return !state.kinds.is_source(part.node->name); });
  const bool has_folders = std::ranges::any_of(folder.children, [](const Node& child) {
    return child.is_folder && !attempt_of_folder(child.name);
  });
  const ChosenSources chosen = choose_sources(sources, problem, state.problems, state.kinds);
  return !chosen.why.empty() || (has_folders && !chosen.aside.empty());
}

/// Whether the files beside each other are more than one student hands in: several programs for one
/// problem, or names of several students.
bool has_files_of_several(const Node& folder, const LayoutState& state) {
  std::map<std::size_t, std::vector<ProgramPart>> programs;
  std::set<std::string> students;
  for (const Node& child : folder.children) {
    if (child.is_folder || !state.kinds.is_source(child.name)) continue;
    auto named = state.problems.named_in(stem_of(child));
    if (named.empty() && state.problems.size() == 1) named = {0};
    if (named.size() != 1) continue;
    programs[named.front()].push_back({child.name, &child});
    const NameSplit split = split_name(stem_of(child), state.students, state.problems);
    if (split.problem) students.insert(folded(split.student));
  }
  return students.size() > 1 || std::ranges::any_of(programs, [&](const auto& one) {
           return !choose_sources(one.second, one.first, state.problems, state.kinds).why.empty();
         });
}

/// Whether what lies in the folder is what several students handed in, by its form alone.
bool looks_like_several(const Node& folder, const LayoutState& state) {
  std::size_t entries = 0;
  std::size_t folders = 0;
  for (const Node& child : folder.children) {
    if (is_teachers_file(child.name)) return true;
    ++entries;
    if (!child.is_folder || attempt_of_folder(child.name)) continue;
    const auto named = state.problems.named_in(child.name);
    if (named.empty()) ++folders;
    if (named.size() == 1 && is_problem_of_several(child, named.front(), state)) return true;
  }
  return folders >= 2 || (folders == 1 && entries == 1) || has_files_of_several(folder, state);
}

/// Whether the folder is neither a student's nor a problem's but only around those of students.
bool is_wrapper(const Node& outer, const Node& child, const LayoutState& state) {
  if (!child.is_folder || child.children.empty()) return false;
  if (holds_platform(child)) return true;
  if (state.students.knows(child.name) || state.problems.called(child.name).size() == 1) {
    return false;
  }
  const Owner owner = owner_of(child, state);
  if (owner != Owner::unknown) return owner == Owner::many;
  if (!state.students.find(StudentKey::any, child.name).empty()) return false;
  return (outer.is_archive && outer.name == child.name) || looks_like_several(child, state);
}

void look_into(const Node& folder, std::optional<std::size_t> usual, LayoutState& state,
               int level) {
  constexpr int k_most_levels = 6;
  if (const auto named = state.problems.one_named_in(folder.name)) usual = named;
  if (const Platform* platform = platform_of(folder)) return platform->read(folder, usual, state);
  const Node* inner = level < k_most_levels ? folder_inside(folder, state) : nullptr;
  if (inner != nullptr) return look_into(*inner, usual, state, level + 1);
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

/// Whether the source itself is called by a student, or as platforms call what one handed in.
bool is_called_by_student(const Node& source, const LayoutState& state) {
  if (parse_moodle_name(source.name)) return true;
  const std::string student = split_name(source.name, state.students, state.problems).student;
  return state.students.find(StudentKey::any, student).size() == 1;
}

/// The sources of one folder: what is not clear of one of them is as with the others.
struct Siblings {
  std::vector<std::size_t> sources;
  std::vector<std::size_t> unknown;
  bool has_one = false;
  bool has_many = false;
  bool is_canvas = true;
};

constexpr std::string_view k_dividers = "_-. ";

struct PossibleSplit {
  std::string student;
  std::size_t problem = 0;
  std::size_t length = 0;  ///< of the problem's part
};

std::vector<PossibleSplit> candidates_of(const std::string& stem, const ProblemIndex& problems) {
  std::vector<PossibleSplit> all;
  for (std::size_t at = stem.find_first_of(k_dividers); at != std::string::npos;
       at = stem.find_first_of(k_dividers, at + 1)) {
    const std::string left = stem.substr(0, at);
    const std::string right = stem.substr(at + 1);
    if (left.empty() || right.empty()) continue;
    for (const auto& [student, problem] : {std::pair(left, right), std::pair(right, left)}) {
      const bool is_word = student.find_first_not_of(k_dividers) != std::string::npos;
      for (const std::size_t one : is_word ? problems.called(problem) : std::vector<std::size_t>())
        all.push_back({student, one, problem.size()});
    }
  }
  return all;
}

/// Those of people that the roster knows, if there are such.
void prefer_known(std::vector<PossibleSplit>& all, const StudentIndex& students) {
  const auto is_known = [&](const PossibleSplit& one) {
    return students.find(StudentKey::any, one.student).size() == 1;
  };
  if (std::ranges::none_of(all, is_known)) return;
  std::erase_if(all, [&](const PossibleSplit& one) { return !is_known(one); });
}

std::string trimmed_name(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(k_dividers);
  if (begin == std::string::npos) return text;
  return text.substr(begin, text.find_last_not_of("_- ") - begin + 1);
}

}  // namespace

bool is_class(const Node& folder, const LayoutState& state) {
  return folder.is_folder && !state.students.knows(folder.name) &&
         owner_of(folder, state) == Owner::many;
}

const Node* folder_inside(const Node& folder, const LayoutState& state) {
  const Node* found = nullptr;
  for (const Node& child : folder.children) {
    if (!child.is_folder && is_teachers_file(child.name)) continue;
    if (found != nullptr) return nullptr;
    found = &child;
  }
  return found != nullptr && is_wrapper(folder, *found, state) ? found : nullptr;
}

void LayoutState::lose(const Node& node, std::string why, std::string help) {
  lost.push_back({node.origin, std::move(why), std::move(help)});
}

void LayoutState::add(std::string_view words, const Claim& claim, Area area) {
  const Answer answer = students.resolve(claim);
  if (answer.students.size() != 1) {
    lose(area.root,
         fmt::format("'{}' could be {}", printable(claim.shown), students.list(answer.students)),
         "name it by an id that only one of them has, or list it in submissions.csv");
    for (const std::size_t student : answer.students)
      lost.back().candidates.push_back(students.students()[student].id);
    return;
  }
  if (answer.is_partial) area.partly = claim.shown;
  add(words, answer.students, std::move(area));
}

void LayoutState::add(std::string_view words, std::vector<std::size_t> owners, Area area) {
  ++counts[words];
  area.students = std::move(owners);
  areas.push_back(std::move(area));
}

void lay_out(const Node& source, LayoutState& state) {
  look_into(source, std::nullopt, state, 0);
}

std::string layout_words(const std::map<std::string_view, std::size_t>& counts) {
  if (counts.empty()) return "nothing handed in";
  std::vector<std::pair<std::string_view, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater{}, [](const auto& row) { return row.second; });
  return joined(sorted, ", ",
                [](const auto& row) { return fmt::format("{} ({})", row.first, row.second); });
}

std::vector<bool> find_single_students(const std::vector<Source>& given,
                                       const std::vector<Node>& sources, const LayoutState& state) {
  std::vector<bool> is_single(sources.size());
  std::map<fs::path, Siblings> folders;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Node& source = sources[i];
    // A file says by its own name whose it is; what is called by a problem is no student.
    if (source.name.empty() || !state.problems.called(source.name).empty()) continue;
    Siblings& siblings = folders[folder_around(given[i].path)];
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
  const Platform* platform = platform_of(around);
  (platform == nullptr ? read_plain : platform->read)(around, std::nullopt, state);
}

NameSplit split_name(const std::string& stem, const StudentIndex& students,
                     const ProblemIndex& problems) {
  std::vector<PossibleSplit> all = candidates_of(stem, problems);
  if (all.empty()) all = candidates_of(split_attempt(stem).base, problems);
  if (all.empty()) return {stem, std::nullopt, {}};
  prefer_known(all, students);
  const std::size_t longest = std::ranges::max_element(all, {}, &PossibleSplit::length)->length;
  std::erase_if(all, [&](const PossibleSplit& one) { return one.length < longest; });
  NameSplit split{trimmed_name(all.front().student), all.front().problem, {}};
  for (const PossibleSplit& one : all) {
    if (std::ranges::find(split.doubtful, one.problem) == split.doubtful.end()) {
      split.doubtful.push_back(one.problem);
    }
  }
  if (split.doubtful.size() == 1) split.doubtful.clear();
  return split;
}

}  // namespace arbiter::intake
