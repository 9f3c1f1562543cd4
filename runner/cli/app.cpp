#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/version.hpp"
#include "cli/manual.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

std::optional<When> parse_when(const std::string& word) {
  if (word == "auto") return When::automatic;
  if (word == "always") return When::always;
  if (word == "never") return When::never;
  return std::nullopt;
}

void declare_common(CLI::App& app, Session& session) {
  constexpr const char* k_words = "auto, always, never";
  add_flag_of(app, {"--color", "WHEN", "Colours: auto, always or never"}, session.color,
              word_of("--color", "choice", k_words, parse_when));
  add_flag_of(app, {"--progress", "WHEN", "Progress on standard error: auto, always or never"},
              session.progress, word_of("--progress", "choice", k_words, parse_when));
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  }
  return names;
}

/// A flag that the verb does not know, with the nearest one that it does.
std::optional<Error> unknown_flag(const CLI::App& app, const std::vector<std::string>& arguments) {
  const std::vector<std::string> names = option_names(app);
  for (const std::string& argument : arguments) {
    if (argument == "--") return std::nullopt;
    if (!argument.starts_with("--")) continue;
    const std::string flag = argument.substr(0, argument.find('='));
    if (std::find(names.begin(), names.end(), flag) != names.end()) continue;
    const auto near = nearest(flag, names);
    return usage_error(fmt::format("unknown flag '{}'", flag),
                       near ? fmt::format("did you mean '{}'?", *near)
                            : fmt::format("'{} --help' lists the flags", app.get_name()));
  }
  return std::nullopt;
}

Error unknown_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const VerbRow* row : k_verbs)
    names.emplace_back(row->name);
  const auto near = nearest(word, names);
  return usage_error(fmt::format("unknown verb '{}'", word),
                     near ? fmt::format("did you mean 'arbiter {}'?", *near)
                          : fmt::format("there are: {}", fmt::join(names, ", ")));
}

/// Errors must be one JSON document too where JSON was asked for, even when the command line
/// cannot be read.
bool asks_for_json(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--format=json") return true;
    if (arguments[i] == "--format" && i + 1 < arguments.size() && arguments[i + 1] == "json") {
      return true;
    }
  }
  return false;
}

std::string found_here() {
  const auto root = enclosing_problem();
  if (!root) return {};
  const package::Loaded loaded = package::load_problem(*root);
  const model::Problem& problem = loaded.problem;
  return fmt::format("here: {}, {} test cases, {} programs\n  arbiter judge\n",
                     printable(problem.id), problem.tests.size(), problem.submissions.size());
}

/// What `arbiter` alone prints: at most 15 lines, an example for each kind of user, and what
/// problem the current folder lies in.
std::string overview() {
  // At most 40 columns.
  return "Arbiter judges programs: isolated,\n"
         "on tests, with a verdict and its reason.\n"
         "\n"
         "teacher: what does my class get?\n"
         "  arbiter grade handed-in --problems .\n"
         "setter: do my tests catch wrong ones?\n"
         "  arbiter judge problems/mine\n"
         "validator: is my port right on my input?\n"
         "  arbiter judge twofive my.py --input -\n" +
         found_here() +
         "\n"
         "arbiter doctor  is isolation possible?\n"
         "arbiter --help  the rest\n";
}

std::string help_text() {
  std::string text = "Usage: arbiter VERB [ARGUMENTS]\n\nVerbs:\n";
  for (const VerbRow* row : k_verbs)
    text += fmt::format("  {:<10}{}\n", row->name, row->summary);
  text +=
      "\n"
      "'arbiter VERB --help' explains a verb. 'arbiter --version' tells the version.\n"
      "'arbiter --manual DIR' writes manual pages and completions for shells.\n"
      "\n"
      "Exit status: 0 as expected, 1 not as expected, 2 wrong usage, 3 invalid package,\n"
      "4 nothing matched, 5 the judge failed, 6 incomplete, 130 interrupted.\n";
  return text;
}

std::string version_text() {
  return fmt::format("arbiter {}\nbuilt with {}\n", version(), compiler());
}

/// The usage line names the arguments as users know them, not as they are parsed.
class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string usage) : usage_(std::move(usage)) { column_width(28); }
  std::string make_usage(const CLI::App* /*app*/, std::string /*name*/) const override {
    return "Usage: " + usage_ + "\n";
  }

 private:
  std::string usage_;
};

/// A verb and what it takes.
struct Declared {
  explicit Declared(const VerbRow& row)
      : app(row.summary, fmt::format("arbiter {}", row.name)), verb(row.make()) {
    app.formatter(std::make_shared<HelpFormatter>(
        fmt::format("arbiter {} {}[OPTIONS]", row.name, row.arguments)));
    verb->declare(app);
    declare_common(app, session);
  }
  Declared(const Declared&) = delete;
  Declared& operator=(const Declared&) = delete;

  Session session;
  CLI::App app;
  std::unique_ptr<Verb> verb;
};

/// Manual pages and completions, for packages.
int write_manual_in(const std::filesystem::path& folder) {
  std::vector<std::unique_ptr<Declared>> declared;
  std::vector<ManualVerb> verbs;
  for (const VerbRow* row : k_verbs) {
    declared.push_back(std::make_unique<Declared>(*row));
    verbs.push_back({*row, declared.back()->app});
  }
  const auto written = write_manual(folder, verbs, std::string(version()));
  return written ? 0 : Session().fail(written.error());
}

int run_verb(const VerbRow& row, bool json_errors, const std::vector<std::string>& arguments) {
  Declared declared(row);
  CLI::App& app = declared.app;
  Session& session = declared.session;
  session.json_errors = json_errors;
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    if (app.get_help_ptr()->count() > 0) {
      write_text(STDOUT_FILENO, app.help());
      return 0;
    }
    if (auto unknown = unknown_flag(app, arguments)) return session.fail(*unknown);
    if (const auto* wrong = dynamic_cast<const FlagError*>(&error)) {
      return session.fail(wrong->error());
    }
    return session.fail(
        usage_error(error.what(), fmt::format("see 'arbiter {} --help'", row.name)));
  }
  session.typed = typed_flags(app);
  const auto done = declared.verb->run(session);
  return done ? *done : session.fail(done.error());
}

}  // namespace

int run(std::vector<std::string> arguments) {
  Session session;
  session.json_errors = asks_for_json(arguments);
  if (arguments.size() > 1 && arguments.front() == "help") arguments = {arguments[1], "--help"};
  const std::string first = arguments.empty() ? "" : arguments.front();
  try {
    const bool wants_help = first == "--help" || first == "-h" || first == "help";
    if (arguments.empty() || wants_help || first == "--version" || first == "-V") {
      write_text(STDOUT_FILENO, arguments.empty() ? overview()
                                : wants_help      ? help_text()
                                                  : version_text());
      return 0;
    }
    if (first == "--manual" && arguments.size() == 2) return write_manual_in(arguments[1]);
    for (const VerbRow* row : k_verbs) {
      if (row->name != first) continue;
      return run_verb(*row, session.json_errors, {arguments.begin() + 1, arguments.end()});
    }
    return session.fail(unknown_verb(first));
  } catch (const std::exception& error) {
    // Only programmers' errors and a full memory come here.
    return session.fail(judge_error(std::string("internal error: ") + error.what(),
                                    "please report this with the command that shows it"));
  }
}

}  // namespace arbiter::cli
