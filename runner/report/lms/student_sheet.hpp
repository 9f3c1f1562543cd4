#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/csv.hpp"
#include "model/worksheet.hpp"
#include "report/grade/formats.hpp"

namespace arbiter::report {

/// Finds the students that rows of a platform's table are about.
class StudentFinder {
 public:
  explicit StudentFinder(const std::vector<model::Student>& students);

  /// How sure a cell is to tell who it is, the surest first.
  enum class By : std::uint8_t { lms_id, id, username, email, name };

  /// The only student whom a cell names so. None: nobody, or several.
  [[nodiscard]] std::optional<std::size_t> find(By by, std::string_view cell) const;

  /// The student of a row: by `lms_id`, the cell with the platform's own id, else by whatever
  /// another cell is. None: nobody, several, or its cells contradict each other.
  [[nodiscard]] std::optional<std::size_t> find_in_row(
      std::string_view lms_id, const std::vector<std::string_view>& cells) const;

 private:
  std::optional<std::size_t> find_in_cells(By by, const std::vector<std::string_view>& cells,
                                           bool& is_torn) const;

  /// By what stands in a cell; none where it is that of several.
  std::map<std::pair<By, std::string>, std::optional<std::size_t>> students_;
};

/// A teacher's table while grades are filled in: finds the row of each student, and keeps every
/// byte that it does not fill in.
class StudentSheet {
 public:
  /// What a platform calls its table, and where things stand in it.
  struct Layout {
    std::string_view name;  ///< "worksheet"
    std::size_t who = 0;    ///< column that names a row in warnings
    std::size_t grade = 0;  ///< column of grades
    bool has_decimal_comma = false;
  };
  StudentSheet(const StudentViews& views, const GradeOutputOptions& options, CsvTable table,
               const Layout& layout)
      : views_(views),
        options_(options),
        table_(std::move(table)),
        layout_(layout),
        finder_(views.students()),
        row_of_(views.size()) {}

  [[nodiscard]] const CsvTable& table() const { return table_; }
  /// The most points that students can get, unless a cell says the same or nothing.
  [[nodiscard]] std::optional<double> other_maximum(std::string_view said) const;
  /// Notes whom a row is about, by the cell with the platform's id, the others among its first
  /// `columns`, and `more`; warns if it is nobody, or somebody who has a row.
  void match(std::size_t row, std::size_t id_column, std::size_t columns,
             std::string_view more = {});
  /// Fills in the points of everybody whose row is known, and what `more` adds to a row. Leaves
  /// rows alone that `is_closed` names.
  void fill(const std::function<void(std::size_t row, const StudentView& view)>& more,
            const std::function<bool(std::size_t row)>& is_closed = {});

  void edit(std::size_t row, std::size_t column, std::string text) {
    edits_.push_back({row, column, std::move(text)});
  }
  void warn(std::string text) { output_.warnings.push_back(std::move(text)); }
  [[nodiscard]] std::string number(double points) const;
  GradeOutput finish();

 private:
  [[nodiscard]] std::string whose(std::size_t row) const;

  const StudentViews& views_;
  const GradeOutputOptions& options_;
  CsvTable table_;
  Layout layout_;
  StudentFinder finder_;
  std::vector<std::optional<std::size_t>> row_of_;
  std::vector<CsvEdit> edits_;
  GradeOutput output_;
};

}  // namespace arbiter::report
