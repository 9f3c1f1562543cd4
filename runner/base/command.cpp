#include "base/command.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "base/file.hpp"
#include "base/unique_fd.hpp"

namespace arbiter {
namespace {

/// 0, or why it cannot be started.
int spawn(std::vector<std::string> words, const UniqueFd& input, const UniqueFd& output,
          const UniqueFd& errors, pid_t& child) {
  std::vector<char*> pointers(words.size() + 1);  // the last is null
  std::ranges::transform(words, pointers.begin(), [](std::string& word) { return word.data(); });
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  sigset_t all;
  ::sigfillset(&all);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  const int failed = ::posix_spawnp(&child, words.front().c_str(), &actions, &attributes,
                                    pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  return failed;
}

/// Its exit status. What has not ended in time is killed with all of its group.
int wait_for(pid_t child, Nanoseconds patience) {
  const UniqueFd end(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  pollfd ended{end.get(), POLLIN, 0};
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(patience).count();
  int polled = 0;
  do {
    polled = end ? ::poll(&ended, 1, static_cast<int>(milliseconds)) : 0;
  } while (polled < 0 && errno == EINTR);
  if (polled <= 0) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// What a memory file holds, from its beginning.
Result<std::string> content_of(const UniqueFd& file) {
  ::lseek(file.get(), 0, SEEK_SET);
  return read_descriptor(file.get());
}

}  // namespace

Result<CommandOutcome> run_command(const std::vector<std::string>& words, Nanoseconds patience,
                                   std::string_view input) {
  ARBITER_TRY(given, sealed_memory_file("command-input", input));
  ARBITER_TRY(output, memory_file("command-output"));
  ARBITER_TRY(errors, memory_file("command-errors"));
  pid_t child = 0;
  const int failed = spawn(words, given, output, errors, child);
  if (failed == ENOENT) {
    return Error{ErrorKind::nothing_matched,
                 fmt::format("there is no command '{}'", words.front()),
                 {},
                 "install it, or add its folder to PATH"};
  }
  if (failed != 0) return system_error(fmt::format("cannot start '{}'", words.front()), failed);
  CommandOutcome outcome;
  outcome.status = wait_for(child, patience);
  ARBITER_SET(outcome.output, content_of(output));
  ARBITER_SET(outcome.errors, content_of(errors));
  return outcome;
}

}  // namespace arbiter
