// A number near a power of two or ten, where a type or a format of numbers comes to its end.
#include "table.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const table::Task task = table::task_of(options);
    const auto base = options.integer("base", 2, 10);
    const auto exponent = options.integer("exponent", 1, 29);
    const auto spread = options.integer("spread", 0, 1000, 0);
    std::int64_t power = 1;
    for (std::int64_t i = 0; i < exponent && power <= table::k_words; ++i)
      power *= base;
    options.require(power <= table::k_words, "there are not so many words");
    power = std::min(power, table::k_words);
    const std::int64_t least = std::max<std::int64_t>(power - spread, 1);
    const std::int64_t most = std::min(power + spread, table::k_words);
    table::write(gen.out(), task, gen.integer(least, most, arbiter::around(power, spread)));
  });
}
