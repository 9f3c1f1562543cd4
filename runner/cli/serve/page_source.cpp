#include "cli/serve/page_source.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "cli/judge/stored_run.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// What 'arbiter report' writes. It goes to the folder that the run was made in, which only a
/// process of its own can do.
Result<std::string> page_of(const fs::path& run) {
  if (!read_class_so_far(run) && !read_judged_run(run)) {
    return judge_error(
        "The run cannot be read yet. The page of a class is made when a program is judged.");
  }
  ARBITER_TRY(folder, TempDir::make("arbiter-page"));
  const std::string file = (folder.path() / "page.html").string();
  ARBITER_CHECK(serve::run_arbiter({"report", run.string(), "-o", file, "--color", "never"}));
  return read_file(file);
}

std::string verdict_of(const fs::path& run) {
  const auto judgement = read_judged_run(run);
  if (!judgement || judgement->submissions.empty()) return {};
  const model::SubmissionJudgement& only = judgement->submissions.front();
  return only.unfinished ? std::string() : std::string(model::code(only.verdict));
}

}  // namespace

serve::PageSource page_source(store::RunStore store, std::string word) {
  serve::PageSource source;
  source.run = [store = std::move(store), word = std::move(word)]() -> std::optional<fs::path> {
    auto run = store.find(word);
    return run ? std::optional(*std::move(run)) : std::nullopt;
  };
  source.page = page_of;
  source.verdict = verdict_of;
  return source;
}

}  // namespace arbiter::cli
