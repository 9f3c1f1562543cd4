#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::grade {

/// Calls the students of a book by numbers ("Student 07"), in an order that tells nothing, and
/// takes away what could name them: files' names, what compilers and programs wrote on the way, and
/// words of people. Of the same students it makes the same numbers. Returns who is who.
std::vector<std::pair<std::string, model::Student>> make_anonymous(model::Gradebook& book);

}  // namespace arbiter::grade
