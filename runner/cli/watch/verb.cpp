#include "cli/common/verb.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <atomic>
#include <future>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "cli/common/recorder.hpp"
#include "cli/stress/call.hpp"
#include "report/stress/formats.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// Tells when a file was written. Editors often write another file and rename it, so it is the
/// folder that is watched.
class FileWatch {
 public:
  static Result<FileWatch> open(const fs::path& file) {
    UniqueFd events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!events ||
        ::inotify_add_watch(events.get(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
      return system_error("cannot watch " + folder.string(), errno);
    }
    return FileWatch(std::move(events), file.filename().string());
  }

  /// Whether the file was written since the last call; waits for that as long as given.
  [[nodiscard]] bool was_written(std::chrono::milliseconds patience) const {
    pollfd waited{events_.get(), POLLIN, 0};
    if (::poll(&waited, 1, static_cast<int>(patience.count())) <= 0) return false;
    bool is_written = false;
    alignas(inotify_event) std::array<char, 8192> buffer{};
    for (ssize_t got = 0; (got = ::read(events_.get(), buffer.data(), buffer.size())) > 0;) {
      for (ssize_t at = 0; at < got;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);  // NOLINT
        is_written = is_written || (event->len > 0 && name_ == event->name);
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    }
    return is_written;
  }

 private:
  FileWatch(UniqueFd events, std::string name)
      : events_(std::move(events)), name_(std::move(name)) {}

  UniqueFd events_;
  std::string name_;
};

constexpr std::chrono::milliseconds k_tick{100};

class WatchVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "Arbiter judges FILE whenever an editor saves it, says which test cases changed, and\n"
        "looks for the smallest input on which it fails until it is saved again. Ctrl-C ends it.");
    SharedFlags shared(app, options_);
    shared.words();
    shared.language();
    shared.jobs("Test cases at the same time (default: one per core)");
    add_flag_of(app, {"--for", "TIME", "How long to look for a failing input (default: 60s)"},
                time_, time_of("--for"));
    shared.links_within("The problem's links may lead into DIR");
    shared.sandbox();
  }

  Result<int> run(const Session& session) override {
    JudgeCall call;
    call.options = options_;
    const Result<int> done = watch(session, call);
    // That is how it ends.
    if (call.is_interrupted() && last_) return last_ == model::Verdict::ac ? 0 : 1;
    return end(session, call, done, "interrupted before anything was judged");
  }

 private:
  Result<int> watch(const Session& session, JudgeCall& call) {
    ARBITER_CHECK(prepare(session, call));
    if (call.located.submissions.size() != 1 || call.loaded.submissions.size() != 1) {
      return usage_error("'watch' takes one program", "name one file: arbiter watch PROBLEM FILE");
    }
    const fs::path file = call.located.submissions.front();
    if (!fs::is_regular_file(file)) {
      return usage_error(fmt::format("{} is no file", file.string()),
                         "name the file that your editor writes");
    }
    ARBITER_TRY(changes, FileWatch::open(file));
    ARBITER_CHECK(open(session, call));
    while (true) {
      ARBITER_CHECK(judge(session, call));
      if (call.is_interrupted()) return 1;
      ARBITER_TRY(is_written, search(session, call, changes));
      while (!is_written && !call.is_interrupted())
        is_written = changes.was_written(k_tick);
      if (call.is_interrupted()) return 1;
      load_again(session, call, file, changes);
      if (call.is_interrupted()) return 1;
    }
  }

  /// What cannot be read now, as an editor writes it, is read when it is written the next time.
  static void load_again(const Session& session, JudgeCall& call, const fs::path& file,
                         const FileWatch& changes) {
    while (!call.is_interrupted()) {
      auto loaded =
          judge::load_submission(file, call.surroundings.languages, call.options.language);
      if (loaded) {
        call.loaded.submissions = {std::move(*loaded)};
        return;
      }
      session.warn(loaded.error().text(), loaded.error().help);
      while (!changes.was_written(k_tick) && !call.is_interrupted()) {
      }
    }
  }

  Result<void> judge(const Session& session, JudgeCall& call) {
    ARBITER_SET(call.plan, judge::make_plan(call.problem, call.loaded.submissions,
                                            call.surroundings.languages, call.options.plan));
    call.plan.keep_inputs = true;
    model::Judgement judgement = header_of(call);
    Recorder recorder(session, nullptr, call.plan.tests.size());
    const auto cache = open_cache(session, call);
    auto judged = execute(call, recorder, cache.get());
    recorder.rest();
    if (!judged) return std::move(judged).error();
    if (call.is_interrupted()) return {};
    judgement.submissions = std::move(*judged);
    const model::SubmissionJudgement& now = judgement.submissions.front();
    ARBITER_CHECK(write_outputs(call.outputs, judgement, session.out(), {}));
    const std::string changed = changes_of(now);
    last_ = now.verdict;
    return write_results(changed.empty() ? std::string("\n") : changed + "\n");
  }

  /// The test cases that end otherwise than the last time, a line a kind of change.
  std::string changes_of(const model::SubmissionJudgement& now) {
    std::map<std::string, std::vector<std::string>> changed;
    std::map<std::string, model::Verdict> verdicts;
    for (const model::TestJudgement& test : now.tests) {
      verdicts[test.name] = test.verdict;
      const auto before = verdicts_.find(test.name);
      if (before == verdicts_.end() || before->second == test.verdict) continue;
      changed[fmt::format("{} -> {}", model::code(before->second), model::code(test.verdict))]
          .push_back(test.name);
    }
    if (!verdicts.empty()) verdicts_ = std::move(verdicts);
    std::string text;
    for (const auto& [change, tests] : changed)
      text += fmt::format("  {}  {}\n", change, joined(tests, ", "));
    return text;
  }

  /// Looks for a failing input until the file is written again. Returns whether it was.
  Result<bool> search(const Session& session, JudgeCall& call, const FileWatch& changes) const {
    if (last_ == model::Verdict::ce || call.problem.generation.programs.empty()) return false;
    StressCall stress;
    stress.request.given = call.loaded.submissions;
    stress.request.judge = call.options;
    stress.request.judge.words = {call.located.problem_as_given};
    stress.request.search.time = time_;
    Session quiet = session;
    quiet.typed.clear();
    std::vector<Diagnostic> told_already;
    quiet.kept = &told_already;
    std::atomic<bool> stop{false};
    bool is_written = false;
    const LentWorkshop lent(call, stress.judge);
    auto found = std::async(std::launch::async, [&]() -> Result<model::StressResult> {
      ARBITER_CHECK(prepare(quiet, stress));
      ARBITER_CHECK(compile(quiet, stress));
      stress.request.search.seed = 1;
      stress.request.search.stop = &stop;
      return cli::search(stress, stress.request.search);
    });
    while (found.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
      is_written = changes.was_written(k_tick) || is_written;
      if (is_written || stress.judge.is_interrupted()) stop = true;
    }
    auto result = found.get();
    if (stop) return is_written;
    if (!result) return std::move(result).error();
    result->problem = call.problem.id;
    result->is_game = call.problem.is_interactive;
    result->submissions = {call.loaded.submissions.front().given};
    result->limits = call.plan.limits;
    stress.request.judge.words.push_back(call.loaded.submissions.front().given);
    TypedFlags flags = session.typed;
    flags["--for"] = {fmt::format("{}s", seconds(time_))};
    result->command = typed(repeating(std::move(flags), stress.request, *result));
    ARBITER_CHECK(write_results(report::stress_text(*result, session.out()) + "\n"));
    return is_written;
  }

  JudgeOptions options_;
  Nanoseconds time_ = std::chrono::seconds(60);
  std::optional<model::Verdict> last_;
  std::map<std::string, model::Verdict> verdicts_;  ///< of the last time that it compiled
};

}  // namespace

const VerbRow k_watch_verb = {"watch", "[PROBLEM] FILE ",
                              "Judge a program again whenever it is saved", make_verb<WatchVerb>};

}  // namespace arbiter::cli
