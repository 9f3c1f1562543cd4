#include "cli/common/verb.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <utility>

#include "base/file.hpp"
#include "base/instant.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/version.hpp"
#include "cli/stress/call.hpp"
#include "report/stress/formats.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// A document that -o names.
struct Kind {
  std::string_view name;
  std::string_view extension;  ///< which tells it
  std::string (*make)(const model::StressResult& result, const std::string& arbiter_version);
};
constexpr std::array<Kind, 3> k_kinds{{{"json", ".json", report::stress_document},
                                       {"certificate", ".md", report::stress_certificate},
                                       {"html", ".html", report::stress_page}}};

/// Of a program that is one file that file's, as sha256sum prints it.
std::string hash_of(const judge::Submission& submission) {
  store::Sha256 hash;
  for (const judge::ProgramFile& file : submission.files) {
    const auto bytes = read_file(file.path, mib(256), file.links);
    if (submission.files.size() > 1) hash.add_field(file.name);
    hash.add(bytes ? *bytes : std::string());
  }
  return hash.hex();
}

constexpr auto k_kept = std::chrono::hours(24 * 30);
constexpr std::size_t k_digits = 16;

void remove_old(const fs::path& folder) {
  const auto now = fs::file_time_type::clock::now();
  std::vector<fs::path> old;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    std::error_code ignored;
    const auto written = it->last_write_time(ignored);
    if (!ignored && now - written > k_kept) old.push_back(it->path());
  }
  for (const fs::path& path : old)
    fs::remove(path, failed);
}

/// Keeps an input that was found as <state>/found/<hash>.in, each once, and removes those that are
/// older than 30 days.
Result<fs::path> keep_found_input(const fs::path& state, const std::string& input) {
  const fs::path folder = state / "found";
  if (auto made = make_folders(folder); !made) {
    made.error().help = "set XDG_STATE_HOME to a folder that can be written";
    return std::move(made).error();
  }
  remove_old(folder);
  store::Sha256 hash;
  hash.add_field(input);
  fs::path path = folder / (hash.hex().substr(0, k_digits) + ".in");
  ARBITER_CHECK(write_file(path, input));
  return path;
}

class StressVerb final : public Verb {
 public:
  void declare(CLI::App& app) override { cli::declare(app, request_); }

  Result<int> run(const Session& session) override {
    StressCall call;
    call.request = request_;
    return end(session, call.judge, find(session, call), "interrupted before anything was tried");
  }

 private:
  Result<std::vector<OutputOf<Kind>>> check_outputs() const {
    if (request_.judge.format != "human" && request_.judge.format != "json") {
      return usage_error(
          fmt::format("--format: a stress test cannot be shown as {}", request_.judge.format),
          "known: human, json");
    }
    return parse_files(std::span<const Kind>(k_kinds), {"kind", "json=result.txt"},
                       request_.judge.outputs);
  }

  Result<int> find(const Session& session, StressCall& call) {
    started_ = utc_now();
    ARBITER_TRY(outputs, check_outputs());
    ARBITER_CHECK(name_to_save(request_));
    if (request_.break_all) call.request.judge.words = expanded(request_.judge.words);
    ARBITER_CHECK(prepare(session, call));
    ARBITER_CHECK(compile(session, call));
    std::vector<model::StressKnown> known;
    if (request_.break_all) {
      ARBITER_SET(known, leave_out_known(session, call));
    }
    ARBITER_TRY(result, search(session, call));
    result.known = std::move(known);
    describe(session, call, result);
    ARBITER_CHECK(keep_inputs(session, call, result));
    ARBITER_CHECK(save_failures(session, call, result));
    if (request_.break_all) ARBITER_CHECK(save_cover(session, call, result));
    for (const std::string& warning : call.judge.workshop.compiler->take_warnings())
      session.warn(warning);
    ARBITER_CHECK(show(session, outputs, result));
    return status_of(result);
  }

  /// A folder of submissions stands for all that lies in it.
  static std::vector<std::string> expanded(const std::vector<std::string>& given) {
    std::vector<std::string> words;
    for (const std::string& word : given) {
      std::error_code ignored;
      if (!fs::is_directory(word, ignored) || package::is_problem(word)) {
        words.push_back(word);
        continue;
      }
      std::vector<std::string> inside;
      for (const fs::directory_entry& entry : fs::directory_iterator(word, ignored)) {
        if (!entry.path().filename().string().starts_with('.')) {
          inside.push_back(entry.path().string());
        }
      }
      std::ranges::sort(inside);
      words.insert(words.end(), inside.begin(), inside.end());
    }
    return words;
  }

