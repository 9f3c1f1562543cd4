#include "model/gradebook.hpp"

#include <algorithm>

namespace arbiter::model {

std::string shown_name(const Student& student) {
  const bool has_name = !student.name.empty() && student.name != student.id;
  return has_name ? student.name + " (" + student.id + ")" : student.id;
}

std::string shown_name(const Gradebook& book, const std::string& id) {
  const auto student = std::ranges::find(book.students, id, &Student::id);
  return student == book.students.end() ? id : shown_name(*student);
}

std::string_view word(GradeStatus status) {
  static constexpr std::array<std::string_view, 5> k_words = {
      "graded", "no_submission", "compile_error", "judge_error", "handed_in_not_graded"};
  static_assert(k_words.size() == static_cast<std::size_t>(GradeStatus::not_graded) + 1);
  return k_words.at(static_cast<std::size_t>(status));
}

Blank blank_of(const Gradebook& book, const std::string& student) {
  Blank blank;
  for (const Unattributed& one : book.unattributed) {
    if (std::ranges::find(one.students, student) != one.students.end()) {
      blank.theirs.push_back(&one);
      blank.words.push_back("handed in, but not graded: '" +
                            one.path.substr(one.path.rfind('/') + 1) + "': " + one.why);
    } else if (std::ranges::find(one.candidates, student) != one.candidates.end()) {
      blank.may_own_another = true;
      blank.words.push_back("perhaps handed in: '" + one.path + "': " + one.why);
    }
  }
  if (blank.words.empty()) {
    blank.words.emplace_back("nothing was handed in");
  } else {
    blank.status = GradeStatus::not_graded;
  }
  return blank;
}

std::map<WorkId, std::size_t> places_of(const std::vector<Work>& works) {
  std::map<WorkId, std::size_t> places;
  for (std::size_t i = 0; i < works.size(); ++i)
    places.emplace(works[i], i);
  return places;
}

}  // namespace arbiter::model
