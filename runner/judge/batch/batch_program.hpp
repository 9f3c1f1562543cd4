#pragma once

#include <sys/uio.h>

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/program_run.hpp"

namespace arbiter::judge {

/// Of what a program writes to standard error, so much of the end is kept.
inline constexpr Bytes k_error_kept = kib(64);

/// What came of a call of a program that may be called often.
struct BatchAnswer {
  model::RunRecord record;
  std::string output;
  std::string error;                                  ///< its end, see k_error_kept
  std::vector<std::optional<std::string>> collected;  ///< none where there is no such regular file

  /// What it wrote: the first collected file that is not empty, else its standard output.
  std::string take_output();
};

/// A program that was compiled as a server (CompileRequest::as_server) while it runs in a box. For
/// every call it forks, before anything of the program itself has begun, and keeps the call's
/// limits. A call cannot end it, make it silent or speak for it: its end of the socket is out of
/// reach of what it forked. But what it says is no more than the program's word: code of the
/// program that runs before the server does, as a constructor, may answer in its place. So nothing
/// that counts against or for somebody rests on it alone. After an error it must not be used again.
class BatchServer {
 public:
  /// Starts it, for calls with these limits. Error: a fault of the box, no thread.
  static Result<std::unique_ptr<BatchServer>> start(box::BoxFactory& boxes,
                                                    const Executable& server,
                                                    const model::RunLimits& limits, int core);
  /// Ends it, whatever it does, and its box.
  ~BatchServer();

  /// Whether a server may be asked at all: not for what is too large for it.
  static bool may_take(const ProgramCall& call);
  /// Whether this one's box has room for a call with these limits.
  [[nodiscard]] bool has_room(const model::RunLimits& limits) const;

  /// Hands a call over that it may take and has room for.
  Result<void> send(const ProgramCall& call);
  /// What came of it, if the program ended by itself within all its limits; else none. Error: the
  /// server is gone, or silent for longer than the call may take, or its answer is none.
  Result<std::optional<BatchAnswer>> receive(const ProgramCall& call);

 private:
  using Clock = std::chrono::steady_clock;

  explicit BatchServer(const model::RunLimits& limits) : limits_(limits), buffer_(65536) {}
  Result<void> wait_for(short events) const;
  Result<void> send_all(std::vector<iovec>& parts) const;
  Result<void> take(void* to, std::size_t size);
  Result<std::string> take_text(std::uint64_t size);

  model::RunLimits limits_;
  UniqueFd leash_;
  UniqueFd socket_;
  bool is_new_ = true;  ///< it may still be starting
  Clock::time_point deadline_;
  std::string names_;
  std::vector<char> buffer_;
  std::size_t buffer_at_ = 0;  ///< what came and was not yet taken
  std::size_t buffer_end_ = 0;
  std::future<void> done_;  ///< the last member: its end waits for the box
};

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
