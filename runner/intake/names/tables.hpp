#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.hpp"
#include "base/diagnostic.hpp"
#include "base/time_zone.hpp"
#include "intake/names/problem_index.hpp"
#include "model/gradebook.hpp"
#include "model/grading.hpp"

namespace arbiter::intake {

/// The stable codes of diagnostics about tables; a code never changes its meaning.
namespace code {
inline constexpr std::string_view k_unreadable = "G201";  ///< no file that can be read, or no CSV
inline constexpr std::string_view k_encoding = "G202";    ///< old Windows bytes (warning)
inline constexpr std::string_view k_columns = "G203";     ///< a column is missing or there twice
inline constexpr std::string_view k_unknown_column = "G204";  ///< a column nobody reads (warning)
inline constexpr std::string_view k_value = "G205";           ///< a cell that cannot be meant
inline constexpr std::string_view k_twice = "G206";           ///< two rows about the same
inline constexpr std::string_view k_student = "G207";         ///< no or no certain student
inline constexpr std::string_view k_problem = "G208";         ///< no such problem
inline constexpr std::string_view k_file = "G209";            ///< no such file among what was read
}  // namespace code

/// A column that a table may have.
struct ColumnRule {
  std::string_view key;                  ///< what we call it
  std::vector<std::string_view> titles;  ///< what others do; letter case and blanks do not count
};

/// What a table must look like.
struct SheetRule {
  std::vector<ColumnRule> columns;
  /// Of each of these rows one column must be there.
  std::vector<std::vector<std::string_view>> needed;
  std::string_view header;  ///< an example of the first line
  std::string_view missing = "a column is missing";
  bool is_strict = false;       ///< columns and cells that nobody reads are faults
  bool may_be_moodles = false;  ///< a grading worksheet's columns are found by what stands in them
};

/// A CSV file with a header, in whatever encoding and order of columns.
class Sheet {
 public:
  /// Reads it and finds the columns. None if it cannot be read or lacks a column; why is added to
  /// `diagnostics`.
  static std::optional<Sheet> read(const std::filesystem::path& path, const SheetRule& rule,
                                   std::vector<Diagnostic>& diagnostics);

  /// How many rows it has below the header.
  [[nodiscard]] std::size_t size() const { return table_.rows.size() - 1; }
  [[nodiscard]] bool has(std::string_view key) const { return column_of(key).has_value(); }
  /// The cell without blanks around it; empty if there is no such column.
  [[nodiscard]] std::string text(std::size_t row, std::string_view key) const;
  /// The instant that a cell says; none where it is empty, or says none, which is a fault.
  std::optional<std::int64_t> instant(std::size_t row, std::string_view key,
                                      std::vector<Diagnostic>& diagnostics) const;
  [[nodiscard]] int line(std::size_t row) const { return table_.rows[row + 1].line; }
  /// Where the cell stands; the row where there is none.
  [[nodiscard]] Place place(std::size_t row, std::string_view key) const;
  /// Where the header stands.
  [[nodiscard]] Place header() const;

 private:
  Sheet(std::filesystem::path path, std::string text, CsvTable table)
      : path_(std::move(path)), text_(std::move(text)), table_(std::move(table)) {}
  void find_columns(const SheetRule& rule, std::vector<Diagnostic>& diagnostics);
  void find_worksheet_columns(const SheetRule& rule);
  void check_lengths(std::vector<Diagnostic>& diagnostics) const;
  [[nodiscard]] Place place_at(std::size_t begin, std::size_t end, int line) const;
  [[nodiscard]] std::optional<std::size_t> column_of(std::string_view key) const;

  std::filesystem::path path_;
  std::string text_;
  CsvTable table_;
  std::vector<std::string> keys_;  ///< of the columns; empty where nobody reads one
};

/// Adds a diagnostic about a cell. Returns that there is no value.
std::nullopt_t fault(std::vector<Diagnostic>& to, std::string_view code, Place place,
                     std::string message, std::string help = {},
                     Severity severity = Severity::error);

/// The problem that a cell names; none, with a fault, if that is not certain.
std::optional<std::size_t> problem_in(const ProblemIndex& problems, const std::string& text,
                                      Place place, std::vector<Diagnostic>& diagnostics);

/// The students of roster.csv in its order. The header says what the columns are: id, name, email,
/// username, lms_id, group, section, language, or the titles that grade books of Canvas have. Of a
/// grading worksheet of Moodle, in any language, what stands in them says it. Whoever has no id is
/// called by user name, email, platform id or name. All faults are added to `diagnostics`; with
/// errors the list is not complete.
std::vector<model::Student> read_roster(const std::filesystem::path& path,
                                        std::vector<Diagnostic>& diagnostics);

/// The time that Moodle writes in a table, in whatever language: "Sunday, 22 November 2026, 1:40
/// PM", "söndag 22 november 2026, 13.40", "2026年11月22日 星期日 13:40". None: it cannot be read
/// for certain.
std::optional<ClockTime> parse_moodle_time(std::string_view text);

/// A row of a grading worksheet of Moodle.
struct WorksheetRow {
  model::Student student;
  std::optional<std::int64_t> submitted;  ///< by the clocks of this process
};

/// The rows of a grading worksheet of Moodle in any language, and the time in "Last modified
/// (submission)"; none if the file is no such worksheet. Times that cannot be read are faults of
/// that severity.
std::vector<WorksheetRow> read_worksheet(const std::filesystem::path& path, Severity severity,
                                         std::vector<Diagnostic>& diagnostics);

/// extensions.csv: id, assignment (a problem; empty: all), until or extra_minutes, reason. Students
/// are found by whatever the roster says of them and must be certain.
std::vector<model::Extension> read_extensions(const std::filesystem::path& path,
                                              const std::vector<model::Student>& students,
                                              const std::vector<ProblemNames>& problems,
                                              std::vector<Diagnostic>& diagnostics);

/// overrides.csv: student, problem, points (with a sign: added to what was computed), reason.
std::vector<model::Override> read_overrides(const std::filesystem::path& path,
                                            const std::vector<model::Student>& students,
                                            const std::vector<ProblemNames>& problems,
                                            std::vector<Diagnostic>& diagnostics);

/// decisions.csv: the table of what needs a person, with a column filled in; rows without a
/// decision are passed over.
std::vector<model::Question> read_decisions(const std::filesystem::path& path,
                                            std::vector<Diagnostic>& diagnostics);

/// comments.csv: cluster (the id of a mistake), comment; other columns and rows without a comment
/// are passed over, so it may be the table of clusters, filled in.
std::vector<model::MistakeComment> read_comments(const std::filesystem::path& path,
                                                 std::vector<Diagnostic>& diagnostics);

}  // namespace arbiter::intake
