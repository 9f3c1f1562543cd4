#include "serve/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "serve/serve.hpp"

namespace arbiter::serve {
namespace {

using Code = boost::system::error_code;

constexpr auto k_patience = std::chrono::seconds(5);

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Result<pid_t> spawn(std::vector<std::string> words, int input, int output,
                    const std::filesystem::path& folder) {
  words.insert(words.begin(), "arbiter");
  std::vector<char*> pointers(words.size() + 1);  // the last is null
  std::ranges::transform(words, pointers.begin(), [](std::string& word) { return word.data(); });
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  // What this process ignores, perhaps as its shell told it, must end the child.
  sigset_t all;
  ::sigfillset(&all);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  pid_t child = 0;
  const int failed =
      ::posix_spawn(&child, "/proc/self/exe", &actions, &attributes, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) return system_error("cannot start a process", failed);
  return child;
}

}  // namespace

Result<void> run_arbiter(std::vector<std::string> words) {
  ARBITER_TRY(input, make_pipe());
  ARBITER_TRY(output, make_pipe());
  ARBITER_TRY(pid, spawn(std::move(words), input.read.get(), output.write.get(), "/"));
  input.write.reset();
  output.write.reset();
  const auto said = read_descriptor(output.read.get(), mib(1));
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (status == 0) return {};
  return judge_error(said && !said->empty() ? printable(*said) : "a process of the server failed");
}

Result<std::shared_ptr<Child>> Child::start(boost::asio::io_context& io,
                                            std::vector<std::string> words,
                                            const std::filesystem::path& folder, Events events) {
  ARBITER_TRY(input, make_pipe());
  ARBITER_TRY(output, make_pipe());
  ::fcntl(input.write.get(), F_SETFL, O_NONBLOCK);
  ARBITER_TRY(pid, spawn(std::move(words), input.read.get(), output.write.get(), folder));
  const auto process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) {
    const int why = errno;
    ::kill(-pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return system_error("cannot watch a process", why);
  }
  auto child = std::shared_ptr<Child>(new Child(io, std::move(events)));
  child->pid_ = pid;
  child->input_ = std::move(input.write);
  child->output_.assign(output.read.release());
  child->output_.non_blocking(true);
  child->process_.assign(process);
  child->hear();
  child->await_end();
  return child;
}

void Child::hear() {
  output_.async_read_some(boost::asio::buffer(heard_),
                          [self = shared_from_this()](Code code, std::size_t count) {
                            if (!code) self->events_.on_output({self->heard_.data(), count});
                            if (self->pid_ == 0) return self->finish();
                            self->is_quiet_ = bool(code);
                            if (!code) self->hear();
                          });
}

void Child::await_end() {
  process_.async_wait(process_.wait_read, [self = shared_from_this()](Code) {
    ::waitpid(std::exchange(self->pid_, 0), nullptr, 0);
    self->patience_.cancel();
    // What is heard now, if only that nothing more comes, is the last.
    if (self->is_quiet_) return self->finish();
    self->output_.cancel();
  });
}

void Child::finish() {
  // Helpers may hold the pipe for a moment longer: what is in it now is all there is.
  Code code;
  while (const std::size_t count = output_.read_some(boost::asio::buffer(heard_), code))
    events_.on_output({heard_.data(), count});
  events_.on_end();
}

bool Child::write(std::string_view line) {
  // A pipe takes a short line whole or not at all.
  return line.size() <= PIPE_BUF &&
         ::write(input_.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

void Child::stop() {
  // A second signal would end it before it has tidied up.
  if (pid_ == 0 || std::exchange(is_stopped_, true)) return;
  ::kill(-pid_, SIGTERM);
  patience_.expires_after(k_patience);
  patience_.async_wait([self = shared_from_this()](Code code) {
    if (!code && self->pid_ != 0) ::kill(-self->pid_, SIGKILL);
  });
}

}  // namespace arbiter::serve
