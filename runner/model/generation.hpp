#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace arbiter::model {

/// The files that a test may consist of; generators.yaml may hold the text of all but the last
/// four.
inline constexpr std::array<std::string_view, 15> k_test_extensions = {
    ".in",          ".ans",          ".out",         ".in.statement", ".ans.statement",
    ".in.download", ".ans.download", ".interaction", ".yaml",         ".hint",
    ".desc",        ".png",          ".jpg",         ".svg",          ".pdf"};
inline constexpr std::size_t k_text_extensions = k_test_extensions.size() - 4;

/// How the answer of a test comes to be where no file of it says.
enum class AnswerSource {
  reference,  ///< nothing is said: the problem's reference solution
  solution,   ///< the program that generators.yaml names
  none,       ///< `solution:` stands there empty
};

/// One test that generators.yaml asks for. Extensions have their dot, as ".in".
struct TestRecipe {
  std::string name;     ///< below data/ without suffix, as "secret/01-first"
  std::string origin;   ///< the test that this is an included copy of; else its own name
  Place place;          ///< its key in generators.yaml
  std::string command;  ///< as written, {count} filled in; empty: no generator is run
  std::string program;  ///< its first word
  std::vector<std::string> arguments;  ///< the others; {name} and {seed…} not yet filled in
  bool uses_seed = false;
  std::string seed_text;                                ///< what {seed} is the hash of
  std::map<std::string, std::filesystem::path> copies;  ///< extension -> file to copy
  std::map<std::string, std::string> literals;          ///< extension -> content
  std::map<std::string, std::string> links;             ///< extension -> the one it is a copy of
  std::map<std::string, std::vector<std::string>> patterns;  ///< ".in", ".ans" -> regexes
  AnswerSource answer = AnswerSource::reference;
  std::filesystem::path solution;  ///< for AnswerSource::solution
  int retries = 1;                 ///< runs of the generator, each with another seed
  bool may_repeat = false;         ///< that it equals another test is meant
  std::string before;              ///< what stands before the input that is made or copied
  std::string after;               ///< and behind it

  /// The folder of data/ that its original lies in, as "secret".
  [[nodiscard]] std::string root() const { return origin.substr(0, origin.find('/')); }
};

/// How a program of a package is called, and what its exit status means; the rules themselves are
/// `judge/verdict/call_protocol.hpp`.
enum class CallProtocol : std::uint8_t {
  kattis,         ///< of the problem package format
  testlib,        ///< of Polygon packages
  cms,            ///< of tasks of CMS, task-maker and TPS: an outcome from 0 to 1 is printed
  checktestdata,  ///< no program: a grammar for the program of that name
};

/// One program of the package: a source file, or a folder of them.
struct ProgramSource {
  std::string name;  ///< the file's or folder's name, for messages; generators may have none
  std::vector<std::filesystem::path> files;  ///< absolute, sorted; headers and data included
  std::filesystem::path base;                ///< the files' common folder
  CallProtocol protocol = CallProtocol::kattis;
  /// The file that it begins with, as the first of a list in generators.yaml; empty: that is found
  /// out.
  std::string entry = {};
};

/// What generators.yaml says, or a task of TPS or CMS.
struct Generation {
  std::filesystem::path file;                      ///< empty: there is none
  std::vector<TestRecipe> tests;                   ///< in the order of the file
  std::map<std::string, std::string> group_files;  ///< "secret/a/test_group.yaml" -> content
  std::vector<std::string> folders;                ///< below data/, parents first
  std::map<std::string, ProgramSource> programs;   ///< by the word that calls them
  bool is_of_task = false;                         ///< of TPS or CMS, not of generators.yaml
  std::optional<ProgramSource> lister;             ///< the program that prints `listing`
  std::optional<std::string> listing;              ///< what it printed
};

/// How often {seed} or {seed:N} stands in `word`.
int count_seeds(std::string_view word);
/// `word` with {seed…} replaced by `seed`, and {name} by `name`.
std::string fill_in(std::string_view word, const std::string& seed, std::string_view name);

}  // namespace arbiter::model
