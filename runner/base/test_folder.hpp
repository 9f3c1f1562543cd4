#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/temp_dir.hpp"

// For tests alone.

namespace arbiter {

/// A temporary folder that tests put files into.
class TestFolder {
 public:
  TestFolder() : folder_(TempDir::make("judge-test").value()) {}

  /// Writes a file, making the folders above it; gives its path.
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::filesystem::path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  std::filesystem::path operator/(const std::string& name) const { return folder_.path() / name; }

 private:
  TempDir folder_;
};

inline std::string read_all(const std::filesystem::path& path) {
  std::ostringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  return all.str();
}

}  // namespace arbiter
