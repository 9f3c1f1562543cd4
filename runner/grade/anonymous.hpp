#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::grade {

/// Calls the students of a book by numbers ("Student 07"), in an order that tells nothing to those
/// who do not know the secret, and takes away what could name them: files' names, what compilers
/// and programs wrote on the way, and words of people. The same students and secret give the same
/// numbers. Returns who is who.
std::vector<std::pair<std::string, model::Student>> make_anonymous(model::Gradebook& book,
                                                                   const std::string& secret);

}  // namespace arbiter::grade
