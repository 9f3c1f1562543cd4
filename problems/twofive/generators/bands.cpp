// A table of bands of one or more rows, each filled column by column with the next letters: the
// last word of all that have these letters in these rows.
#include "table.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const table::Task task = table::task_of(options);
    const auto single = options.integer("single", 0, table::k_side, 0);
    const auto bands = options.integer("bands", 1, table::k_side, 1);
    options.require(single + bands <= table::k_side || (single == 5 && bands == 1),
                    "--single and --bands together must not be more than 5");
    // The first rows are bands of their own.
    std::vector<std::int64_t> heights(static_cast<std::size_t>(single), 1);
    if (single < table::k_side) {
      for (const auto height : arbiter::parts(gen, table::k_side - single, bands, 1))
        heights.push_back(height);
    }
    std::string word(table::k_cells, ' ');
    char letter = 'A';
    std::int64_t top = 0;
    for (const std::int64_t height : heights) {
      for (std::int64_t column = 0; column < table::k_side; ++column) {
        for (std::int64_t row = top; row < top + height; ++row)
          word[static_cast<std::size_t>(row * table::k_side + column)] = letter++;
      }
      top += height;
    }
    table::write(gen.out(), task, word);
  });
}
