#pragma once

#include <memory>
#include <optional>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/batch/batch_server.hpp"
#include "judge/compile/compile.hpp"

namespace arbiter::judge {

/// A program that is called again and again, each time as if it were run alone, but without the
/// cost of a process and a box a call. Calls go to a server of the program, which starts with the
/// first of them; whatever the server says but that the program ended by itself within its limits
/// is found out by a plain run in a box, which alone decides. A server that breaks down is started
/// anew, but not for ever. Not shared between threads.
class BatchProgram {
 public:
  /// `plain` is what a call means, `server` the same program as a server of calls; null: there is
  /// none, and every call is a plain run. Both are borrowed. `core` as in box::BoxConfig.
  BatchProgram(box::BoxFactory& boxes, const Executable& plain, const Executable* server, int core);

  /// Makes one call. Error: a fault of the box.
  Result<BatchAnswer> call(const ProgramCall& call);

  /// What the server says of a call; none where that decides nothing, or there is no server.
  std::optional<BatchAnswer> ask_server(const ProgramCall& call);

  /// How many calls were made plainly, and how many servers broke down.
  [[nodiscard]] int plain_calls() const { return plain_calls_; }
  [[nodiscard]] int breakdowns() const { return breakdowns_; }

 private:
  Result<std::optional<BatchAnswer>> ask(const ProgramCall& call);
  void break_down();
  [[nodiscard]] Result<BatchAnswer> call_plainly(const ProgramCall& call);

  box::BoxFactory& boxes_;
  const Executable& plain_;
  const Executable* server_;
  int core_;
  std::unique_ptr<BatchServer> running_;
  int breakdowns_ = 0;
  int plain_calls_ = 0;
};

}  // namespace arbiter::judge
