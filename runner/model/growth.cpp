#include "model/growth.hpp"

#include <cmath>

namespace arbiter::model {

double Growth::at(double size) const {
  if (kind == Kind::unknown) return std::nan("");
  if (kind == Kind::flat) return constant;
  const double f = kind == Kind::power ? std::pow(size, exponent) : std::exp2(size / doubling);
  return constant + factor * f;
}

std::optional<double> Growth::reaches(double value) const {
  if (kind != Kind::power && kind != Kind::exponential) return std::nullopt;
  if (factor <= 0 || value <= constant) return std::nullopt;
  const double f = (value - constant) / factor;
  return kind == Kind::power ? std::pow(f, 1 / exponent) : doubling * std::log2(f);
}

}  // namespace arbiter::model
