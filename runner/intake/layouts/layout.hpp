#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "intake/files/node.hpp"
#include "intake/files/programs.hpp"
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
  std::size_t source = 0;  ///< the number of the source that it came with
  std::string order;       ///< of several of the same students what sorts first is older
  std::string partly;      ///< the name that says more than is known of the student, if it does
  Node root;
  bool is_listed = false;  ///< nothing was handed in but what is listed already
};

/// How submissions can be laid out.
enum class LayoutKind : std::uint8_t {
  student_folders,
  flat_files,
  problem_folders,
  moodle,
  canvas,
  gradescope,
  classroom,
  blackboard,
  listed,  ///< in submissions.csv
};

/// What the readers of layouts share, and what they find.
struct LayoutState {
  StudentIndex& students;
  const ProblemIndex& problems;
  const SourceKinds& kinds;
  std::vector<Area> areas;
  std::vector<model::Unattributed> lost;
  std::vector<std::string> notes;
  std::map<LayoutKind, std::size_t> counts;  ///< how many students or files came in each way

  void lose(const Node& node, std::string why, std::string help = {});
  /// Adds an area of whom the claim means, or lists it if that is not certain.
  void add(LayoutKind kind, const Claim& claim, Area area);
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

/// As `lay_out` for a folder that is no wrapper: it is laid out as a platform does, or plain.
void read_known_layout(const Node& folder, LayoutState& state);

/// Whether a platform's layout lies in the folder, or in the only folder in it.
bool holds_platform(const Node& folder);

/// "a folder per student (297), flat files (3)".
std::string layout_words(const std::map<LayoutKind, std::size_t>& counts);

/// Each reads one layout; `usual` is the problem that the folder is of, if its name says so.
bool is_moodle(const Node& folder);
void read_moodle(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);
bool is_canvas(const Node& folder);
void read_canvas(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);
bool is_gradescope(const Node& folder);
void read_gradescope(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);
bool is_classroom(const Node& folder);
void read_classroom(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);
bool is_blackboard(const Node& folder);
void read_blackboard(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);
/// Folders per student, per problem, and files whose names say both; all of them may be mixed.
void read_plain(const Node& folder, std::optional<std::size_t> usual, LayoutState& state);

/// Whether a file is one that teachers keep beside submissions: a roster, a policy.
bool is_teachers_file(const std::string& name);

/// For each of the sources whether it is what a single student handed in, and not a class: shells
/// make such of "handed-in/*". `paths` are the sources as given, beside their trees.
std::vector<bool> find_single_students(const std::vector<std::filesystem::path>& paths,
                                       const std::vector<Node>& sources, const LayoutState& state);

/// Adds what one student handed in, whom the source is called by.
void lay_out_student(Node source, LayoutState& state);

}  // namespace arbiter::intake
