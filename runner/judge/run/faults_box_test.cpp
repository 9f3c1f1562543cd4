// Boxes fail under every program: a submission, its compiler, the sides of a game, checker,
// generator, grader and validators, and in later passes. Each is run once more in a fresh box, and
// then it is a fault of the judge, with the reason; a submission never pays for it.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "box/box.hpp"
#include "box/planned_fault.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/fake_box.hpp"
#include "judge/game/judges.hpp"
#include "judge/generate/input_maker.hpp"
#include "judge/run/by_hand.hpp"
#include "judge/run/test_runner.hpp"
#include "judge/run/validator_run.hpp"
#include "model/verdict.hpp"

namespace arbiter::judge {
namespace {

using box::FaultPoint;
using box::Policy;

constexpr std::string_view k_fault = "fault of the judge";

/// What came of it, and why if it was a fault of the judge.
struct Told {
  std::string word;
  std::string why = {};
};

/// What fails, and in how many boxes: in the first of them at its run number `run`, in those that
/// follow at once.
struct BoxFaults {
  FaultPoint point = FaultPoint::dies_in_run;
  int boxes = 1;
  std::optional<Policy> policy = std::nullopt;  ///< only boxes for these programs; none: all
  int run = 0;
  int good_first = 0;  ///< boxes for these programs that are asked for before and do not fail
};

/// The first boxes that are asked for fail.
class FailingFactory final : public box::BoxFactory {
 public:
  FailingFactory(std::unique_ptr<box::BoxFactory> good, BoxFaults faults)
      : good_(std::move(good)),
        faults_(faults),
        good_left_(faults.good_first),
        left_(faults.boxes) {}

  Result<std::unique_ptr<box::Box>> make(const box::BoxConfig& config) override {
    const bool is_other = faults_.policy && config.policy != *faults_.policy;
    if (is_other || good_left_-- > 0 || left_-- <= 0) return good_->make(config);
    const bool may_wait = made_++ == 0 && faults_.point != FaultPoint::dies_in_setup;
    const int run = may_wait ? faults_.run : 0;
    box::BoxConfig changed = config;
    changed.binds.push_back(box::planned_fault(faults_.point, run));
    if (faults_.point != FaultPoint::is_silent) return good_->make(changed);
    changed.patience = std::chrono::milliseconds(100);
    ARBITER_TRY(box, good_->make(changed));
    return std::unique_ptr<box::Box>(std::make_unique<HastyBox>(std::move(box), run));
  }
  [[nodiscard]] box::Mode mode() const override { return good_->mode(); }
  void stop() override { good_->stop(); }
  /// How many failing boxes were asked for.
  [[nodiscard]] int made() const { return made_; }

 private:
  /// For a box that will be silent: does not wait for it as long as a game may take.
  class HastyBox final : public box::Box {
   public:
    HastyBox(std::unique_ptr<box::Box> real, int failing_run)
        : real_(std::move(real)), before_(failing_run) {}
    Result<box::RunReport> run(const box::RunRequest& request,
                               const box::RunDescriptors& descriptors) override {
      box::RunRequest changed = request;
      if (before_-- == 0) changed.wall_limit = std::chrono::milliseconds(200);
      return real_->run(changed, descriptors);
    }

   private:
    std::unique_ptr<box::Box> real_;
    int before_;
  };

  std::unique_ptr<box::BoxFactory> good_;
  BoxFaults faults_;
  std::atomic<int> good_left_;
  std::atomic<int> left_;
  std::atomic<int> made_ = 0;
};

Executable script(const std::string& text) {
  Executable executable;
  executable.argv = {"/bin/sh", "-c", text, "program"};
  return executable;
}

/// All that is needed to run a package's programs in boxes that fail.
class Workplace {
 public:
  explicit Workplace(FailingFactory& boxes) : boxes_(boxes) {
    problem_.tests.emplace_back();
    problem_.tests[0].name = "secret/1";
    problem_.tests[0].input = folder_.write("1.in", "first\n");
    problem_.tests[0].answer = folder_.write("1.ans", "");
    problem_.input_files = {"in.txt"};
    problem_.limits.validation_time = std::chrono::seconds(2);
    note_ = {"note", folder_.write("note", "placed, so that there must be room\n")};
  }

