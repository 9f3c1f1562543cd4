#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/feedback.hpp"
#include "arbiter/game.hpp"
#include "arbiter/player_lines.hpp"
#include "arbiter/whole_file.hpp"

namespace arbiter {

/// One question to a referee: the first word of the line and what follows it.
struct Question {
  std::string word;
  std::string rest;
};

/// The descriptor over which a referee is asked about the game while it is played: one line a
/// question, and for each an answer "WORD N" followed by N lines. WORD is `ok`, `no` (a legal
/// question with a negative answer) or `bad` (no such question). Answers come in the order of the
/// questions.
class QuestionChannel {
 public:
  /// No channel: nobody asks.
  QuestionChannel() = default;

  explicit QuestionChannel(int descriptor) : lines_(LineSource(descriptor)) {}

  /// The channel that the environment variable `ARBITER_QUESTIONS_FD` names. One that is no number
  /// is as good as none: a referee must not fail for what a judge does not need.
  static QuestionChannel from_environment() {
    const char* value = std::getenv("ARBITER_QUESTIONS_FD");
    if (value == nullptr) return {};
    const std::optional<int> descriptor = read_number(value, 0, INT_MAX, "a descriptor").move;
    return descriptor ? QuestionChannel(*descriptor) : QuestionChannel();
  }

  bool is_open() const { return lines_.has_value(); }

  /// -1 if closed, which poll(2) ignores.
  int descriptor() const { return lines_ ? lines_->descriptor() : -1; }

  void read_more() {
    if (lines_) lines_->read_more();
  }

  /// A question that was read already. The channel is closed by its other end, and by a question
  /// that is too long to be one.
  std::optional<Question> next() {
    if (!lines_) return std::nullopt;
    const std::optional<ReceivedLine> line = lines_->next();
    if (!line) return std::nullopt;
    if (line->kind != ReceivedLine::Kind::line) {
      lines_.reset();
      return std::nullopt;
    }
    const std::size_t blank = std::min(line->text.find(' '), line->text.size());
    const std::size_t rest = std::min(line->text.find_first_not_of(' ', blank), line->text.size());
    return Question{line->text.substr(0, blank), line->text.substr(rest)};
  }

  /// `text` is cut into lines; a line end at its end adds none.
  void answer(std::string_view word, std::string_view text = {}) {
    if (!lines_) return;
    std::string body(text);
    if (!body.empty() && body.back() != '\n') body += '\n';
    const auto count = std::count(body.begin(), body.end(), '\n');
    const std::string whole = std::string(word) + ' ' + std::to_string(count) + '\n' + body;
    if (!write_all(lines_->descriptor(), whole)) lines_.reset();
  }

 private:
  std::optional<LineSource> lines_;
};

/// Where a referee's game takes place. With `second_is_asked` the second player's moves come as
/// questions `move LINE` instead of from the rules' choose_move.
struct RefereeTable {
  int from_player = STDIN_FILENO;
  int to_player = STDOUT_FILENO;
  QuestionChannel questions;
  bool second_is_asked = false;
};

/// A game as it was played.
struct PlayedGame {
  Ending ending;
  std::vector<std::string> moves;
  std::vector<std::string> notes;
};

/// Plays one game by its rules: the first player over two descriptors, a line a move, the second
/// by the rules or by questions. Meanwhile and, until the channel is closed, afterwards it answers
/// questions; runner/docs/referees.md lists them. Moves are counted from 1, those of both players.
template <GameRules Rules>
class Referee {
 public:
  using Move = typename Rules::Move;
  using State = typename Rules::State;

  /// `rules` must outlive the referee.
  Referee(Rules& rules, RefereeTable table)
      : rules_(rules),
        table_(std::move(table)),
        player_(table_.from_player),
        state_(rules.start()) {}

  /// Plays to the end. A submission that says anything but legal moves has lost; one that no longer
  /// reads may still have said enough. SIGPIPE must be ignored.
  PlayedGame play() {
    write_all(table_.to_player, rules_.opening());
    while (!ending_) {
      if (std::optional<Ending> ending = rules_.ending(state_)) {
        ending_ = std::move(ending);
      } else if (rules_.mover(state_) == Player::first) {
        hear_first_player();
      } else if (table_.second_is_asked) {
        wait_for_second_player();
      } else {
        const Move move = rules_.choose_move(state_);
        make(Player::second, move);
        write_all(table_.to_player, rules_.written(move) + '\n');
      }
    }
    answer_last_questions();
    game_.ending = *ending_;
    return game_;
  }

