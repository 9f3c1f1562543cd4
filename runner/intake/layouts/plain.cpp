#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.hpp"
#include "intake/layouts/layout.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

/// The folder of a problem makes that certain for all that lies in it.
class PlainReader {
 public:
  explicit PlainReader(LayoutState& state) : state_(state) {}

  void read(const Node& folder, const ProblemHint& hint) {
    std::vector<const Node*> files;
    for (const Node& child : folder.children) {
      if (!child.is_folder) {
        if (!is_teachers_file(child.name)) files.push_back(&child);
      } else {
        read_folder(child, hint);
      }
    }
    read_files(files, hint);
  }

 private:
  static Claim claim_of(const std::string& shown) {
    Claim claim;
    claim.shown = shown;
    claim.lookups = {{StudentKey::any, shown}};
    claim.fallback.id = composed(shown);
    return claim;
  }

  [[nodiscard]] bool is_student(const std::string& name) const {
    return !state_.students.find(StudentKey::any, name).empty();
  }

  [[nodiscard]] static std::string_view words_of(const ProblemHint& hint, bool is_file) {
    if (hint.certain) return "a folder per problem";
    return is_file ? "flat files" : "a folder per student";
  }

  void read_folder(const Node& folder, const ProblemHint& hint) {
    const auto problems = state_.problems.called(folder.name);
    if (!hint.certain && !problems.empty()) {
      read_problem(folder, problems);
    } else if (!is_student(folder.name) && is_section(folder)) {
      read(folder, hint);
    } else {
      read_student(folder, hint);
    }
  }

  void read_problem(const Node& folder, const std::vector<std::size_t>& problems) {
    const auto students = state_.students.find(StudentKey::any, folder.name);
    if (problems.size() > 1) {
      state_.lose(folder, fmt::format("the problem could be {}", state_.problems.list(problems)),
                  "call the folder by the problem's own name");
    } else if (!students.empty()) {
      state_.lose(folder,
                  fmt::format("'{}' could be the problem or the student {}", printable(folder.name),
                              state_.students.list(students)),
                  "put it in a folder that is called by the other one");
    } else {
      read(folder, {problems.front(), problems.front()});
    }
  }

  /// Whether most of what lies in the folder is called by students of the roster.
  [[nodiscard]] bool is_section(const Node& folder) const {
    return state_.students.has_roster() && holds_mostly(folder, [&](const Node& child) {
             return state_.students.find(StudentKey::any, stem_of(child)).size() == 1 &&
                    state_.problems.called(stem_of(child)).empty();
           });
  }

  /// "ada" of "ada_lab1", if that is the same student, or one for certain.
  [[nodiscard]] std::string without_problem(const std::string& name) const {
    const NameSplit split = split_name(name, state_.students, state_.problems);
    if (!split.problem || state_.students.knows(name)) return name;
    const bool is_same = state_.students.knows(split.student) ||
                         state_.students.find(StudentKey::any, split.student) ==
                             state_.students.find(StudentKey::any, name);
    return is_same ? split.student : name;
  }

  void read_student(const Node& folder, const ProblemHint& hint) {
    Area area;
    area.problem = hint;
    area.root = folder;
    std::string name = folder.name;
    if (!state_.students.knows(name)) {
      const std::vector<std::size_t> team = state_.students.group(name);
      if (!team.empty()) {
        return state_.add(words_of(hint, false), team, std::move(area));
      }
    }
    if (!is_student(name)) {
      NameSplit split = split_name(name, state_.students, state_.problems);
      if (!split.doubtful.empty()) {
        state_.lose(folder,
                    fmt::format("the problem could be {}", state_.problems.list(split.doubtful)),
                    "call the folder STUDENT, or STUDENT_PROBLEM");
        return;
      }
      if (split.problem && !area.problem.certain) area.problem.usual = split.problem;
      name = split.student;
    } else {
      const auto named = state_.problems.one_named_in(name);
      if (named && !area.problem.certain) area.problem.usual = named;
      name = without_problem(name);
    }
    state_.add(words_of(hint, false), claim_of(name), std::move(area));
  }

  /// "ada" of "ada-2" beside "ada": names of students may end in numbers themselves.
  [[nodiscard]] std::string student_of_stem(const std::string& stem,
                                            const std::set<std::string>& stems) const {
    const AttemptName attempt = split_attempt(stem);
    if (!attempt.number) return stem;
    if (state_.students.knows(stem)) return stem;
    const bool is_part_of_name = *attempt.number > k_most_attempts && is_student(stem);
    if (is_part_of_name) return stem;
    const bool is_known = state_.students.find(StudentKey::any, attempt.base).size() == 1;
    return is_known || stems.contains(folded(attempt.base)) ? attempt.base : stem;
  }

