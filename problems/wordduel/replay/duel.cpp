// Plays the duel on the word as well as both can, beside what the submission printed.
#include <arbiter/replay.hpp>
#include <arbiter/token_reader.hpp>
#include <string>
#include <vector>

namespace {

using arbiter::ReplayFrame;
using arbiter::ReplayThing;
using arbiter::ReplayZone;

class Duel {
 public:
  explicit Duel(std::string word) : word_(std::move(word)), wins_(std::size_t{1} << word_.size()) {
    for (std::size_t kept = 1; kept < wins_.size(); ++kept)
      wins_[kept] = !is_over(kept) && winning_deletions(kept) > 0;
  }

  std::size_t all() const { return wins_.size() - 1; }
  /// Whether the player to move wins.
  bool wins(std::size_t kept) const { return wins_[kept]; }
  bool holds(std::size_t kept, std::size_t place) const { return (kept >> place & 1U) != 0; }
  const std::string& word() const { return word_; }

  std::string letters(std::size_t kept) const {
    std::string letters;
    for (std::size_t i = 0; i < word_.size(); ++i)
      if (holds(kept, i)) letters += word_[i];
    return letters;
  }

  bool is_over(std::size_t kept) const {
    const std::string left = letters(kept);
    for (std::size_t i = 1; i < left.size(); ++i)
      if (left[i - 1] >= left[i]) return false;
    return true;
  }

  int winning_deletions(std::size_t kept) const {
    int count = 0;
    for (std::size_t i = 0; i < word_.size(); ++i)
      count += holds(kept, i) && !wins_[without(kept, i)] ? 1 : 0;
    return count;
  }

  static std::size_t without(std::size_t kept, std::size_t place) {
    return kept & ~(std::size_t{1} << place);
  }

  /// The place to delete: one that wins, else the one after which the fewest replies win.
  std::size_t best(std::size_t kept) const {
    std::size_t best = 0;
    int fewest = static_cast<int>(word_.size()) + 1;
    for (std::size_t i = 0; i < word_.size(); ++i) {
      if (!holds(kept, i)) continue;
      const std::size_t next = without(kept, i);
      const int replies = wins_[next] ? winning_deletions(next) : 0;
      if (replies >= fewest) continue;
      fewest = replies;
      best = i;
    }
    return best;
  }

 private:
  std::string word_;
  std::vector<bool> wins_;
};

class Show {
 public:
  Show(const Duel& duel, arbiter::ReplayWriter& writer) : duel_(duel), writer_(writer) {}

  void frame(ReplayFrame next, std::size_t kept, std::size_t before, bool is_first) {
    const bool is_over = duel_.is_over(kept);
    const bool mover_wins = duel_.wins(kept);
    next.value = is_first == mover_wins ? "first wins" : "second wins";
    arbiter::ReplayPile letters;
    for (std::size_t i = 0; i < duel_.word().size(); ++i) {
      ReplayThing letter{std::string(1, duel_.word()[i])};
      if (!duel_.holds(kept, i)) letter.mark = duel_.holds(before, i) ? "moved" : "out";
      if (duel_.holds(kept, i) && is_over) letter.mark = "good";
      if (duel_.holds(kept, i) && !is_over)
        letter.note = duel_.wins(Duel::without(kept, i)) ? "L" : "W";
      letters.push_back(std::move(letter));
    }
    line_.push_back({duel_.letters(kept), false, "", mover_wins ? "W" : "L"});
    next.state = {ReplayZone::row("word", std::move(letters)), ReplayZone::row("line", line_)};
    writer_.frame(next);
  }

 private:
  const Duel& duel_;
  arbiter::ReplayWriter& writer_;
  arbiter::ReplayPile line_;
};

/// The only token of a text, or all of it in one line.
std::string token_of(const std::string& text) {
  arbiter::TokenReader reader(text);
  const auto token = reader.next();
  if (!token) return "nothing";
  const bool is_alone = !reader.next();
  return is_alone && token->text.size() < 10 ? std::string(token->text) : arbiter::shown(text);
}

}  // namespace

int main(int argc, char** argv) {
  const arbiter::ReplayCall call(argc, argv);
  const auto word = arbiter::TokenReader(call.input).next();
  const Duel duel(word ? std::string(word->text) : std::string());
  const std::string right = duel.wins(duel.all()) ? "1" : "0";
  const std::string printed = token_of(call.said);
  arbiter::ReplayWriter writer;
  writer.header("Word duel on " + duel.word(), "first", "second");
  Show show(duel, writer);
  ReplayFrame start;
  if (printed == right) {
    start.say = "printed " + printed;
  } else {
    start.mark = "mistake";
    start.before = "right: " + right;
    start.after = "printed: " + printed;
  }
  std::size_t kept = duel.all();
  show.frame(std::move(start), kept, kept, true);
  bool is_first = true;
  for (; !duel.is_over(kept); is_first = !is_first) {
    const std::size_t place = duel.best(kept);
    const std::size_t before = kept;
    kept = Duel::without(kept, place);
    ReplayFrame next{is_first ? 0 : 1, std::string("deletes ") + duel.word()[place]};
    show.frame(std::move(next), kept, before, !is_first);
  }
  writer.end(std::string(is_first ? "second" : "first") + " leaves " + duel.letters(kept) +
                 ", which increases",
             printed == right ? "right" : "wrong");
}
