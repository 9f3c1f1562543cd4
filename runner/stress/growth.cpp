#include "stress/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

namespace arbiter::stress {
namespace {

using model::Growth;
using Law = std::function<double(double)>;

constexpr std::size_t k_least_points = 4;
// A law that is off by more than that somewhere is none.
constexpr double k_most_misfit = 0.1;
// Between exponents that fit equally well; what differs by more says nothing.
constexpr double k_widest = 0.8;
// A range of sizes that shows how even the growth is.
constexpr double k_long = 8;
// One that shows nothing where smaller sizes fit no law.
constexpr double k_short = 2;
constexpr double k_exponent_step = 0.01;
constexpr double k_most_exponent = 6;
// Two standard deviations.
constexpr double k_likely = 4;

/// The best constant + factor * f(n), neither of them negative.
struct Fit {
  double constant = 0;
  double factor = 0;
  double chi2 = std::numeric_limits<double>::infinity();
  double misfit = 0;  ///< the largest relative distance
};

/// What a set of sizes is fitted by: no constant is larger than what the smallest size of all
/// takes.
struct Points {
  std::vector<Measured> sizes;
  double most_constant = 0;
};

/// Weighted least squares with two unknowns; f is scaled to 1 at the largest size.
Fit fit(const Points& all, const Law& f) {
  const std::vector<Measured>& points = all.sizes;
  const double scale = f(points.back().size);
  double w = 0;
  double wx = 0;
  double wy = 0;
  double wxx = 0;
  double wxy = 0;
  for (const Measured& point : points) {
    const double weight = 1 / (point.error * point.error);
    const double x = f(point.size) / scale;
    w += weight;
    wx += weight * x;
    wy += weight * point.value;
    wxx += weight * x * x;
    wxy += weight * x * point.value;
  }
  const double det = w * wxx - wx * wx;
  Fit best;
  best.factor = det > 0 ? (w * wxy - wx * wy) / det : 0;
  best.constant = (wy - best.factor * wx) / w;
  if (best.constant < 0 || best.constant > all.most_constant) {
    best.constant = std::clamp(best.constant, 0.0, all.most_constant);
    best.factor = (wxy - best.constant * wx) / wxx;
  }
  if (best.factor < 0) {
    best.factor = 0;
    best.constant = std::min(wy / w, all.most_constant);
  }
  best.factor /= scale;
  best.chi2 = 0;
  for (const Measured& point : points) {
    const double off = point.value - best.constant - best.factor * f(point.size);
    best.chi2 += off * off / (point.error * point.error);
    // What is within the error of the measurement is no misfit.
    const double beyond = std::max(0.0, std::abs(off) - 2 * point.error);
    best.misfit = std::max(best.misfit, beyond / point.value);
  }
  return best;
}

const std::array<std::pair<const char*, Law>, 9>& laws() {
  static const std::array<std::pair<const char*, Law>, 9> k_laws{{
      {"log n", [](double n) { return std::log2(n + 1); }},
      {"sqrt n", [](double n) { return std::sqrt(n); }},
      {"n", [](double n) { return n; }},
      {"n log n", [](double n) { return n * std::log2(n + 1); }},
      {"n^1.5", [](double n) { return n * std::sqrt(n); }},
      {"n^2", [](double n) { return n * n; }},
      {"n^2 log n", [](double n) { return n * n * std::log2(n + 1); }},
      {"n^3", [](double n) { return n * n * n; }},
      {"n^4", [](double n) { return n * n * n * n; }},
  }};
  return k_laws;
}

/// How all exponents fit.
struct Profile {
  Fit best;
  double exponent = 0;
  std::vector<std::pair<double, double>> chi2;  ///< by exponent
};

Profile profile_of(const Points& points) {
  Profile profile;
  for (double p = k_exponent_step; p <= k_most_exponent; p += k_exponent_step) {
    const Fit one = fit(points, [p](double n) { return std::pow(n, p); });
    profile.chi2.emplace_back(p, one.chi2);
    if (one.chi2 < profile.best.chi2) {
      profile.best = one;
      profile.exponent = p;
    }
  }
  return profile;
}

/// The best doubling, from a hundredth of the range of sizes to all of it.
std::pair<double, Fit> best_exponential(const Points& all) {
  const std::vector<Measured>& points = all.sizes;
  const double range = points.back().size - points.front().size;
  std::pair<double, Fit> best;
  for (double doubling = range / 100; doubling <= range; doubling *= 1.01) {
    // So steep that every smaller size would be nothing.
    if (points.back().size / doubling > 900) continue;
    const Fit one = fit(all, [doubling](double n) { return std::exp2(n / doubling); });
    if (one.chi2 < best.second.chi2) best = {doubling, one};
  }
  return best;
}

/// Whether the quantity hardly differs between sizes.
bool is_flat(const std::vector<Measured>& points) {
  const auto [least, most] = std::ranges::minmax_element(points, {}, &Measured::value);
  const double error = std::hypot(least->error, most->error);
  return most->value - least->value < 4 * error || most->value < 1.1 * least->value;
}

Growth flat(const std::vector<Measured>& points) {
  Growth growth;
  growth.kind = Growth::Kind::flat;
  growth.constant = std::ranges::max(points, {}, &Measured::value).value;
  return growth;
}

Growth powers_of(const Points& points, const Profile& profile) {
  Growth growth;
  growth.kind = Growth::Kind::power;
  growth.constant = profile.best.constant;
  growth.factor = profile.best.factor;
  growth.exponent = growth.least = growth.most = profile.exponent;
  // Where even the best is farther off than the errors allow, they were too small.
  const double freedom = std::max(1.0, static_cast<double>(points.sizes.size()) - 3);
  const double most = profile.best.chi2 + k_likely * std::max(1.0, profile.best.chi2 / freedom);
  for (const auto& [p, chi2] : profile.chi2) {
    if (chi2 > most) continue;
    growth.least = std::min(growth.least, p);
    growth.most = std::max(growth.most, p);
  }
  for (const auto& [name, law] : laws()) {
    if (fit(points, law).chi2 <= most) growth.laws.emplace_back(name);
  }
  return growth;
}

/// What lies between two sizes looks like n to this power, give or take an error.
struct Slope {
  double exponent = 0;
  double error = 0;
};

Slope slope_of(const Measured& one, const Measured& other) {
  const double span = std::log(other.size / one.size);
  return {std::log(other.value / one.value) / span,
          std::hypot(one.error / one.value, other.error / other.value) / span};
}

/// Why no power says how the quantity grows, or empty: constant + factor * n^p is nearly as steep
/// everywhere, once it is well above the constant. What no longer fits into a cache is not. Errors
/// excuse no more than makes `told`, the exponent of all, uncertain.
std::string unevenness_of(const std::vector<Measured>& points, const Growth& told) {
  constexpr double k_above = 4;
  constexpr double k_least_span = 1.8;
  constexpr double k_uneven = 0.3;
  std::vector<Slope> slopes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].value < k_above * points.front().value) continue;
    const auto far = std::ranges::find_if(
        points, [&](const Measured& other) { return other.size >= k_least_span * points[i].size; });
    if (far != points.end()) slopes.push_back(slope_of(points[i], *far));
  }
  if (slopes.size() < 2) return {};
  const auto [least, most] = std::ranges::minmax_element(slopes, {}, &Slope::exponent);
  const double excuse =
      std::min(std::hypot(least->error, most->error), (told.most - told.least) / 2);
  if (most->exponent - least->exponent <= k_uneven * most->exponent + excuse) return {};
  return fmt::format("it grows unevenly, at some sizes like n^{:.1f} and at others like n^{:.1f}",
                     least->exponent, most->exponent);
}