 private:
  void hear_first_player() {
    const ReceivedLine line = next_line();
    const std::string place = "move " + std::to_string(game_.moves.size() + 1) + ": ";
    if (line.kind == ReceivedLine::Kind::end) {
      ending_ = Ending::loss(place + "the output ended where a move was expected");
    } else if (line.kind == ReceivedLine::Kind::too_long) {
      ending_ = Ending::loss(place + "the line is longer than " + std::to_string(line.text.size()) +
                             " bytes; it begins with " + shown(line.text));
    } else {
      ReadMove<Move> read = rules_.read_move(state_, line.text);
      if (read.move) {
        make(Player::first, *read.move);
      } else {
        ending_ = Ending::loss(place + read.reason);
      }
    }
  }

  void make(Player player, const Move& move) {
    if constexpr (requires(State & state) {
                    { rules_.note(state, move) } -> std::convertible_to<std::string>;
                  }) {
      const std::string note = player == Player::first ? rules_.note(state_, move) : std::string();
      if (!note.empty())
        game_.notes.push_back("move " + std::to_string(game_.moves.size() + 1) + " (" +
                              rules_.written(move) + "): " + note);
    }
    game_.moves.push_back(rules_.written(move));
    movers_.push_back(player);
    rules_.apply(state_, move);
  }

  /// The first player's next line; questions that come before it are answered meanwhile.
  ReceivedLine next_line() {
    while (true) {
      if (std::optional<ReceivedLine> line = player_.next()) return std::move(*line);
      answer_questions();
      const std::array<bool, 2> ready = wait_for(player_.descriptor());
      if (ready[1]) table_.questions.read_more();
      if (ready[0]) player_.read_more();
    }
  }

  void wait_for_second_player() {
    const std::size_t moves = game_.moves.size();
    answer_questions();
    while (game_.moves.size() == moves) {
      if (!table_.questions.is_open()) throw BadInput("the second player has gone");
      if (wait_for(-1)[1]) table_.questions.read_more();
      answer_questions();
    }
  }

  void answer_last_questions() {
    if (!table_.questions.is_open()) return;
    // Otherwise a program that waits for the end of its input would wait for whoever asks.
    ::close(table_.to_player);
    answer_questions();
    while (table_.questions.is_open()) {
      table_.questions.read_more();
      answer_questions();
    }
  }

  /// Waits until the player or who asks has something to say; a negative descriptor says nothing.
  std::array<bool, 2> wait_for(int player) const {
    // A judge sees at once that both sides wait for each other if both wait in a read.
    if (!table_.questions.is_open()) return {true, false};
    std::array<pollfd, 2> both = {pollfd{player, POLLIN, 0},
                                  pollfd{table_.questions.descriptor(), POLLIN, 0}};
    while (::poll(both.data(), both.size(), -1) < 0) {
    }
    return {both[0].revents != 0, both[1].revents != 0};
  }

  /// Stops at a move of the second player, after which it may be another's turn.
  void answer_questions() {
    answer_who_waits(false);
    const std::size_t moves = game_.moves.size();
    while (game_.moves.size() == moves) {
      const std::optional<Question> question = table_.questions.next();
      if (!question) return;
      answer_who_waits(true);
      answer(*question);
    }
  }

  /// `wait N` ends when the game has come so far, or when the next question comes.
  void answer_who_waits(bool now) {
    if (!awaited_ || !(now || is_over() || game_.moves.size() >= *awaited_)) return;
    awaited_.reset();
    table_.questions.answer("ok", situation());
  }

  void answer(const Question& question) {
    QuestionChannel& channel = table_.questions;
    if (question.word == "opening") {
      channel.answer("ok", rules_.opening());
    } else if (question.word == "draw") {
      channel.answer("ok", rules_.draw(state_));
    } else if (question.word == "state") {
      channel.answer("ok", situation());
    } else if (question.word == "moves") {
      channel.answer("ok", dialogue());
    } else if (question.word == "wait") {
      awaited_ = std::strtoull(question.rest.c_str(), nullptr, 10);
      answer_who_waits(false);
    } else if (question.word == "best_move") {
      if (is_over()) return channel.answer("no", "the game is over");
      channel.answer("ok", rules_.written(rules_.choose_move(state_)));
    } else if (question.word == "explain") {
      explain(question.rest);
    } else if (question.word == "move") {
      move_second_player(question.rest);
    } else {
      channel.answer("bad",
                     "questions are: opening, draw, state, moves, wait N, explain MOVE, "
                     "best_move, move MOVE");
    }
  }

