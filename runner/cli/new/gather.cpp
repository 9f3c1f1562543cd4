#include "cli/new/gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/judge/call.hpp"
#include "judge/program/language_detection.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_most_time = "time_limit: 10";

Result<void> copy_text(const fs::path& from, const fs::path& to) {
  ARBITER_TRY(bytes, read_file(from));
  ARBITER_CHECK(make_folders(to.parent_path()));
  return write_file(to, bytes);
}

/// A name that packages may have.
std::string package_name(const std::string& name) {
  std::string made;
  for (const char c : name)
    made += package::is_name_char(c) ? c : '-';
  while (!made.empty() && (made.front() == '-' || made.front() == '.'))
    made.erase(0, 1);
  return made.empty() ? "test" : made;
}

bool is_called_sample(const model::TestCase& test) {
  return lower_ascii(test.name).find("sample") != std::string::npos;
}

/// Copies the test cases; returns how many there are.
Result<std::size_t> copy_tests(const fs::path& from, const fs::path& to) {
  std::vector<model::TestCase> tests = package::load_problem(from).problem.tests;
  std::erase_if(tests, [](const model::TestCase& test) { return !test.answer; });
  if (tests.empty()) {
    return usage_error(fmt::format("--from: {} has no inputs with answers", from.string()),
                       "such as 1.in and 1.ans, or input1.txt and output1.txt");
  }
  const auto size = [](const model::TestCase& test) {
    std::error_code failed;
    return fs::file_size(test.input, failed);
  };
  const bool has_samples = std::ranges::any_of(tests, is_called_sample);
  const std::string smallest = std::ranges::min_element(tests, {}, size)->name;
  for (const model::TestCase& test : tests) {
    const bool is_sample = has_samples ? is_called_sample(test) : test.name == smallest;
    const fs::path base = to / "data" / (is_sample ? "sample" : "secret") / package_name(test.name);
    ARBITER_CHECK(copy_text(test.input, base.string() + ".in"));
    ARBITER_CHECK(copy_text(*test.answer, base.string() + ".ans"));
  }
  return tests.size();
}

/// The files below a folder that are programs in a known language.
std::vector<fs::path> programs_below(const fs::path& from, const model::Languages& languages) {
  package::Faults ignored;
  package::FolderWalk walk(fs::absolute(from), ignored);
  std::vector<fs::path> programs;
  for (const fs::path& file : walk.files_below(walk.root())) {
    const auto is_source = [&](const model::Language& language) {
      return judge::is_source_of(language, file.filename().string());
    };
    if (std::ranges::any_of(languages.rows, is_source)) programs.push_back(file);
  }
  return programs;
}

/// The limit that the accepted programs give, in whole seconds.
Nanoseconds limit_for(const std::vector<model::SubmissionJudgement>& judged) {
  double slowest = 0;
  for (const model::SubmissionJudgement& one : judged) {
    if (one.verdict != model::Verdict::ac) continue;
    for (const model::TestJudgement& test : one.tests)
      slowest = std::max(slowest, seconds(test.run.cpu));
  }
  constexpr double k_room = 2;  // the format's own ac_to_time_limit
  return from_seconds(std::max(1.0, std::ceil(k_room * slowest)));
}

/// The folder of submissions/ for what came of a program; empty: for none.
std::string label_of(const model::SubmissionJudgement& one, Nanoseconds limit) {
  using model::Verdict;
  if (!one.compile.ok) return {};
  std::set<Verdict> seen;
  for (const model::TestJudgement& test : one.tests)
    seen.insert(test.run.cpu > limit ? Verdict::tle : test.verdict);
  seen.erase(Verdict::ac);
  if (seen.contains(Verdict::je)) return {};
  if (seen.empty()) return "accepted";
  if (seen == std::set{Verdict::wa}) return "wrong_answer";
  if (seen == std::set{Verdict::tle}) return "time_limit_exceeded";
  if (!seen.contains(Verdict::wa) && !seen.contains(Verdict::tle)) return "run_time_error";
  return "rejected";
}

Result<void> write_time_limit(const fs::path& yaml, Nanoseconds limit) {
  ARBITER_TRY(text, read_file(yaml));
  replace_all(text, k_most_time, fmt::format("time_limit: {:g}", seconds(limit)));
  return write_file(yaml, text);
}

/// A name in the folder that is not taken yet.
fs::path free_name(const fs::path& folder, const fs::path& name) {
  std::error_code failed;
  fs::path path = folder / package_name(name.string());
  for (int i = 2; fs::exists(path, failed); ++i) {
    path = folder /
           fmt::format("{}-{}{}", package_name(name.stem().string()), i, name.extension().string());
  }
  return path;
}

}  // namespace

Result<Gathered> gather(const Session& session, const JudgeOptions& options, const fs::path& from,
                        const fs::path& to) {
  Gathered made;
  ARBITER_SET(made.tests, copy_tests(from, to));
  JudgeCall call;
  call.options = options;
  ARBITER_CHECK(set_up(session, options.jobs, call));
  const std::vector<fs::path> programs = programs_below(from, call.surroundings.languages);
  if (programs.empty()) {
    session.warn(fmt::format("{} has no program in a known language", from.string()),
                 "put programs into submissions/accepted and its neighbours by hand");
    return made;
  }
  call.options.words = {to.string()};
  for (const fs::path& program : programs)
    call.options.words.push_back(program.string());
  ARBITER_CHECK(prepare(session, call));
  ARBITER_CHECK(open(session, call));
  Recorder recorder(session, nullptr, call.plan.tests.size() * call.plan.submissions.size());
  ARBITER_TRY(judged, execute(call, recorder, open_cache(session, call).get()));
  recorder.rest();
  if (call.is_interrupted()) return interrupted_error();
  const Nanoseconds limit = limit_for(judged);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const std::string label = label_of(judged[i], limit);
    const fs::path program = call.loaded.submissions[i].given;
    if (label.empty()) {
      session.warn(fmt::format("{} is left out: it does not compile, or could not be judged",
                               program.string()),
                   fmt::format("'arbiter judge {} {}' tells why", to.string(), program.string()));
      continue;
    }
    const fs::path path = free_name(to / "submissions" / label, program.filename());
    ARBITER_CHECK(copy_text(program, path));
    made.submissions.push_back(path.lexically_relative(to / "submissions").string());
  }
  ARBITER_CHECK(write_time_limit(to / "problem.yaml", limit));
  return made;
}

}  // namespace arbiter::cli
