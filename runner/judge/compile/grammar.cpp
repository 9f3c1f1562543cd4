#include "judge/compile/grammar.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_program = "checktestdata";
constexpr const char* k_grammar = "grammar.ctd";
constexpr Bytes k_most_of_a_grammar = mib(16);

}  // namespace

std::optional<fs::path> find_checktestdata(const std::string& path) {
  const std::string folders = path + ":/usr/local/bin:/usr/bin:/bin";
  std::string_view rest = folders;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    fs::path file = fs::path(folder) / k_program;
    std::error_code failed;
    if (!file.is_absolute() || !fs::is_regular_file(file, failed)) continue;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

std::optional<fs::path> find_checktestdata() {
  const char* path = std::getenv("PATH");
  return find_checktestdata(path == nullptr ? std::string() : std::string(path));
}

Error missing_checktestdata(const std::string& what) {
  return judge_error(
      what +
          " is a Checktestdata grammar, and the program checktestdata, which reads "
          "these, is not installed",
      "install checktestdata (github.com/DOMjudge/checktestdata) where PATH finds it");
}

Result<Executable> grammar_executable(const model::ProgramSource& grammar, const std::string& what,
                                      const model::Constants& constants, Compiler& compiler) {
  const auto program = find_checktestdata();
  if (!program) return missing_checktestdata(what);
  if (grammar.files.size() != 1) {
    return package_error(what + " is not one file");
  }
  ARBITER_TRY(text, read_file(grammar.files.front(), k_most_of_a_grammar));
  ARBITER_TRY(file, compiler.keep_in_memory(model::with_constants(text, constants)));
  Executable executable;
  executable.files = {{k_program, *program}, {k_grammar, std::move(file)}};
  executable.entry = k_program;
  executable.argv = {std::string("/program/") + k_program, std::string("/program/") + k_grammar};
  return executable;
}

}  // namespace arbiter::judge
