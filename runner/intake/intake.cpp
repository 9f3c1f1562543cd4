#include "intake/intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "intake/files/programs.hpp"
#include "intake/files/shelf.hpp"
#include "intake/layouts/layout.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_manifest_name = "submissions.csv";

/// A delivery before it has its number.
struct Candidate {
  Delivery delivery;
  std::optional<int> rank;                 ///< as FoundProgram::rank
  const Area* area = nullptr;              ///< where it was found
  std::size_t problem = 0;                 ///< its place in IntakeOptions::problems
  std::vector<std::size_t> students = {};  ///< their places in Intake::students
};

using Key = std::tuple<std::int64_t, std::string, int, std::size_t>;

/// What orders a candidate among those of the same students.
Key key_of(const Candidate& one, bool has_times) {
  return {has_times ? *one.delivery.submitted : 0, one.area->order, one.rank.value_or(0),
          one.area->source};
}

void lose_tied(const std::vector<Candidate>& tied, std::vector<model::Unattributed>& lost) {
  for (std::size_t i = 0; i < tied.size(); ++i) {
    const std::string& other = tied[i == 0 ? 1 : 0].delivery.origin;
    lost.push_back({tied[i].delivery.origin,
                    fmt::format("is for the same problem as '{}', and nothing says which is newer",
                                printable(other)),
                    "remove one of them, or say in submissions.csv when each was handed in"});
  }
}

/// Without those of the same place and content.
void merge_equal(std::vector<Candidate>& tied) {
  std::vector<Candidate> kept;
  for (Candidate& one : tied) {
    const bool is_new = std::ranges::none_of(
        kept, [&](const Candidate& other) { return other.delivery.sha256 == one.delivery.sha256; });
    if (is_new) kept.push_back(std::move(one));
  }
  tied = std::move(kept);
}

/// The name without the number of an attempt, which a year or part of a name is not.
std::string naming_of(const std::string& partly) {
  constexpr int k_most_attempts = 99;
  AttemptName name = split_attempt(partly);
  return name.number.value_or(0) <= k_most_attempts ? name.base : partly;
}

/// Leaves those that are certain to be of the same students.
void lose_half_known(std::vector<Candidate>& group, std::vector<model::Unattributed>& lost) {
  std::map<std::string, std::string> names;  // the naming, and an origin
  for (const Candidate& one : group)
    names.emplace(naming_of(one.area->partly), one.delivery.origin);
  if (names.size() < 2) return;
  for (const Candidate& one : group) {
    if (one.area->partly.empty()) continue;
    const auto other = names.begin()->first == naming_of(one.area->partly)
                           ? std::next(names.begin())
                           : names.begin();
    lost.push_back({one.delivery.origin,
                    fmt::format("'{}' is known in part only, and '{}' would be of the same student",
                                printable(one.area->partly), printable(other->second)),
                    "give the roster the name it has there, or list it in submissions.csv"});
  }
  std::erase_if(group, [](const Candidate& one) { return !one.area->partly.empty(); });
}

std::vector<Delivery> order(std::vector<Candidate> group, std::vector<model::Unattributed>& lost) {
  lose_half_known(group, lost);
  const bool has_times = std::ranges::all_of(
      group, [](const Candidate& one) { return one.delivery.submitted.has_value(); });
  std::map<Key, std::vector<Candidate>> by_key;
  for (Candidate& one : group)
    by_key[key_of(one, has_times)].push_back(std::move(one));
  std::vector<Delivery> ordered;
  for (auto& [key, tied] : by_key) {
    merge_equal(tied);
    if (tied.size() > 1) {
      lose_tied(tied, lost);
      continue;
    }
    Delivery& next = tied.front().delivery;
    // The same source given twice, as an archive and as its folder, is no second attempt.
    const bool is_same = !ordered.empty() && ordered.back().sha256 == next.sha256 &&
                         ordered.back().submitted == next.submitted && !tied.front().rank;
    if (is_same) continue;
    ordered.push_back(std::move(next));
    ordered.back().number = static_cast<int>(ordered.size());
  }
  return ordered;
}

