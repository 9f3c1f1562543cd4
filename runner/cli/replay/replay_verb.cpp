#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/common/verb.hpp"
#include "cli/judge/stored_run.hpp"
#include "judge/run/replay_run.hpp"
#include "report/replay/replay.hpp"

namespace arbiter::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// A terminal that hands out each key at once and shows a screen of its own, for the life of this
/// object; then it is as it was. Ctrl-C is still a signal, which somebody must watch for
/// (Interrupts): a program that it kills restores nothing. Ctrl-Z and Ctrl-\ do nothing meanwhile.
class RawTerminal {
 public:
  RawTerminal() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;
    raw.c_cc[VQUIT] = _POSIX_VDISABLE;
    is_open_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
    // The other screen, and no cursor.
    if (is_open_) write_text(STDOUT_FILENO, "\x1b[?1049h\x1b[?25l");
  }
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  ~RawTerminal() {
    if (!is_open_) return;
    write_text(STDOUT_FILENO, "\x1b[?25h\x1b[?1049l");
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }

  /// False: standard input is no terminal.
  [[nodiscard]] bool is_open() const { return is_open_; }

 private:
  termios before_{};
  bool is_open_ = false;
};

std::size_t rows_of_screen() {
  constexpr std::size_t k_usual = 24;
  winsize size{};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
  return is_known ? size.ws_row : k_usual;
}

/// What was typed until `most` has passed; none: the input has ended.
std::optional<std::string> typed_within(Clock::duration most) {
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(most).count();
  pollfd source{STDIN_FILENO, POLLIN, 0};
  if (::poll(&source, 1, static_cast<int>(std::max<std::int64_t>(ms, 0))) <= 0) return "";
  std::array<char, 64> bytes{};
  const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (got <= 0) return std::nullopt;
  return std::string(bytes.data(), static_cast<std::size_t>(got));
}

std::string screen_of(const std::vector<std::string>& lines) {
  // Each line is cleared as it is written, so that nothing flickers.
  std::string screen = "\x1b[H";
  for (std::size_t i = 0; i < lines.size(); ++i)
    screen += lines[i] + "\x1b[K" + (i + 1 < lines.size() ? "\r\n" : "");
  return screen + "\x1b[J";
}

/// A program may play well and fail all the same, as after the end of the game.
void add_verdict(model::Verdict verdict, report::Replay& replay) {
  using Result = report::Replay::Result;
  if (verdict == model::Verdict::ac || replay.result != Result::right) return;
  replay.result = Result::wrong;
  replay.reason += fmt::format("{}but the verdict is {}", replay.reason.empty() ? "" : "; ",
                               model::code(verdict));
}

/// Shows a replay in the terminal until somebody quits, or interrupts.
void watch(const report::Replay& replay, const Session& session, const JudgeCall& call) {
  constexpr auto k_step = std::chrono::milliseconds(100);
  report::ReplayPlayer player;
  Clock::time_point since = Clock::now();
  std::string shown;
  while (!player.has_quit && !call.is_interrupted()) {
    // The size of the terminal may have changed.
    std::string screen =
        screen_of(report::draw_player(replay, player, session.out(), rows_of_screen()));
    if (screen != shown) write_text(STDOUT_FILENO, screen);
    shown = std::move(screen);
    const auto pause = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / player.speed));
    const Clock::duration left = player.is_playing ? since + pause - Clock::now() : k_step;
    const auto typed = typed_within(std::min<Clock::duration>(left, k_step));
    if (!typed) return;
    const bool was_playing = player.is_playing;
    for (const char key : report::replay_keys(*typed))
      player = report::after_key(player, key, replay);
    if (player.is_playing && !was_playing) since = Clock::now();
    if (!player.is_playing || Clock::now() < since + pause) continue;
    player = report::after_tick(player, replay);
    since = Clock::now();
  }
}

class ReplayVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "RUN, SUBMISSION and TEST are those of 'arbiter show'. The problem's arbiter.yaml must "
        "have\n"
        "'replay'. If the game or the output was not kept, the test case is run again.\n"
        "Keys: left right (h l) step, space play, + - speed, g G first and last, m next mistake,\n"
        "q quit. If standard output is not a terminal, all steps are written as text.");
    app.add_option("run", run_)->group("")->required();
    app.add_option("submission", submission_)->group("")->required();
    app.add_option("test", test_)->group("")->required();
    app.add_flag("--plain", plain_, "Write all steps as text, also in a terminal");
    app.add_flag("--json", json_, "Write the lines of arbiter-replay/1");
  }

  Result<int> run(const Session& session) override {
    JudgeCall call;
    return end(session, call, show(session, call), "interrupted");
  }

 private:
  Result<int> show(const Session& session, JudgeCall& call) const {
    if (plain_ && json_)
      return usage_error("--plain and --json exclude each other", "leave one out");
    ARBITER_TRY(folder, find_run(session, run_));
    if (read_graded_run(folder)) {
      return usage_error("this is a run of 'arbiter grade'",
                         "judge the program with 'arbiter judge', and replay that run");
    }
    ARBITER_TRY(judgement, read_judged_run(folder));
    ARBITER_TRY(submission, find_submission(judgement, submission_));
    const model::SubmissionJudgement& of = judgement.submissions[submission];
    ARBITER_TRY(test, find_test(of, test_));
    ARBITER_TRY(lines, lines_of(session, {judgement, of, of.tests[test]}, call));
    ARBITER_TRY(replay, report::read_replay(lines, call.problem.replay->view));
    add_verdict(of.tests[test].verdict, replay);
    if (json_) return end_with(lines);
    const Terminal style = session.out();
    if (!plain_ && style.is_terminal && variable("TERM") != "dumb") {
      if (const RawTerminal raw; raw.is_open()) {
        watch(replay, session, call);
        return 0;
      }
    }
    return end_with(report::draw_replay(replay, style));
  }

  /// What the problem's program makes of that test.
  static Result<std::string> lines_of(const Session& session, const StoredTest& stored,
                                      JudgeCall& call) {
    auto said = judge::said_in(stored.test);
    ARBITER_CHECK(prepare_stored(session, stored, !said, call));
    if (!call.problem.replay) {
      return usage_error(fmt::format("problem {} has no replay", printable(call.problem.id)),
                         "'replay' in its arbiter.yaml names the program that makes one");
    }
    ARBITER_CHECK(open(session, call));
    // Only now has an input of one's own its answer.
    ARBITER_CHECK(check_problem(stored, call));
    if (!said) {
      call.plan.transcript = call.problem.is_interactive;
      ARBITER_TRY(test, run_again(session, stored, call));
      said = judge::said_in(test);
      // An output that is empty, or of a verdict of which no hash is kept.
      if (!said) said = std::move(test.output_head);
    }
    judge::PackageTools tools(call.programs_of(call.problem));
    return judge::run_replay_program(tools, call.problem.tests[call.plan.tests.front()], *said);
  }

  std::string run_;
  std::string submission_;
  std::string test_;
  bool plain_ = false;
  bool json_ = false;
};

}  // namespace

const VerbRow k_replay_verb = {"replay", "RUN SUBMISSION TEST ",
                               "Watch a game, or how an output came about, step by step",
                               make_verb<ReplayVerb>};

}  // namespace arbiter::cli
