// The facts that the solution of shiritori states, and its referee's rules.

#include "shiritori/output_validator/shiritori.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using arbiter::TrailPosition;
using arbiter::TrailSolver;
using testing::ElementsAre;
using testing::HasSubstr;

using Words = std::vector<std::string>;

Words dictionary(const std::string& test) {
  std::ifstream file(std::string(ARBITER_PROBLEMS) + "/shiritori/data/secret/" + test + ".in");
  std::size_t count = 0;
  file >> count;
  Words words(count);
  for (std::string& word : words)
    file >> word;
  return words;
}

TrailPosition after_start(const Words& words) {
  TrailPosition position;
  position.at = words[0].back() - 'a';
  for (std::size_t i = 1; i < words.size(); ++i)
    position.add(words[i].front() - 'a', words[i].back() - 'a');
  return position;
}

Words winning_replies(const Words& words) {
  const TrailPosition position = after_start(words);
  TrailSolver solver;
  Words winning;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool fits = words[i].front() == words[0].back();
    if (fits && solver.mover_wins(position.after(words[i].back() - 'a')) == false)
      winning.push_back(words[i]);
  }
  return winning;
}

TEST(Shiritori, HasTheDictionariesOfTheOriginal) {
  const Words easy = dictionary("1-easy/46-words");
  const Words medium = dictionary("2-medium/22-words");
  const Words hard = dictionary("3-hard/187-words");
  EXPECT_EQ(easy.size(), 46U);
  EXPECT_EQ(medium.size(), 22U);
  EXPECT_EQ(hard.size(), 187U);
  EXPECT_THAT(winning_replies(easy), ElementsAre("khbpmr"));
  EXPECT_THAT(winning_replies(medium), ElementsAre("kabeoppnt", "kkqarpan", "kbscviwmdpd"));
  EXPECT_THAT(winning_replies(hard), ElementsAre("tpenjyluge", "txxkygwaqgv", "ttloiso"));
  EXPECT_THAT(hard, testing::Contains("tqgbupfbx"));
  EXPECT_EQ(cancelled(after_start(easy)).total(), 45);
  EXPECT_EQ(cancelled(after_start(medium)).total(), 7);
  EXPECT_EQ(after_start(hard).total(), 186);
  EXPECT_EQ(cancelled(after_start(hard)).total(), 54);
}

/// The search that remembers every position as it is, trying letters in the order of the list.
class PlainMemory {
 public:
  explicit PlainMemory(const Words& words) {
    for (std::size_t i = 1; i < words.size(); ++i)
      order_[static_cast<std::size_t>(words[i].front() - 'a')].push_back(words[i].back() - 'a');
  }

  bool mover_wins(const TrailPosition& position) {
    std::string name(1, static_cast<char>(position.at));
    for (const auto& row : position.edges)
      for (const int number : row)
        name.push_back(static_cast<char>(number));
    const auto known = known_.find(name);
    if (known != known_.end()) return known->second;
    bool wins = false;
    for (const int to : order_.at(static_cast<std::size_t>(position.at))) {
      if (wins) break;
      wins = position.count(position.at, to) > 0 && !mover_wins(position.after(to));
    }
    known_.emplace(std::move(name), wins);
    return wins;
  }

  std::size_t positions() const { return known_.size(); }

 private:
  std::array<std::vector<int>, arbiter::k_trail_vertices> order_;
  std::map<std::string, bool> known_;
};

TEST(Shiritori, NeedsAsManyPositionsAsTheSolutionSays) {
  const Words words = dictionary("3-hard/187-words");
  PlainMemory memory(words);
  EXPECT_TRUE(memory.mover_wins(cancelled(after_start(words))));
  EXPECT_EQ(memory.positions(), 15329U);
  TrailSolver solver;
  EXPECT_EQ(solver.mover_wins(after_start(words)), true);
  EXPECT_EQ(solver.searched(), 4254U);
}

/// A position after so many words said at random, fewer if the game ends.
TrailPosition after_random_words(TrailPosition position, std::size_t words, std::mt19937& random) {
  for (std::size_t said = 0; said < words; ++said) {
    std::vector<int> ends;
    for (int to = 0; to < arbiter::k_trail_vertices; ++to)
      ends.insert(ends.end(), static_cast<std::size_t>(position.count(position.at, to)), to);
    if (ends.empty()) break;
    position = position.after(ends[random() % ends.size()]);
  }
  return position;
}

