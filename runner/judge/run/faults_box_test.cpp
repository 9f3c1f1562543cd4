// A submission never pays for a box that fails: the test is run again in a fresh one, and when
// that fails too the verdict is JE with the reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "base/file.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/failing_factory.hpp"
#include "judge/run/test_runner.hpp"
#include "judge/test_files.hpp"

namespace arbiter::judge {
namespace {

using box::FaultPoint;
using model::Verdict;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FaultsOfTheJudge : public ::testing::TestWithParam<FaultPoint> {
 protected:
  void SetUp() override {
    probe_ = box::probe(ARBITER_BOX_PATH);
    if (!probe_.can_isolate) GTEST_SKIP() << "programs cannot be isolated here";
    ASSERT_TRUE(write_file(folder_ / "1.in", "7\n"));
    problem_.input_files = {"in.txt"};
    problem_.tests.emplace_back();
    problem_.tests[0].name = "secret/1";
    problem_.tests[0].input = folder_ / "1.in";
  }

  [[nodiscard]] FailingFactory failing(int boxes) const {
    auto factory = box::make_factory(probe_.mode, ARBITER_BOX_WITH_FAULTS, 0);
    EXPECT_TRUE(factory);
    return {std::move(factory).value(), {GetParam(), boxes}};
  }

  /// The judgement of a program that exits with 3 when `boxes` of its boxes fail.
  model::TestJudgement judge(int boxes) {
    Plan plan;
    plan.problem = &problem_;
    plan.tests = {0};
    PlannedSubmission planned;
    planned.limits = {std::chrono::seconds(1), std::chrono::seconds(2), mib(64), mib(1)};
    Executable executable;
    executable.argv = {"/bin/sh", "-c", "exit 3"};
    FailingFactory factory = failing(boxes);
    TestRunner runner(plan, factory, accepting_checker(), -1);
    runner.begin(executable, planned);
    return runner.judge(0);
  }

  TestFolder folder_;
  box::Probe probe_;
  model::Problem problem_;
};

TEST_P(FaultsOfTheJudge, AreForgottenWhenAFreshBoxWorks) {
  const model::TestJudgement judgement = judge(1);
  EXPECT_EQ(judgement.verdict, Verdict::rte);
  EXPECT_EQ(judgement.run.exit_status, 3);
  EXPECT_THAT(judgement.run.fault, IsEmpty());
}

TEST_P(FaultsOfTheJudge, AreJudgeErrorsWhenTheyComeTwice) {
  const model::TestJudgement judgement = judge(2);
  EXPECT_EQ(judgement.verdict, Verdict::je);
  EXPECT_FALSE(judgement.run.fault.empty());
  EXPECT_THAT(judgement.message, HasSubstr(judgement.run.fault));
}

TEST_P(FaultsOfTheJudge, AreNoErrorsOfTheCompiler) {
  const auto source = folder_.write("in/a.cpp", "int main() {}\n");
  const auto submission = load_submission(source, shipped_languages(), "");
  ASSERT_TRUE(submission);
  store::HostPaths paths;
  paths.share = ARBITER_SOURCE_DIR;
  model::PackageLimits limits;
  CompileRequest request;
  request.submission = &submission.value();
  request.limits = &limits;
  for (const int boxes : {1, 1000}) {
    paths.cache = folder_ / ("cache" + std::to_string(boxes));
    FailingFactory factory = failing(boxes);
    Compiler compiler(factory, paths, shipped_languages());
    const auto compiled = compiler.compile(request);
    if (boxes == 1) {
      EXPECT_TRUE(compiled && compiled->judgement.ok);
    } else {
      // Either the compiler's version or the program could not be had; neither is a CE.
      EXPECT_TRUE(!compiled || !compiled->judgement.fault.empty());
    }
  }
}

constexpr std::array k_points = {FaultPoint::dies_in_setup,  FaultPoint::dies_in_run,
                                 FaultPoint::cannot_fork,    FaultPoint::no_space,
                                 FaultPoint::no_descriptors, FaultPoint::talks_nonsense,
                                 FaultPoint::is_silent};
constexpr std::array k_names = {"dies_in_setup",  "dies_in_run",    "cannot_fork", "no_space",
                                "no_descriptors", "talks_nonsense", "is_silent"};

std::string name_of(const ::testing::TestParamInfo<FaultPoint>& info) {
  return k_names.at(info.index);
}

INSTANTIATE_TEST_SUITE_P(All, FaultsOfTheJudge, ::testing::ValuesIn(k_points), name_of);

}  // namespace
}  // namespace arbiter::judge
