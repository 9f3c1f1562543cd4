#include "model/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace arbiter::model {
namespace {

constexpr int k_most_decimals = 6;
// Larger numbers have no decimals that a double could hold.
constexpr double k_whole = 1e13;

}  // namespace

double rounded_points(double points, int decimals) {
  if (!std::isfinite(points)) return 0;
  if (std::abs(points) >= k_whole) return points;
  const double scale = std::pow(10.0, std::clamp(decimals, 0, k_most_decimals));
  // 0.285 in binary is a little less, and still lies in the middle.
  const double rounded = std::floor(std::abs(points) * scale + 0.5 + 1e-7) / scale;
  return rounded == 0 ? 0.0 : std::copysign(rounded, points);
}

std::string fixed_points(double points, int decimals) {
  return fmt::format("{:.{}f}", rounded_points(points, decimals),
                     std::clamp(decimals, 0, k_most_decimals));
}

std::string show_points(double points, int decimals) {
  if (!std::isfinite(points)) return points < 0 ? "-inf" : "inf";
  std::string text = fixed_points(points, decimals);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace arbiter::model
