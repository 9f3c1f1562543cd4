#include "judge/batch_program.hpp"

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "judge/program_run.hpp"

namespace arbiter::judge {
namespace {

constexpr int k_most_breakdowns = 3;

Result<std::string> bytes_of(const UniqueFd& file) {
  ARBITER_TRY(mapped, MappedFile::of_descriptor(file.get()));
  return std::string(mapped.bytes());
}

Result<std::string> end_of(const UniqueFd& file) {
  ARBITER_TRY(mapped, MappedFile::of_descriptor(file.get()));
  const auto kept = static_cast<std::size_t>(k_error_kept.count);
  const std::string_view bytes = mapped.bytes();
  return std::string(bytes.substr(bytes.size() - std::min(kept, bytes.size())));
}

}  // namespace

BatchProgram::BatchProgram(box::BoxFactory& boxes, const Executable& plain,
                           const Executable* server, int core)
    : boxes_(boxes), plain_(plain), server_(server), core_(core) {
  // These would have to be put into the folder before every call.
  if (server != nullptr && !server->work_files.empty()) server_ = nullptr;
}

Result<BatchAnswer> BatchProgram::call(const BatchCall& call) {
  ARBITER_CHECK(begin(call));
  return finish();
}

Result<void> BatchProgram::begin(const BatchCall& call) {
  // Nobody asked what came of the last one.
  if (is_handed_over_) running_.reset();
  is_handed_over_ = false;
  begun_ = call;
  if (server_ == nullptr || !BatchServer::may_take(call)) return {};
  is_handed_over_ = hand_over(call).has_value();
  if (!is_handed_over_) break_down();
  return {};
}

Result<void> BatchProgram::hand_over(const BatchCall& call) {
  if (running_ && !running_->has_room(call.limits)) running_.reset();
  if (!running_) {
    ARBITER_TRY(started, BatchServer::start(boxes_, *server_, call.limits, core_));
    running_ = std::move(started);
  }
  return running_->send(call);
}

Result<BatchAnswer> BatchProgram::finish() {
  if (std::exchange(is_handed_over_, false)) {
    auto answer = running_->receive(begun_);
    if (answer && *answer) return **std::move(answer);
    if (!answer) break_down();
  }
  return call_plainly(begun_);
}

void BatchProgram::break_down() {
  running_.reset();
  if (++breakdowns_ == k_most_breakdowns) server_ = nullptr;
}

Result<BatchAnswer> BatchProgram::call_plainly(const BatchCall& call) {
  ++plain_calls_;
  ProgramCall plain;
  plain.executable = &plain_;
  plain.arguments = call.arguments;
  plain.input = call.input;
  plain.files = call.files;
  plain.collect = call.collect;
  plain.limits = call.limits;
  plain.core = core_;
  ARBITER_TRY(made, call_program(boxes_, plain));
  BatchAnswer answer;
  answer.record = std::move(made.record);
  ARBITER_TRY(output, bytes_of(made.output));
  answer.output = std::move(output);
  ARBITER_TRY(error, end_of(made.error));
  answer.error = std::move(error);
  for (const UniqueFd& file : made.collected) {
    answer.collected.emplace_back();
    if (!file) continue;
    ARBITER_TRY(bytes, bytes_of(file));
    answer.collected.back() = std::move(bytes);
  }
  return answer;
}

}  // namespace arbiter::judge
