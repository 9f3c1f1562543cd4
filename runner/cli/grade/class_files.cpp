#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "cli/grade/call.hpp"
#include "judge/run/test_keys.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// Both ends of a long one: nobody reads more, and there may be a copy for every student.
std::string text_of_file(const std::optional<fs::path>& path) {
  if (!path || path->empty()) return {};
  const auto mapped = MappedFile::open(*path);
  return mapped ? report::tidy_text(mapped->bytes()) : std::string();
}

std::vector<report::OutputFile> files_of(const judge::Submission& submission) {
  std::vector<report::OutputFile> files;
  for (const judge::ProgramFile& file : submission.files) {
    auto bytes = read_file(file.path, mib(16), file.links);
    if (bytes) files.push_back({file.name, std::move(*bytes)});
  }
  return files;
}

/// Opens a problem of a stored run. Error: it is gone or no longer what it was.
Result<judge::OpenProblem> open_again(const model::GradedProblem& problem,
                                      const judge::ProblemServices& services) {
  const judge::ProblemRequest request = request_of({}, problem.root, problem.root);
  ARBITER_TRY(opened, judge::open_problem(request, services));
  ARBITER_TRY(hash, judge::hash_problem(opened.problem));
  if (hash == problem.hash) return opened;
  return usage_error(problem.root + " has changed since");
}

}  // namespace

void add_files(const std::vector<judge::OpenProblem>& problems, const model::Gradebook& book,
               ProgramOf program, report::GradeOutputOptions& options) {
  options.test_files = [&problems](const std::string& problem, std::size_t test, bool answer) {
    const auto named = std::ranges::find_if(
        problems, [&](const judge::OpenProblem& one) { return one.problem.id == problem; });
    if (named == problems.end()) return std::string();
    const model::TestCase& files = named->problem.tests[test];
    return text_of_file(answer ? files.answer : files.input);
  };
  options.attempt_files = [&book, program = std::move(program)](std::size_t attempt) {
    const auto submission = program(book.attempts[attempt]);
    return submission ? files_of(*submission) : std::vector<report::OutputFile>();
  };
}

Result<void> open_stored_class(const Session& session, StoredClass& call) {
  ARBITER_CHECK(set_up(session, std::nullopt, call));
  const judge::ProblemServices services = services_of({session, call, {}});
  for (const model::GradedProblem& one : call.book.problems) {
    auto opened = open_again(one, services);
    if (opened) {
      call.problems.push_back(std::move(*opened));
    } else {
      session.warn("inputs and answers of " + one.id + " are not shown: " + opened.error().text(),
                   "run this in the folder in which you graded");
    }
  }
  const auto works = model::places_of(call.book.works);
  add_files(
      call.problems, call.book,
      [&call, works](const model::WorkId& id) -> std::optional<judge::Submission> {
        const auto work = works.find(id);
        const auto path = grade::kept_path(call.folder, id.sha256);
        if (work == works.end() || !path) return std::nullopt;
        auto loaded = judge::load_submission(*path, call.surroundings.languages,
                                             call.book.works[work->second].judgement.language);
        return loaded ? std::optional(std::move(*loaded)) : std::nullopt;
      },
      call.given);
  return {};
}

}  // namespace arbiter::cli
