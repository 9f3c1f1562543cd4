// The first or the last word of those that begin as some word does, or the word before or after it:
// where a letter of the beginning changes, counts of whole blocks have to be right.
#include "table.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const table::Task task = table::task_of(options);
    const auto least = options.integer("least", 1, table::k_words, 1);
    const auto most = options.integer("most", 1, table::k_words, table::k_words);
    options.require(least <= most, "--least must not be more than --most");
    const auto kept = options.integer("kept", 1, table::k_cells);
    const bool is_last = options.word("which", {"first", "last"}) == "last";
    const auto step = options.integer("step", -1, 1, 0);
    const std::string word = table::word_of(gen.integer(least, most));
    const std::string beginning = word.substr(0, static_cast<std::size_t>(kept));
    std::int64_t number = table::first_with(beginning) + step;
    if (is_last) number += table::words_with(beginning) - 1;
    table::write(gen.out(), task, std::clamp<std::int64_t>(number, least, most));
  });
}
