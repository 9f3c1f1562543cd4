#pragma once

#include <filesystem>
#include <memory>

#include "box/box.hpp"
#include "box/helper.hpp"
#include "box_protocol/channel.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::box {

/// A box served by a helper process.
class RemoteBox : public Box {
 public:
  /// Begins an empty box; `finish` waits until it is there. Two steps, so that several can be
  /// built at the same time. Once `stop` (an eventfd, borrowed; -1 is none) is readable, whatever
  /// waits for the box ends with an error.
  static Result<std::unique_ptr<RemoteBox>> begin(Mode mode, const std::filesystem::path& program,
                                                  bool sweep, int stop = -1);
  /// The same with whoever has the other end of `socket` as the box: for tests.
  static std::unique_ptr<RemoteBox> over(UniqueFd socket);
  Result<void> finish();
  /// Makes the empty box one for a program.
  Result<void> assign(const BoxConfig& config);
  Result<RunReport> run(const RunRequest& request, const RunDescriptors& descriptors) override;

  [[nodiscard]] int helper_pid() const { return helper_.pid(); }

 private:
  RemoteBox(Helper helper, int stop) : helper_(std::move(helper)), stop_(stop) {}
  Result<box_protocol::Kind> receive(Nanoseconds patience);
  Result<void> expect_ready();
  Result<RunReport> take_report(std::size_t collected);

  Helper helper_;
  int stop_;
  box_protocol::Inbox inbox_;
  bool is_broken_ = false;
  Nanoseconds patience_{};
};

}  // namespace arbiter::box
