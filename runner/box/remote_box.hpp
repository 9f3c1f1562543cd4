#pragma once

#include <filesystem>
#include <memory>
#include <mutex>

#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "box_protocol/channel.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::box {

/// Where the boxes of one factory are started: a process arbiter-box that forks one for every
/// socket it is sent. Safe to use from several threads.
class Nursery {
 public:
  /// With `sweep` control groups that killed boxes left are removed first.
  Nursery(Mode mode, std::filesystem::path program, bool sweep);
  ~Nursery();

  /// Asks for a box and gives the runner's end of its socket: the box has ended, with all that it
  /// held, when that reads as closed. Starts the process when it is not there, or not any more.
  /// Error: it cannot be started.
  Result<UniqueFd> begin_box();

 private:
  struct Helper;
  Result<void> ensure_helper();

  Mode mode_;
  std::filesystem::path program_;
  bool sweep_;
  std::mutex mutex_;
  std::unique_ptr<Helper> helper_;
};

/// A box served by other processes.
class RemoteBox : public Box {
 public:
  /// An empty box, from nothing, which may still be in the making: `finish` waits for it. Once
  /// `stop` (an eventfd, borrowed; -1 is none) is readable, whatever waits for the box ends with an
  /// error.
  static Result<std::unique_ptr<RemoteBox>> begin(Nursery& nursery, int stop = -1);
  /// Whoever has the other end of `socket` is the box.
  explicit RemoteBox(UniqueFd socket, int stop = -1) : socket_(std::move(socket)), stop_(stop) {}
  /// Asks the box to end and waits until it has, some seconds at most.
  ~RemoteBox() override;

  /// Waits until the box has done all that it was asked for.
  Result<void> finish();
  /// Makes the empty box one for a program. It need not be finished: that saves waking the box and
  /// the runner once more.
  Result<void> assign(const BoxConfig& config);
  Result<RunReport> run(const RunRequest& request, const RunDescriptors& descriptors) override;
  void end() override;

 private:
  Result<box_protocol::Kind> receive(Nanoseconds patience);
  Result<RunReport> take_report(const RunRequest& request);

  UniqueFd socket_;
  int stop_;
  box_protocol::Inbox inbox_;
  bool is_broken_ = false;
  int unanswered_ = 1;  ///< a box says by itself when it is there
  Nanoseconds patience_{};
};

}  // namespace arbiter::box
