// Runs of equal, of falling or of growing letters, one behind the other.
#include "duel.hpp"

namespace {

std::string run(arbiter::ChoiceSource& source, const std::string& kind, std::int64_t length) {
  std::string word;
  for (const std::int64_t letter :
       arbiter::distinct(source, kind == "equal" ? 1 : length, 'a', 'z')) {
    word += static_cast<char>(letter);
  }
  std::sort(word.begin(), word.end());
  if (kind == "falling") std::reverse(word.begin(), word.end());
  return kind == "equal" ? std::string(static_cast<std::size_t>(length), word[0]) : word;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::int64_t length = options.integer("length", 2, 15);
    const std::int64_t runs = options.integer("runs", 1, 15);
    const std::string kind = options.word("kind", {"equal", "falling", "growing"});
    options.require(runs <= length, "more runs than letters");
    const auto draw = [&] {
      std::string word;
      const std::int64_t fewer = gen.size(1, runs);
      const std::int64_t letters = gen.size(std::max<std::int64_t>(2, fewer), length);
      for (const std::int64_t part : arbiter::parts(gen, letters, fewer, 1))
        word += run(gen, kind, part);
      return word;
    };
    gen.out() << drawn_word(gen, draw) << '\n';
  });
}
