#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.hpp"
#include "report/grade/formats.hpp"
#include "report/lms/lms_names.hpp"

namespace arbiter::report {

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
  /// Notes whom a row is about, by the cell with the platform's id and by others; warns if it is
  /// nobody, or somebody who has a row.
  void match(std::size_t row, std::string_view lms_id, const std::vector<std::string_view>& cells);
  /// Fills in the points of everybody whose row is known, and what `more` adds to a row. Leaves
  /// rows alone that `is_closed` names.
  void fill(const std::function<bool(std::size_t row)>& is_closed,
            const std::function<void(std::size_t row, const StudentView& view)>& more);

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
