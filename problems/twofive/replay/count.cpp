// Shows what the submission printed, and what that is; then how many words come before the right
// word, letter by letter.
#include <arbiter/replay.hpp>
#include <arbiter/token_reader.hpp>
#include <string>
#include <vector>

#include "table.hpp"

namespace {

using arbiter::ReplayFrame;
using arbiter::ReplayPile;
using arbiter::ReplayThing;
using arbiter::ReplayZone;

constexpr std::size_t k_side = table::k_side;

/// A token as it is, or in quotes where a reader needs them.
std::string plain(const std::string& text) {
  for (const char c : text) {
    const bool is_plain =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (!is_plain || text.size() > 40) return arbiter::shown(text);
  }
  return text;
}

/// The first place whose letter breaks a rule, and the rule.
struct Fault {
  std::size_t place = table::k_cells;
  std::string why;
};

Fault fault_in(const std::string& word) {
  if (word.size() != table::k_cells) return {word.size(), "it does not have 25 letters"};
  for (std::size_t i = 0; i < word.size(); ++i) {
    const std::string letter = plain(word.substr(i, 1));
    if (word[i] < 'A' || word[i] > 'Y') return {i, letter + " is none of the letters A to Y"};
    if (word.find(letter) < i) return {i, letter + " is there twice"};
    const bool is_first_in_row = i % k_side == 0;
    if (!is_first_in_row && word[i] < word[i - 1])
      return {i, letter + " stands right of " + word[i - 1] + ", which is greater"};
    if (i >= k_side && word[i] < word[i - k_side])
      return {i, letter + " stands below " + word[i - k_side] + ", which is greater"};
  }
  return {};
}

/// The word as a table; the letter at that place has that mark.
std::vector<ReplayZone> table_of(const std::string& word, std::size_t place,
                                 const std::string& mark) {
  std::vector<ReplayPile> rows(k_side);
  for (std::size_t i = 0; i < word.size() && i < table::k_cells; ++i) {
    rows[i / k_side].push_back(ReplayThing{plain(word.substr(i, 1))});
    if (i == place) rows[i / k_side].back().mark = mark;
  }
  return {ReplayZone::of_piles("table", std::move(rows))};
}

/// What was printed, of which that is the first token, and what that is.
ReplayFrame claim_of(bool wants_word, const std::string& word, const std::string& right,
                     const std::string& printed, bool is_alone) {
  ReplayFrame frame;
  frame.mark = "mistake";
  frame.before = "right: " + right;
  frame.after = printed.empty() ? "nothing was printed" : "printed: " + plain(printed);
  const bool is_number = !printed.empty() && printed.size() < 10 &&
                         printed.find_first_not_of("0123456789") == std::string::npos;
  const std::int64_t number = is_number ? std::stoll(printed) : 0;
  frame.state = table_of(word, word.size(), "");
  if (!is_alone) {
    frame.say = wants_word ? "a word has no blanks or ends of lines in it"
                           : "one number is asked for, and more is printed";
  } else if (wants_word) {
    const Fault fault = fault_in(printed);
    frame.state = table_of(printed, fault.place, "bad");
    frame.say = fault.why.empty()
                    ? "that is the word number " + std::to_string(table::first_with(printed))
                    : "that is no word: " + fault.why;
  } else if (number < 1 || number > table::k_words) {
    frame.say = "words have numbers from 1 to " + std::to_string(table::k_words);
  } else {
    const std::string other = table::word_of(number);
    frame.state = table_of(other, other.size(), "");
    frame.say = "that is the number of " + other;
  }
  return frame;
}

/// Goes through the word and counts the words before it.
void count_up(const std::string& word, arbiter::ReplayWriter& writer) {
  std::int64_t before = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const std::string begin = word.substr(0, i);
    std::int64_t smaller = 0;
    for (char letter = 'A'; letter < word[i]; ++letter) {
      if (begin.find(letter) == std::string::npos) smaller += table::words_with(begin + letter);
    }
    if (smaller == 0) continue;
    before += smaller;
    ReplayFrame frame;
    frame.action = std::to_string(smaller) + (smaller == 1 ? " word begins" : " words begin") +
                   " with " + (begin.empty() ? "a letter" : begin + " and a letter") + " before " +
                   word[i];
    frame.value = std::to_string(before) + " so far";
    frame.state = table_of(word, i, "moved");
    writer.frame(frame);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const arbiter::ReplayCall call(argc, argv);
  arbiter::TokenReader input(call.input);
  const auto text = [](arbiter::TokenReader& reader) {
    const auto token = reader.next();
    return token ? std::string(token->text) : std::string();
  };
  const bool wants_word = text(input) == "N";
  const std::string asked = text(input);
  arbiter::TokenReader answer(call.answer);
  arbiter::TokenReader said(call.said);
  const std::string right = text(answer);
  const std::string printed = text(said);
  const bool is_alone = text(said).empty();
  const bool is_right = printed == right && is_alone;

  arbiter::ReplayWriter writer;
  writer.header(
      wants_word ? "Twofive: the word number " + asked : "Twofive: the number of the word " + asked,
      "submission", "");
  const std::string& word = wants_word ? right : asked;
  ReplayFrame start;
  start.say = "right: " + right;
  start.state = table_of(word, word.size(), "");
  writer.frame(start);
  if (!is_right) writer.frame(claim_of(wants_word, word, right, printed, is_alone));
  count_up(word, writer);
  ReplayFrame last;
  last.state = table_of(word, word.size(), "");
  writer.frame(last);
  writer.end("so " + word + " has the number " + (wants_word ? asked : right),
             is_right ? "right" : "wrong");
}