  Result<model::StressResult> search(const Session& session, StressCall& call) const {
    Progress progress(session);
    stress::StressOptions options = call.request.search;
    options.stop = &call.judge.interrupts->flag();
    options.progress = [&](const stress::StressProgress& now) {
      progress.tell(fmt::format("{} inputs, {:.0f} per second, {} of {}, {} found", now.iterations,
                                now.iterations_per_s, now.is_shrinking ? "shrinking, at" : "now",
                                arbiter::show(Bytes{now.bytes}), now.found));
    };
    return cli::search(call, options);
  }

  void describe(const Session& session, const StressCall& call, model::StressResult& result) const {
    const box::Mode mode = call.judge.workshop.boxes->mode();
    result.problem = call.judge.problem.id;
    const auto hash = judge::hash_problem(call.judge.problem);
    if (hash && !call.judge.bare_checker) result.problem_hash = *hash;
    result.started = started_;
    result.is_game = call.judge.problem.is_interactive;
    for (const judge::Submission& submission : call.judge.loaded.submissions) {
      result.submissions.push_back(submission.given);
      result.hashes.push_back(hash_of(submission));
    }
    if (call.solution) result.against_hash = hash_of(*call.solution);
    result.compilers = call.judge.workshop.compiler->versions();
    result.limits = call.plan.limits;
    result.machine = call.judge.machine;
    if (call.against) {
      result.against = call.against->given;
    } else if (call.solution) {
      result.against = "the reference";
    }
    result.command = typed(repeating(session.typed, call.request, result));
    result.sandbox_mode = box::mode_name(mode);
    result.unsandboxed = mode == box::Mode::unsandboxed;
  }

  /// Each failure can be judged again by hand.
  Result<void> keep_inputs(const Session& session, const StressCall& call,
                           model::StressResult& result) const {
    for (model::StressFailure& failure : result.failures) {
      const auto path = keep_found_input(call.judge.surroundings.paths.state, failure.input);
      if (!path) {
        session.warn("the failing inputs could not be kept: " + path.error().text(),
                     path.error().help);
        return {};
      }
      failure.replay = replay_of(session, call, failure, *path);
    }
    return {};
  }

  [[nodiscard]] std::string replay_of(const Session& session, const StressCall& call,
                                      const model::StressFailure& failure,
                                      const fs::path& input) const {
    const std::string& submission = call.judge.loaded.submissions[failure.submission].given;
    if (call.judge.bare_checker)
      return fmt::format("{} < {}", shell_quoted(submission), shell_quoted(input.string()));
    TypedFlags flags = session.typed;
    flags["--input"] = {input.string()};
    std::vector<std::string> words = {"judge", call.judge.located.problem_as_given, submission};
    const std::vector<std::string> more = repeating(std::move(flags), std::nullopt);
    words.insert(words.end(), more.begin(), more.end());
    return typed(words);
  }

  Result<void> show(const Session& session, const std::vector<OutputOf<Kind>>& outputs,
                    const model::StressResult& result) const {
    for (const OutputOf<Kind>& wanted : outputs) {
      ARBITER_CHECK(write_file(wanted.path, wanted.format->make(result, std::string(version()))));
    }
    if (request_.judge.format == "json") {
      return write_results(report::stress_document(result, std::string(version())));
    }
    return write_results(report::stress_text(result, session.out()));
  }

  static int status_of(const model::StressResult& result) {
    constexpr int k_not_finished = 6;
    if (result.interrupted) return exit_status(ErrorKind::interrupted);
    if (!result.failures.empty()) return 1;
    const bool tried_nothing = result.iterations == 0 && !result.faults.empty();
    if (tried_nothing) return exit_status(ErrorKind::invalid_package);
    const auto& done = result.exhaustion;
    return done && done->completed < done->asked ? k_not_finished : 0;
  }

  StressRequest request_;
  std::string started_;
};

}  // namespace

const VerbRow k_stress_verb = {"stress", "[PROBLEM] [SUBMISSION...] ",
                               "Find the smallest input that a submission fails on",
                               make_verb<StressVerb>};

}  // namespace arbiter::cli
