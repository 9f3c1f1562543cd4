// A table into which the letters were put one after the other, each at the end of any row that may
// grow; at first so many of them into the first cells of the table.
#include "table.hpp"

namespace {

/// A table as far as it is filled; a move is the row that the next letter is put into.
struct Filling {
  std::string word = std::string(table::k_cells, ' ');
  table::Lengths lengths{};
  char letter = 'A';

  std::vector<std::size_t> moves() const {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table::k_side; ++row) {
      if (table::can_grow(lengths, row)) rows.push_back(row);
    }
    return rows;
  }

  void apply(std::size_t row) {
    word[static_cast<std::size_t>(table::end_of(lengths, row))] = letter++;
    ++lengths[row];
  }
};

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const table::Task task = table::task_of(options);
    const auto fixed = options.integer("fixed", 0, table::k_cells, 0);
    Filling filling;
    for (std::int64_t letter = 0; letter < fixed; ++letter)
      filling.apply(filling.moves().front());
    const std::int64_t left = table::k_cells - fixed;
    table::write(gen.out(), task,
                 arbiter::random_play_towards(gen, filling, left, left).position.word);
  });
}
