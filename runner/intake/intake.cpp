#include "intake/intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "base/time_zone.hpp"
#include "intake/files/programs.hpp"
#include "intake/files/shelf.hpp"
#include "intake/layouts/layout.hpp"
#include "intake/names/names.hpp"
#include "intake/names/tables.hpp"
#include "intake/numbering.hpp"
#include "intake/worksheets.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_manifest_name = "submissions.csv";

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
    std::vector<ManifestRow> decided =
        rows_of(options_.decisions, options_.decisions_file, students_, diagnostics);
    std::vector<Source> given = gather_sources(options_.sources, state_);
    std::erase_if(given, [&](const Source& one) {
      std::error_code failed;
      const bool is_list =
          one.path.filename() == k_manifest_name && fs::is_regular_file(one.path, failed);
      if (is_list)
        std::ranges::move(read_manifest(one.path, diagnostics), std::back_inserter(listed));
      return is_list;
    });
    std::vector<Node> sources;
    for (const Source& one : given) {
      ARBITER_TRY(source, shelf_.read(one));
      apply_manifest(decided, source, state_, times_, diagnostics);
      apply_manifest(listed, source, state_, times_, diagnostics);
      sources.push_back(std::move(source));
      number_areas(sources.size() - 1);
    }
    const std::vector<bool> is_single = find_single_students(given, sources, state_);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      // What students put into their own folders is no word of the teacher's.
      if (!is_single[i]) read_tables(sources[i], !listed.empty(), diagnostics);
      number_areas(i);
    }
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
    for (const fs::path& path : options_.worksheets)
      add_worksheet(path, path.stem().string(), Severity::warning, diagnostics);
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
    Intake intake{
        layout_words(state_.counts), students_.students(), {}, {}, {}, {}, std::move(folder)};
    drop_emptied(lost);
    std::erase_if(lost, [&](const model::Unattributed& one) {
      return is_ignored(options_.decisions, one.path);
    });
    const std::vector<std::size_t> places =
        order_students(intake.students, options_.roster.has_value());
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
    if (has_clock_times_) intake.timezone = options_.timezone.value_or(machine_time_zone());
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

  /// Reads the tables that lie in the folder around the students, and takes them out.
  void read_tables(Node& folder, bool has_manifest, std::vector<Diagnostic>& diagnostics) {
    std::vector<ManifestRow> rows;
    std::erase_if(folder.children, [&](const Node& child) {
      if (child.is_folder || !folded(child.name).ends_with(".csv")) return false;
      const std::size_t told = diagnostics.size();
      bool is_table = child.name == k_manifest_name;
      if (!is_table) {
        is_table = add_worksheet(child.path, stem_of(child), Severity::error, diagnostics);
      } else if (!has_manifest) {
        rows = read_manifest(child.path, diagnostics);
      }
      // Of what an archive holds nobody knows where it was unpacked.
      for (ManifestRow& row : rows)
        row.place.path = child.origin;
      for (std::size_t i = told; i < diagnostics.size(); ++i) {
        if (diagnostics[i].place) diagnostics[i].place->path = child.origin;
      }
      return is_table;
    });
    apply_manifest(rows, folder, state_, times_, diagnostics);
    for (const ManifestRow& row : rows)
      report_unused(row, diagnostics);
    const Node* const inner = folder_inside(folder, state_);
    for (Node& child : folder.children) {
      const bool is_problem = folder.children.size() == 1 && !problems_.called(child.name).empty();
      const bool is_around = &child == inner || is_class(child, state_);
      if (child.is_folder && (is_problem || is_around)) {
        read_tables(child, has_manifest, diagnostics);
      }
    }
  }

  /// Whether the file is a grading worksheet of Moodle; takes its times then.
  bool add_worksheet(const fs::path& path, const std::string& name, Severity severity,
                     std::vector<Diagnostic>& diagnostics) {
    std::vector<WorksheetRow> rows = read_worksheet(path, severity, diagnostics);
    if (rows.empty()) return false;
    has_clock_times_ |= std::ranges::any_of(
        rows, [](const WorksheetRow& row) { return row.submitted.has_value(); });
    worksheets_.add(std::move(rows), problems_.one_named_in(name));
    return true;
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
    const auto time = worksheets_.time_of(area, program.problem, students_.students());
    if (time) return time;
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
      if (!part.node->modified) continue;
      newest = std::max(newest.value_or(0), *part.node->modified);
      has_clock_times_ = has_clock_times_ || part.node->is_by_clock;
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
  Worksheets worksheets_;
  bool has_clock_times_ = false;
  std::size_t placed_ = 0;
};

}  // namespace

Result<Intake> take_in(const IntakeOptions& options, std::vector<Diagnostic>& diagnostics) {
  std::vector<model::Student> roster;
  if (options.roster) {
    roster = read_roster(*options.roster, diagnostics);
    if (has_errors(diagnostics)) {
      return usage_error("the roster has errors", "correct " + options.roster->string());
    }
  }
  const TimeZoneScope clocks(options.timezone);
  ARBITER_TRY(folder, TempDir::make("arbiter-intake"));
  std::error_code failed;
  // Nothing below it is opened through links.
  Taker taker(options, std::move(roster), std::filesystem::canonical(folder.path(), failed));
  ARBITER_CHECK(taker.read(diagnostics));
  const auto broken = std::ranges::find(diagnostics, Severity::error, &Diagnostic::severity);
  if (broken != diagnostics.end()) {
    return usage_error(
        fmt::format("{} cannot be used", broken->place ? broken->place->path : "a table"),
        "correct it; nobody was graded");
  }
  return taker.finish(std::move(folder));
}

}  // namespace arbiter::intake
