#include "model/nothing_graded.hpp"

#include <algorithm>

namespace arbiter::model {

std::string words_for_nothing(const Gradebook& book, std::size_t student) {
  for (const Unattributed& one : book.unattributed) {
    if (std::find(one.students.begin(), one.students.end(), student) == one.students.end())
      continue;
    return "nothing that can be graded was handed in: '" +
           one.path.substr(one.path.rfind('/') + 1) + "': " + one.why;
  }
  return "nothing was handed in";
}

}  // namespace arbiter::model
