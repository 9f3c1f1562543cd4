#include "model/gradebook.hpp"

#include <algorithm>
#include <array>

namespace arbiter::model {

std::string_view word(GradeStatus status) {
  static constexpr std::array<std::string_view, 4> k_words{"graded", "no_submission",
                                                           "compile_error", "judge_error"};
  return k_words.at(static_cast<std::size_t>(status));
}

std::string words_for_nothing(const Gradebook& book, const std::string& student) {
  for (const Unattributed& one : book.unattributed) {
    if (std::ranges::find(one.students, student) == one.students.end()) continue;
    return "nothing that can be graded was handed in: '" +
           one.path.substr(one.path.rfind('/') + 1) + "': " + one.why;
  }
  return "nothing was handed in";
}

std::map<WorkId, std::size_t> places_of(const std::vector<Work>& works) {
  std::map<WorkId, std::size_t> places;
  for (std::size_t i = 0; i < works.size(); ++i)
    places.emplace(works[i], i);
  return places;
}

}  // namespace arbiter::model
