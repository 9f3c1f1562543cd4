#include "model/growth.hpp"

#include <fmt/format.h>

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

std::string short_law(const Growth& growth) {
  constexpr double k_widest = 0.5;
  if (growth.kind == Growth::Kind::exponential) return fmt::format("2^(n/{:.2g})", growth.doubling);
  const bool is_known =
      growth.kind == Growth::Kind::power && growth.most - growth.least <= k_widest;
  return is_known ? fmt::format("n^{:.1f}", growth.exponent) : std::string();
}

}  // namespace arbiter::model
