#include "cli/manual.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cctype>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// Text for man(7): what it would take for requests and special characters is escaped.
std::string roff(const std::string& text) {
  std::string escaped = "\n" + text;
  replace_all(escaped, "\\", "\\e");
  replace_all(escaped, "-", "\\-");
  replace_all(escaped, "\n.", "\n\\&.");
  replace_all(escaped, "\n'", "\n\\&'");
  return escaped.substr(1);
}

std::string title(const std::string& name, const std::string& version) {
  std::string upper = name;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return fmt::format(".TH {} 1 \"\" \"arbiter {}\" \"Arbiter\"\n", roff(upper), roff(version));
}

/// The flags that users see.
std::vector<const CLI::Option*> flags_of(const CLI::App& app) {
  std::vector<const CLI::Option*> flags;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty() && !option->get_positional()) flags.push_back(option);
  }
  return flags;
}

/// "--jobs", "-j".
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames())
    names.push_back("--" + name);
  for (const std::string& name : option.get_snames())
    names.push_back("-" + name);
  return names;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

std::string flag_entry(const CLI::Option& option) {
  const std::string names = joined(
      names_of(option), ", ", [](const std::string& name) { return "\\fB" + roff(name) + "\\fR"; });
  const std::string value =
      takes_value(option) ? " \\fI" + roff(option.get_type_name()) + "\\fR" : "";
  return fmt::format(".TP\n{}{}\n{}\n", names, value, roff(option.get_description()));
}

std::string page_name(const std::string& verb) {
  return "arbiter-" + verb;
}

/// In single quotes, for all three shells; a quote within is left out.
std::string quoted(std::string text) {
  std::erase(text, '\'');
  std::ranges::replace(text, '\n', ' ');
  return "'" + text + "'";
}

std::string flag_names(const ManualVerb& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : flags_of(verb.app)) {
    for (std::string& name : names_of(*option))
      names.push_back(std::move(name));
  }
  return joined(names, " ");
}

Result<void> write(const fs::path& path, const std::string& text) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed)
    return usage_error("cannot make " + path.parent_path().string() + ": " + failed.message(),
                       "name a folder that can be written");
  return write_file(path, text);
}

std::string verb_page(const ManualVerb& verb, const std::string& version) {
  const std::string name = page_name(verb.row.name);
  std::string page = title(name, version);
  page += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(verb.row.summary));
  page += fmt::format(".SH SYNOPSIS\n\\fBarbiter {}\\fR {}[OPTIONS]\n", roff(verb.row.name),
                      roff(verb.row.arguments));
  if (const std::string more = verb.app.get_footer(); !more.empty())
    page += ".SH DESCRIPTION\n" + roff(more) + "\n";
  page += ".SH OPTIONS\n";
  for (const CLI::Option* option : flags_of(verb.app))
    page += flag_entry(*option);
  return page + ".SH SEE ALSO\n\\fBarbiter\\fR(1), /usr/share/doc/arbiter\n";
}

/// The page of the program, which names all verbs.
std::string program_page(const std::vector<ManualVerb>& verbs, const std::string& version) {
  std::string page = title("arbiter", version);
  page +=
      ".SH NAME\narbiter \\- judge programs, in isolation, on the tests of a problem\n"
      ".SH SYNOPSIS\n\\fBarbiter\\fR VERB [ARGUMENTS]\n"
      ".SH DESCRIPTION\nEach verb has a page of its own.\n";
  for (const ManualVerb& verb : verbs)
    page += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(page_name(verb.row.name)),
                        roff(verb.row.summary));
  return page +
         ".SH EXIT STATUS\n0 as expected, 1 not as expected, 2 wrong usage, 3 invalid package, "
         "4 nothing matched, 5 the judge failed, 6 incomplete, 130 interrupted.\n"
         ".SH FILES\n.TP\n~/.cache/arbiter\ncompiled programs and known results\n"
         ".TP\n~/.local/state/arbiter\nstored runs\n";
}

// What a shell reads to complete verbs and their flags; else it completes names of files.

std::string bash_completion(const std::vector<ManualVerb>& verbs) {
  std::string cases;
  for (const ManualVerb& verb : verbs)
    cases += fmt::format("    {}) flags='{}' ;;\n", verb.row.name, flag_names(verb));
  return "_arbiter() {\n"
         "  local flags=\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W '" +
         joined(verbs, " ", [](const ManualVerb& verb) { return verb.row.name; }) +
         "' -- \"$2\")\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  case $2 in\n"
         "    -*) mapfile -t COMPREPLY < <(compgen -W \"$flags\" -- \"$2\") ;;\n"
         "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$2\") ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _arbiter arbiter\n";
}

std::string zsh_completion(const std::vector<ManualVerb>& verbs) {
  std::string summaries;
  std::string cases;
  for (const ManualVerb& verb : verbs) {
    summaries += "    " + quoted(fmt::format("{}:{}", verb.row.name, verb.row.summary)) + "\n";
    cases += fmt::format("    {}) flags=({}) ;;\n", verb.row.name, flag_names(verb));
  }
  return "#compdef arbiter\n"
         "_arbiter() {\n"
         "  local -a verbs flags\n"
         "  verbs=(\n" +
         summaries +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe verb verbs\n"
         "    return\n"
         "  fi\n"
         "  case $words[2] in\n" +
         cases +
         "  esac\n"
         "  if [[ $PREFIX == -* ]]; then compadd -- $flags; else _files; fi\n"
         "}\n"
         "_arbiter \"$@\"\n";
}

std::string fish_completion(const std::vector<ManualVerb>& verbs) {
  std::string lines;
  for (const ManualVerb& verb : verbs) {
    lines += fmt::format("complete -c arbiter -n __fish_use_subcommand -f -a {} -d {}\n",
                         verb.row.name, quoted(verb.row.summary));
    for (const CLI::Option* option : flags_of(verb.app)) {
      std::string names;
      for (const std::string& name : option->get_lnames())
        names += " -l " + name;
      for (const std::string& name : option->get_snames())
        names += " -s " + name;
      lines += fmt::format("complete -c arbiter -n '__fish_seen_subcommand_from {}'{}{} -d {}\n",
                           verb.row.name, names, takes_value(*option) ? " -r" : "",
                           quoted(option->get_description()));
    }
  }
  return lines;
}

}  // namespace

Result<void> write_manual(const fs::path& folder, const std::vector<ManualVerb>& verbs,
                          const std::string& version) {
  ARBITER_CHECK(write(folder / "man/man1/arbiter.1", program_page(verbs, version)));
  for (const ManualVerb& verb : verbs)
    ARBITER_CHECK(
        write(folder / "man/man1" / (page_name(verb.row.name) + ".1"), verb_page(verb, version)));
  ARBITER_CHECK(write(folder / "bash-completion/completions/arbiter", bash_completion(verbs)));
  ARBITER_CHECK(write(folder / "zsh/vendor-completions/_arbiter", zsh_completion(verbs)));
  return write(folder / "fish/vendor_completions.d/arbiter.fish", fish_completion(verbs));
}

}  // namespace arbiter::cli
