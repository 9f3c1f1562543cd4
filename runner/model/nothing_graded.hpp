#pragma once

#include <cstddef>
#include <string>

#include "model/gradebook.hpp"

namespace arbiter::model {

/// Why a student has no attempt at a problem, in words for that student: nothing was handed in, or
/// what nobody can grade.
std::string words_for_nothing(const Gradebook& book, std::size_t student);

}  // namespace arbiter::model
