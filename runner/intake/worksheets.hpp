#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "intake/layouts/layout.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {

/// When students handed in, as grading worksheets of Moodle say.
class Worksheets {
 public:
  /// The rows of one of them; `problem`: the only one that it is about.
  void add(std::vector<WorksheetRow> rows, std::optional<std::size_t> problem);

  /// When what lies in the area was handed in. None: no worksheet says it for certain.
  [[nodiscard]] std::optional<std::int64_t> time_of(
      const Area& area, std::size_t problem, const std::vector<model::Student>& students) const;

 private:
  struct Sheet {
    std::vector<WorksheetRow> rows;
    StudentIndex students;  ///< of the rows
    std::optional<std::size_t> problem;
  };
  std::vector<Sheet> sheets_;
};

}  // namespace arbiter::intake
