#include "hostile_suite/worker.hpp"

namespace arbiter::hostile {

Result<std::unique_ptr<Worker>> Worker::make(const Case& judged, box::BoxFactory& boxes,
                                             const judge::PlanOptions& options) {
  auto worker = std::make_unique<Worker>();
  ARBITER_TRY(plan, judge::make_plan(judged.problem, {}, {}, options));
  plan.keep_outputs = true;
  worker->plan_ = std::move(plan);
  worker->submission_.given = judged.attack.name;
  worker->planned_ = {&worker->submission_, judged.attack.limits};
  worker->runner_ = judge::make_runner(worker->plan_, judged.judges, boxes, -1);
  worker->runner_->begin(judged.submission, worker->planned_);
  return worker;
}

}  // namespace arbiter::hostile
