// Plays the best game after a letter that the submission got wrong, or after the first safe one: it
// shows why the letter is safe, or why not.
#include <algorithm>
#include <arbiter/replay.hpp>
#include <string>
#include <vector>

#include "list.hpp"

namespace {

using arbiter::ReplayFrame;
using arbiter::ReplayThing;
using arbiter::ReplayZone;

const std::vector<std::string> k_players = {"Anna", "Bosse"};

/// The letters behind the last colon of a line.
std::string letters_in(std::string_view line) {
  const std::size_t colon = line.rfind(':');
  if (colon != std::string_view::npos) line.remove_prefix(colon + 1);
  std::string letters;
  for (const char c : line)
    if (c >= 'A' && c <= 'Z') letters += c;
  return letters;
}

class Show {
 public:
  Show(const Game& game, arbiter::ReplayWriter& writer) : game_(game), writer_(writer) {
    frame({});
  }

  bool is_over() const { return !said_.empty() && !game_.loss(at_).empty(); }
  char best() const { return game_.best(at_); }
  std::string end() const { return k_players[1 - mover()] + " wins: " + game_.loss(at_); }

  void say(char letter, ReplayFrame next) {
    at_ = game_.after(at_, letter);
    for (ReplayThing& earlier : said_)
      earlier.mark.clear();
    said_.push_back({std::string(1, letter), false, "moved"});
    said_.back().by = static_cast<int>(mover());
    next.turn = said_.back().by;
    next.action = std::string(1, letter);
    next.value = k_players[game_.is_good(at_) ? mover() : 1 - mover()] + " wins";
    frame(std::move(next));
  }

 private:
  /// Who has just spoken.
  std::size_t mover() const { return (said_.size() + 1) % 2; }

  void frame(ReplayFrame next) {
    arbiter::ReplayPile letters;
    for (const char letter : is_over() ? "" : game_.letters(at_)) {
      const auto after = game_.after(at_, letter);
      const bool is_word = !game_.loss(after).empty();
      letters.push_back({std::string(1, letter), false, game_.is_good(after) ? "good" : "bad",
                         is_word ? "word" : ""});
    }
    next.state = {ReplayZone::row("said", said_), ReplayZone::row("next", std::move(letters)),
                  ReplayZone::row("words", game_.words(at_))};
    writer_.frame(next);
  }

  const Game& game_;
  arbiter::ReplayWriter& writer_;
  Position at_ = game_.start();
  arbiter::ReplayPile said_;
};

}  // namespace

int main(int argc, char** argv) {
  const arbiter::ReplayCall call(argc, argv);
  const Game game(call.input);
  const std::string right = letters_in(call.answer);
  const std::string printed = letters_in(call.said);
  const auto has = [](const std::string& letters, char c) {
    return letters.find(c) != std::string::npos;
  };
  char letter = right.empty() ? game.letters(game.start()).front() : right.front();
  bool is_wrong = false;
  for (char c = 'Z'; c >= 'A'; --c) {
    if (has(right, c) == has(printed, c)) continue;
    letter = c;
    is_wrong = true;
  }
  arbiter::ReplayWriter writer;
  writer.header(std::string("Bokstavslek: is ") + letter + " safe?", k_players[0], k_players[1]);
  Show show(game, writer);
  ReplayFrame first;
  const std::string truth = has(right, letter) ? "safe" : "not safe";
  if (is_wrong) {
    first.mark = "mistake";
    first.before = "right: " + truth;
    first.after = has(printed, letter) ? "printed as safe" : "not printed";
  }
  show.say(letter, std::move(first));
  while (!show.is_over())
    show.say(show.best(), {});
  const bool has_label = call.said.find(':') != std::string::npos;
  writer.end(std::string(1, letter) + " is " + truth + ": " + show.end() +
                 (has_label ? "" : "; the label is missing"),
             is_wrong || !has_label ? "wrong" : "right");
}
