// Any bytes as one file of a package, or as an archive. Whatever stands there, the reader must come
// to a problem or to an error that can be shown, and must not leave the package's folder.
//
// An input is a byte that says which file it is, then what stands in it.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "package/archive.hpp"
#include "package/package.hpp"
#include "require.hpp"

namespace {

namespace fs = std::filesystem;
namespace package = arbiter::package;
using arbiter::fuzz::require;

constexpr std::array<std::string_view, 8> k_files = {"problem.yaml",
                                                     "problem.xml",
                                                     "data/secret/test_group.yaml",
                                                     "data/secret/1.yaml",
                                                     "generators/generators.yaml",
                                                     "arbiter.yaml",
                                                     "domjudge-problem.ini",
                                                     "submissions/submissions.yaml"};
constexpr std::string_view k_good_yaml =
    "problem_format_version: 2025-09\nname: Sums\nuuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n"
    "limits: {time_limit: 2}\n";
constexpr std::size_t k_most_diagnostics = 1000;

void write(const fs::path& path, std::string_view text) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  require(arbiter::write_file(path, text).has_value(), "the folder can be written");
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path below = path.lexically_normal().lexically_relative(folder);
  return !below.empty() && *below.begin() != "..";
}

void check(const package::Loaded& loaded, const fs::path& root) {
  require(loaded.diagnostics.size() <= k_most_diagnostics, "complaints are bounded");
  for (const arbiter::Diagnostic& diagnostic : loaded.diagnostics) {
    require(!diagnostic.message.empty() && !diagnostic.code.empty(), "a fault says what it is");
    require(!arbiter::render(diagnostic, false).empty(), "a fault can be shown");
  }
  for (const auto& test : loaded.problem.tests) {
    require(!test.name.empty() && test.name.front() != '/', "tests have names");
    require(lies_in(test.input, root), "inputs lie in the package");
    require(!test.answer || lies_in(*test.answer, root), "answers lie in the package");
  }
  for (const auto& submission : loaded.problem.submissions)
    require(lies_in(submission.path, root), "submissions lie in the package");
}

/// A package that is good but for the file, in a folder that is made once.
void read_file_as(std::string_view name, std::string_view text, const fs::path& root) {
  std::error_code failed;
  write(root / "problem.yaml", k_good_yaml);
  // A package of Polygon has no problem.yaml.
  if (name == "problem.xml") fs::remove(root / "problem.yaml", failed);
  write(root / name, text);
  check(package::load_problem(root), root);
  fs::remove(root / name, failed);
}

void read_archive(std::string_view bytes, const fs::path& folder) {
  const fs::path file = folder / "package.zip";
  write(file, bytes);
  const auto unpacked = package::unpack(file);
  if (!unpacked) {
    require(!unpacked.error().message.empty(), "a refusal says why");
    return;
  }
  for (const auto& entry : fs::recursive_directory_iterator(unpacked->folder.path()))
    require(lies_in(entry.path(), unpacked->folder.path()), "nothing is unpacked elsewhere");
  check(package::load_problem(unpacked->root), unpacked->root);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto folder = arbiter::TempDir::make("arbiter-fuzz");
  require(folder.has_value(), "there is a folder");
  const fs::path root = folder->path() / "package";
  for (const char* name : {"tests/01", "tests/01.a", "tests/02", "tests/02.a", "data/secret/1.in",
                           "data/secret/1.ans", "submissions/accepted/a.c"}) {
    std::error_code failed;
    if (!fs::exists(root / name, failed)) write(root / name, "1\n");
  }
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t kind = data[0] % (k_files.size() + 1);
  if (kind == k_files.size()) {
    read_archive(text, folder->path());
  } else {
    read_file_as(k_files[kind], text, root);
  }
  return 0;
}
