#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "model/generation.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {

using model::k_test_extensions;
using model::k_text_extensions;

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

}  // namespace arbiter::package
