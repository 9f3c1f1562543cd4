#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;

/// The attempts that count at a problem, each once, in the order of their hashes: that of the
/// roster would tell whose they are.
std::vector<std::size_t> counting_attempts(const Gradebook& book, std::size_t problem) {
  std::set<std::size_t> seen;
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    const model::Grade* grade = grade_of(book, s, problem);
    if (grade != nullptr && counting_attempt(book, *grade) != nullptr) seen.insert(*grade->attempt);
  }
  std::vector<std::size_t> attempts(seen.begin(), seen.end());
  std::ranges::stable_sort(attempts, {}, [&](std::size_t attempt) -> const std::string& {
    return book.attempts[attempt].sha256;
  });
  return attempts;
}

/// ".cpp" of a file's name; nothing for one that hides a name in it.
std::string extension_of(const std::string& name) {
  const std::string extension = std::filesystem::path(name).extension().string();
  constexpr std::size_t k_longest_extension = 8;
  const bool is_plain =
      extension.size() <= k_longest_extension &&
      extension.find_first_not_of(
          ".+0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == std::string::npos;
  return is_plain ? extension : std::string();
}

/// A relative path whose every part is safe.
std::string safe_path(std::string_view path) {
  std::string safe;
  for (const std::string_view part : split(path, '/')) {
    if (!part.empty()) safe += (safe.empty() ? "" : "/") + file_name_of(part);
  }
  return safe;
}

class JplagExport {
 public:
  JplagExport(const Gradebook& book, const GradeOutputOptions& options)
      : book_(book), options_(options) {}

  GradeOutput make() {
    const std::vector<std::string> folders = file_names_of(ids_of(book_.problems));
    for (std::size_t p = 0; p < book_.problems.size(); ++p)
      add_problem(p, folders[p]);
    // First, so that an export that breaks off leaves no folder that it does not name.
    output_.index = "key.csv";
    output_.files.insert(output_.files.begin(), {output_.index, std::move(key_)});
    return std::move(output_);
  }

 private:
  void add_problem(std::size_t problem, const std::string& folder) {
    const std::vector<std::size_t> attempts = counting_attempts(book_, problem);
    std::vector<std::string> names;
    for (const std::size_t attempt : attempts) {
      names.push_back(options_.is_anonymous ? fmt::format("s{:03}", names.size() + 1)
                                            : joined(book_.attempts[attempt].students, " "));
    }
    names = file_names_of(names);
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      const model::Attempt& attempt = book_.attempts[attempts[i]];
      add_files(attempts[i], folder + "/" + names[i]);
      key_ += csv_row(std::vector<std::string>{sheet_text(tidy_text(book_.problems[problem].id)),
                                               folder + "/" + names[i],
                                               sheet_text(tidy_text(joined(attempt.students, " "))),
                                               sheet_text(tidy_text(attempt.origin))});
    }
  }

  void add_files(std::size_t attempt, const std::string& folder) {
    std::vector<OutputFile> files = options_.attempt_files(attempt);
    if (files.empty()) {
      output_.warnings.push_back(
          fmt::format("{}: its files no longer exist, so it was not exported",
                      tidy_line(book_.attempts[attempt].origin)));
    }
    std::ranges::sort(files, {}, &OutputFile::name);
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string name = options_.is_anonymous
                                   ? fmt::format("file{}{}", i + 1, extension_of(files[i].name))
                                   : safe_path(files[i].name);
      if (name.empty()) continue;
      output_.files.push_back({folder + "/" + name, std::move(files[i].bytes)});
    }
  }

  const Gradebook& book_;
  const GradeOutputOptions& options_;
  GradeOutput output_;
  std::string key_ = "problem,folder,students,origin\n";
};

}  // namespace

Result<GradeOutput> grade_jplag(const Gradebook& book, const GradeOutputOptions& options) {
  if (!options.attempt_files) {
    return usage_error("the submitted files are missing",
                       "grade the submissions again and write this format in the same run");
  }
  return JplagExport(book, options).make();
}

}  // namespace arbiter::report