TEST(Shiritori, CanBecomeTooHardAfterRandomWords) {
  std::mt19937 random(1);
  const TrailPosition start = after_start(dictionary("3-hard/187-words"));
  int too_hard = 0;
  std::vector<std::size_t> searched;
  for (int game = 0; game < 101; ++game) {
    TrailSolver solver(5000);
    const auto answer = solver.mover_wins(after_random_words(start, random() % 186, random));
    too_hard += answer ? 0 : 1;
    searched.push_back(solver.searched());
  }
  std::sort(searched.begin(), searched.end());
  EXPECT_EQ(searched[50], 5U);
  EXPECT_EQ(too_hard, 9);
}

TEST(Shiritori, LeadsFromXKAndBToTheEndOfTheHardDictionary) {
  const TrailPosition surplus = cancelled(after_start(dictionary("3-hard/187-words")));
  const auto has_surplus = [&](int letter) {
    const auto& row = surplus.edges.at(static_cast<std::size_t>(letter));
    return std::any_of(row.begin(), row.end(), [](int number) { return number > 0; });
  };
  std::string ends;
  for (int from = 0; from < 26; ++from) {
    for (int to = 0; to < 26; ++to) {
      if (surplus.count(from, to) == 0 || has_surplus(to)) continue;
      ends.push_back(static_cast<char>('a' + from));
      break;
    }
  }
  EXPECT_EQ(ends, "bkx");
}

/// Calls `check` with every dictionary of up to `left` more words over three letters.
template <class Check>
void each_dictionary(TrailPosition& game, int left, int least_kind, Check& check) {
  for (game.at = 0; game.at < 3; ++game.at)
    check(game);
  for (int kind = least_kind; left > 0 && kind < 9; ++kind) {
    game.add(kind / 3, kind % 3);
    each_dictionary(game, left - 1, kind, check);
    game.add(kind / 3, kind % 3, -1);
  }
}

TEST(Shiritori, IsSolvedRightOnAllDictionariesOfUpToElevenWordsOverThreeLetters) {
  TrailSolver solver;
  int dictionaries = 0;
  auto check = [&](const TrailPosition& game) {
    ++dictionaries;
    ASSERT_EQ(solver.mover_wins(game), trail_mover_wins_slowly(game)) << dictionaries;
  };
  TrailPosition game;
  each_dictionary(game, 11, 0, check);
  EXPECT_EQ(dictionaries, 503880);
}

std::string as_input(const Words& words) {
  std::string text = std::to_string(words.size()) + '\n';
  for (const std::string& word : words)
    text += word + '\n';
  return text;
}

/// Words of two or three letters over a small alphabet.
Words any_words(std::mt19937& random, std::size_t count) {
  std::set<std::string> words;
  while (words.size() < count) {
    std::string word;
    for (std::size_t i = 0; i < 2 + random() % 2; ++i)
      word.push_back(static_cast<char>('a' + random() % 4));
    if (word.size() > 1) words.insert(word);
  }
  Words list(words.begin(), words.end());
  std::shuffle(list.begin(), list.end(), random);
  return list;
}

TEST(ShiritoriReferee, WinsWheneverItCanAndEndsEveryGame) {
  std::mt19937 random(3);
  int won = 0;
  for (int game = 0; game < 500; ++game) {
    const Words words = any_words(random, 2 + random() % 12);
    Shiritori rules(arbiter::RefereeCall{as_input(words), {}});
    Shiritori::State state = rules.start();
    bool should_win = false;
    while (!rules.ending(state)) {
      const bool is_mine = rules.mover(state) == arbiter::Player::second;
      const bool can_win = trail_mover_wins_slowly(state.unused);
      EXPECT_FALSE(should_win && can_win != is_mine) << as_input(words);
      should_win = should_win || (is_mine && can_win);
      Shiritori::Word word = rules.choose_move(state);
      const std::size_t guess = 1 + random() % (words.size() - 1);
      if (!is_mine && rules.read_move(state, words[guess]).move) word = guess;
      ASSERT_TRUE(rules.read_move(state, rules.written(word)).move) << rules.written(word);
      rules.apply(state, word);
    }
    const bool lost = rules.ending(state)->outcome == arbiter::Outcome::loss;
    EXPECT_TRUE(!should_win || lost) << as_input(words);
    won += lost ? 1 : 0;
  }
  EXPECT_GT(won, 100);
  EXPECT_LT(won, 400);
}

