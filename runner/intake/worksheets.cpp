#include "intake/worksheets.hpp"

#include <algorithm>
#include <array>

#include "model/worksheet.hpp"

namespace arbiter::intake {
namespace {

using Rows = std::vector<std::size_t>;

/// The rows that could be about the student; none if one column names another than the others do.
Rows rows_of(const StudentIndex& rows, const model::Student& student,
             const std::string& participant) {
  const std::array<Lookup, 5> lookups = {
      {{StudentKey::lms_id, participant.empty() ? student.lms_id : participant},
       {StudentKey::email, student.email},
       {StudentKey::name, student.name},
       {StudentKey::username, student.username},
       {StudentKey::id, student.id}}};
  Rows all;
  for (const Lookup& lookup : lookups) {
    if (lookup.text.empty()) continue;
    const Rows found = rows.find(lookup.key, lookup.text);
    if (found.empty()) continue;
    Rows both;
    std::ranges::set_intersection(all, found, std::back_inserter(both));
    if (both.empty() && !all.empty()) return {};
    all = all.empty() ? found : both;
  }
  return all;
}

}  // namespace

void Worksheets::add(std::vector<WorksheetRow> rows, std::optional<std::size_t> problem) {
  std::vector<model::Student> students;
  for (const WorksheetRow& row : rows)
    students.push_back(row.student);
  sheets_.push_back({std::move(rows), StudentIndex(std::move(students), true), problem});
}

std::optional<std::int64_t> Worksheets::time_of(const Area& area, std::size_t problem,
                                                const std::vector<model::Student>& students) const {
  std::optional<std::int64_t> newest;
  for (const Sheet& sheet : sheets_) {
    if (sheet.problem.value_or(problem) != problem) continue;
    for (const std::size_t student : area.students) {
      const Rows rows = rows_of(sheet.students, students[student], area.participant);
      if (rows.size() != 1) continue;
      const WorksheetRow& row = sheet.rows[rows.front()];
      // In another assignment Moodle has other numbers for the same students.
      const bool is_other =
          !area.participant.empty() && model::participant_number(row.student.lms_id) !=
                                           model::participant_number(area.participant);
      if (row.submitted && !is_other) newest = std::max(newest.value_or(0), *row.submitted);
    }
  }
  return newest;
}

}  // namespace arbiter::intake