  Told judge(const std::string& submission, const std::string& checker, bool is_game) {
    Plan plan;
    plan.problem = &problem_;
    plan.tests = {0};
    PlannedSubmission planned;
    planned.limits = {std::chrono::seconds(1), std::chrono::seconds(3), mib(64), mib(1)};
    Executable program = script(submission);
    program.work_files = {note_};
    using Kind = PlannedChecker::Kind;
    plan.checker.kind = is_game ? Kind::referee : Kind::program;
    const Executable other = script(checker);
    const Judges judges{other, other};
    const auto runner = make_runner(plan, judges, boxes_, -1);
    runner->begin(program, planned);
    const model::TestJudgement judgement = runner->judge(0);
    if (judgement.verdict == model::Verdict::je) return {std::string(k_fault), judgement.message};
    return {std::string(model::code(judgement.verdict))};
  }

  Told in_passes(const std::string& submission, const std::string& checker, bool is_game) {
    problem_.is_multi_pass = true;
    return judge(submission, checker, is_game);
  }

  Told compile() {
    const auto submission =
        load_submission(folder_.write("a.cpp", "int main() {}\n"), shipped_languages(), "");
    return with_tools([&](PackageTools& tools) -> Told {
      CompileRequest request;
      request.submission = &submission.value();
      request.limits = &problem_.limits;
      const auto compiled = tools.programs().compiler.compile(request);
      if (!compiled) return {std::string(k_fault), compiled.error().text()};
      return {compiled->judgement.ok ? "compiled" : "CE", compiled->judgement.log};
    });
  }

  Told grade() {
    Executable program = script("read verdict points; echo WA $points");
    program.work_files = {note_};
    const auto grade = program_grader(program, problem_.limits, boxes_)({}, {{{}, 5}});
    if (!grade) return {std::string(k_fault), grade.error().text()};
    return {std::string(model::code(grade->verdict)) + std::to_string(int(grade->score))};
  }

  Told generate() {
    PlannedTest planned;
    planned.recipe = &recipe_;
    const auto program =
        load_submission(folder_.write("make.sh", "echo made\n"), shipped_languages(), "");
    return with_tools([&](PackageTools& tools) -> Told {
      const auto made = make_contents(&tools, planned, &program.value());
      if (!made) return {std::string(k_fault), made.error().text()};
      if (!made->fault.empty()) return {made->fault};
      return {"made"};
    });
  }

  /// By `generate`, or of an input that was given by hand.
  Told validate(bool by_hand) {
    const auto path = folder_.write("check.sh", "read word < in.txt; [ $word = first ]; exit 42\n");
    problem_.input_validators = {{"check.sh", {path}, path.parent_path()}};
    const std::filesystem::path input = problem_.tests[0].input;
    PlannedTest planned;
    planned.recipe = &recipe_;
    planned.answer = PlannedTest::Answer::not_needed;
    return with_tools([&](PackageTools& tools) -> Told {
      if (by_hand) {
        const auto all = validate_input(tools.programs(), problem_.tests[0]);
        if (!all) return {std::string(k_fault), all.error().text()};
        return {all->front().valid ? "valid" : "invalid"};
      }
      const auto completed =
          complete_test(tools, planned, problem_.tests[0], nullptr, {{".in", input}});
      if (!completed) return {std::string(k_fault), completed.error().text()};
      return {completed->fault.empty() ? "valid" : "invalid"};
    });
  }

 private:
  Told with_tools(const std::function<Told(PackageTools&)>& use) {
    store::HostPaths paths;
    paths.share = ARBITER_SOURCE_DIR;
    paths.cache = folder_ / "cache";
    Compiler compiler(boxes_, paths, shipped_languages());
    PackageTools tools({problem_, shipped_languages(), compiler, boxes_});
    return use(tools);
  }

