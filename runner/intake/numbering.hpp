#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "intake/intake.hpp"
#include "intake/layouts/layout.hpp"

namespace arbiter::intake {

/// A delivery before it has its number.
struct Candidate {
  Delivery delivery;
  std::optional<int> rank;                 ///< as FoundProgram::rank
  const Area* area = nullptr;              ///< where it was found
  std::size_t problem = 0;                 ///< its place in IntakeOptions::problems
  std::vector<std::size_t> students = {};  ///< their places in Intake::students
};

/// Orders the attempts of the same students at the same problem: by time where all have one, else
/// by number and source, and numbers them. Equal programs handed in at the same time are one.
/// Those that cannot be ordered are listed in `lost`, and so are those of half-known names beside
/// others: whoever is called kim-2000 is not kim for certain if kim handed in as well. Sorted by
/// problem, students and number.
std::vector<Delivery> number_attempts(std::vector<Candidate> candidates,
                                      std::vector<model::Unattributed>& lost);

/// The roster as it is, others by id. Returns where each of them is now.
std::vector<std::size_t> order_students(std::vector<model::Student>& students, bool has_roster);

}  // namespace arbiter::intake
