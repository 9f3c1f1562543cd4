#include "bench/frame.hpp"

#include <errno.h>
#include <fmt/format.h>
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"

namespace arbiter::bench {

void give_up(const std::string& why) {
  fmt::print(stderr, "{}: {}\n", program_invocation_short_name, why);
  std::exit(1);
}

int count_argument(int argc, char** argv, int at, int usual) {
  if (at >= argc) return usual;
  const auto value = number_in<int>(argv[at]);
  if (!value || *value < 1) give_up(fmt::format("'{}' is not a count", argv[at]));
  return *value;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void pin(int first, int count) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  for (int core = first; core < first + count; ++core)
    CPU_SET(static_cast<std::size_t>(core), &cores);
  if (::sched_setaffinity(0, sizeof cores, &cores) != 0) give_up("there are not so many cores");
}

int spawn(const std::vector<std::string>& words, int input, int output, int error,
          char** environment) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words)
    argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  pid_t child = -1;
  const int failed = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environment);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) give_up("cannot start " + words.front());
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void empty(int file) {
  if (::ftruncate(file, 0) != 0 || ::lseek(file, 0, SEEK_SET) != 0) give_up("cannot empty a file");
}

}  // namespace arbiter::bench
