#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"

namespace arbiter::package {

/// The stable codes of this library's diagnostics; a code never changes its meaning.
namespace code {
// Files as such.
inline constexpr std::string_view k_unreadable = "P001";     ///< cannot be read
inline constexpr std::string_view k_too_large = "P002";      ///< larger than 1 MiB
inline constexpr std::string_view k_not_utf8 = "P003";       ///< bytes that are not UTF-8
inline constexpr std::string_view k_control = "P004";        ///< NUL or another control character
inline constexpr std::string_view k_byte_order = "P005";     ///< byte order mark (warning)
inline constexpr std::string_view k_empty = "P006";          ///< says nothing
inline constexpr std::string_view k_syntax = "P007";         ///< not YAML
inline constexpr std::string_view k_too_complex = "P008";    ///< too deep or too many values
inline constexpr std::string_view k_alias = "P009";          ///< an alias inside its own anchor
inline constexpr std::string_view k_duplicate_key = "P010";  ///< a key twice in one map
inline constexpr std::string_view k_unknown_key = "P011";    ///< a key that nobody reads
inline constexpr std::string_view k_missing_key = "P012";    ///< a required key is absent
inline constexpr std::string_view k_wrong_type = "P013";     ///< text where a list is due, …
inline constexpr std::string_view k_bad_value = "P014";      ///< right type, impossible value
inline constexpr std::string_view k_tag = "P015";            ///< a YAML tag
inline constexpr std::string_view k_documents = "P016";      ///< several documents in a file
// What a package says.
inline constexpr std::string_view k_unsupported = "P017";    ///< of the format, not yet judged
inline constexpr std::string_view k_form = "P018";           ///< harmless breach of form (warning)
inline constexpr std::string_view k_version = "P019";        ///< another package format
inline constexpr std::string_view k_no_time_limit = "P020";  ///< 10 s apply (warning)
inline constexpr std::string_view k_two_defaults = "P021";   ///< two defaults in a language family
inline constexpr std::string_view k_two_limits = "P022";     ///< two time limits (warning)
inline constexpr std::string_view k_two_labels = "P023";     ///< folder and tag differ (warning)
// Folders and what lies in them.
inline constexpr std::string_view k_no_folder = "P030";     ///< the root is no folder
inline constexpr std::string_view k_no_data = "P031";       ///< no test at all
inline constexpr std::string_view k_no_companion = "P032";  ///< an input without answer or output
inline constexpr std::string_view k_no_input = "P033";      ///< an answer or output without input
inline constexpr std::string_view k_bad_name = "P034";      ///< a name the format ignores (warning)
inline constexpr std::string_view k_ignored = "P035";       ///< a file nobody reads (warning)
inline constexpr std::string_view k_link_leaves = "P036";   ///< a link out of the folder
inline constexpr std::string_view k_link_broken = "P037";   ///< a link to nothing, or a loop
inline constexpr std::string_view k_special_file = "P038";  ///< pipe, device, socket
inline constexpr std::string_view k_too_many = "P039";      ///< too many files, or too deep
inline constexpr std::string_view k_not_program = "P040";   ///< no program (warning)
inline constexpr std::string_view k_wrong_kind = "P041";    ///< a folder for a file or vice versa
inline constexpr std::string_view k_unknown_label = "P042";    ///< a label nobody knows (warning)
inline constexpr std::string_view k_repository_link = "P043";  ///< it leaves the folder (warning)
}  // namespace code

/// What a message quotes of a text from a package: at most 80 bytes of it.
std::string clipped(std::string_view text);

/// The help for a word that is none of `known`: the nearest one, else `otherwise` if it says
/// something.
std::vector<std::string> did_you_mean(std::string_view word, std::span<const std::string> known,
                                      std::string otherwise = {});

/// The place of a whole file or folder.
Place place_of(const std::filesystem::path& path);

/// Collects diagnostics; of each code and severity only the first 50 are kept and the rest
/// counted, so that a hostile package cannot fill the memory with complaints.
class Faults {
 public:
  void add(Diagnostic diagnostic);
  void add(Severity severity, std::string_view code, std::string message, Place place,
           std::vector<std::string> helps = {});
  /// Gives back none, for callers that have nothing to return then.
  std::nullopt_t error(std::string_view code, std::string message, Place place,
                       std::vector<std::string> helps = {}) {
    add(Severity::error, code, std::move(message), std::move(place), std::move(helps));
    return std::nullopt;
  }
  void warning(std::string_view code, std::string message, Place place,
               std::vector<std::string> helps = {}) {
    add(Severity::warning, code, std::move(message), std::move(place), std::move(helps));
  }

  [[nodiscard]] std::size_t size() const { return kept_.size(); }
  /// Orders what was added since size() was `from` by line and column.
  void sort_from(std::size_t from);
  /// All that is kept; the last of a clipped code carries a note with the number left out.
  std::vector<Diagnostic> take();

 private:
  std::vector<Diagnostic> kept_;
  std::map<std::pair<std::string, Severity>, std::size_t> count_;
};

/// A stretch of one line of a file; line and column count from 1 (bytes), line 0 is unknown.
struct Mark {
  int line = 0;
  int column = 0;
  int length = 1;
};

/// The text of one file, known to be UTF-8 without a byte order mark and without control
/// characters but tab, newline and carriage return, and where its lines lie.
class SourceText {
 public:
  /// Reads a regular file of at most 1 MiB; every fault is added to `faults`, and then none comes
  /// back unless the fault is a warning. The caller knows that it is a regular file. If `target` is
  /// not empty, the file is read there.
  static std::optional<SourceText> read(const std::filesystem::path& path, Faults& faults,
                                        const std::filesystem::path& target = {});
  /// The same for text that is at hand.
  static std::optional<SourceText> of(const std::filesystem::path& path, std::string text,
                                      Faults& faults);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// What begins at a mark, to the end of the file; empty when there is no such place.
  [[nodiscard]] std::string_view from(const Mark& mark) const;
  [[nodiscard]] Place place(const Mark& mark) const;
  /// The place of a byte of text().
  [[nodiscard]] Mark mark_at(std::size_t offset) const;

 private:
  SourceText(std::filesystem::path path, std::string text);
  [[nodiscard]] bool check_bytes(Faults& faults) const;

  std::filesystem::path path_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

}  // namespace arbiter::package
