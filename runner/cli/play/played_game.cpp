#include "cli/play/played_game.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace arbiter::cli {
namespace {

using judge::RefereeAnswer;

constexpr Nanoseconds k_for_ever = std::chrono::hours(24);
constexpr Nanoseconds k_typing = std::chrono::milliseconds(500);
constexpr Nanoseconds k_farewell = std::chrono::seconds(5);

/// The commands that a person can type instead of a move, and what they do.
constexpr std::string_view k_commands =
    "a move, or one of these commands:\n"
    "  hint         what the referee would play\n"
    "  show         the game as it stands\n"
    "  why MOVE     what a move does, or why it is not allowed\n"
    "  moves        all moves so far\n"
    "  opening      what a program is told before its first move\n"
    "  quit         leave the game\n"
    "where a command is a move as well, type =hint for the move and :hint for the command\n";

bool is_command(std::string_view text) {
  constexpr std::array<std::string_view, 7> k_words = {"help",  "?",       "hint", "show",
                                                       "moves", "opening", "quit"};
  return text.starts_with("why ") || std::ranges::find(k_words, text) != k_words.end();
}

/// What a person has typed, without the sign in front that tells moves (=) and commands (:) apart.
struct Typed {
  enum class Kind { move, command, unmarked };
  Kind kind = Kind::unmarked;
  std::string text;
};

/// `line` has no blanks around it.
Typed read_typed(const std::string& line) {
  const std::string rest(trimmed(std::string_view(line).substr(line.empty() ? 0 : 1)));
  if (line.starts_with('=')) return {Typed::Kind::move, rest};
  if (line.starts_with(':')) return {Typed::Kind::command, rest};
  return {Typed::Kind::unmarked, line};
}

/// The lines that a person types, without the blanks around them.
class Keyboard {
 public:
  explicit Keyboard(const ProgramCall& call) : call_(call) {}

  /// None: the input has ended, or somebody interrupted.
  std::optional<std::string> line() {
    while (!call_.is_interrupted()) {
      const std::size_t end = typed_.find('\n');
      if (end != std::string::npos) return cut(end);
      if (has_ended_) return typed_.empty() ? std::nullopt : std::optional(cut(typed_.size()));
      read_more();
    }
    return std::nullopt;
  }

  /// Whether `line` has an answer already.
  [[nodiscard]] bool has_line() const {
    return has_ended_ || typed_.find('\n') != std::string::npos;
  }

 private:
  void read_more() {
    constexpr int k_step_ms = 100;
    pollfd source{STDIN_FILENO, POLLIN, 0};
    if (::poll(&source, 1, k_step_ms) <= 0) return;
    std::array<char, 1024> bytes{};
    const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) {
      has_ended_ = true;
    } else {
      typed_.append(bytes.data(), static_cast<std::size_t>(got));
    }
  }

  std::string cut(std::size_t end) {
    std::string line(trimmed(std::string_view(typed_).substr(0, end)));
    typed_.erase(0, end + 1);
    return line;
  }

  const ProgramCall& call_;
  std::string typed_;
  bool has_ended_ = false;
};

void print(const std::string& text) {
  write_text(STDOUT_FILENO, text);
}

/// A game with a referee that answers questions.
class Watcher {
 public:
  explicit Watcher(const PlayRoom& room) : room_(room), keyboard_(room.call) {}

  Result<WatchedGame> play(const RefereeAnswer& opening) {
    for (const std::string& line : opening.lines)
      room_.table.tell_second(line);
    ARBITER_CHECK(look("state"));
    while (!game_.outcome && !game_.was_left) {
      if (is_persons_turn()) {
        ARBITER_CHECK(ask_person());
      } else if (!is_first_to_move_ && room_.seats.second) {
        ARBITER_CHECK(hear_second());
      }
      if (!game_.was_left && !game_.outcome) {
        ARBITER_CHECK(look(fmt::format("wait {}", game_.moves.size() + 1)));
      }
    }
    return std::move(game_);
  }

 private:
  [[nodiscard]] bool is_person(bool first) const {
    if (first) return !room_.seats.first;
    return !room_.seats.second && !room_.seats.referee_is_second;
  }
  [[nodiscard]] bool is_persons_turn() const { return is_person(is_first_to_move_); }
  [[nodiscard]] const std::string& name(bool first) const {
    return first ? room_.names.first : room_.names.second;
  }
  [[nodiscard]] std::string painted(std::string_view text, const char* code) const {
    return room_.is_coloured ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }

