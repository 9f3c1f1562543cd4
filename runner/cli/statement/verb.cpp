#include "cli/common/verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <optional>

#include "base/command.hpp"
#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "package/archive/archive.hpp"
#include "package/package.hpp"
#include "package/yaml/faults.hpp"
#include "report/statement/page.hpp"

namespace arbiter::cli {
namespace {

/// A kind of document that a statement becomes.
struct PageFormat {
  std::string_view name;
  std::string_view extension;
  report::PageUse use{};
};

constexpr PageFormat k_page_formats[] = {{"html", ".html", report::PageUse::screen},
                                         {"pdf", ".pdf", report::PageUse::paper}};

/// A problem with its statement; an archive's files are there as long as this is.
struct OpenStatement {
  std::optional<package::Unpacked> unpacked;
  model::Problem problem;
  model::Statement statement;
};

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

/// The PDF that Chromium prints of a page. It runs without a network, with a profile of its own
/// that is deleted afterwards, for at most a minute. Error{judge}: there is no Chromium, or it
/// failed; the help says what to do.
Result<std::string> print_to_pdf(const std::string& html) {
  ARBITER_TRY(folder, TempDir::make("arbiter-statement-"));
  ARBITER_CHECK(write_file(folder.path() / "page.html", html));
  std::vector<std::string> words = arguments_for(folder.path());
  words.insert(words.begin(), "");
  for (const char* browser : k_browsers) {
    words.front() = browser;
    const auto ran = run_command(words);
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

class StatementVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "The page holds the statement in all its languages, the samples and the limits. It needs\n"
        "no other file and no network. Statements are Markdown: statement/problem.LANG.md. A PDF\n"
        "has the languages one after the other and needs Chromium.");
    SharedFlags(app, options_).words();
    app.add_option("--language", language_, "Only this language, e.g. en")->type_name("LANG");
    repeatable(app.add_option("-o", options_.outputs,
                              "Write FILE.html or FILE.pdf (default: HTML to standard output)")
                   ->type_name("FILE"));
  }

  Result<int> run(const Session& session) override {
    ARBITER_TRY(outputs, read_outputs());
    ARBITER_TRY(opened, open(session));
    bool was_warned = false;
    for (const PageOutput& output : outputs) {
      const report::PageUse use = output.format->use;
      ARBITER_TRY(page, report::statement_page(opened.problem, opened.statement, use));
      if (!std::exchange(was_warned, true)) session.show(page.diagnostics);
      if (use == report::PageUse::paper) {
        ARBITER_SET(page.html, print_to_pdf(page.html));
      }
      const bool to_screen = output.path.empty();
      ARBITER_CHECK(to_screen ? write_results(page.html) : write_document(output.path, page.html));
      if (!to_screen) ARBITER_CHECK(write_results(summary(output, opened.statement)));
    }
    return 0;
  }

 private:
  using PageOutput = OutputOf<PageFormat>;

  Result<std::vector<PageOutput>> read_outputs() const {
    std::vector<PageOutput> outputs;
    for (const std::string& file : options_.outputs) {
      ARBITER_TRY(output, parse_output(std::span<const PageFormat>(k_page_formats),
                                       {"format", "html=page"}, file));
      outputs.push_back(output);
    }
    if (!outputs.empty()) return outputs;
    if (::isatty(STDOUT_FILENO) != 0) {
      return usage_error("a page is not for a terminal", "name a file: -o page.html");
    }
    return std::vector<PageOutput>{{&k_page_formats[0], {}}};
  }

  Result<OpenStatement> open(const Session& session) const {
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(located, locate(session, options_.words, paths.share / "problems"));
    ARBITER_CHECK(check_only_problem(located, "statement"));
    OpenStatement opened;
    std::filesystem::path root = located.problem;
    if (package::is_archive(root)) {
      ARBITER_SET(opened.unpacked, package::unpack(root));
      root = opened.unpacked->root;
    }
    ARBITER_CHECK(load(session, root, located.problem_as_given, opened));
    ARBITER_CHECK(choose_language(opened.statement.texts));
    return opened;
  }

  static Result<void> load(const Session& session, const std::filesystem::path& root,
                           const std::string& given, OpenStatement& opened) {
    package::Loaded loaded = package::load_problem(root);
    // Statements may be written before the test cases are.
    std::erase_if(loaded.diagnostics, [](const Diagnostic& found) {
      return found.severity == Severity::warning || found.code == package::code::k_no_data;
    });
    opened.problem = std::move(loaded.problem);
    package::LoadedStatement read;
    if (loaded.diagnostics.empty()) read = package::load_statement(opened.problem);
    std::ranges::move(read.diagnostics, std::back_inserter(loaded.diagnostics));
    session.show(loaded.diagnostics);
    if (has_errors(loaded.diagnostics)) {
      return package_error(fmt::format("no page can be made of the statement of {}", given));
    }
    opened.statement = std::move(read.statement);
    return {};
  }

  Result<void> choose_language(std::vector<model::StatementText>& texts) const {
    if (language_.empty()) return {};
    std::vector<std::string> all;
    for (const model::StatementText& text : texts)
      all.push_back(text.language);
    std::erase_if(texts, [&](const auto& text) { return text.language != language_; });
    if (!texts.empty()) return {};
    return no_match_error(fmt::format("the statement has no language '{}'", printable(language_)),
                          fmt::format("there are: {}", fmt::join(all, ", ")));
  }

  static std::string summary(const PageOutput& output, const model::Statement& statement) {
    return fmt::format(
        "{}: {}; {}\n", printable(output.path.string()),
        joined(statement.texts, ", ",
               [](const auto& text) { return report::language_name(text.language); }),
        counted(statement.samples.size(), "sample"));
  }

  JudgeOptions options_;
  std::string language_;
};

}  // namespace

const VerbRow k_statement_verb = {"statement", "[PROBLEM] ",
                                  "Make a page or a PDF of a problem's statement",
                                  make_verb<StatementVerb>};

}  // namespace arbiter::cli
