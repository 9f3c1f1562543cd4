#include "cli/grade/baseline.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "grade/book.hpp"
#include "report/grade/reader.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {

namespace fs = std::filesystem;

Result<fs::path> find_grade_run(const store::HostPaths& paths, const std::string& run) {
  std::error_code ignored;
  if (fs::is_regular_file(fs::path(run) / "gradebook.json", ignored)) return fs::path(run);
  ARBITER_TRY(store, store::RunStore::open(paths.state));
  ARBITER_TRY(folder, store.find(run));
  if (fs::is_regular_file(folder / "gradebook.json", ignored)) return folder;
  return usage_error(fmt::format("{} has no grade book", folder.string()),
                     "name the --out folder of a finished 'arbiter grade'");
}

Result<model::Gradebook> load_baseline(const store::HostPaths& paths, const std::string& run) {
  ARBITER_TRY(folder, find_grade_run(paths, run));
  ARBITER_TRY(bytes, read_file(folder / "gradebook.json", mib(1024)));
  auto book = report::read_gradebook(bytes);
  if (book) return std::move(*book);
  return usage_error(fmt::format("{} cannot be read", (folder / "gradebook.json").string()),
                     "grade into that folder again; known results are reused");
}

void add_changes(const model::Gradebook& before, model::Gradebook& book) {
  grade::Comparison found = grade::compare_books(before, book);
  book.baseline = before.run;
  book.changes = std::move(found.changes);
  book.warnings.insert(book.warnings.end(), found.warnings.begin(), found.warnings.end());
}

}  // namespace arbiter::cli