Growth unknown(std::string why) {
  Growth growth;
  growth.why = std::move(why);
  return growth;
}

}  // namespace

Growth growth_of(std::vector<Measured> points) {
  const bool is_whole = points.size() >= k_least_points;
  if (is_whole && is_flat(points)) return flat(points);
  const std::vector<Measured> whole = points;
  while (points.size() >= k_least_points) {
    const Points fitted{points, whole.front().value + 2 * whole.front().error};
    const Profile profile = profile_of(fitted);
    const auto [doubling, exponential_fit] = best_exponential(fitted);
    // An exponential fits a steep power over a short range, and the other way round. From a step to
    // seconds time doubles more than ten times.
    const bool is_exponential = exponential_fit.misfit <= k_most_misfit &&
                                exponential_fit.chi2 + k_likely < profile.best.chi2 &&
                                points.back().size - points.front().size >= 3 * doubling &&
                                points.back().size >= 10 * doubling;
    if (is_exponential) {
      Growth growth;
      growth.kind = Growth::Kind::exponential;
      growth.constant = exponential_fit.constant;
      growth.factor = exponential_fit.factor;
      growth.doubling = doubling;
      return growth;
    }
    if (profile.best.misfit <= k_most_misfit) {
      // A few of the largest sizes fit anything.
      const double span = points.back().size / points.front().size;
      Growth growth = powers_of(fitted, profile);
      const bool is_late = points.size() < whole.size();
      if (is_late && (span < k_short || growth.laws.empty())) break;
      std::string why = unevenness_of(span >= k_long ? points : whole, growth);
      if (!why.empty()) return unknown(std::move(why));
      if (growth.most - growth.least <= k_widest) return growth;
      return unknown(fmt::format("runs differ too much: it may grow like n^{:.1f} or n^{:.1f}",
                                 growth.least, growth.most));
    }
    points.erase(points.begin());
  }
  return unknown(is_whole ? "no law fits the largest sizes"
                          : "it takes at least four sizes within the limits");
}

std::vector<std::int64_t> sizes_between(std::int64_t least, std::int64_t most, int count) {
  std::set<std::int64_t> sizes;
  const double from = std::log(static_cast<double>(std::max<std::int64_t>(1, least)));
  const double to = std::log(static_cast<double>(most));
  for (int i = 0; i < count; ++i)
    sizes.insert(std::clamp<std::int64_t>(
        std::llround(std::exp(from + (to - from) * i / std::max(1, count - 1))), least, most));
  return {sizes.begin(), sizes.end()};
}

}  // namespace arbiter::stress
