#pragma once

#include <sys/types.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::serve {

/// This same program as a child, in a process group of its own, its standard input a pipe. It
/// lives, whoever holds it, until it has ended and been reaped. Its functions are called in the
/// thread that runs `io`.
class Child : public std::enable_shared_from_this<Child> {
 public:
  struct Events {
    std::function<void(std::string_view)> on_output;  ///< standard output and error
    std::function<void()> on_end;                     ///< once, after all output
  };
  /// `words` follow the name of the program; `folder` is its current one. Error{judge}: no more
  /// processes or descriptors.
  static Result<std::shared_ptr<Child>> start(boost::asio::io_context& io,
                                              std::vector<std::string> words,
                                              const std::filesystem::path& folder, Events events);

  /// Writes a line to its standard input. False: it does not read.
  bool write(std::string_view line);
  void close_input() { input_.reset(); }
  /// Interrupts its group; kills it if it has not ended within seconds.
  void stop();

 private:
  Child(boost::asio::io_context& io, Events events)
      : output_(io), process_(io), patience_(io), events_(std::move(events)) {}
  void hear();
  void await_end();
  void finish();

  UniqueFd input_;
  boost::asio::posix::stream_descriptor output_;
  boost::asio::posix::stream_descriptor process_;  ///< readable when it has ended
  boost::asio::steady_timer patience_;
  Events events_;
  pid_t pid_ = 0;  ///< 0: reaped
  bool is_stopped_ = false;
  bool is_quiet_ = false;  ///< its output has ended, perhaps before it
  std::array<char, 16384> heard_{};
};

}  // namespace arbiter::serve