  /// A student and a problem.
  using Meaning = std::pair<std::string, std::size_t>;

  /// Files that lie beside each other, and what belongs together of them.
  struct Flat {
    const ProblemHint& hint;
    std::set<std::string> stems;
    std::map<Meaning, Area> groups;
  };

  void read_files(const std::vector<const Node*>& files, const ProblemHint& hint) {
    Flat flat{hint, {}, {}};
    for (const Node* file : files)
      flat.stems.insert(folded(stem_of(*file)));
    const auto is_program = [&](const Node* file) {
      return state_.kinds.is_source(file->name) || state_.kinds.is_header(file->name);
    };
    for (const Node* file : files)
      if (is_program(file)) place(*file, flat);
    for (const Node* file : files)
      if (!is_program(file)) put_aside(*file, flat);
    for (auto& [key, area] : flat.groups) {
      const Claim claim = claim_of(area.root.name);
      state_.add(words_of(hint, true), claim, std::move(area));
    }
  }

  /// "sum" and "sum (1)", which are copies of what the problem is called by, and no student.
  [[nodiscard]] bool says_only_problem(const std::string& stem,
                                       const std::set<std::string>& stems) const {
    if (!state_.problems.called(stem).empty()) return true;
    const std::string base = split_attempt(stem).base;
    return stems.contains(folded(base)) && !state_.problems.called(base).empty();
  }

  /// Whose and what a file is. Error: that is not certain.
  [[nodiscard]] Result<Meaning> meaning_of(const Node& file, const Flat& flat) const {
    const std::string stem = stem_of(file);
    const std::optional<std::size_t> certain = flat.hint.certain;
    NameSplit split = split_name(stem, state_.students, state_.problems);
    if (!is_student(stem) && !is_student(split.student) && says_only_problem(stem, flat.stems)) {
      return usage_error("the student is not clear",
                         "call the file STUDENT_PROBLEM, or put it in a folder called by the "
                         "student");
    }
    if (!split.doubtful.empty()) {
      return usage_error(
          fmt::format("the problem could be {}", state_.problems.list(split.doubtful)),
          "call the file STUDENT_PROBLEM");
    }
    if (certain && split.problem != certain) split.problem.reset();
    if (split.problem) return Meaning(split.student, *split.problem);
    const auto named = state_.problems.one_named_in(stem);
    const bool is_known = state_.students.find(StudentKey::any, stem).size() == 1;
    if (named && is_known && !certain) return Meaning(stem, *named);
    const auto problem = flat.hint.of_unnamed(state_.problems);
    if (problem) return Meaning(student_of_stem(stem, flat.stems), *problem);
    return usage_error("the problem is not clear",
                       "call the file STUDENT_PROBLEM; " + state_.problems.help_for(stem));
  }

  void place(const Node& file, Flat& flat) {
    const auto meaning = meaning_of(file, flat);
    if (!meaning) {
      return state_.lose(file, meaning.error().message, meaning.error().help);
    }
    Area& area = flat.groups[{folded(meaning->first), meaning->second}];
    if (area.root.name.empty()) {
      area.problem.certain = meaning->second;
      area.root = made_folder(meaning->first, file.origin);
    }
    area.root.children.push_back(file);
  }

  /// A file that is no source: it belongs to one, or nobody knows what it is.
  void put_aside(const Node& file, Flat& flat) {
    const auto meaning = meaning_of(file, flat);
    const auto group =
        meaning ? flat.groups.find({folded(meaning->first), meaning->second}) : flat.groups.end();
    if (group != flat.groups.end()) {
      group->second.root.children.push_back(file);
    } else {
      state_.lose(file, "is not a source file in a known language",
                  "sources have extensions such as .cpp, .java and .py");
    }
  }

  LayoutState& state_;
};

}  // namespace

bool is_teachers_file(const std::string& name) {
  constexpr std::array<std::string_view, 6> k_names = {"roster.csv",    "extensions.csv",
                                                       "overrides.csv", "submissions.csv",
                                                       "grades.csv",    "grading.yaml"};
  return std::ranges::find(k_names, name) != k_names.end();
}

void read_plain(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  PlainReader(state).read(folder, {std::nullopt, usual});
}

}  // namespace arbiter::intake
