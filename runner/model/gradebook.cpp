#include "model/gradebook.hpp"

#include <array>

namespace arbiter::model {

std::string_view word(GradeStatus status) {
  static constexpr std::array<std::string_view, 4> k_words{"graded", "no_submission",
                                                           "compile_error", "judge_error"};
  return k_words.at(static_cast<std::size_t>(status));
}

}  // namespace arbiter::model