TEST(ShiritoriReferee, NamesWhatIsWrongWithAWord) {
  Shiritori rules(arbiter::RefereeCall{as_input({"apple", "elephant", "tower", "rat"}), {}});
  Shiritori::State state = rules.start();
  rules.apply(state, 1);
  rules.apply(state, 2);
  const auto reason = [&](std::string_view line) { return rules.read_move(state, line).reason; };
  EXPECT_EQ(reason("apple"), "\"apple\" is the start word, which counts as used");
  EXPECT_EQ(reason("tower"), "\"tower\" is used: it was move 2");
  EXPECT_EQ(reason("rats"), "\"rats\" is not in the list");
  EXPECT_THAT(reason(""), HasSubstr("malformed"));
  EXPECT_THAT(reason("Rat"), HasSubstr("malformed"));
  EXPECT_THAT(reason("rat rat"), HasSubstr("malformed"));
  EXPECT_THAT(reason("r"), HasSubstr("malformed"));
  EXPECT_EQ(reason("rat"), "");
  rules.apply(state, 3);
  EXPECT_EQ(reason("elephant"), "\"elephant\" is used: it was move 1");
  const Shiritori::State fresh = rules.start();
  EXPECT_EQ(rules.read_move(fresh, "tower").reason,
            "\"tower\" begins with the wrong letter: the word before ends with \"e\"");
}

TEST(ShiritoriReferee, SaysWhenAWinIsGivenAway) {
  const Words hard = dictionary("3-hard/187-words");
  Shiritori rules(arbiter::RefereeCall{as_input(hard), {}});
  const Shiritori::State start = rules.start();
  const auto note = [&](std::string_view word) {
    return rules.note(start, *rules.read_move(start, word).move);
  };
  EXPECT_THAT(note("tqgbupfbx"), HasSubstr("gives the win away"));
  EXPECT_THAT(note("-"), HasSubstr("gives up"));
  EXPECT_EQ(note("ttloiso"), "");
}

TEST(ShiritoriReferee, TellsPeopleHowTheGameStands) {
  Shiritori rules(arbiter::RefereeCall{as_input({"apple", "elephant", "tower", "rat"}), {}});
  Shiritori::State state = rules.start();
  EXPECT_EQ(rules.draw(state),
            "start word apple\nall words:\n  e: elephant\n  r: rat\n  t: tower\nwords left: 3\n"
            "words beginning with \"e\": elephant");
  EXPECT_EQ(rules.describe(state, 1), "the next word begins with \"t\"; such words left: 1\nwins");
  for (const std::size_t word : {1, 2, 3})
    rules.apply(state, word);
  EXPECT_EQ(rules.draw(state), "words left: 0\nwords beginning with \"t\": none");
}

TEST(ShiritoriReferee, ShowsAndCountsWordsThatBeginAndEndAlike) {
  Shiritori rules(arbiter::RefereeCall{as_input({"apple", "exit", "east", "tame", "edge"}), {}});
  Shiritori::State state = rules.start();
  EXPECT_EQ(rules.draw(state),
            "start word apple\nall words:\n  e: east edge exit\n  t: tame\nwords left: 4\n"
            "words beginning with \"e\": east edge exit");
  const auto message = [&](Shiritori::State given_up) {
    rules.apply(given_up, Shiritori::k_none);
    return rules.ending(given_up)->message;
  };
  EXPECT_EQ(message(state),
            "move 1: said \"-\", though 3 words beginning with \"e\" were left, as exit");
  for (const std::size_t word : {2, 3})
    rules.apply(state, word);
  EXPECT_EQ(rules.draw(state), "words left: 2\nwords beginning with \"e\": edge exit");
  EXPECT_EQ(message(state),
            "move 3: said \"-\", though 2 words beginning with \"e\" were left, as exit");
  for (const std::size_t word : {4, 1})
    rules.apply(state, word);
  EXPECT_EQ(rules.draw(state), "words left: 0\nwords beginning with \"t\": none");
  EXPECT_EQ(message(state), "move 5: said \"-\": no word beginning with \"t\" is left");
  Shiritori::State one_left = rules.start();
  for (const std::size_t word : {1, 3, 2})
    rules.apply(one_left, word);
  EXPECT_THAT(message(one_left), HasSubstr("the referee has no word beginning with \"t\""));
}

TEST(ShiritoriReferee, CountsASingleWordAsOne) {
  Shiritori rules(arbiter::RefereeCall{as_input({"apple", "elephant"}), {}});
  Shiritori::State state = rules.start();
  rules.apply(state, Shiritori::k_none);
  EXPECT_EQ(rules.ending(state)->message,
            "move 1: said \"-\", though 1 word beginning with \"e\" was left, as elephant");
}

TEST(ShiritoriReferee, RefusesAnInputThatIsNone) {
  for (const char* input : {"", "2\nab\n", "1\nab\nbc\n", "2\nab\nab\n", "2\nab\nB1\n"}) {
    EXPECT_THROW(Shiritori(arbiter::RefereeCall{input, {}}), arbiter::BadInput) << input;
  }
}

}  // namespace