  Result<RefereeAnswer> ask(const std::string& question) {
    ARBITER_TRY(answer, room_.table.ask(question));
    if (!answer || answer->kind == RefereeAnswer::Kind::bad) {
      return package_error(fmt::format("the referee does not answer '{}'", question),
                           "runner/docs/referees.md lists what it must answer");
    }
    return *std::move(answer);
  }

  void show_lines(const std::vector<std::string>& lines, std::string_view before = "") {
    std::string text;
    for (const std::string& line : lines)
      text += fmt::format("{}{}\n", before, line);
    print(text);
  }

  Result<void> draw() {
    ARBITER_TRY(drawing, ask("draw"));
    print("\n");
    show_lines(drawing.lines, "  ");
    print("\n");
    return {};
  }

  /// Finds out how the game stands, and shows what has happened since.
  Result<void> look(const std::string& question) {
    ARBITER_TRY(state, ask(question));
    ARBITER_TRY(moves, ask("moves"));
    // A program may have moved between the two questions.
    while (take_in(state) != moves.lines.size()) {
      ARBITER_SET(state, ask("state"));
      ARBITER_SET(moves, ask("moves"));
    }
    return show_news(moves.lines);
  }

  /// How many moves were made, as an answer to `state` says.
  std::size_t take_in(const RefereeAnswer& state) {
    std::size_t notes = 0;
    std::size_t moves = 0;
    for (const std::string& line : state.lines) {
      const std::size_t blank = std::min(line.find(' '), line.size());
      const std::string key = line.substr(0, blank);
      const std::string value = line.substr(std::min(blank + 1, line.size()));
      if (key == "moves") std::from_chars(value.data(), value.data() + value.size(), moves);
      if (key == "turn") is_first_to_move_ = value == "first";
      if (key == "outcome") game_.outcome = value;
      if (key == "message") game_.message = value;
      if (key == "note" && ++notes > notes_.size()) notes_.push_back(value);
    }
    return moves;
  }

  Result<void> show_news(const std::vector<std::string>& moves) {
    const std::size_t known = game_.moves.size();
    for (std::size_t i = known; i < moves.size(); ++i) {
      const bool is_first = moves[i].starts_with("first ");
      const std::string text = moves[i].substr(std::min(moves[i].find(' ') + 1, moves[i].size()));
      game_.moves.push_back({is_first, text});
      print(fmt::format("{:>3}  {}: {}\n", i + 1, name(is_first), painted(text, "1")));
      if (is_first) room_.table.tell_second(text);
    }
    for (; shown_notes_ < notes_.size(); ++shown_notes_)
      print(painted(fmt::format("     {}\n", notes_[shown_notes_]), "33"));
    if (is_drawn_ && known == game_.moves.size()) return {};
    is_drawn_ = true;
    return draw();
  }

  Result<void> ask_person() {
    while (!game_.was_left) {
      const bool are_both = is_person(true) && is_person(false);
      print(fmt::format("{}your move (or help): ",
                        are_both ? name(is_first_to_move_) + ", " : std::string()));
      const auto line = keyboard_.line();
      if (!line) {
        game_.was_left = true;
        print("\n");
        return {};
      }
      if (line->empty()) continue;
      ARBITER_TRY(is_done, serve(read_typed(*line)));
      if (is_done) return {};
    }
    return {};
  }

  /// Does what was typed. Whether that was a move, and is made.
  Result<bool> serve(const Typed& typed) {
    const bool may_be_command = typed.kind != Typed::Kind::move && is_command(typed.text);
    if (typed.kind == Typed::Kind::command) {
      if (may_be_command) return obey(typed.text);
      print(fmt::format("  unknown command '{}'; help lists the commands\n", typed.text));
      return false;
    }
    ARBITER_TRY(told, ask("explain " + typed.text));
    const bool is_allowed = told.kind == RefereeAnswer::Kind::ok;
    if (may_be_command && !is_allowed) return obey(typed.text);
    if (may_be_command) {
      print(
          fmt::format("  '{0}' is a move here: ={0} makes it, :{0} is the command\n", typed.text));
    } else if (is_allowed) {
      ARBITER_CHECK(make(typed.text));
      return true;
    } else {
      show_lines(told.lines, "  ");
    }
    return false;
  }

