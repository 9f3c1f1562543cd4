#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <chrono>
#include <csignal>
#include <ctime>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "cli/common/verb.hpp"
#include "cli/judge/call.hpp"
#include "cli/play/played_game.hpp"
#include "judge/verdict/blame.hpp"
#include "judge/verdict/call_protocol.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::cli {
namespace {

constexpr std::string_view k_person = "me";
constexpr std::string_view k_referee = "referee";

struct PlayOptions {
  JudgeOptions judge;
  std::string first{k_person};
  std::string second{k_referee};
  std::optional<std::string> save;
};

bool is_program(const std::string& player) {
  return player != k_person && player != k_referee;
}

struct Players {
  judge::Executable referee;
  std::optional<judge::Executable> first;
  std::optional<judge::Executable> second;
};

Result<judge::Executable> compile(JudgeCall& call, std::size_t index) {
  const judge::CompileRequest request = judge::compile_request(call.plan, index);
  ARBITER_TRY(compiled, call.workshop.compiler->compile(request));
  return judge::executable_or_error(std::move(compiled), request.submission->given);
}

Result<Players> compile_players(JudgeCall& call, const PlayOptions& options) {
  Players players;
  ARBITER_SET(players.referee, judge::compile_referee(call.programs_of(call.problem)));
  std::size_t next = 0;
  if (is_program(options.first)) {
    ARBITER_SET(players.first, compile(call, next++));
  }
  if (is_program(options.second)) {
    ARBITER_SET(players.second, compile(call, next));
  }
  return players;
}

judge::PlaySeats seats_of(const JudgeCall& call, const Players& players,
                          const PlayOptions& options) {
  judge::PlaySeats seats;
  seats.referee = &players.referee;
  seats.referee_is_second = options.second == k_referee;
  std::size_t next = 0;
  if (players.first) seats.first = {&*players.first, call.plan.submissions[next++].limits};
  if (players.second) seats.second = {&*players.second, call.plan.submissions[next].limits};
  return seats;
}

PlayerNames names_of(const PlayOptions& options) {
  if (options.first == k_person && options.second == k_person) return {"first", "second"};
  const auto name = [](const std::string& player) {
    return player == k_person ? std::string("you") : player;
  };
  return {name(options.first), name(options.second)};
}

std::string in_words(const std::string& player) {
  return player == k_referee ? "the referee" : player;
}

/// How a program ended, if that is worth a word.
std::string odd_end(const std::string& name, const std::optional<model::RunRecord>& record,
                    const model::RunLimits& limits) {
  if (!record || judge::may_be_checked(*record, limits)) return {};
  // Whoever leaves the table ends the programs.
  if (record->ending == model::Ending::stopped) return {};
  return fmt::format("{}: {}\n", name, judge::reason(*record, limits, {}));
}

std::string result_of(const WatchedGame& game, const PlayerNames& names) {
  if (game.was_left) return "you left the game\n";
  std::string text;
  if (game.outcome == "draw") text = "a draw";
  if (game.outcome == "win" || game.outcome == "loss") {
    const std::string& winner = game.outcome == "win" ? names.first : names.second;
    text = winner == "you" ? "you win" : in_words(winner) + " wins";
  }
  if (!game.message.empty()) text += (text.empty() ? "" : ": ") + game.message;
  return text.empty() ? text : text + "\n";
}

std::filesystem::path place_to_save(const JudgeCall& call, const PlayOptions& options) {
  if (options.save) return *options.save;
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return call.surroundings.paths.state / "games" /
         fmt::format("{}-{:%Y%m%dT%H%M%SZ}-{}.txt", call.problem.id, fmt::gmtime(now), ::getpid());
}

class PlayVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "PLAYER is me or a program (as for judge); the second player may also be the referee. "
        "Type\n"
        "a move as the statement describes it; 'help' lists other commands. If a word is both a\n"
        "move and a command, type =hint for the move and :hint for the command. The second\n"
        "player's program reads what the first one is sent at the beginning, then each move of\n"
        "the first, and answers with its own moves. Arbiter saves the game.");
    SharedFlags shared(app, options_.judge);
    shared.words();
    app.add_option("--test", options_.judge.plan.tests,
                   "The test case to play (default: the first sample)")
        ->type_name("NAME")
        ->expected(1);
    app.add_option("--first", options_.first, "Who begins: me (default) or a program")
        ->type_name("PLAYER");
    app.add_option("--second", options_.second, "Against whom: referee (default), me or a program")
        ->type_name("PLAYER");
    app.add_option("--save", options_.save, "Where the game is saved (default: with the runs)")
        ->type_name("FILE");
    shared.no_generate();
    shared.time_limit("CPU time limit of a program, e.g. 500ms or 2s");
    shared.sandbox();
  }

  Result<int> run(const Session& session) override {
    // Programs that have ended read nothing more.
    std::signal(SIGPIPE, SIG_IGN);
    JudgeCall call;
    return end(session, call, play_game(session, call), "interrupted");
  }

 private:
  Result<void> prepare_game(const Session& session, JudgeCall& call) {
    if (options_.first == k_referee) {
      return usage_error("--first: the referee only ever is the second player",
                         "'me' or a program can begin");
    }
    if (options_.judge.words.size() > 1) {
      return usage_error(
          fmt::format("unexpected word '{}': play takes one problem", options_.judge.words[1]),
          "players are named by --first and --second");
    }
    for (const std::string* player : {&options_.first, &options_.second}) {
      if (is_program(*player)) options_.judge.words.push_back(*player);
    }
    call.needs_submissions = false;
    call.needs_all_tests = false;
    call.options = options_.judge;
    ARBITER_CHECK(prepare(session, call));
    if (call.problem.is_interactive) return {};
    return usage_error(fmt::format("problem {} is not a game", call.problem.id),
                       "use arbiter judge");
  }

  Result<int> play_game(const Session& session, JudgeCall& call) {
    ARBITER_CHECK(prepare_game(session, call));
    ARBITER_CHECK(open(session, call));
    ARBITER_TRY(players, compile_players(call, options_));
    const judge::PlaySeats seats = seats_of(call, players, options_);
    const std::size_t test = call.plan.tests.front();
    ARBITER_TRY(table, judge::PlayTable::open(call.plan, test, *call.workshop.boxes, seats));
    const PlayRoom room{*table, seats, names_of(options_), session.out().color, call};
    write_text(
        STDOUT_FILENO,
        fmt::format("{}, test {}: {} against {}{}\n", call.problem.id,
                    call.problem.tests[test].name, room.names.first, in_words(room.names.second),
                    call.workshop.boxes->mode() == box::Mode::unsandboxed ? ", unsandboxed" : ""));
    auto game = play(room);
    const judge::PlayEnd end = table->end();
    if (!game) return failure(std::move(game).error(), end);
    ARBITER_CHECK(add_outcome(call.problem, end, *game));
    return conclude(call, seats, room.names, *std::move(game), end);
  }

  /// Where the referee did not tell the outcome, its status does.
  static Result<void> add_outcome(const model::Problem& problem, const judge::PlayEnd& end,
                                  WatchedGame& game) {
    if (game.outcome || game.was_left) return {};
    const auto protocol = judge::protocol_of(problem, judge::ProgramRole::interactor);
    if (!judge::has_spoken(end.referee, protocol)) {
      return failure(judge_error("the referee has failed"), end);
    }
    game.outcome = judge::has_rejected(end.referee, protocol) ? "loss" : "win";
    return {};
  }

  static Error failure(Error error, const judge::PlayEnd& end) {
    if (error.kind != ErrorKind::judge) return error;
    const model::RunLimits any{std::chrono::hours(24), std::chrono::hours(24), mib(1 << 20),
                               mib(1 << 20)};
    const std::string why = judge::reason(end.referee, any, {});
    if (!why.empty()) error.message += ": " + why;
    if (!end.message.empty()) error.message += ": " + end.message;
    return error;
  }

  [[nodiscard]] Result<int> conclude(const JudgeCall& call, const judge::PlaySeats& seats,
                                     const PlayerNames& names, WatchedGame game,
                                     const judge::PlayEnd& end) const {
    if (game.message.empty() && !game.was_left) game.message = end.message;
    if (call.is_interrupted()) game.was_left = true;
    std::string text = result_of(game, names);
    if (seats.first) text += odd_end(names.first, end.first, seats.first->limits);
    if (seats.second) text += odd_end(names.second, end.second, seats.second->limits);
    const std::filesystem::path file = place_to_save(call, options_);
    std::error_code failed;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failed);
    const std::string& test = call.problem.tests[call.plan.tests.front()].name;
    const auto saved = write_file(file, saved_game(game, call.problem.id, test, names,
                                                   box::mode_name(call.workshop.boxes->mode())));
    if (saved) text += fmt::format("saved: {}\n", file.string());
    write_text(STDOUT_FILENO, text);
    if (!saved) return saved.error();
    if (call.is_interrupted()) return interrupted_error();
    return 0;
  }

  PlayOptions options_;
};

}  // namespace

const VerbRow k_play_verb = {"play", "[PROBLEM] ",
                             "Play a problem's game, or watch two programs do it",
                             make_verb<PlayVerb>};

}  // namespace arbiter::cli
