// Shows a game of shiritori: the chain of words, those that may follow, who can win, and every word
// of the submission that gives the win away.
#include <arbiter/replay.hpp>

#include "shiritori.hpp"

namespace {

using arbiter::ReplayFrame;
using arbiter::ReplayThing;
using arbiter::ReplayZone;

constexpr std::size_t k_most_shown = 40;

class Game {
 public:
  Game(const arbiter::ReplayCall& call, arbiter::ReplayWriter& writer)
      : words_(call.input), rules_({call.input, {}}), writer_(writer), state_(rules_.start()) {
    add_said(words_.words().front(), -1);
    ReplayFrame frame;
    frame.action = "start word " + words_.words().front();
    show(std::move(frame));
  }

  bool is_over() const { return state_.gave_up; }

  /// Whether it was a legal move.
  bool play(const arbiter::Said& said) {
    const bool is_first = rules_.mover(state_) == arbiter::Player::first;
    ReplayFrame frame;
    frame.turn = is_first ? 0 : 1;
    const auto read = rules_.read_move(state_, said.text);
    frame.action = !read.move                        ? arbiter::shown(said.text)
                   : *read.move == Shiritori::k_none ? "has no word"
                                                     : rules_.written(*read.move);
    if (!read.move) {
      frame.is_valid = false;
      frame.mark = "mistake";
      frame.say = read.reason;
      fault_ = "move " + std::to_string(state_.moves + 1) + ": " + read.reason;
      show(std::move(frame));
      return false;
    }
    if (is_first) frame.say = rules_.note(state_, *read.move);
    if (!frame.say.empty()) {
      frame.mark = "mistake";
      frame.before = "win";
      frame.after = "loss";
    }
    rules_.apply(state_, *read.move);
    if (*read.move != Shiritori::k_none) add_said(rules_.written(*read.move), frame.turn);
    show(std::move(frame));
    return true;
  }

  void end() {
    const auto ending = rules_.ending(state_);
    if (!ending) {
      writer_.end(fault_.empty() ? "the game was not finished" : fault_, "wrong");
      return;
    }
    writer_.end(ending->message, ending->outcome == arbiter::Outcome::win ? "right" : "wrong");
  }

 private:
  void add_said(const std::string& word, int by) {
    for (ReplayThing& earlier : said_)
      earlier.mark.clear();
    ReplayThing thing{word};
    thing.mark = "moved";
    thing.head = by < 0 ? 0 : 1;
    thing.tail = 1;
    thing.by = by;
    said_.push_back(std::move(thing));
  }

  arbiter::ReplayPile next() const {
    std::vector<std::string> words;
    for (std::size_t word = 1; word < words_.words().size(); ++word) {
      if (state_.said_in[word] == 0 && words_.first(word) == state_.unused.at)
        words.push_back(words_.words()[word]);
    }
    std::sort(words.begin(), words.end());
    arbiter::ReplayPile shown;
    for (std::size_t i = 0; i < std::min(words.size(), k_most_shown); ++i)
      shown.push_back({words[i]});
    if (words.size() > k_most_shown)
      shown.push_back({"and " + std::to_string(words.size() - k_most_shown) + " more"});
    return shown;
  }

  /// The last words of the chain: all of a long game in every frame would be too much.
  arbiter::ReplayPile chain() const {
    if (said_.size() <= k_most_shown) return said_;
    arbiter::ReplayPile shown = {
        {"after " + std::to_string(said_.size() - k_most_shown) + " words"}};
    shown.insert(shown.end(), said_.end() - k_most_shown, said_.end());
    return shown;
  }

  void show(ReplayFrame frame) {
    const bool is_first = rules_.mover(state_) == arbiter::Player::first;
    const auto wins = solver_.mover_wins(state_.unused);
    if (!state_.gave_up && frame.is_valid)
      frame.value = !wins ? "not known" : *wins == is_first ? "win" : "loss";
    frame.state = {ReplayZone::row("said", chain()), ReplayZone::row("next", next())};
    writer_.frame(frame);
  }

  Dictionary words_;
  Shiritori rules_;
  arbiter::TrailSolver solver_{50'000, 200'000};
  arbiter::ReplayWriter& writer_;
  Shiritori::State state_;
  arbiter::ReplayPile said_;
  std::string fault_;
};

}  // namespace

int main(int argc, char** argv) {
  const arbiter::ReplayCall call(argc, argv);
  arbiter::ReplayWriter writer;
  writer.header("Shiritori: win or loss for the submission after each word", "submission", "judge");
  Game game(call, writer);
  bool is_opening = true;
  for (const arbiter::Said& said : call.game()) {
    // What comes before the first word of the submission is the dictionary.
    is_opening = is_opening && !said.by_submission;
    if (is_opening) continue;
    if (game.is_over() || !game.play(said)) break;
  }
  game.end();
}
