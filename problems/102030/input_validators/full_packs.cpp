#include <arbiter/input_validator.hpp>
#include <array>
#include <string>

namespace {

constexpr int k_cards = 52;
constexpr int k_max_packs = 5000;
constexpr int k_ten = 10;

int copies(long long value) {
  return value == k_ten ? 16 : 4;
}

}  // namespace

int main() {
  arbiter::InputReader in;
  for (int pack = 1; true; ++pack) {
    const std::string name = "pack " + std::to_string(pack);
    long long card = in.integer(0, k_ten, name + ", card 1");
    if (card == 0) break;
    if (pack > k_max_packs)
      in.invalid("more than " + std::to_string(k_max_packs) + " packs before the 0");
    std::array<int, k_ten + 1> seen{};
    for (int place = 1; true; ++place) {
      const std::size_t value = static_cast<std::size_t>(card);
      if (++seen[value] > copies(card))
        in.invalid(name + " has more than " + std::to_string(copies(card)) + " cards of value " +
                   std::to_string(card));
      in.blanks();
      if (place == k_cards) break;
      card = in.integer(1, k_ten, name + ", card " + std::to_string(place + 1));
    }
  }
  in.blanks();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