/// Orders the attempts of the same students at the same problem: by time where all have one, else
/// by number and source, and numbers them. Equal programs handed in at the same time are one.
/// Those that cannot be ordered are listed in `lost`, and so are those of half-known names beside
/// others: whoever is called kim-2000 is not kim for certain if kim handed in as well. Sorted by
/// problem, students and number.
std::vector<Delivery> number_attempts(std::vector<Candidate> candidates,
                                      std::vector<model::Unattributed>& lost) {
  std::map<std::pair<std::size_t, std::vector<std::size_t>>, std::vector<Candidate>> groups;
  for (Candidate& one : candidates) {
    std::pair key(one.problem, one.students);
    groups[std::move(key)].push_back(std::move(one));
  }
  std::vector<Delivery> all;
  for (auto& [key, group] : groups) {
    for (Delivery& delivery : order(std::move(group), lost))
      all.push_back(std::move(delivery));
  }
  return all;
}

/// The sources go in, the deliveries come out; in between everything is known by its tree.
class Taker {
 public:
  Taker(const IntakeOptions& options, std::vector<model::Student> roster, fs::path folder)
      : options_(options),
        folder_(std::move(folder)),
        students_(std::move(roster), options.roster.has_value()),
        problems_(options.problems),
        kinds_(options.languages),
        state_{students_, problems_, kinds_, {}, {}, {}, {}},
        shelf_(folder_ / "entries"),
        staging_(folder_ / "programs") {}

