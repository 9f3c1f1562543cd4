#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "judge/compile/compile.hpp"
#include "model/language.hpp"

namespace arbiter::judge {

/// A file as it goes into a compile.
struct SourceFile : ProgramFile {
  std::string bytes;
  bool is_compiled = false;   ///< named on the command line; else it only lies beside
  bool is_added = false;      ///< by --add or by the package
  bool is_data = false;       ///< of the package, and neither source nor header
  bool is_rewritten = false;  ///< `bytes` are not those of the file
};

/// All files of a program, read once, so that what is hashed is what is compiled.
struct SourceSet {
  std::vector<SourceFile> files;  ///< the submission's main file first, those added last
  std::string main;

  /// What is compiled, as names for a command line.
  [[nodiscard]] std::vector<std::string> arguments() const;
  /// What is compiled, as text.
  [[nodiscard]] std::vector<std::string_view> compiled_texts() const;
  /// The size of the submission's own files.
  [[nodiscard]] Bytes code_size() const;
  /// Whether any file seems to include a header of the kits.
  [[nodiscard]] bool mentions_kits() const;
};

/// No program is read that is larger than this.
inline constexpr Bytes k_most_sources = mib(64);

/// The size of the submission's own files on the disk; those that cannot be looked at count
/// nothing.
Bytes size_on_disk(const Submission& submission);

/// Reads the program. An included file takes the place of the submission's file of that name; one
/// called main or __main__ is what the program begins with. Constants are replaced in files of at
/// most 1 MiB. An added file takes the place of the submission's file of that name; it is
/// compiled if its language is of the submission's family. Error: a file cannot be read, is larger
/// than k_most_sources.
Result<SourceSet> read_sources(const CompileRequest& request, const model::Languages& languages);

/// For every kind of character that only web pages and word processors write (no-break spaces,
/// typographic quotes and dashes, invisible ones) and that stands on a line which the messages of
/// the failed compile name: what and where it is. Columns count characters from 1.
std::vector<std::string> help_for_characters(const std::vector<SourceFile>& files,
                                             const std::string& log);

/// What a compiler or a language's runtime says, and what that means for people.
struct Saying {
  std::string_view words;
  std::string_view meaning;
};

/// The meanings of all sayings whose words are in `log`, each once.
std::vector<std::string> meanings_of(std::string_view log, std::span<const Saying> sayings);

/// What the messages of a failed compile say of code for other compilers, and which files are in
/// UTF-16.
std::vector<std::string> help_for_foreign_code(const std::vector<SourceFile>& files,
                                               const std::string& log);

/// If the linker missed `main`: the attachment of the language's family that defines it, as
/// something to --add. Paths below `here` are shown relative to it.
std::optional<std::string> help_for_main(const std::string& log,
                                         const std::vector<std::filesystem::path>& attachments,
                                         const model::Language& language,
                                         const std::filesystem::path& here);

/// Whether a failed compile may go well by another standard of the language: the compiler itself
/// complained, not the linker.
bool may_be_the_standard(const std::string& log);

/// The standards to try, the newest first, at most `most`: the other compiled rows of the family.
std::vector<const model::Language*> other_standards(const model::Language& language,
                                                    const model::Languages& languages,
                                                    std::size_t most);

/// What a text that begins with #include names, with its quotes or brackets; empty for any other.
std::string_view included_in(std::string_view text);

}  // namespace arbiter::judge
