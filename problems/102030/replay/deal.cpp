// Deals the first pack for which the submission printed something wrong, or the first pack of all.
#include <algorithm>
#include <arbiter/replay.hpp>
#include <arbiter/token_reader.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "table.hpp"

namespace {

using arbiter::ReplayFrame;

constexpr int k_most_frames = 3000;  // with some 1000 bytes each

/// The lines of a text, each as its tokens with one blank between them; without empty ones.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  int last = 0;
  arbiter::TokenReader reader(text);
  while (const auto token = reader.next()) {
    if (token->line != last) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += token->text;
    last = token->line;
  }
  return lines;
}

std::vector<std::vector<int>> packs_of(const std::string& input) {
  constexpr std::size_t k_cards = 52;
  std::vector<std::vector<int>> packs;
  arbiter::TokenReader reader(input);
  while (const auto token = reader.next()) {
    const int card = std::atoi(std::string(token->text).c_str());
    if (card == 0) break;
    if (packs.empty() || packs.back().size() == k_cards) packs.emplace_back();
    packs.back().push_back(card);
  }
  return packs;
}

/// A wrong line, shown where the submission's game ended, or where the right one does.
class Claim {
 public:
  Claim(std::string printed, std::string right)
      : printed_(std::move(printed)), right_(std::move(right)) {
    const std::size_t digits = printed_.find_last_not_of("0123456789") + 1;
    dealt_ = std::atoi(printed_.substr(digits).c_str());
  }

  bool is_right() const { return printed_ == right_; }
  std::string words() const {
    return printed_.empty() ? "nothing was printed" : "printed " + arbiter::shown(printed_);
  }

  void mark(ReplayFrame& frame, int dealt, bool is_last) {
    const bool is_here = is_last || dealt == dealt_;
    if (is_right() || is_marked_ || !is_here) return;
    is_marked_ = true;
    frame.mark = "mistake";
    frame.before = is_last ? "right: " + right_ : "the game goes on";
    frame.after = words();
  }

 private:
  std::string printed_;
  std::string right_;
  int dealt_ = 0;
  bool is_marked_ = false;
};

/// Deals until the game ends; the deal and each taking are frames.
std::string play(Table& table, Claim& claim, arbiter::ReplayWriter& writer) {
  ReplayFrame start;
  start.say = claim.words();
  start.state = table.state();
  writer.frame(start);
  for (int frames = 1; frames < k_most_frames;) {
    table.unmark();
    const std::size_t pile = table.deal();
    const std::string number = std::to_string(pile + 1);
    ReplayFrame dealt{-1, "deal to pile " + number};
    for (auto places = table.three(pile); !places.empty(); places = table.three(pile)) {
      table.mark(pile, places);
      dealt.state = table.state();
      dealt.value = std::to_string(table.dealt());
      writer.frame(dealt);
      table.unmark();
      table.mark(pile, places);
      table.take(pile);
      dealt = {-1, "take three from pile " + number};
      ++frames;
    }
    const std::string result = table.dealt() > static_cast<int>(k_piles) ? table.result() : "";
    dealt.value = std::to_string(table.dealt());
    claim.mark(dealt, table.dealt(), !result.empty());
    dealt.say = table.repeats();
    dealt.state = table.state();
    writer.frame(dealt);
    ++frames;
    if (!result.empty()) return result;
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const arbiter::ReplayCall call(argc, argv);
  const auto packs = packs_of(call.input);
  auto right = lines_of(call.answer);
  auto printed = lines_of(call.said);
  right.resize(packs.size());
  printed.resize(std::max(printed.size(), packs.size()));
  const auto same = std::mismatch(right.begin(), right.end(), printed.begin());
  std::size_t pack = static_cast<std::size_t>(same.first - right.begin());
  if (pack == packs.size()) pack = 0;
  arbiter::ReplayWriter writer;
  writer.header("10-20-30, pack " + std::to_string(pack + 1) + ": cards dealt", "game", "game");
  Claim claim(printed[pack], right[pack]);
  Table table(packs[pack]);
  const std::string result = play(table, claim, writer);
  const std::string much = printed.size() > packs.size() ? "; more lines than packs" : "";
  writer.end((result.empty() ? right[pack] + ", but the game is too long to show" : result) + much,
             claim.is_right() && much.empty() ? "right" : "wrong");
}
