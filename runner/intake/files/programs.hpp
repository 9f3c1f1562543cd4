#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "intake/files/node.hpp"
#include "intake/names/problem_index.hpp"
#include "model/gradebook.hpp"
#include "model/language.hpp"

namespace arbiter::intake {

/// Tells by names which files are part of programs.
class SourceKinds {
 public:
  explicit SourceKinds(const model::Languages& languages);

  /// The family of languages that the file is a source of, as "cpp"; empty if none.
  [[nodiscard]] std::string family(std::string_view name) const;
  [[nodiscard]] bool is_source(std::string_view name) const { return !family(name).empty(); }
  [[nodiscard]] bool is_header(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> families_;
  std::map<std::string, std::string, std::less<>> headers_;
};

/// Whether a source text defines a function called main; comments and texts in quotes do not count.
bool has_main(std::string_view source, std::string_view family);

/// Whether a source text loads the module of that name.
bool loads(std::string_view source, std::string_view module);

/// A file of a program, by its name below the program's folder.
struct ProgramPart {
  std::string name;
  const Node* node = nullptr;
};

/// One program that somebody handed in.
struct FoundProgram {
  std::size_t problem = 0;
  std::optional<int> rank;  ///< orders attempts of the same student, where names tell
  std::string origin;
  std::vector<ProgramPart> parts;  ///< the file that it begins with first
  bool begins_with_first = false;  ///< the language has to be told which file it begins with
};

inline constexpr const char* k_holds_nothing = "holds no file at all";

/// Adds all files below a folder, with `prefix` before their names.
void add_parts(const Node& folder, const std::string& prefix, std::vector<ProgramPart>& parts);

/// What became of the files that one student, or group, handed in at one place.
struct FoundPrograms {
  std::vector<FoundProgram> programs;
  std::vector<model::Unattributed> lost;
  std::vector<std::string> aside;  ///< origins of files that are part of no program
};

/// What the place says of the problem.
struct ProblemHint {
  std::optional<std::size_t> certain;  ///< it is this one, whatever the names below say
  std::optional<std::size_t> usual;    ///< it is this one unless the names below say another

  /// The problem of what names none: also the only one that there is.
  [[nodiscard]] std::optional<std::size_t> of_unnamed(const ProblemIndex& problems) const {
    if (certain) return certain;
    if (usual) return usual;
    return problems.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
  }
};

/// Sources of one folder, sorted into a program or several attempts at one.
struct ChosenSources {
  /// A program each, its first file first; several are attempts, the oldest first.
  std::vector<std::vector<ProgramPart>> attempts;
  std::vector<ProgramPart> aside;  ///< belong to none
  std::string why;                 ///< not empty: it cannot be told, and why
  bool begins_with_first = false;
};

/// Whether one of `parts` is the same file.
bool is_among(const ProgramPart& part, const std::vector<ProgramPart>& parts);

/// Finds out what belongs together: all of one language of which one has the main function or loads
/// the others, copies of one file with numbers, or the one that is called "main" or by the problem.
ChosenSources choose_sources(const std::vector<ProgramPart>& sources, std::size_t problem,
                             const ProblemIndex& problems, const SourceKinds& kinds);

/// Tells the programs in a folder: which problem each is for, which files belong to it, which
/// attempt it is. `area` outlives what comes back. What is not certain is lost, with the reason.
FoundPrograms find_programs(const Node& area, const ProblemHint& hint, const ProblemIndex& problems,
                            const SourceKinds& kinds);

/// The language that a roster means by "python3", "Python 3" or "python"; null if there is none.
const model::Language* language_called(std::string_view word, const model::Languages& languages);

/// `area` without the ending .txt behind that of a source, and, if there is no source and a
/// language, with its ending at programs that have none or are called .txt. None: nothing was to be
/// named.
std::optional<Node> with_endings(const Node& area, const model::Language* language,
                                 const ProblemIndex& problems, const SourceKinds& kinds);

/// A program in a place of its own.
struct StagedProgram {
  std::filesystem::path path;  ///< a file, or a folder
  std::string sha256;          ///< of names and contents, hex
  std::string fault;           ///< not empty: a file cannot be read, and why; there is no program
};

/// Keeps every program once, however many handed in the same: cohorts hand in the same a lot.
class Staging {
 public:
  /// `folder` exists.
  explicit Staging(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Copies a program into a folder of its own. A single file is called main, so that equal
  /// programs are equal whatever they were called, and none is called by its student; the files of
  /// several keep their names. Error{judge}: the disk is full and the like.
  Result<StagedProgram> add(const FoundProgram& program);

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> paths_;  ///< by hash
};

}  // namespace arbiter::intake
