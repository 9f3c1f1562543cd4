// A number between two bounds, each equally likely, or each order of magnitude, or near the bounds.
#include "table.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const table::Task task = table::task_of(options);
    const auto least = options.integer("least", 1, table::k_words, 1);
    const auto most = options.integer("most", 1, table::k_words, table::k_words);
    const std::string likely = options.word("likely", {"all", "magnitude", "ends"}, "all");
    options.require(least <= most, "--least must not be more than --most");
    const arbiter::Distribution as = likely == "all"         ? arbiter::uniformly()
                                     : likely == "magnitude" ? arbiter::by_magnitude()
                                                             : arbiter::towards_ends();
    table::write(gen.out(), task, gen.integer(least, std::max(least, most), as));
  });
}
