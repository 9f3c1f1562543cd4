#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::report {

/// The number in what a learning platform calls a participant: "123" of "Participant 123" in any
/// language, or of "123" alone. Empty: there is none.
std::string participant_number(std::string_view lms_id);

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

}  // namespace arbiter::report
