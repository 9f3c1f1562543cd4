#include "cli/common/verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/verify/parts.hpp"
#include "package/archive/archive.hpp"
#include "report/verify/verification.hpp"
#include "verify/fix.hpp"
#include "verify/verify.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_mutants = 100'000;

class VerifyVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "PROBLEM is a folder, a name, or a folder of problems. Parts: package, generators, "
        "inputs,\n"
        "outputs, submissions, strength, limits, mutants. What did not change since an earlier\n"
        "call is not run again. Clean is no error and no warning; then the exit status is 0, else "
        "1.\n"
        "Mutants are accepted submissions with one small mistake each, which test cases should "
        "find.");
    SharedFlags shared(app, options_.judge);
    shared.words();
    repeatable(app.add_option("--only", options_.only, "Only parts whose name matches")
                   ->type_name("GLOB"));
    app.add_flag("--fix", options_.fixes, "Follow the remedies that leave no choice");
    app.add_flag("--quick", options_.is_quick,
                 "Run no submission, and no input or output that was changed");
    app.add_flag("--mutants", tests_mutants_, "Also judge mutants of the accepted submissions");
    add_flag_of(app, {"--max-mutants", "N", "How many of a problem at most (default: 200)"},
                most_mutants_, number_of<std::size_t>("--max-mutants", 1, k_most_mutants));
    app.add_flag("--add-tests", adds_tests_,
                 "Add the fewest test cases that fail the mutants which none fails yet");
    shared.jobs("Programs at the same time (default: one per core)");
    app.add_flag("--no-cache", options_.judge.no_cache, "Run everything again");
    shared.links_within("The problem's links may lead into DIR");
    shared.sandbox();
    shared.format("human, json, junit or github");
    shared.outputs("Also write a document; KIND= may be left out");
  }

  Result<int> run(const Session& session) override {
    ARBITER_TRY(outputs, parse_outputs(report::verify_formats(), {"format", "json=found.json"},
                                       options_.judge.format, options_.judge.outputs));
    ARBITER_CHECK(check_parts(options_.only));
    if (tests_mutants_ || most_mutants_ || adds_tests_) {
      if (options_.is_quick)
        return usage_error("--quick runs no submission, so it has no mutants",
                           "leave one of them out");
      options_.mutants.emplace();
      if (most_mutants_) options_.mutants->most = *most_mutants_;
      options_.mutants->adds_tests = adds_tests_;
    }
    ARBITER_TRY(problems, find_problems(session));
    report::Verifications all;
    bool has_failed = false;
    for (const fs::path& problem : problems) {
      if (adds_tests_ && package::is_archive(problem))
        return usage_error("--add-tests writes into a problem's folder, and this is an archive",
                           "unpack it first");
      auto one = verify_problem(session, options_, problem);
      if (one && options_.fixes) ARBITER_CHECK(fix(session, problem, *one));
      if (!one && is_of_many(one.error(), problems)) {
        one = without_verdict(problem, one.error());
        has_failed = true;
      }
      if (!one) return one.error();
      all.push_back(std::move(*one));
    }
    ARBITER_CHECK(
        write_outputs_of(outputs, session.out(),
                         [&](const report::VerifyFormat& format, const report::Style& style) {
                           return format.render(all, style);
                         }));
    if (has_failed) return exit_status(ErrorKind::judge);
    return std::ranges::all_of(all, model::is_clean) ? 0 : 1;
  }

 private:
  /// Whether it is a fault of the judge that leaves other problems to look at.
  static bool is_of_many(const Error& error, const std::vector<fs::path>& problems) {
    const bool is_of_judge = exit_status(error.kind) == exit_status(ErrorKind::judge);
    return is_of_judge && problems.size() > 1;
  }

  static model::Verification without_verdict(const fs::path& problem, const Error& error) {
    Diagnostic finding;
    finding.code = verify::code::k_judge_fails;
    finding.message = "the judge cannot look at all of this problem: " + error.text();
    if (!error.help.empty()) finding.helps.push_back(error.help);
    model::Verification one;
    one.problem = name_of_problem(problem);
    one.parts.push_back({verify::k_package, "", {finding}});
    return one;
  }

  /// Follows remedies until none is left that can be followed; one may only show after another.
  Result<void> fix(const Session& session, const fs::path& problem,
                   model::Verification& found) const {
    if (package::is_archive(problem))
      return usage_error("--fix changes a problem's folder, and this is an archive",
                         "unpack it first");
    constexpr int k_most_rounds = 10;
    for (int round = 0; round < k_most_rounds; ++round) {
      std::size_t fixed = 0;
      for (const model::VerifiedPart& part : found.parts) {
        for (const Diagnostic& finding : part.findings)
          fixed += try_to_fix(session, finding) ? 1 : 0;
      }
      if (fixed == 0) return {};
      ARBITER_SET(found, verify_problem(session, options_, problem));
    }
    return {};
  }

  static bool try_to_fix(const Session& session, const Diagnostic& finding) {
    const auto fix = verify::fix_of(finding);
    if (!fix) return false;
    if (const auto done = verify::apply(*fix); !done) {
      session.warn("not fixed: " + done.error().text(), done.error().help);
      return false;
    }
    write_text(STDERR_FILENO, fmt::format("fixed: {}\n", printable(fix->what)));
    return true;
  }

  Result<std::vector<fs::path>> find_problems(const Session& session) const {
    ARBITER_TRY(paths, find_paths(session));
    const fs::path shipped = paths.share / "problems";
    std::vector<fs::path> problems;
    if (options_.judge.words.empty()) {
      ARBITER_TRY(located, locate(session, {}, shipped));
      return std::vector<fs::path>{located.problem};
    }
    for (const std::string& word : options_.judge.words) {
      ARBITER_TRY(found, packages_of(session, word, shipped));
      problems.insert(problems.end(), found.begin(), found.end());
    }
    return problems;
  }

  VerifyOptions options_;
  bool tests_mutants_ = false;
  std::optional<std::size_t> most_mutants_;
  bool adds_tests_ = false;
};

}  // namespace

const VerbRow k_verify_verb = {"verify", "[PROBLEM...] ",
                               "Check everything that a problem package promises",
                               make_verb<VerifyVerb>};

}  // namespace arbiter::cli
