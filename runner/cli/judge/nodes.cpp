#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/cluster/cluster.hpp"
#include "cli/judge/call.hpp"
#include "grade/engine.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// What the engine of grades knows of the call's submissions on its problem.
class NodeTests final : public judge::TestCache {
 public:
  explicit NodeTests(JudgeCall& call) : call_(call) {}
  ~NodeTests() override {
    engine_.reset();
    journal_.reset();
    std::error_code ignored;
    // What did not come to its end is gone on with; what a site keeps is looked at.
    if (has_all_ && !fs::exists(folder() / "cluster", ignored)) fs::remove_all(folder(), ignored);
  }
  NodeTests(const NodeTests&) = delete;
  NodeTests& operator=(const NodeTests&) = delete;

  Result<void> plan_again() {
    engine_.reset();
    // It has to be closed before it is opened again.
    journal_.reset();
    ARBITER_SET(journal_, store::Journal::open(folder()));
    grade::ProblemWorks works;
    works.problem = &call_.problem;
    works.options = call_.options.plan;
    works.submissions = call_.loaded.submissions;
    ARBITER_SET(engine_, grade::Engine::plan({std::move(works)}, call_.surroundings.languages,
                                             {*journal_, surroundings()}));
    return {};
  }

  Result<void> judge(const Session& session, const EngineOptions& options) {
    std::error_code ignored;
    // What an interrupted call left is gone on with, unless it was to be run again.
    if (call_.options.no_cache) fs::remove_all(folder(), ignored);
    ARBITER_CHECK(plan_again());
    auto judged = judge_on_cluster(
        {session, call_, options, {&call_}, folder(), surroundings(), engine_, journal_, [this] {
           return plan_again();
         }});
    if (!judged && judged.error().kind == ErrorKind::judge) return resumable(judged.error());
    if (!judged) return judged;
    has_all_ = !call_.is_interrupted();
    return {};
  }

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& /*executable*/) override {
    return engine_->find(0, submission, test);
  }
  void store(std::size_t /*submission*/, std::size_t /*test*/,
             const judge::Executable& /*executable*/,
             const model::TestJudgement& /*judgement*/) override {}

 private:
  /// The same for the same call, so that it can go on after an interrupt.
  [[nodiscard]] fs::path folder() const {
    store::Sha256 name;
    name.add_field(call_.located.problem_as_given);
    std::error_code gone;
    name.add_field(fs::current_path(gone).string());
    for (const judge::Submission& one : call_.loaded.submissions)
      name.add_field(one.given);
    constexpr std::size_t k_digits = 16;
    return call_.surroundings.paths.state / "nodes" / name.hex().substr(0, k_digits);
  }
  [[nodiscard]] std::string surroundings() const {
    return surroundings_of(call_.workshop.boxes->mode());
  }

  JudgeCall& call_;
  std::unique_ptr<store::Journal> journal_;
  std::unique_ptr<grade::Engine> engine_;
  bool has_all_ = false;
};

}  // namespace

Result<void> check_together(const EngineOptions& engine, const JudgeOptions& options) {
  if (!engine.kind || *engine.kind == EngineKind::local) return {};
  const judge::PlanOptions& plan = options.plan;
  const std::pair<bool, const char*> alone[] = {{options.input.has_value(), "--input"},
                                                {plan.repeat > 1, "--repeat"},
                                                {plan.fail_fast, "--fail-fast"},
                                                {plan.transcript, "--transcript"},
                                                {options.finds_time_limit, "--time-limit auto"},
                                                {!options.additions.empty(), "--add"},
                                                {plan.policy.has_value(), "--interactive-policy"}};
  for (const auto& [is_asked_for, flag] : alone) {
    if (is_asked_for)
      return usage_error(fmt::format("{} needs this machine alone, and --engine asks nodes", flag),
                         "leave one of them out");
  }
  return {};
}

Result<std::unique_ptr<judge::TestCache>> judge_on_nodes(const Session& session,
                                                         const EngineOptions& engine,
                                                         JudgeCall& call) {
  if (!engine.kind || *engine.kind == EngineKind::local) return std::unique_ptr<judge::TestCache>();
  auto tests = std::make_unique<NodeTests>(call);
  ARBITER_CHECK(tests->judge(session, engine));
  return std::unique_ptr<judge::TestCache>(std::move(tests));
}

}  // namespace arbiter::cli