  Result<void> read(std::vector<Diagnostic>& diagnostics) {
    for (const char* name : {"entries", "programs", "git"}) {
      std::error_code failed;
      if (!fs::create_directory(folder_ / name, failed)) {
        return system_error("cannot make a folder in " + folder_.string(), failed.value());
      }
    }
    std::vector<ManifestRow> listed;
    if (options_.manifest) listed = read_manifest(*options_.manifest, diagnostics);
    std::vector<ManifestRow> decided = rows_of(options_.decisions, students_, diagnostics);
    std::vector<Node> sources;
    for (std::size_t i = 0; i < options_.sources.size(); ++i) {
      ARBITER_TRY(source, shelf_.read(options_.sources[i]));
      apply_manifest(decided, source, state_, times_, diagnostics);
      apply_manifest(listed, source, state_, times_, diagnostics);
      if (!options_.manifest) apply_own_manifest(source, diagnostics);
      sources.push_back(std::move(source));
      number_areas(i);
    }
    const std::vector<bool> is_single = find_single_students(options_.sources, sources, state_);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (is_single[i]) {
        lay_out_student(std::move(sources[i]), state_);
      } else {
        lay_out(sources[i], state_);
      }
      number_areas(i);
    }
    for (const ManifestRow& row : listed)
      report_unused(row, diagnostics);
    return {};
  }

  Result<Intake> finish(TempDir folder) {
    std::vector<Candidate> candidates;
    for (const Area& area : state_.areas) {
      if (area.is_listed) continue;
      ARBITER_CHECK(take(area, candidates));
    }
    std::vector<model::Unattributed> lost = std::move(shelf_.lost());
    std::ranges::move(state_.lost, std::back_inserter(lost));
    Intake intake{layout_words(state_.counts), students_.students(), {}, {}, {}, std::move(folder)};
    drop_emptied(lost);
    std::erase_if(lost, [&](const model::Unattributed& one) {
      return is_ignored(options_.decisions, one.path);
    });
    const std::vector<std::size_t> places = order_students(intake.students);
    const auto ordered = [&](std::vector<std::size_t> students) {
      for (std::size_t& student : students)
        student = places[student];
      std::ranges::sort(students);
      return students;
    };
    const auto ids_of = [&](const std::vector<std::size_t>& students) {
      std::vector<std::string> ids;
      for (const std::size_t student : students)
        ids.push_back(intake.students[student].id);
      return ids;
    };
    for (model::Unattributed& one : lost)
      one.students = ids_of(ordered(owners_of(one.path)));
    for (Candidate& one : candidates) {
      one.students = ordered(one.area->students);
      one.delivery.students = ids_of(one.students);
    }
    intake.deliveries = number_attempts(std::move(candidates), lost);
    std::ranges::stable_sort(
        lost, {}, [](const model::Unattributed& one) { return std::tie(one.path, one.why); });
    intake.unattributed = std::move(lost);
    intake.notes = std::move(state_.notes);
    add_notes(intake);
    return intake;
  }

 private:
  static void report_unused(const ManifestRow& row, std::vector<Diagnostic>& diagnostics) {
    if (row.is_used) return;
    fault(diagnostics, code::k_file, row.place,
          fmt::format("no submission has a file '{}'", printable(row.file)),
          "files are named by their paths in the graded folder or archive", Severity::warning);
  }

  /// New areas came with that source.
  void number_areas(std::size_t source) {
    for (; placed_ < state_.areas.size(); ++placed_)
      state_.areas[placed_].source = source;
  }

  void apply_own_manifest(Node& source, std::vector<Diagnostic>& diagnostics) {
    const auto file = std::ranges::find_if(source.children, [](const Node& child) {
      return !child.is_folder && child.name == k_manifest_name;
    });
    if (file == source.children.end()) return;
    std::vector<ManifestRow> rows = read_manifest(file->path, diagnostics);
    source.children.erase(file);
    apply_manifest(rows, source, state_, times_, diagnostics);
    for (const ManifestRow& row : rows)
      report_unused(row, diagnostics);
  }

  Result<void> take(const Area& area, std::vector<Candidate>& candidates) {
    const std::optional<Node> named =
        with_endings(area.root, language_of(area.students), problems_, kinds_);
    const Node& root = named ? *named : area.root;
    FoundPrograms found = find_programs(root, area.problem, problems_, kinds_);
    if (named && !found.programs.empty()) {
      const std::string& part = found.programs.front().parts.front().name;
      state_.notes.push_back(fmt::format("{} was taken as {}, by its name or the roster",
                                         printable(found.programs.front().origin),
                                         printable(part)));
    }
    std::ranges::move(found.lost, std::back_inserter(state_.lost));
    std::ranges::move(found.aside, std::back_inserter(aside_));
    for (const FoundProgram& program : found.programs) {
      ARBITER_TRY(staged, staging_.add(program));
      if (!staged.fault.empty()) {
        state_.lost.push_back({program.origin, staged.fault, "ask for it again"});
        continue;
      }
      if (!area.partly.empty()) partly_[program.origin] = area.partly;
      Candidate one{{}, program.rank, &area, program.problem};
      one.delivery.problem = problems_.id(program.problem);
      one.delivery.submitted = time_of(area, program);
      one.delivery.is_marked_late = area.is_marked_late;
      one.delivery.path = staged.path;
      one.delivery.origin = program.origin;
      one.delivery.sha256 = staged.sha256;
      candidates.push_back(std::move(one));
    }
    return {};
  }

  /// What the roster says that they write in; null if it does not, or not of all the same.
  [[nodiscard]] const model::Language* language_of(const std::vector<std::size_t>& students) const {
    const model::Language* found = nullptr;
    for (const std::size_t student : students) {
      const std::string& word = students_.students()[student].language;
      const model::Language* one = language_called(word, options_.languages);
      if (one == nullptr || (found != nullptr && one != found)) return nullptr;
      found = one;
    }
    return found;
  }

  std::optional<std::int64_t> time_of(const Area& area, const FoundProgram& program) {
    // The longest origin around it is that which says most of it.
    std::optional<std::int64_t> said;
    std::size_t length = 0;
    for (const auto& [origin, time] : times_) {
      if (lies_in(program.origin, origin) && origin.size() >= length) {
        said = time;
        length = origin.size();
      }
    }
    if (said) return said;
    if (area.submitted) return area.submitted;
    const fs::path& git = unwrapped(area.root).git;
    if (!git.empty()) {
      const auto [known, is_new] = commits_.emplace(git, std::nullopt);
      if (is_new) {
        known->second = commit_time(git, folder_ / "git" / std::to_string(commits_.size()));
      }
      if (known->second) return known->second;
    }
    if (!options_.times_from_files) return std::nullopt;
    std::optional<std::int64_t> newest;
    for (const ProgramPart& part : program.parts) {
      if (part.node->modified) newest = std::max(newest.value_or(0), *part.node->modified);
    }
    return newest;
  }

  /// That an archive holds nothing says nothing new where it could not be read.
  static void drop_emptied(std::vector<model::Unattributed>& lost) {
    std::set<std::string> told;
    for (const model::Unattributed& one : lost) {
      if (one.why != k_holds_nothing) told.insert(one.path);
    }
    std::erase_if(lost, [&](const model::Unattributed& one) {
      return one.why == k_holds_nothing && told.contains(one.path);
    });
  }

  /// The roster as it is, others by id. Returns where each of them is now.
  [[nodiscard]] std::vector<std::size_t> order_students(
      std::vector<model::Student>& students) const {
    std::vector<std::size_t> order(students.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t student) {
      const model::Student& one = students[student];
      const bool is_listed = options_.roster && one.on_roster;
      return std::pair(!is_listed, is_listed ? std::string() : one.id);
    });
    std::vector<std::size_t> place(students.size());
    std::vector<model::Student> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.push_back(std::move(students[order[i]]));
    }
    students = std::move(sorted);
    return place;
  }

  /// Those in whose place it lay, if that is certain: they are told of it.
  [[nodiscard]] std::vector<std::size_t> owners_of(const std::string& origin) const {
    const Area* around = nullptr;
    for (const Area& area : state_.areas) {
      const std::string& root = area.root.origin;
      if (!area.partly.empty() || root.empty()) continue;
      const bool is_closer = around == nullptr || root.size() > around->root.origin.size();
      if (is_closer && lies_in(origin, root)) around = &area;
    }
    return around == nullptr ? std::vector<std::size_t>() : around->students;
  }

  /// The first of the lines as notes, and how many more there are, in the words `more`.
  static void add_some(std::vector<std::string> lines, std::string_view more, Intake& intake) {
    constexpr std::size_t k_most = 20;
    const std::size_t left = lines.size() - std::min(lines.size(), k_most);
    lines.resize(lines.size() - left);
    std::ranges::move(lines, std::back_inserter(intake.notes));
    if (left > 0) intake.notes.push_back(fmt::format("{} more {}", left, more));
  }

  /// " (Ada Lovelace)", if the name says more than the id.
  static std::string name_behind_id(const model::Student& student) {
    if (student.name.empty() || student.name == student.id) return {};
    return fmt::format(" ({})", printable(student.name));
  }

  /// Whom half-known names are taken for: that was no guess only if nobody else is called so.
  void note_half_known(Intake& intake) const {
    std::map<std::string, std::string> taken;
    for (const Delivery& delivery : intake.deliveries) {
      const auto partly = partly_.find(delivery.origin);
      if (partly != partly_.end()) taken.emplace(partly->second, delivery.students.front());
    }
    std::vector<std::string> lines;
    for (const auto& [name, student] : taken) {
      const auto one = std::ranges::find(intake.students, student, &model::Student::id);
      lines.push_back(fmt::format("'{}' was taken for {}{}", printable(name), printable(student),
                                  name_behind_id(*one)));
    }
    add_some(std::move(lines), "names matched only in part", intake);
  }

  void note_strangers(Intake& intake) const {
    std::vector<std::string> lines;
    for (const model::Student& student : intake.students) {
      if (student.on_roster) continue;
      const std::vector<std::size_t> near = students_.much_like(student);
      lines.push_back(
          fmt::format("{}{} handed in and is not on the roster{}", printable(student.id),
                      name_behind_id(student),
                      near.empty() ? ""
                                   : fmt::format("; is it {}? the roster's lms_id and username say "
                                                 "what platforms call them",
                                                 printable(students_.list(near)))));
    }
    add_some(std::move(lines), "handed in and are not on the roster", intake);
  }

  void add_notes(Intake& intake) const {
    note_half_known(intake);
    note_strangers(intake);
    if (aside_.empty()) return;
    intake.notes.push_back(
        aside_.size() == 1
            ? fmt::format("{} was not graded: it belongs to no program", printable(aside_.front()))
            : fmt::format(
                  "{} files were not graded, because they belong to no program; the first is {}",
                  aside_.size(), printable(aside_.front())));
  }

  const IntakeOptions& options_;
  fs::path folder_;
  StudentIndex students_;
  ProblemIndex problems_;
  SourceKinds kinds_;
  LayoutState state_;
  Shelf shelf_;
  Staging staging_;
  std::map<std::string, std::int64_t> times_;
  std::map<fs::path, std::optional<std::int64_t>> commits_;
  std::map<std::string, std::string> partly_;  ///< by origin of a program
  std::vector<std::string> aside_;
  std::size_t placed_ = 0;
};

}  // namespace

Result<Intake> take_in(const IntakeOptions& options, std::vector<Diagnostic>& diagnostics) {
  if (options.sources.empty()) return usage_error("no submissions to grade");
  std::vector<model::Student> roster;
  if (options.roster) {
    std::vector<Diagnostic> faults;
    roster = read_roster(*options.roster, faults);
    const bool is_broken = has_errors(faults);
    diagnostics.insert(diagnostics.end(), faults.begin(), faults.end());
    if (is_broken) {
      return usage_error("the roster has errors", "correct " + options.roster->string());
    }
  }
  ARBITER_TRY(folder, TempDir::make("arbiter-intake"));
  std::error_code failed;
  // Nothing below it is opened through links.
  Taker taker(options, std::move(roster), std::filesystem::canonical(folder.path(), failed));
  ARBITER_CHECK(taker.read(diagnostics));
  return taker.finish(std::move(folder));
}

}  // namespace arbiter::intake
