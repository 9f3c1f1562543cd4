// Start board --number of the 357, in lexicographic order.
#include <arbiter/generator.hpp>
#include <cstddef>

#include "start_boards.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto number = static_cast<std::size_t>(options.integer("number", 1, 357));
    gen.finish();
    gen.out() << ioiwari::input_line(ioiwari::start_boards()[number - 1]);
  });
}
