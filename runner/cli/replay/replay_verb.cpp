#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/judge/stored_run.hpp"
#include "cli/replay/raw_terminal.hpp"
#include "judge/run/replay_run.hpp"
#include "report/replay/player.hpp"
#include "report/replay/replay.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::size_t rows_of(int output) {
  constexpr std::size_t k_usual = 24;
  winsize size{};
  const bool is_known = ::ioctl(output, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
  return is_known ? size.ws_row : k_usual;
}

/// What was typed until `most` has passed; none: the input has ended.
std::optional<std::string> typed_within(int input, Clock::duration most) {
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(most).count();
  pollfd source{input, POLLIN, 0};
  if (::poll(&source, 1, static_cast<int>(std::max<std::int64_t>(ms, 0))) <= 0) return "";
  std::array<char, 64> bytes{};
  const ssize_t got = ::read(input, bytes.data(), bytes.size());
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
        screen_of(report::draw_player(replay, player, session.out(), rows_of(STDOUT_FILENO)));
    if (screen != shown) write_text(STDOUT_FILENO, screen);
    shown = std::move(screen);
    const auto pause = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / player.speed));
    const Clock::duration left = player.is_playing ? since + pause - Clock::now() : k_step;
    const auto typed = typed_within(STDIN_FILENO, std::min<Clock::duration>(left, k_step));
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
        "'replay'. If the game or the output was not kept, the test is run again.\n"
        "Keys: left right (h l) step, space play, + - speed, g G first and last, m next mistake,\n"
        "q quit. If standard output is not a terminal, all steps are written as text.");
    app.add_option("run", run_)->group("")->required();
    app.add_option("submission", submission_)->group("")->required();
    app.add_option("test", test_)->group("")->required();
    app.add_flag("--plain", plain_, "Write all steps as text, also in a terminal");
    app.add_flag("--json", json_, "Write the lines of arbiter-replay/1");
  }

  int run(const Session& session) override {
    JudgeCall call;
    return end(session, call, show(session, call), "interrupted");
  }

 private:
  Result<int> show(const Session& session, JudgeCall& call) const {
    if (plain_ && json_)
      return usage_error("--plain and --json exclude each other", "leave one out");
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(store, store::RunStore::open(paths.state));
    ARBITER_TRY(folder, store.find(run_));
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
    if (json_) {
      ARBITER_CHECK(write_results(lines));
      return 0;
    }
    const Terminal style = session.out();
    if (!plain_ && style.is_terminal && variable("TERM") != "dumb") {
      if (const auto raw = RawTerminal::open(STDIN_FILENO, STDOUT_FILENO)) {
        watch(replay, session, call);
        return 0;
      }
    }
    ARBITER_CHECK(write_results(report::draw_replay(replay, style)));
    return 0;
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

std::unique_ptr<Verb> make_replay_verb() {
  return std::make_unique<ReplayVerb>();
}

}  // namespace arbiter::cli
