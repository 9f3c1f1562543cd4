#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "intake/files/node.hpp"
#include "intake/files/programs.hpp"
#include "intake/files/shelf.hpp"
#include "intake/names/problem_index.hpp"
#include "intake/names/student_index.hpp"
#include "model/gradebook.hpp"

namespace arbiter::intake {

/// What one student, or group, handed in at one place.
struct Area {
  std::vector<std::size_t> students;  ///< into StudentIndex::students()
  ProblemHint problem;
  std::optional<std::int64_t> submitted;
  bool is_marked_late = false;
  std::size_t source = 0;   ///< the number of the source that it came with
  std::string order;        ///< of several of the same students what sorts first is older
  std::string participant;  ///< the number that Moodle has for the student in this assignment
  std::string partly;       ///< the name that says more than is known of the student, if it does
  Node root;
  bool is_listed = false;  ///< nothing was handed in but what is listed already
};

/// What the readers of layouts share, and what they find.
struct LayoutState {
  StudentIndex& students;
  const ProblemIndex& problems;
  const SourceKinds& kinds;
  std::vector<Area> areas;
  std::vector<model::Unattributed> lost;
  std::vector<std::string> notes;
  /// How many students or files came in each way, by the words for it.
  std::map<std::string_view, std::size_t> counts;

  void lose(const Node& node, std::string why, std::string help = {});
  /// Adds an area of whom the claim means, or lists it if that is not certain. `words` tell the
  /// layout, as "a folder per student".
  void add(std::string_view words, const Claim& claim, Area area);
  /// The same of students who are certain.
  void add(std::string_view words, std::vector<std::size_t> owners, Area area);
};

/// A student and a problem that a name says: "ada" and lab1 of "ada_lab1".
struct NameSplit {
  std::string student;
  std::optional<std::size_t> problem;
  std::vector<std::size_t> doubtful;  ///< the name could be about any of these problems
};

/// What a name without its ending says where students and problems are written in one name, in
/// either order, divided by "_", "-", a point or a blank.
NameSplit split_name(const std::string& stem, const StudentIndex& students,
                     const ProblemIndex& problems);

/// Finds out how a source is laid out and adds what every student handed in.
void lay_out(const Node& source, LayoutState& state);

/// "a folder per student (297), flat files (3)".
std::string layout_words(const std::map<std::string_view, std::size_t>& counts);

/// How a platform lays out what it exports: how to tell, and how to read it. `usual` is the problem
/// that the folder is of, if its name says so.
struct Platform {
  bool (*is_of)(const Node& folder);
  void (*read)(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);
};

extern const Platform k_moodle;
extern const Platform k_canvas;
extern const Platform k_gradescope;
extern const Platform k_classroom;
extern const Platform k_blackboard;

/// Folders per student, per problem, and files whose names say both; all of them may be mixed.
void read_plain(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);

/// Whether a file is one that teachers keep beside submissions: a roster, a policy.
bool is_teachers_file(const std::string& name);

/// The folder, absolute, in which a source lies.
std::filesystem::path folder_around(const std::filesystem::path& path);

/// The paths as sources, older ones first. All that a folder holds, as shells make of
/// "handed-in/*", is the folder.
std::vector<Source> gather_sources(const std::vector<std::filesystem::path>& paths,
                                   const LayoutState& state);

/// Whether known students, or what a platform exports, lie in the folder, and it is no student's.
bool is_class(const Node& folder, const LayoutState& state);

/// The only folder in `folder` if that is around students, else null.
const Node* folder_inside(const Node& folder, const LayoutState& state);

/// For each of the sources whether it is what a single student handed in, and not a class: shells
/// make such of "handed-in/*". `given` are the sources beside their trees.
std::vector<bool> find_single_students(const std::vector<Source>& given,
                                       const std::vector<Node>& sources, const LayoutState& state);

/// Adds what one student handed in, whom the source is called by.
void lay_out_student(Node source, LayoutState& state);

/// A row of submissions.csv: what a teacher says of a file or folder.
struct ManifestRow {
  std::string file;     ///< below the source
  std::string student;  ///< may be empty: it is told as if the row were not there
  std::string problem;  ///< likewise
  std::optional<std::int64_t> submitted;
  Place place;
  bool is_used = false;
  bool is_origin = false;  ///< `file` is an origin, as a decision names it
};

/// Reads submissions.csv: file, student, problem, submitted.
std::vector<ManifestRow> read_manifest(const std::filesystem::path& path,
                                       std::vector<Diagnostic>& diagnostics);

/// The rows of what a person decided on files: whose they are. A decision that names nobody of the
/// roster is a fault.
std::vector<ManifestRow> rows_of(const std::vector<model::Question>& decisions,
                                 const std::filesystem::path& file, const StudentIndex& students,
                                 std::vector<Diagnostic>& diagnostics);

/// Whether a person decided that a file is not to be graded.
bool is_ignored(const std::vector<model::Question>& decisions, const std::string& origin);

/// Takes what the rows are about out of `source`, as areas of their students. Rows without a
/// student only say when something was handed in, which is added to `times` by origin.
void apply_manifest(std::vector<ManifestRow>& rows, Node& source, LayoutState& state,
                    std::map<std::string, std::int64_t>& times,
                    std::vector<Diagnostic>& diagnostics);

}  // namespace arbiter::intake
