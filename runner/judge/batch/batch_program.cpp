#include "judge/batch/batch_program.hpp"

#include <utility>

namespace arbiter::judge {

constexpr int k_most_breakdowns = 3;

std::string BatchAnswer::take_output() {
  for (std::optional<std::string>& file : collected) {
    if (file && !file->empty()) return *std::move(file);
  }
  return std::move(output);
}

BatchProgram::BatchProgram(box::BoxFactory& boxes, const Executable& plain,
                           const Executable* server, int core)
    : boxes_(boxes), plain_(plain), server_(server), core_(core) {
  // These would have to be put into the folder before every call.
  if (server != nullptr && !server->work_files.empty()) server_ = nullptr;
}

Result<BatchAnswer> BatchProgram::call(const ProgramCall& call) {
  if (auto answer = ask_server(call)) return *std::move(answer);
  return call_plainly(call);
}

std::optional<BatchAnswer> BatchProgram::ask_server(const ProgramCall& call) {
  if (server_ == nullptr || !BatchServer::may_take(call)) return std::nullopt;
  auto answer = ask(call);
  if (answer) return *std::move(answer);
  running_.reset();
  if (++breakdowns_ == k_most_breakdowns) server_ = nullptr;
  return std::nullopt;
}

Result<std::optional<BatchAnswer>> BatchProgram::ask(const ProgramCall& call) {
  if (running_ && !running_->has_room(call.limits)) running_.reset();
  if (!running_) {
    ARBITER_SET(running_, BatchServer::start(boxes_, *server_, call.limits, core_));
  }
  ARBITER_CHECK(running_->send(call));
  return running_->receive(call);
}

Result<BatchAnswer> BatchProgram::call_plainly(const ProgramCall& call) {
  ++plain_calls_;
  ARBITER_TRY(made, call_program(boxes_, plain_, call, core_));
  BatchAnswer answer;
  answer.record = std::move(made.record);
  ARBITER_SET(answer.output, bytes_of(made.output));
  answer.error = tail_of(made.error.get(), static_cast<std::size_t>(k_error_kept.count));
  for (const UniqueFd& file : made.collected) {
    answer.collected.emplace_back();
    if (!file) continue;
    ARBITER_SET(answer.collected.back(), bytes_of(file));
  }
  return answer;
}

}  // namespace arbiter::judge
