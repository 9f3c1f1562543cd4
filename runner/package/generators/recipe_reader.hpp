#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/constants.hpp"
#include "model/generation.hpp"
#include "package/generators/generation_paths.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {

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
