#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "package/archive/folder_walk.hpp"
#include "package/yaml/yaml_reader.hpp"

// What the reader of generators.yaml is made of.
namespace arbiter::package {

/// Reads generators/generators.yaml of the package that `walk` goes through, as BAPCtools defines
/// it, with constants in its commands; nothing if there is none. At most 10000 tests. A test with a
/// fault is left out.
model::Generation read_generators_yaml(FolderWalk& walk, const model::Constants& constants,
                                       Faults& faults);

/// The text of the generators.yaml `file` with one more test at the end of its folder: `name`
/// ("secret/stress/1", folders and tests by their keys) is a copy of the files `copy`. Comments and
/// order stay. None: there is such a key, or no place for it is known, as in braces. Nobody has
/// loaded the text that comes out; whoever writes it does, and looks whether it says what was
/// meant.
std::optional<std::string> with_listed_copy(const std::filesystem::path& file,
                                            const std::string& name, const std::string& copy);

/// The program that is a file, with the headers beside it, or all files of a folder.
model::ProgramSource generator_at(FolderWalk& walk, const FolderEntry& found);

/// Splits a command at blanks as a POSIX shell would: quotes and backslashes are understood and
/// nothing else. None: a quote that is not closed, or a backslash at the end.
std::optional<std::vector<std::string>> split_command(std::string_view text);

/// What is nearly a placeholder, as "{sed:1}", and the help for it.
struct Misspelt {
  std::string text;
  std::string help;
};
/// The first one in a command; none: there is none.
std::optional<Misspelt> misspelt_placeholder(std::string_view command);

/// The numbers that a `count` stands for; none of them where `fault` says why.
struct Counts {
  std::vector<std::int64_t> values;
  std::string fault;
  Mark mark;  ///< of the fault
};
/// n, a list, or a..=b; 1 to 100 numbers.
Counts counts_of(const YamlNode& node);

/// Finds what generators.yaml names; nothing outside of the package is ever found.
class GenerationPaths {
 public:
  GenerationPaths(FolderWalk& walk, Reader& reader, model::Generation& generation,
                  std::filesystem::path folder)
      : walk_(walk), reader_(reader), generation_(generation), folder_(std::move(folder)) {}

  /// Reads the key `generators`: lists of files below generators/ by name.
  void read_programs(const YamlNode& node);
  /// Makes the generator that `word` calls known, once; false, with a fault, if there is none.
  bool add_program(const std::string& word, const Mark& mark);
  /// A program by its path from the package's root, as "/submissions/accepted/a.py".
  std::optional<std::filesystem::path> solution(const std::string& text, const Mark& mark);
  /// The files whose path is `text` (below generators/) with a known extension, by extension.
  std::map<std::string, std::filesystem::path> copies(const std::string& text, const Mark& mark);

 private:
  /// What lies at `path` below `base`; a fault, with `what` and the nearest name, if nothing does.
  std::optional<FolderEntry> find(const std::filesystem::path& base, const std::string& path,
                                  const Mark& mark, std::string_view what);
  bool read_program(const MapEntry& entry);

  FolderWalk& walk_;
  Reader& reader_;
  model::Generation& generation_;
  std::filesystem::path folder_;
};

/// What a folder or test of generators.yaml has from those around it, or says itself.
struct RecipeSettings {
  model::AnswerSource answer = model::AnswerSource::reference;
  std::filesystem::path solution;
  std::string salt;
  int retries = 1;
};

/// Whether a value of a `data` map is a test; a folder is a map that is none.
bool is_test_node(const YamlNode& node);

/// Any text; what YAML takes for a number or boolean is a fault, and so is nothing.
std::optional<std::string> text_of(Reader& reader, const YamlNode& node, std::string_view what);

/// Reads the values of generators.yaml that are tests.
class RecipeReader {
 public:
  RecipeReader(Reader& reader, GenerationPaths& paths, const model::Constants& constants)
      : reader_(reader), paths_(paths), constants_(constants) {}

  /// solution, random_salt and retries, as keys of a folder or test.
  std::vector<Reader::Key> setting_keys(RecipeSettings& settings);

  /// The tests that a value stands for, in the folder `folder` ("secret/a"); `next_name` gives the
  /// name of each, without what a count appends. Tests with a fault are left out.
  std::vector<model::TestRecipe> read(const MapEntry& entry, const std::string& folder,
                                      RecipeSettings settings,
                                      const std::function<std::string()>& next_name);

 private:
  struct Draft;
  std::vector<Reader::Key> keys(Draft& draft);
  void refuse(Draft& draft, const Mark& mark, std::string message,
              std::vector<std::string> helps = {});
  void read_map(const YamlNode& node, Draft& draft);
  void read_content(const YamlNode& node, const std::string& extension, Draft& draft);
  void read_link(const YamlNode& node, const std::string& extension, Draft& draft);
  void read_patterns(const YamlNode& node, Draft& draft);
  bool check(const Draft& draft, const MapEntry& entry);
  bool finish(const Draft& draft, model::TestRecipe& recipe, std::int64_t count);

  Reader& reader_;
  GenerationPaths& paths_;
  const model::Constants& constants_;
};

}  // namespace arbiter::package
