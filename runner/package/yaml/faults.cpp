#include "package/yaml/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.hpp"

namespace arbiter::package {
namespace {

constexpr std::size_t k_most_of_a_code = 50;

}  // namespace

std::string clipped(std::string_view text) {
  constexpr std::size_t k_most = 80;
  if (text.size() <= k_most) return std::string(text);
  std::size_t end = k_most;
  // A character is not cut in the middle.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    --end;
  return std::string(text.substr(0, end)) + "…";
}

std::vector<std::string> did_you_mean(std::string_view word, std::span<const std::string> known,
                                      std::string otherwise) {
  const auto near = word.size() < 100 ? nearest(word, known) : std::nullopt;
  if (near) return {fmt::format("did you mean '{}'?", *near)};
  if (otherwise.empty()) return {};
  return {std::move(otherwise)};
}

Place place_of(const std::filesystem::path& path) {
  Place place;
  place.path = path.string();
  return place;
}

void Faults::add(Diagnostic diagnostic) {
  std::size_t& count = count_[{diagnostic.code, diagnostic.severity}];
  if (++count <= k_most_of_a_code) kept_.push_back(std::move(diagnostic));
}

void Faults::sort_from(std::size_t from) {
  const auto where = [](const Diagnostic& d) {
    return d.place ? std::tuple(d.place->line, d.place->column) : std::tuple(0, 0);
  };
  std::stable_sort(kept_.begin() + static_cast<std::ptrdiff_t>(std::min(from, kept_.size())),
                   kept_.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return where(a) < where(b); });
}

std::vector<Diagnostic> Faults::take() {
  for (const auto& row : count_) {
    const std::size_t count = row.second;
    if (count <= k_most_of_a_code) continue;
    const auto last = std::find_if(kept_.rbegin(), kept_.rend(), [&](const Diagnostic& d) {
      return d.code == row.first.first && d.severity == row.first.second;
    });
    last->notes.push_back(
        fmt::format("{} more of this kind are not shown", count - k_most_of_a_code));
  }
  count_.clear();
  return std::move(kept_);
}

}  // namespace arbiter::package
