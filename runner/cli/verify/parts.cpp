#include "cli/verify/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/version.hpp"
#include "judge/compile/toolchain.hpp"
#include "package/archive/archive.hpp"
#include "package/package.hpp"
#include "report/verify/verification.hpp"
#include "store/entry_store.hpp"
#include "store/hash.hpp"
#include "verify/verify.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array k_parts = {verify::k_package, verify::k_generators,  verify::k_inputs,
                                verify::k_outputs, verify::k_submissions, verify::k_strength,
                                verify::k_limits,  verify::k_mutants};
constexpr const char* k_kept_file = "verification.json";
constexpr const char* k_whole = "whole";

/// One problem while it is looked at.
class Verifying {
 public:
  Verifying(const Session& session, const VerifyOptions& options, const fs::path& path)
      : session_(session), options_(options), path_(path) {
    session_.kept = &told_;
    call_.options = options.judge;
  }

  Result<model::Verification> run() {
    found_.problem = name_of_problem(path_);
    ARBITER_CHECK(set_up(session_, options_.judge, call_));
    ARBITER_TRY(is_known, find_whole());
    if (is_known) return std::move(found_);
    ARBITER_TRY(is_open, open_package());
    if (!is_open) return std::move(found_);
    ARBITER_CHECK(add_known(verify::k_inputs, false, {verify::k_inputs},
                            [&] { return part_of(verify::verify_inputs); }));
    // Validators that fail make no test case, a checker that fails judges no submission: what is
    // wrong is told once.
    if (!has_failed(verify::k_inputs)) {
      ARBITER_CHECK(add_known(verify::k_generators, true, {verify::k_generators},
                              [&] { return generators(); }));
    }
    ARBITER_CHECK(add_known(verify::k_outputs, false, {verify::k_outputs},
                            [&] { return part_of(verify::verify_outputs); }));
    if (!options_.is_quick && !has_failed(verify::k_outputs)) {
      ARBITER_CHECK(add_known(verify::k_submissions, true,
                              {verify::k_submissions, verify::k_strength, verify::k_limits},
                              [&] { return submissions(); }));
      if (wants_mutants()) ARBITER_CHECK(add_mutants());
    }
    if (call_.workshop.compiler && !call_.is_interrupted())
      call_.workshop.compiler->wait_for_background();
    keep_whole();
    return std::move(found_);
  }

 private:
  using Found = Result<model::Verification>;

  [[nodiscard]] bool is_wanted(const std::string& part) const {
    return judge::is_selected(options_.only, part);
  }

  [[nodiscard]] bool is_looked_at(const std::string& part) const {
    return is_wanted(part) || (part == verify::k_mutants && options_.mutants);
  }

  /// They are not looked at by themselves, since that takes a minute.
  [[nodiscard]] bool wants_mutants() const {
    return options_.mutants || (!options_.only.empty() && is_wanted(verify::k_mutants));
  }

  Result<void> add_mutants() {
    const MutantOptions wanted = options_.mutants.value_or(MutantOptions{});
    const auto look = [&]() -> Found {
      ARBITER_CHECK(open_boxes(call_));
      ARBITER_TRY(part, verify_mutants(session_, call_, wanted));
      return with_told(std::move(part));
    };
    if (!wanted.adds_tests)
      return add_known(fmt::format("{} of {}", verify::k_mutants, wanted.most), true,
                       {verify::k_mutants}, look);
    ARBITER_TRY(found, look());
    found_.parts.push_back(std::move(found.parts.front()));
    return {};
  }

  /// Looks whether nothing at all has changed: then no test case has to be brought together.
  Result<bool> find_whole() {
    if (options_.judge.no_cache || wants_mutants() || package::is_archive(path_)) return false;
    ARBITER_CHECK(judge::check_links_within(options_.judge.links_within.value_or(""), path_));
    call_.problem =
        package::load_problem_of_repository(path_, {}, options_.judge.links_within.value_or(""))
            .problem;
    ARBITER_SET(whole_key_, key_of(k_whole, true));
    auto known = find(kept(), whole_key_);
    // What is hashed next may be another problem's.
    hashes_.clear();
    if (!known) return false;
    std::erase_if(known->parts, [&](const auto& part) { return !is_wanted(part.name); });
    if (!is_wanted(verify::k_submissions)) known->submissions.clear();
    found_ = std::move(*known);
    return true;
  }

  void keep_whole() {
    if (whole_key_.empty() || !options_.only.empty() || !is_lasting(found_)) return;
    static_cast<void>(kept().store(whole_key_, {{k_kept_file, report::kept_verification(found_)}}));
  }

  [[nodiscard]] store::EntryStore kept() const {
    return store::EntryStore(call_.surroundings.paths.cache / "verified");
  }

