#include "cli/statement/browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::cli {
namespace {

constexpr int k_patience_ms = 60'000;
constexpr const char* k_html_instead = "or write the page: -o page.html";
constexpr std::array<const char*, 4> k_browsers = {"chromium", "chromium-browser", "google-chrome",
                                                   "google-chrome-stable"};

std::vector<std::string> arguments_for(const std::filesystem::path& folder) {
  std::vector<std::string> all = {"--headless",
                                  "--disable-gpu",
                                  "--disable-quic",
                                  "--no-first-run",
                                  "--no-default-browser-check",
                                  "--disable-background-networking",
                                  "--disable-component-update",
                                  "--disable-extensions",
                                  "--disable-sync",
                                  "--disable-dev-shm-usage",
                                  "--host-resolver-rules=MAP * ~NOTFOUND",
                                  "--no-pdf-header-footer",
                                  "--user-data-dir=" + (folder / "profile").string(),
                                  "--print-to-pdf=" + (folder / "page.pdf").string()};
  // Chromium refuses to isolate itself as root. The page holds no script and loads nothing.
  if (::geteuid() == 0) all.emplace_back("--no-sandbox");
  all.push_back((folder / "page.html").string());
  return all;
}

/// Starts the first browser that is there. 0: there is none.
Result<pid_t> start(std::vector<std::string> words, int messages) {
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, messages, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
  pid_t child = 0;
  int failed = ENOENT;
  for (const char* browser : k_browsers) {
    std::string name = browser;
    std::vector<char*> argv = {name.data()};
    for (std::string& word : words)
      argv.push_back(word.data());
    argv.push_back(nullptr);
    failed = ::posix_spawnp(&child, browser, &actions, nullptr, argv.data(), environ);
    if (failed != ENOENT) break;
  }
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed == ENOENT) return pid_t{0};
  if (failed != 0) return system_error("cannot start Chromium", failed);
  return child;
}

/// Whether it ended with status 0 in time. What has not ended is killed.
bool wait_for(pid_t child) {
  const UniqueFd end(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  pollfd ended{end.get(), POLLIN, 0};
  if (!end || ::poll(&ended, 1, k_patience_ms) <= 0) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The last thing that it said, for people.
std::string last_words(int messages) {
  ::lseek(messages, 0, SEEK_SET);
  const auto said = read_descriptor(messages);
  if (!said) return {};
  const std::string_view all = trimmed(*said);
  const std::size_t line_end = all.rfind('\n');
  return printable(line_end == std::string_view::npos ? all : all.substr(line_end + 1));
}

}  // namespace

Result<std::string> print_to_pdf(const std::string& html) {
  ARBITER_TRY(folder, TempDir::make("arbiter-statement-"));
  ARBITER_CHECK(write_file(folder.path() / "page.html", html));
  ARBITER_TRY(messages, memory_file("chromium"));
  ARBITER_TRY(child, start(arguments_for(folder.path()), messages.get()));
  if (child == 0) {
    return judge_error("a PDF needs Chromium, which is not installed",
                       fmt::format("apt install chromium, {}", k_html_instead));
  }
  const bool is_done = wait_for(child);
  auto pdf = read_file(folder.path() / "page.pdf");
  if (is_done && pdf) return pdf;
  return judge_error(fmt::format("Chromium made no PDF; it said: {}", last_words(messages.get())),
                     fmt::format("try it again, {}", k_html_instead));
}

}  // namespace arbiter::cli
