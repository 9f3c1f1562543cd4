#include "judge/program/submitted_answer.hpp"

#include <algorithm>
#include <array>

namespace arbiter::judge {
namespace {

constexpr std::array<std::string_view, 4> k_extensions = {".out", ".ans", ".txt", ""};

}  // namespace

const ProgramFile* find_answer(const std::vector<ProgramFile>& files, std::string_view test) {
  for (const std::string_view name : {test, test.substr(test.rfind('/') + 1)}) {
    for (const std::string_view extension : k_extensions) {
      const std::string wanted = std::string(name) + std::string(extension);
      const auto found = std::find_if(files.begin(), files.end(),
                                      [&](const ProgramFile& file) { return file.name == wanted; });
      if (found != files.end()) return &*found;
    }
  }
  return files.size() == 1 ? &files.front() : nullptr;
}

}  // namespace arbiter::judge
