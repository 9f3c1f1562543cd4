// A table into which the letters were put one after the other, each at the end of any row that may
// grow; at first so many of them into the first cells of the table.
#include "table.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const table::Task task = table::task_of(options);
    const auto fixed = options.integer("fixed", 0, table::k_cells, 0);
    std::string word(table::k_cells, ' ');
    table::Lengths lengths{};
    for (int letter = 0; letter < table::k_cells; ++letter) {
      std::vector<std::size_t> rows;
      for (std::size_t row = 0; row < table::k_side; ++row) {
        if (table::can_grow(lengths, row)) rows.push_back(row);
      }
      const std::size_t row = letter < fixed ? rows.front() : gen.pick(rows);
      word[static_cast<std::size_t>(table::end_of(lengths, row))] = static_cast<char>('A' + letter);
      ++lengths[row];
    }
    table::write(gen.out(), task, word);
  });
}