  /// Never makes a move, so that it answers false.
  Result<bool> obey(const std::string& command) {
    if (command == "quit") {
      game_.was_left = true;
    } else if (command == "show") {
      ARBITER_CHECK(draw());
    } else if (command == "help" || command == "?") {
      print(std::string(k_commands));
    } else {
      const bool is_why = command.starts_with("why ");
      const std::string question =
          is_why ? fmt::format("explain {}", trimmed(std::string_view(command).substr(4)))
          : command == "hint" ? "best_move"
                              : command;
      ARBITER_TRY(answer, ask(question));
      show_lines(answer.lines, "  ");
    }
    return false;
  }

  Result<void> make(const std::string& move) {
    if (is_first_to_move_) {
      room_.table.say_as_first(move);
      return {};
    }
    ARBITER_CHECK(ask("move " + move));
    return {};
  }

  Result<void> hear_second() {
    ARBITER_TRY(line, room_.table.hear_second());
    const std::string move(line ? trimmed(*line) : std::string_view());
    std::string why = "it gives no reason";
    if (line) {
      ARBITER_TRY(answer, ask("move " + move));
      if (answer.kind == RefereeAnswer::Kind::ok) return {};
      why = fmt::format("its move '{}' is not allowed{}{}", printable(move),
                        answer.lines.empty() ? "" : ": ",
                        answer.lines.empty() ? "" : answer.lines.front());
    }
    // The referee judges the first player alone.
    game_.outcome = "win";
    game_.message = fmt::format("{} has lost: {}", name(false), why);
    return {};
  }

  const PlayRoom& room_;
  Keyboard keyboard_;
  WatchedGame game_;
  std::vector<std::string> notes_;
  std::size_t shown_notes_ = 0;
  bool is_first_to_move_ = true;
  bool is_drawn_ = false;
};

bool is_farewell(const Typed& typed) {
  return typed.kind != Typed::Kind::move && typed.text == "quit";
}

/// A game with one that does not: lines go back and forth.
Result<WatchedGame> pass_lines_on(const PlayRoom& room) {
  WatchedGame game;
  Keyboard keyboard(room.call);
  print(
      "this referee answers no questions, so you see its lines as they come;\n"
      "quit leaves the game, =quit says that word\n\n");
  bool has_ended = false;  // nothing more will be typed
  while (true) {
    // Who types ahead sees the lines in their order all the same, unless the referee is slow.
    const bool has_line = keyboard.has_line();
    const Nanoseconds patience = has_ended ? k_farewell : has_line ? k_typing : k_for_ever;
    ARBITER_TRY(said, room.table.hear_referee(has_line ? -1 : STDIN_FILENO, patience));
    for (const std::string_view line : split_lines(said)) {
      game.moves.push_back({false, printable(std::string(line))});
      print(fmt::format("{}: {}\n", room.names.second, game.moves.back().text));
    }
    if (room.table.referee_has_ended()) return game;
    if (!said.empty()) continue;
    const auto line = keyboard.line();
    const Typed typed = read_typed(line.value_or(""));
    game.was_left = has_ended || room.call.is_interrupted() || is_farewell(typed);
    if (game.was_left) return game;
    if (line) {
      // Nobody knows whether a move begins with a colon.
      const std::string& move = typed.kind == Typed::Kind::move ? typed.text : *line;
      room.table.say_as_first(move);
      game.moves.push_back({true, move});
    } else {
      room.table.end_first();
      has_ended = true;
    }
  }
}

}  // namespace

Result<WatchedGame> play(const PlayRoom& room) {
  ARBITER_TRY(opening, room.table.ask("opening"));
  if (opening) return Watcher(room).play(*opening);
  const bool is_alone = !room.seats.first && room.seats.referee_is_second;
  if (is_alone) return pass_lines_on(room);
  return usage_error(
      "this problem's referee answers no questions, so only a person can play against it",
      "arbiter judge --transcript shows games of programs");
}

std::string saved_game(const WatchedGame& game, const std::string& problem, const std::string& test,
                       const PlayerNames& names, std::string_view sandbox) {
  std::string text = fmt::format("problem {}\ntest {}\nfirst {}\nsecond {}\nsandbox {}\n", problem,
                                 test, names.first, names.second, sandbox);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    text += fmt::format("{} {} {}\n", i + 1, game.moves[i].is_first ? "first" : "second",
                        game.moves[i].text);
  }
  if (game.was_left) return text + "left before its end\n";
  if (game.outcome) text += fmt::format("outcome {} of the first player\n", *game.outcome);
  if (!game.message.empty()) text += "message " + game.message + "\n";
  return text;
}

}  // namespace arbiter::cli
