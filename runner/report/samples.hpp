#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/gradebook.hpp"
#include "model/judgement.hpp"
#include "model/stress.hpp"
#include "model/verification.hpp"
#include "report/json/documents.hpp"

namespace arbiter::report {

/// Something that tests of the reports look at.
template <class T>
struct Sample {
  std::string name;
  T value;
};

/// Judgements: every verdict, bytes of all kinds, one submission and many, few tests and many.
std::vector<Sample<model::Judgement>> samples();
/// Grade books: every status and verdict, one student and many, a baseline, names and bytes of all
/// kinds, nothing at all.
std::vector<Sample<model::Gradebook>> grade_samples();
/// Stress tests: something found and nothing, one submission and several, decided and not, bytes of
/// all kinds.
std::vector<Sample<model::StressResult>> stress_samples();
/// Runs of the history: ended, interrupted, and one of which nothing else is known.
std::vector<RunEntry> run_samples();

/// Verifications: with findings of every kind, and clean.
std::vector<model::Verification> verify_samples();

/// The sample of that name; throws std::out_of_range.
template <class T>
T named(std::vector<Sample<T>> all, const std::string& name) {
  for (Sample<T>& one : all) {
    if (one.name == name) return std::move(one.value);
  }
  throw std::out_of_range("no sample " + name);
}
inline model::Judgement sample(const std::string& name) {
  return named(samples(), name);
}
inline model::Gradebook grade_sample(const std::string& name) {
  return named(grade_samples(), name);
}
inline model::StressResult stress_sample(const std::string& name) {
  return named(stress_samples(), name);
}

}  // namespace arbiter::report
