// Numbers and words that are found wrong when counts are kept in a type that is too narrow for
// them.
#include "table.hpp"

namespace {

/// Whether counts of this type give another answer for the word of that number.
template <class Count>
bool misleads(table::Task task, std::int64_t number) {
  const std::string word = table::word_of(number);
  if (task == table::Task::word) return table::word_of(static_cast<Count>(number)) != word;
  return static_cast<std::int64_t>(table::first_with<Count>(word)) != number;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const table::Task task = table::task_of(options);
    const bool is_float = options.word("counts", {"float", "unsigned-16"}) == "float";
    const auto least = options.integer("least", 1, table::k_words, 1);
    const auto most = options.integer("most", 1, table::k_words, table::k_words);
    options.require(least <= most, "--least must not be more than --most");
    table::write(gen.out(), task,
                 gen.search(
                     100, [&] { return gen.integer(least, most); },
                     [&](std::int64_t number) {
                       return is_float ? misleads<float>(task, number)
                                       : misleads<std::uint16_t>(task, number);
                     }));
  });
}
