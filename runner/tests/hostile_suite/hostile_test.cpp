// Judges every hostile program in every way of isolating that this machine offers, beside an honest
// one that must not notice, and looks afterwards whether anything is left of it anywhere.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/ways_kit.hpp"
#include "hostile_suite/attack.hpp"
#include "hostile_suite/bystander.hpp"
#include "hostile_suite/host_view.hpp"
#include "hostile_suite/spying_factory.hpp"
#include "hostile_suite/stage.hpp"
#include "judge/run/plan.hpp"
#include "model/verdict.hpp"

namespace arbiter::hostile {
namespace {

namespace fs = std::filesystem;
using box::Way;

const fs::path k_attacks = ARBITER_SOURCE_DIR "/runner/tests/hostile";
const fs::path k_witness = ARBITER_SOURCE_DIR "/runner/tests/hostile_suite/witness.c";
constexpr std::string_view k_not_tried = "hostile programs were NOT tried";
constexpr std::int64_t k_most_growth = std::int64_t{8} * 1024 * 1024;
// What a compiler says is clipped long before.
constexpr std::size_t k_most_log = std::size_t{80} * 1024;

struct Try {
  Way way;
  std::string attack;
};

// A few of each kind, which are soon over.
constexpr std::array<std::string_view, 20> k_few = {
    "bystander",     "call-network",        "call-not-listed", "compile-include-secret",
    "daemons",       "endless-loop",        "file-outside",    "fork-bomb",
    "game-floods",   "game-never-flushes",  "kills-everybody", "loop-that-catches-signals",
    "memory-heap",   "memory-in-processes", "output-flood",    "pair-shared-names",
    "passes-daemon", "secret-descriptors",  "secret-files",    "waits"};

// What is tried in the best way of this machine, or in the others; the few, or the rest.
std::vector<Try> tries(bool best, bool few) {
  std::vector<Try> all;
  bool is_best = true;
  for (const Way& way : box::k_isolated_ways) {
    if (!box::why_not(way).empty()) continue;
    for (const std::string& attack : attack_names(k_attacks)) {
      const bool is_of_few = std::find(k_few.begin(), k_few.end(), attack) != k_few.end();
      if (is_best == best && is_of_few == few) all.push_back({way, attack});
    }
    is_best = false;
  }
  return all;
}

std::string name_of(const Try& one) {
  std::string name = std::string(one.way.name) + "_" + one.attack;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// How GoogleTest names a parameter.
std::ostream& operator<<(std::ostream& to, const Try& one) {
  return to << name_of(one);
}

std::string codes(const std::vector<model::Verdict>& verdicts) {
  std::string all;
  for (const model::Verdict verdict : verdicts)
    all += std::string(all.empty() ? "" : " or ") + std::string(model::code(verdict));
  return all;
}

class Attacks : public testing::TestWithParam<Try> {
 protected:
  void SetUp() override;
  void TearDown() override;

  void load_cases();
  void compile_programs();
  void judge_runs();
  void judge_runs(const judge::PlanOptions& options);
  void compile_attack();
  void see_nurseries();

  void expect_judgement(const Trial& trial, const model::TestJudgement& judgement) const;
  void expect_record(const Expected& expected, const model::RunRecord& record) const;
  [[nodiscard]] bool is_game() const { return !case_.attack.referee.empty(); }
  [[nodiscard]] const Expected& expected_of(const Trial& trial) const {
    const bool counts_all = box::counts_all(GetParam().way);
    return counts_all || !trial.without_groups ? trial.expected : *trial.without_groups;
  }

  std::optional<Stage> stage_;
  Case case_;
  Case honest_;  ///< who is judged beside it
  HostView before_;
  std::unique_ptr<box::BoxFactory> boxes_;
  std::unique_ptr<SpyingFactory> spy_;
  std::unique_ptr<Bystander> bystander_;
  std::set<int> nurseries_;
  /// Control groups of others, also of some that were killed long ago: their nurseries' numbers may
  /// come again.
  std::set<std::string> foreign_groups_;
};

void Attacks::SetUp() {
  if (const std::string why = box::why_not(GetParam().way); !why.empty()) {
    GTEST_SKIP() << k_not_tried << ": " << why;
  }
  const auto groups = all_groups();
  foreign_groups_ = {groups.begin(), groups.end()};
  auto stage = Stage::make();
  ASSERT_TRUE(stage) << stage.error().text();
  stage_.emplace(std::move(*stage));
  load_cases();
  if (!HasFatalFailure()) compile_programs();
}

void Attacks::load_cases() {
  auto attack = load_attack(k_attacks / GetParam().attack);
  ASSERT_TRUE(attack) << attack.error().text();
  case_.attack = std::move(*attack);
  auto honest = load_attack(k_attacks / case_.attack.beside);
  ASSERT_TRUE(honest) << honest.error().text();
  honest_.attack = std::move(*honest);
  const auto tests = stage_->tests(case_.attack);
  ASSERT_TRUE(tests) << tests.error().text();
  for (Case* one : {&case_, &honest_})
    one->problem = stage_->problem(one->attack, *tests);
  if (!case_.attack.is_compile) return;
  auto source = stage_->expanded_source(case_.attack.program);
  ASSERT_TRUE(source) << source.error().text();
  case_.attack.program = std::move(*source);
}

void Attacks::compile_programs() {
  judge::Executable witness;
  std::vector<std::pair<fs::path, judge::Executable*>> programs{{k_witness, &witness}};
  for (Case* one : {&case_, &honest_}) {
    const Attack& attack = one->attack;
    if (!attack.is_compile) programs.emplace_back(attack.program, &one->submission);
    if (!attack.referee.empty()) programs.emplace_back(attack.referee, &one->judges.referee);
    if (!attack.validator.empty()) programs.emplace_back(attack.validator, &one->judges.checker);
  }
  std::vector<fs::path> sources;
  for (const auto& [source, program] : programs)
    sources.push_back(source);
  auto compiled =
      prepare(GetParam().way.mode, sources, case_.attack.package, stage_->folder() / "programs");
  if (!compiled && compiled.error().kind == ErrorKind::nothing_matched) {
    GTEST_SKIP() << k_not_tried << ": " << compiled.error().text();
  }
  ASSERT_TRUE(compiled) << compiled.error().text();
  for (std::size_t i = 0; i < programs.size(); ++i)
    *programs[i].second = std::move((*compiled)[i]);
  for (judge::Executable* program :
       {&case_.submission, &case_.judges.referee, &case_.judges.checker}) {
    program->files.push_back({"witness", witness.files.front().path});
  }
}

void Attacks::TearDown() {
  bystander_.reset();
  spy_.reset();
  boxes_.reset();
  EXPECT_TRUE(processes_below().empty())
      << "a process is left, the first is " << processes_below().front().pid;
  std::vector<std::string> left = groups_of(nurseries_);
  std::erase_if(left, [&](const std::string& group) { return foreign_groups_.contains(group); });
  EXPECT_EQ(left, std::vector<std::string>{});
}

void Attacks::expect_record(const Expected& expected, const model::RunRecord& record) const {
  EXPECT_EQ(record.fault, "");
  if (expected.stopped) {
    EXPECT_EQ(static_cast<int>(record.ending), static_cast<int>(*expected.stopped));
  }
  if (expected.signal) {
    EXPECT_EQ(record.signal, *expected.signal);
  }
  if (expected.status) {
    EXPECT_EQ(static_cast<int>(record.ending), static_cast<int>(model::Ending::exited));
    EXPECT_EQ(record.exit_status, *expected.status);
  }
  // Nothing may take much longer than its limits. What is ready to run and has no core, as on a
  // busy machine, has several times the wall limit.
  EXPECT_LT(record.wall,
            box_protocol::k_most_wall_limits * case_.attack.limits.wall + case_.attack.slack);
}

void Attacks::expect_judgement(const Trial& trial, const model::TestJudgement& judgement) const {
  const Expected& expected = expected_of(trial);
  EXPECT_NE(std::count(expected.verdicts.begin(), expected.verdicts.end(), judgement.verdict), 0)
      << model::code(judgement.verdict) << " instead of " << codes(expected.verdicts) << ": "
      << judgement.message << "\nCPU " << show(judgement.run.cpu) << ", wall "
      << show(judgement.run.wall) << ", memory " << show(judgement.run.memory)
      << "\noutput: " << judgement.output_head.substr(0, 1000)
      << "\nerrors: " << judgement.error_tail;
  expect_record(expected, judgement.run);
  if (expected.passes) {
    EXPECT_EQ(judgement.passes, *expected.passes);
  }
  EXPECT_NE(judgement.message.find(expected.message), std::string::npos) << judgement.message;
  const std::string hints = joined(judgement.hints, "\n");
  EXPECT_NE(hints.find(expected.hint), std::string::npos) << hints;
}

void Attacks::see_nurseries() {
  for (const Below& one : processes_below()) {
    if (one.depth == k_nursery_depth) nurseries_.insert(one.pid);
  }
}

void Attacks::judge_runs(const judge::PlanOptions& options) {
  auto worker = Worker::make(case_, *spy_, options);
  ASSERT_TRUE(worker) << worker.error().text();
  const Attack& attack = case_.attack;
  for (std::size_t i = 0; i < attack.trials.size(); ++i) {
    SCOPED_TRACE("run " + std::to_string(i + 1) + (options.transcript ? ", noted" : ""));
    const auto judgement = bystander_->beside(i, [&] { return (*worker)->judge(i); });
    expect_judgement(attack.trials[i], judgement);
    if (is_game()) {
      SCOPED_TRACE("the referee");
      expect_record(attack.trials[i].referee, spy_->last_run(box::Policy::package));
    }
    see_nurseries();
    if (spy_->has_boxes() || !attack.may_wear_box) spy_->expect_virgin_boxes();
  }
}

void Attacks::judge_runs() {
  for (const bool transcript : {false, true}) {
    if (transcript && !is_game()) continue;
    judge::PlanOptions options;
    options.transcript = transcript;
    // An attack is one run, in a box that is looked at afterwards.
    options.runs_for_hints = false;
    judge_runs(options);
  }
  const bool has_passes = !case_.attack.validator.empty();
  if (!case_.attack.may_wear_box && !has_passes) {
    EXPECT_EQ(spy_->made(), is_game() ? 4 : 1) << "a box had to be replaced";
  }
}

void Attacks::compile_attack() {
  // Where programs are compiled the user may write.
  const fs::path cache = stage_->folder() / "tmp/cache";
  const auto compiled = bystander_->beside(0, [&] {
    const Attack& attack = case_.attack;
    return compile(*make_compiler(*spy_, cache), attack.program, attack.package);
  });
  ASSERT_TRUE(compiled) << compiled.error().text();
  std::error_code ignored;
  fs::remove_all(cache, ignored);
  const model::CompileJudgement& judgement = compiled->judgement;
  if (!judgement.fault.empty()) GTEST_SKIP() << k_not_tried << ": " << judgement.fault;
  const Expected& expected = expected_of(case_.attack.trials.front());
  const model::Verdict verdict = judgement.ok ? model::Verdict::ac : model::Verdict::ce;
  EXPECT_NE(std::count(expected.verdicts.begin(), expected.verdicts.end(), verdict), 0)
      << model::code(verdict) << " instead of " << codes(expected.verdicts) << ": "
      << judgement.log.substr(0, 2000);
  EXPECT_NE(judgement.log.find(expected.message), std::string::npos)
      << judgement.log.substr(0, 2000);
  EXPECT_LT(judgement.log.size(), k_most_log);
  EXPECT_EQ(judgement.log.find(stage_->secret()), std::string::npos) << "the secret was seen";
  EXPECT_EQ(judgement.log.find(stage_->folder().string() + "/tmp"), std::string::npos);
}

TEST_P(Attacks, IsHeld) {
  std::optional<box::AsNobody> nobody;
  if (GetParam().way.as_nobody) {
    nobody.emplace();
    ASSERT_TRUE(nobody->ok());
  }
  before_ = look_at_host();
  auto boxes = box::make_factory(GetParam().way.mode, stage_->box_program(), 0);
  ASSERT_TRUE(boxes) << boxes.error().text();
  boxes_ = std::move(*boxes);
  spy_ = std::make_unique<SpyingFactory>(*boxes_, stage_->secret(), stage_->folder().string());
  bystander_ = std::make_unique<Bystander>(honest_, spy_->quiet());
  const auto alone = bystander_->see_alone(*boxes_);
  ASSERT_TRUE(alone) << alone.error().text();
  if (case_.attack.is_compile) {
    compile_attack();
  } else {
    judge_runs();
  }
  bystander_.reset();
  spy_.reset();
  boxes_.reset();
  const HostView after = look_at_host();
  EXPECT_EQ(after.descriptors, before_.descriptors);
  EXPECT_EQ(after.temporary, before_.temporary);
  EXPECT_EQ(after.left, std::set<std::string>{});
  EXPECT_LE(after.resident.count, before_.resident.count + k_most_growth);
}

constexpr auto k_name_of = [](const auto& one) { return name_of(one.param); };
// ./check tries all but the last of these, ./check --quick the first.
INSTANTIATE_TEST_SUITE_P(hostile_few, Attacks, testing::ValuesIn(tries(true, true)), k_name_of);
INSTANTIATE_TEST_SUITE_P(hostile, Attacks, testing::ValuesIn(tries(true, false)), k_name_of);
INSTANTIATE_TEST_SUITE_P(hostile_other_way, Attacks, testing::ValuesIn(tries(false, true)),
                         k_name_of);
INSTANTIATE_TEST_SUITE_P(hostile_slow, Attacks, testing::ValuesIn(tries(false, false)), k_name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Attacks);

class Ways : public testing::TestWithParam<Way> {};

TEST_P(Ways, AreTried) {
  if (const std::string why = box::why_not(GetParam()); !why.empty()) {
    GTEST_SKIP() << k_not_tried << " in mode " << box::mode_word(GetParam().mode)
                 << (GetParam().as_nobody ? " as nobody" : "") << ": " << why;
  }
  for (const bool few : {true, false}) {
    auto all = tries(true, few);
    for (const Try& other : tries(false, few))
      all.push_back(other);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const Try& one) {
      return std::string_view(one.way.name) == GetParam().name;
    }));
  }
}

INSTANTIATE_TEST_SUITE_P(hostile, Ways, testing::ValuesIn(box::k_isolated_ways),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(hostile, EveryFolderSaysWhatIsExpected) {
  const auto names = attack_names(k_attacks);
  EXPECT_GT(names.size(), 70U);
  for (const std::string_view few : k_few)
    EXPECT_NE(std::find(names.begin(), names.end(), few), names.end()) << few;
  for (const std::string& name : names) {
    const auto attack = load_attack(k_attacks / name);
    EXPECT_TRUE(attack) << attack.error().text();
  }
}

}  // namespace
}  // namespace arbiter::hostile
