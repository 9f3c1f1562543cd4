#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/text.hpp"
#include "judge/verdict/labels.hpp"
#include "package/archive/folder_walk.hpp"
#include "verify/verify.hpp"

namespace arbiter::verify {
namespace {

namespace fs = std::filesystem;

// What systems for contests take without asking, roughly.
constexpr Bytes k_much_data = mib(300);

/// Suffixes of statements, in all formats.
bool is_statement_suffix(std::string_view suffix) {
  return suffix == ".md" || suffix == ".tex" || suffix == ".pdf" || suffix == ".html" ||
         suffix == ".txt";
}

class Package {
 public:
  explicit Package(const model::Problem& problem) : problem_(problem) { part_.name = k_package; }

  model::VerifiedPart run() {
    look_at_statements();
    look_at_names();
    look_at_samples();
    look_at_programs();
    look_at_size();
    part_.summary = joined(
        std::vector{
            counted(languages_.size(), "statement"),
            counted(static_cast<std::size_t>(std::ranges::count_if(problem_.tests, is_in_sample)),
                    "sample"),
            counted(problem_.tests.size(), "test case")},
        ", ");
    return std::move(part_);
  }

 private:
  static bool is_in_sample(const model::TestCase& test) { return model::is_sample(test.name); }

  void look_at_statements() {
    package::Faults ignored;
    package::FolderWalk walk(problem_.root, ignored);
    walk.allow(problem_.links_within);
    std::vector<fs::path> misnamed;
    const auto look = [&](const fs::path& folder) {
      for (const package::FolderEntry& entry : walk.list(folder)) {
        const fs::path name(entry.name);
        if (entry.is_folder || !is_statement_suffix(name.extension().string())) continue;
        const fs::path language = name.stem().extension();
        if (name.stem().stem() == "problem") {
          languages_.insert(language.empty() ? "en" : language.string().substr(1));
        } else if (folder != walk.root() && name.extension() != ".txt") {
          misnamed.push_back(entry.path);
        }
      }
    };
    look(walk.root());
    for (const char* name : {"statement", "problem_statement"}) {
      if (const auto folder = walk.find_folder(walk.root(), name)) look(*folder);
    }
    // Packages of Polygon keep them in a folder for each language.
    if (walk.find_folder(walk.root(), "statements")) languages_.insert("en");
    if (!languages_.empty()) return;
    if (!misnamed.empty()) {
      add(Severity::warning, code::k_misnamed_statement,
          fmt::format("'{}' is no name of a statement, so there is none",
                      misnamed.front().filename().string()),
          misnamed.front(),
          fmt::format("call it problem.en{}, with the code of its language",
                      misnamed.front().extension().string()));
      return;
    }
    add(Severity::warning, code::k_no_statement, "there is no statement", problem_.root,
        "write statement/problem.en.md");
  }

  /// The name and the statement of a problem are in the same languages.
  void look_at_names() {
    if (problem_.name.empty() || languages_.empty()) return;
    for (const auto& [language, name] : problem_.name) {
      if (languages_.contains(language) || language.empty()) continue;
      add(Severity::warning, code::k_name_language,
          fmt::format("the problem has a name in '{}' and no statement in that language", language),
          problem_.root / "problem.yaml",
          fmt::format("write statement/problem.{}.md, or delete that name", language));
    }
    for (const std::string& language : languages_) {
      if (problem_.name.contains(language)) continue;
      add(Severity::warning, code::k_name_language,
          fmt::format("there is a statement in '{}' and no name in that language", language),
          problem_.root / "problem.yaml", fmt::format("add '{}: …' below 'name:'", language));
    }
  }

  void look_at_samples() {
    if (std::ranges::any_of(problem_.tests, is_in_sample)) return;
    // Interactions, or files for statements alone.
    package::Faults ignored;
    package::FolderWalk walk(problem_.root, ignored);
    walk.allow(problem_.links_within);
    const auto data = walk.find_folder(walk.root(), "data");
    const auto folder = data ? walk.find_folder(*data, "sample") : std::nullopt;
    if (folder && !walk.list(*folder).empty()) return;
    add(Severity::warning, code::k_no_samples, "there is no sample", problem_.root / "data",
        "put a small input and its answer into data/sample, as 1.in and 1.ans");
  }

  void look_at_programs() {
    if (problem_.input_validators.empty() && !has_misnamed_validators()) {
      add(Severity::warning, code::k_no_input_validator,
          "there is no input validator, so nobody checks the inputs", problem_.root,
          "write one that ends with status 42 if an input is valid, and 43 if not, and put it into "
          "input_validators/");
    }
    bool has_accepted = false;
    bool has_wrong = false;
    const auto is_to_fail = [](const model::SubmissionRule& rule) {
      return rule.required && !rule.required->empty() &&
             std::ranges::find(*rule.required, model::Verdict::ac) == rule.required->end();
    };
    for (const model::LabelledSubmission& one : problem_.submissions) {
      has_accepted = has_accepted || one.label == "accepted";
      const auto rule = judge::label_rule(one.label);
      has_wrong = has_wrong || (rule && one.label != "accepted") ||
                  std::ranges::any_of(one.rules, is_to_fail);
    }
    if (!has_accepted) {
      add(Severity::error, code::k_no_accepted, "there is no accepted submission",
          problem_.root / "submissions", "put a program that solves it into submissions/accepted");
    }
    if (!has_wrong) {
      add(Severity::note, code::k_no_wrong,
          "no submission is wrong or too slow on purpose, so nothing tells how strong the test "
          "cases are",
          problem_.root / "submissions",
          "put programs with typical mistakes into submissions/wrong_answer");
    }
  }

  /// The loader tells of such a folder.
  [[nodiscard]] bool has_misnamed_validators() const {
    package::Faults ignored;
    package::FolderWalk walk(problem_.root, ignored);
    const std::vector<std::string> right = {"input_validators"};
    return std::ranges::any_of(walk.list(problem_.root), [&](const package::FolderEntry& entry) {
      return entry.is_folder && entry.name.starts_with("in") && nearest(entry.name, right);
    });
  }

  /// Of data/ itself: what generators make need not be kept.
  void look_at_size() {
    package::Faults ignored;
    package::FolderWalk walk(problem_.root, ignored);
    const auto data = walk.find_folder(walk.root(), "data");
    if (!data) return;
    Bytes all;
    std::uintmax_t most = 0;
    fs::path largest;
    for (const fs::path& file : walk.files_below(*data)) {
      std::error_code failed;
      const std::uintmax_t size = fs::file_size(file, failed);
      if (failed) continue;
      all.count += static_cast<std::int64_t>(size);
      if (size > most) largest = file;
      most = std::max(most, size);
    }
    if (all <= k_much_data) return;
    add(Severity::warning, code::k_large_data,
        fmt::format("data/ holds {} MiB, the largest file {} MiB", all.count >> 20, most >> 20),
        largest, "let generators make large inputs: generators/generators.yaml");
  }

  void add(Severity severity, std::string_view code, std::string message, const fs::path& place,
           std::string help) {
    part_.findings.push_back(finding(severity, code, std::move(message), place, std::move(help)));
  }

  const model::Problem& problem_;
  model::VerifiedPart part_;
  std::set<std::string> languages_;  ///< of statements
};

}  // namespace

model::VerifiedPart verify_package(const model::Problem& problem) {
  return Package(problem).run();
}

}  // namespace arbiter::verify