  /// Whether the programs of a part fail, or refuse what they must not.
  [[nodiscard]] bool has_failed(const std::string& name) const {
    const auto part = std::ranges::find(found_.parts, name, &model::VerifiedPart::name);
    if (part == found_.parts.end()) return false;
    return std::ranges::any_of(part->findings, [](const Diagnostic& one) {
      return one.severity == Severity::error && (one.code == verify::code::k_validator_fails ||
                                                 one.code == verify::code::k_checker_fails ||
                                                 one.code == verify::code::k_answer_refused);
    });
  }

  /// What was told meanwhile, as findings of a part.
  void take_told(model::VerifiedPart& part) {
    for (Diagnostic& one : told_) {
      if (one.place && fs::path(one.place->path).is_absolute())
        one.place->path = verify::shown_path(one.place->path);
    }
    std::ranges::move(told_, std::back_inserter(part.findings));
    told_.clear();
  }

  /// That part, with what was told meanwhile.
  model::Verification with_told(model::VerifiedPart part) {
    take_told(part);
    model::Verification found;
    found.parts.push_back(std::move(part));
    return found;
  }

  /// Whether it says that a test case cannot be made.
  static bool is_of_making(const Diagnostic& one) {
    return one.severity != Severity::error || one.code == "G002";
  }

  /// False: it cannot be loaded, and why is among the findings.
  Result<bool> open_package() {
    judge::ProblemRequest request = request_of(options_.judge, path_, path_.string());
    request.missing = judge::MissingTests::demanded;
    call_.located.problem = path_;
    call_.located.problem_as_given = path_.string();
    const judge::ProblemServices services = services_of(session_, call_);
    auto opened = judge::open_problem(request, services);
    const bool is_of_package = !opened && opened.error().kind == ErrorKind::invalid_package;
    if (is_of_package && !call_.is_interrupted() && std::ranges::all_of(told_, is_of_making)) {
      // The other test cases are looked at, and 'generators' tells why these cannot be made.
      std::vector<Diagnostic> told = std::exchange(told_, {});
      request.missing = judge::MissingTests::ignored;
      auto without = judge::open_problem(request, services);
      if (without) {
        opened = std::move(without);
      } else {
        told_ = std::move(told);
      }
    }
    if (!opened && opened.error().kind != ErrorKind::invalid_package) return opened.error();
    if (opened) static_cast<judge::OpenProblem&>(call_) = std::move(*opened);
    model::VerifiedPart part = opened ? verify::verify_package(call_.problem)
                                      : model::VerifiedPart{verify::k_package, {}, {}, false};
    if (opened) ARBITER_CHECK(load_programs());
    const bool is_told = has_errors(told_);
    take_told(part);
    if (!opened && !is_told) {
      part.findings.push_back(
          verify::finding(Severity::error, {}, opened.error().text(), {}, opened.error().help));
    }
    if (opened) found_.problem = call_.problem.id;
    if (is_wanted(verify::k_package) || !opened) found_.parts.push_back(std::move(part));
    return opened.has_value();
  }

  Result<void> load_programs() {
    auto loaded = judge::load_submissions(call_.problem, call_.located.problem_as_given, {},
                                          call_.surroundings.languages, {});
    if (!loaded && loaded.error().kind != ErrorKind::nothing_matched) return loaded.error();
    if (!loaded) return {};
    call_.loaded = std::move(*loaded);
    session_.show(call_.loaded.diagnostics);
    return {};
  }

  /// Adds what is wanted of `parts`: from the cache, or as `look` finds it. `with_submissions` says
  /// whether it depends on the package's submissions.
  Result<void> add_known(const std::string& name, bool with_submissions,
                         const std::vector<std::string>& parts,
                         const std::function<Found()>& look) {
    if (std::ranges::none_of(parts, [&](const auto& part) { return is_looked_at(part); }))
      return {};
    ARBITER_TRY(key, key_of(name, with_submissions));
    auto known = options_.judge.no_cache ? std::nullopt : find(kept(), key);
    if (!known) {
      ARBITER_TRY(found, look());
      if (call_.is_interrupted()) return interrupted_error();
      // What cannot be kept is looked at again.
      if (is_lasting(found))
        static_cast<void>(kept().store(key, {{k_kept_file, report::kept_verification(found)}}));
      known = std::move(found);
    }
    for (model::VerifiedPart& part : known->parts) {
      if (is_looked_at(part.name)) found_.parts.push_back(std::move(part));
    }
    if (known->submissions.empty()) return {};
    found_.submissions = std::move(known->submissions);
    found_.time_limit = known->time_limit;
    return {};
  }

  Result<std::string> key_of(const std::string& name, bool with_submissions) {
    std::string& package = hashes_[with_submissions];
    if (package.empty()) {
      ARBITER_SET(package, verify::hash_package(call_.problem, with_submissions));
    }
    const store::HostPaths& paths = call_.surroundings.paths;
    store::Sha256 hash;
    hash.add_words({std::string(version()), name, package, options_.is_quick ? "quick" : "all",
                    judge::Kits::find(paths.share, paths.cache).hash,
                    // Messages name files from here.
                    fs::current_path().string(), fs::absolute(path_).string()});
    return hash.hex();
  }

