// Games of which each move is known beforehand: every beginning is made good or bad on purpose, so
// that what a letter is worth shows only at the end of long lines, half of the letters being safe.
#include <string_view>

#include "word_list.hpp"

namespace {

struct Shape {
  std::int64_t depth;   // words have at most so many letters
  std::int64_t width;   // a beginning goes on in at most so many ways
  std::int64_t end;     // of 100 bad beginnings so many are words, also short ones
  std::int64_t beyond;  // of 100 words so many have longer ones behind them, which mean nothing
};

class Maker {
 public:
  Maker(arbiter::Generator& gen, const Shape& shape) : gen_(gen), shape_(shape) {}

  /// Adds words that begin with `letter`, about `count` of them at most.
  void make_letter(char letter, std::size_t count, bool is_good) {
    enough_ = words_.size() + count;
    make(std::string(1, letter), is_good);
  }

  const std::vector<std::string>& words() const { return words_; }

 private:
  /// Adds words so that the player wins, or loses, who has just completed `said`.
  void make(const std::string& said, bool is_good) {
    const auto whole = gen_.span("beginning");
    const auto length = static_cast<std::int64_t>(said.size());
    const bool is_last = length == shape_.depth || words_.size() >= enough_;
    // What is good must go on, also where there are words enough.
    if (!is_good && (is_last || gen_.chance(shape_.end, 100))) {
      words_.push_back(said);
      if (length + 1 < shape_.depth && gen_.chance(shape_.beyond, 100)) {
        words_.push_back(said + arbiter::word(gen_, 2, k_alphabet));
      }
      return;
    }
    const std::int64_t ways = gen_.integer(1, is_last ? 1 : shape_.width);
    const std::vector<std::int64_t> letters = arbiter::distinct(gen_, ways, 'A', 'Z');
    // A bad beginning needs one good answer; behind a good one all are bad.
    const std::size_t answer = gen_.index(letters.size());
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const bool can_be_good = !is_good && length + 1 < shape_.depth;
      const bool next_is_good = can_be_good && (i == answer || gen_.chance(1, 3));
      make(said + static_cast<char>(letters[i]), next_is_good);
    }
  }

  static constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  arbiter::Generator& gen_;
  Shape shape_;
  std::size_t enough_ = 0;
  std::vector<std::string> words_;
};

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    Shape shape{};
    const std::int64_t letters = options.integer("letters", 1, 26);
    shape.depth = options.integer("depth", 2, 20);
    shape.width = options.integer("width", 1, 26);
    shape.end = options.integer("end", 0, 100, 30);
    shape.beyond = options.integer("beyond", 0, 100, 0);
    Maker maker(gen, shape);
    for (const char letter : some_letters(gen, letters))
      maker.make_letter(letter, 30000 / static_cast<std::size_t>(letters), gen.chance(1, 2));
    write_list(gen, maker.words());
  });
}