  void explain(const std::string& line) {
    if (is_over()) return table_.questions.answer("no", "the game is over");
    const ReadMove<Move> read = rules_.read_move(state_, line);
    if (!read.move) return table_.questions.answer("no", read.reason);
    table_.questions.answer("ok", rules_.describe(state_, *read.move));
  }

  void move_second_player(const std::string& line) {
    QuestionChannel& channel = table_.questions;
    if (is_over()) return channel.answer("no", "the game is over");
    if (!table_.second_is_asked)
      return channel.answer("no", "the referee itself is the second player");
    if (rules_.mover(state_) != Player::second)
      return channel.answer("no", "it is the first player's turn");
    const ReadMove<Move> read = rules_.read_move(state_, line);
    if (!read.move) return channel.answer("no", read.reason);
    make(Player::second, *read.move);
    write_all(table_.to_player, rules_.written(*read.move) + '\n');
    channel.answer("ok");
  }

  bool is_over() { return ending_ || rules_.ending(state_); }

  /// The answer to `state`: lines "KEY VALUE".
  std::string situation() {
    std::string text = "moves " + std::to_string(game_.moves.size()) + '\n';
    if (!game_.moves.empty())
      text += std::string("last ") + name(movers_.back()) + ' ' + game_.moves.back() + '\n';
    for (const std::string& note : game_.notes)
      text += "note " + note + '\n';
    const std::optional<Ending> ending = ending_ ? ending_ : rules_.ending(state_);
    if (!ending) return text + "turn " + name(rules_.mover(state_)) + '\n';
    constexpr std::array<const char*, 3> k_outcomes = {"win", "draw", "loss"};
    text += std::string("outcome ") + k_outcomes.at(static_cast<std::size_t>(ending->outcome));
    return text + "\nmessage " + ending->message + '\n';
  }

  /// The answer to `moves`: lines "PLAYER MOVE".
  std::string dialogue() const {
    std::string text;
    for (std::size_t i = 0; i < game_.moves.size(); ++i)
      text += std::string(name(movers_[i])) + ' ' + game_.moves[i] + '\n';
    return text;
  }

  static const char* name(Player player) { return player == Player::first ? "first" : "second"; }

  Rules& rules_;
  RefereeTable table_;
  LineSource player_;
  State state_;
  PlayedGame game_;
  std::vector<Player> movers_;  ///< of each move
  std::optional<Ending> ending_;
  std::optional<std::size_t> awaited_;
};

/// Writes what the judges should know of a game, and its points; the status to end with.
inline int report_game(const PlayedGame& game, const Feedback& feedback) {
  feedback.tell_judges(game.ending.message);
  for (const std::string& note : game.notes)
    feedback.tell_judges("note: " + note);
  std::string dialogue = "moves:";
  for (const std::string& move : game.moves)
    dialogue += ' ' + move;
  feedback.tell_judges(dialogue);
  if (game.ending.share <= 0) return k_exit_wrong;
  if (game.ending.share < 1) feedback.give_share(game.ending.share);
  return k_exit_accepted;
}

/// The main function of a referee: `return arbiter::run_referee<Rules>(argc, argv);`. Arguments
/// are the input file, the answer file (not read), the feedback directory, then the extra ones of
/// the package. Questions come over the descriptor in `ARBITER_QUESTIONS_FD`; with
/// `ARBITER_SECOND_PLAYER=asked` the second player's moves as well. What the rules throw is the
/// judge's fault.
template <GameRules Rules>
int run_referee(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s INPUT ANSWER FEEDBACK_DIRECTORY [ARGUMENT...]\n",
                 argc > 0 ? argv[0] : "referee");
    return k_exit_usage;
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::optional<std::string> input = read_file(argv[1]);
  if (!input) {
    std::fprintf(stderr, "cannot read the input file %s\n", shown(argv[1], 400).c_str());
    return k_exit_usage;
  }
  const Feedback feedback(argv[3]);
  try {
    Rules rules(RefereeCall{std::move(*input), {argv + 4, argv + argc}});
    RefereeTable table;
    table.questions = QuestionChannel::from_environment();
    const char* second = std::getenv("ARBITER_SECOND_PLAYER");
    table.second_is_asked = second != nullptr && std::string_view(second) == "asked";
    return report_game(Referee<Rules>(rules, std::move(table)).play(), feedback);
  } catch (const std::exception& fault) {
    feedback.tell_fault(fault.what());
    return k_exit_data_at_fault;
  }
}

}  // namespace arbiter
