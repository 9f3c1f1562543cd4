#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/test_folder.hpp"
#include "base/text.hpp"

// For tests alone.

namespace arbiter {

/// A case of a file of cases.
struct FileCase {
  std::string name;
  /// What the case makes: names and texts. A line "-- NAME" begins one, its text is below.
  std::vector<std::pair<std::string, std::string>> files = {};
  /// The lines that begin with a mark and a blank, without these, by their marks.
  std::map<std::string, std::vector<std::string>> marked = {};
};

/// The cases of a file, each of which begins with "== NAME". Empty lines mean nothing.
inline std::vector<FileCase> cases_in(const std::filesystem::path& path,
                                      std::initializer_list<std::string_view> marks) {
  const std::string text = read_all(path);
  std::vector<FileCase> cases;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view mark = line.substr(0, line.find(' '));
    const std::string rest(line.substr(std::min(line.size(), mark.size() + 1)));
    if (mark == "==") {
      cases.push_back({rest});
    } else if (mark == "--") {
      cases.back().files.emplace_back(rest, "");
    } else if (std::ranges::find(marks, mark) != marks.end()) {
      cases.back().marked[std::string(mark)].push_back(rest);
    } else if (!line.empty()) {
      cases.back().files.back().second.append(line) += '\n';
    }
  }
  return cases;
}

}  // namespace arbiter
