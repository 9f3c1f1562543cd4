#include "cli/statement/browser.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/command.hpp"
#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"

namespace arbiter::cli {
namespace {

constexpr auto k_patience = std::chrono::seconds(60);
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

/// The last thing that it said, for people.
std::string last_words(std::string_view said) {
  const std::string_view all = trimmed(said);
  const std::size_t line_end = all.rfind('\n');
  return printable(line_end == std::string_view::npos ? all : all.substr(line_end + 1));
}

}  // namespace

Result<std::string> print_to_pdf(const std::string& html) {
  ARBITER_TRY(folder, TempDir::make("arbiter-statement-"));
  ARBITER_CHECK(write_file(folder.path() / "page.html", html));
  std::vector<std::string> words = arguments_for(folder.path());
  words.insert(words.begin(), "");
  for (const char* browser : k_browsers) {
    words.front() = browser;
    const auto ran = run_command(words, k_patience);
    if (!ran && ran.error().kind == ErrorKind::nothing_matched) continue;
    if (!ran) return ran.error();
    auto pdf = read_file(folder.path() / "page.pdf");
    if (ran->status == 0 && pdf) return pdf;
    return judge_error(fmt::format("Chromium made no PDF; it said: {}", last_words(ran->errors)),
                       fmt::format("try it again, {}", k_html_instead));
  }
  return judge_error("a PDF needs Chromium, which is not installed",
                     fmt::format("apt install chromium, {}", k_html_instead));
}

}  // namespace arbiter::cli