  static std::optional<model::Verification> find(const store::EntryStore& kept,
                                                 const std::string& key) {
    const auto files = kept.find(key);
    if (!files || !files->contains(k_kept_file)) return std::nullopt;
    const auto text = read_file(files->at(k_kept_file));
    auto known = text ? report::parse_verification(*text) : std::nullopt;
    if (!known) return std::nullopt;
    for (model::VerifiedPart& part : known->parts)
      part.is_known = true;
    return known;
  }

  /// A fault of the judge may be gone the next time.
  static bool is_lasting(const model::Verification& found) {
    return std::ranges::none_of(found.parts, [](const model::VerifiedPart& part) {
      return std::ranges::any_of(part.findings, [](const Diagnostic& one) {
        return one.code == verify::code::k_not_judged || one.code == verify::code::k_cannot_run;
      });
    });
  }

  /// A verification of one part, by programs of the package.
  Found part_of(Result<model::VerifiedPart> (*look)(const verify::Bench&)) {
    ARBITER_CHECK(open_boxes(call_));
    judge::PackageTools tools(call_.programs_of(call_.problem));
    Progress progress(session_);
    const verify::Bench bench{tools, side_by_side_of(call_, progress, {}, call_.problem.id + ": "),
                              options_.is_quick};
    ARBITER_TRY(part, look(bench));
    return with_told(std::move(part));
  }

  /// Whether what lies in data/ is what generators.yaml makes.
  Found generators() {
    model::VerifiedPart part;
    part.name = verify::k_generators;
    const judge::GenerationPlan plan =
        judge::plan_generation(call_.problem, [](const model::TestRecipe&) { return true; });
    session_.show(judge::find_repeated_recipes(plan));
    if (!plan.tests.empty() && told_.empty()) {
      const auto provided = provide(session_, call_, plan);
      if (!provided && provided.error().kind != ErrorKind::invalid_package) return provided.error();
      if (provided) {
        report_stale(*provided, part);
        part.summary = counted(plan.tests.size(), "test case") + ", each made twice";
      }
    }
    return with_told(std::move(part));
  }

  void report_stale(const Provided& provided, model::VerifiedPart& part) const {
    std::vector<std::string> stale;
    for (const auto& [name, made] : provided.files) {
      const auto there = read_file(call_.problem.root / "data" / name);
      const auto wanted = read_file(made);
      if (there && wanted && *there != *wanted) stale.push_back(name);
    }
    if (stale.empty()) return;
    part.findings.push_back(verify::finding(
        Severity::warning, verify::code::k_stale_test,
        fmt::format("data/ holds something else than generators.yaml makes: {}", listed(stale)),
        verify::shown_path(call_.problem.root / "data" / stale.front()),
        "'arbiter generate' writes them anew; delete files that were written by hand"));
  }

  Found submissions() {
    ARBITER_SET(call_.plan, judge::make_plan(call_.problem, call_.loaded.submissions,
                                             call_.surroundings.languages, {}));
    model::Judgement judgement;
    if (!call_.loaded.submissions.empty()) {
      ARBITER_CHECK(open_boxes(call_));
      auto judged = execute(session_, call_, open_cache(session_, call_).get());
      if (!judged && judged.error().kind != ErrorKind::invalid_package) return judged.error();
      if (!judged) {
        session_.show({verify::finding(Severity::error, verify::code::k_not_judged,
                                       judged.error().text(), {}, judged.error().help)});
      } else {
        judgement.submissions = std::move(*judged);
      }
    }
    model::Verification found;
    found.time_limit = call_.plan.limits.time;
    found.submissions = verify::matrix_of(judgement);
    found.parts = {
        verify::verify_submissions(judgement), verify::verify_strength(judgement),
        verify::verify_limits(judgement, call_.loaded.submissions, call_.problem.limits)};
    take_told(found.parts.front());
    return found;
  }

  Session session_;
  const VerifyOptions& options_;
  fs::path path_;
  std::vector<Diagnostic> told_;
  JudgeCall call_;
  model::Verification found_;
  std::string whole_key_;               ///< empty: it is not kept as a whole
  std::map<bool, std::string> hashes_;  ///< of the package, with its submissions or without
};

}  // namespace

Result<void> check_parts(const std::vector<std::string>& globs) {
  const std::vector<std::string> names(k_parts.begin(), k_parts.end());
  for (const std::string& glob : globs) {
    const auto fits = [&](const std::string& name) { return judge::matches_glob(glob, name); };
    if (std::ranges::any_of(names, fits)) continue;
    return no_such(fmt::format("--only: no part is called '{}'", glob), glob, names, {});
  }
  return {};
}

Result<model::Verification> verify_problem(const Session& session, const VerifyOptions& options,
                                           const fs::path& problem) {
  return Verifying(session, options, problem).run();
}

}  // namespace arbiter::cli