  FailingFactory& boxes_;
  TestFolder folder_;
  model::Problem problem_;
  model::TestRecipe recipe_;
  ProgramFile note_;
};

struct Case {
  std::string_view name;
  Policy policy;          ///< whose boxes fail
  int run;                ///< in which run; of programs with a fresh box each, in which box
  std::string_view good;  ///< what comes of it when the boxes work
  Told (*judge)(Workplace&);
  bool places_files = true;  ///< else a box without space is no fault
};

constexpr const char* k_player = "read word; exit 3";
constexpr const char* k_referee = "echo go; cat > /dev/null; exit 42";
constexpr const char* k_two_passes =
    "read word < $1; [ $word = first ] || exit 43; echo second > ${3}nextpass.in; exit 42";

constexpr std::array k_cases = {
    Case{"the_submission", Policy::submission, 0, "RTE",
         [](Workplace& at) { return at.judge(k_player, "exit 42", false); }},
    // The first box only asks for the compiler's version.
    Case{"the_compiler", Policy::toolchain, 1, "compiled",
         [](Workplace& at) { return at.compile(); }},
    Case{"the_player", Policy::submission, 0, "RTE",
         [](Workplace& at) { return at.judge(k_player, k_referee, true); }},
    Case{"the_referee", Policy::package, 0, "RTE",
         [](Workplace& at) { return at.judge(k_player, k_referee, true); }},
    Case{"the_checker", Policy::package, 0, "WA",
         [](Workplace& at) { return at.judge("exit 0", "exit 43", false); }},
    Case{"a_later_pass", Policy::submission, 1, "WA",
         [](Workplace& at) { return at.in_passes("exit 0", k_two_passes, false); }},
    Case{"the_checker_of_a_later_pass", Policy::package, 1, "WA",
         [](Workplace& at) { return at.in_passes("exit 0", k_two_passes, false); }},
    Case{"the_player_of_a_later_pass", Policy::submission, 1, "WA",
         [](Workplace& at) { return at.in_passes("exit 0", k_two_passes, true); }},
    Case{"the_referee_of_a_later_pass", Policy::package, 1, "WA",
         [](Workplace& at) { return at.in_passes("exit 0", k_two_passes, true); }},
    Case{"the_grader", Policy::package, 0, "WA5", [](Workplace& at) { return at.grade(); }},
    Case{"the_generator", Policy::package, 0, "made", [](Workplace& at) { return at.generate(); },
         false},
    Case{"a_validator", Policy::package, 0, "valid",
         [](Workplace& at) { return at.validate(false); }},
    Case{"a_validator_by_hand", Policy::package, 0, "valid",
         [](Workplace& at) { return at.validate(true); }}};

struct Point {
  std::string_view name;
  FaultPoint point;
};
constexpr std::array k_points = {Point{"dies_in_setup", FaultPoint::dies_in_setup},
                                 Point{"dies_in_run", FaultPoint::dies_in_run},
                                 Point{"cannot_fork", FaultPoint::cannot_fork},
                                 Point{"no_space", FaultPoint::no_space},
                                 Point{"no_descriptors", FaultPoint::no_descriptors},
                                 Point{"talks_nonsense", FaultPoint::talks_nonsense},
                                 Point{"is_silent", FaultPoint::is_silent}};

struct Try {
  Case under;
  Point point;
};

std::vector<Try> all_tries() {
  std::vector<Try> all;
  for (const Case& under : k_cases) {
    for (const Point& point : k_points) {
      if (under.places_files || point.point != FaultPoint::no_space) all.push_back({under, point});
    }
  }
  return all;
}

std::string name_of(const Try& one) {
  return std::string(one.under.name) + "_" + std::string(one.point.name);
}

// How GoogleTest names a parameter.
std::ostream& operator<<(std::ostream& to, const Try& one) {
  return to << name_of(one);
}

class FaultsUnderPrograms : public ::testing::TestWithParam<Try> {
 protected:
  void SetUp() override {
    if (!best_boxes(ARBITER_BOX_WITH_FAULTS)) {
      GTEST_SKIP() << "programs cannot be isolated here";
    }
  }

  /// What comes of it when `most` boxes fail; exactly `made` of these must have been asked for.
  Told judge(int most, int made) {
    const Try& one = GetParam();
    // Each pass has a fresh box of the submission: a later one is the next box's first run.
    const bool is_next_box = one.under.policy != Policy::package;
    const int run = is_next_box ? 0 : one.under.run;
    FailingFactory boxes(
        best_boxes(ARBITER_BOX_WITH_FAULTS),
        {one.point.point, most, one.under.policy, run, is_next_box ? one.under.run : 0});
    Workplace workplace(boxes);
    Told told = one.under.judge(workplace);
    EXPECT_EQ(boxes.made(), made);
    return told;
  }
};

TEST_P(FaultsUnderPrograms, AreForgottenWhenAFreshBoxWorks) {
  const Told told = judge(1, 1);
  EXPECT_EQ(told.word, GetParam().under.good) << told.why;
}

TEST_P(FaultsUnderPrograms, AreTheJudgesWhenTheyComeTwice) {
  const Told told = judge(1000, 2);
  EXPECT_EQ(told.word, k_fault);
  EXPECT_FALSE(told.why.empty());
}

INSTANTIATE_TEST_SUITE_P(All, FaultsUnderPrograms, ::testing::ValuesIn(all_tries()),
                         [](const auto& one) { return name_of(one.param); });

}  // namespace
}  // namespace arbiter::judge
