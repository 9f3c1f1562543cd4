// Any bytes as one file of a package of any format, as an archive, or as the names in a folder.
// Whatever stands there, the reader must come to a problem or to an error that can be shown, and
// must not leave the package's folder.
//
// An input is a byte that says which of these it is, then what stands in it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "package/archive/archive.hpp"
#include "package/package.hpp"
#include "require.hpp"

namespace {

namespace fs = std::filesystem;
namespace package = arbiter::package;
using arbiter::fuzz::require;

constexpr std::string_view k_good_yaml =
    "problem_format_version: 2025-09\nname: Sums\nuuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n"
    "limits: {time_limit: 2}\n";
constexpr std::string_view k_legacy_yaml =
    "name: Old\ntype: scoring\nvalidation: custom score\ngrading: {on_reject: grade}\n";
constexpr std::string_view k_draft_yaml =
    "problem_format_version: 2023-07-draft\nname: Sums\ntype: scoring\n";

enum class Kind { file, archive, names };

struct Setting {
  Kind kind = Kind::file;
  std::string_view file;  ///< that the input becomes
  std::string_view yaml;  ///< problem.yaml beside it; empty: there is none
};

// The seeds name them by their places.
constexpr std::array k_settings = {
    Setting{Kind::file, "problem.yaml", k_good_yaml},
    Setting{Kind::file, "problem.xml", {}},
    Setting{Kind::file, "data/secret/test_group.yaml", k_good_yaml},
    Setting{Kind::file, "data/secret/1.yaml", k_good_yaml},
    Setting{Kind::file, "generators/generators.yaml", k_good_yaml},
    Setting{Kind::file, "arbiter.yaml", k_good_yaml},
    Setting{Kind::file, "domjudge-problem.ini", k_good_yaml},
    Setting{Kind::file, "submissions/submissions.yaml", k_good_yaml},
    Setting{Kind::archive, {}, {}},
    Setting{Kind::file, "data/testdata.yaml", k_legacy_yaml},
    Setting{Kind::file, "data/secret/testdata.yaml", k_legacy_yaml},
    Setting{Kind::file, "data/secret/testdata.yaml", k_draft_yaml},
    Setting{Kind::file, ".timelimit", k_legacy_yaml},
    Setting{Kind::file, "submissions/mixed/tagged.c", k_legacy_yaml},
    Setting{Kind::file, "domjudge-problem.ini", {}},
    Setting{Kind::file, ".timelimit", {}},
    Setting{Kind::names, "plain", {}},
    Setting{Kind::names, "package", k_legacy_yaml},
    Setting{Kind::file, "submissions.json", k_legacy_yaml},
};
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
void read_file_as(const Setting& setting, std::string_view text, const fs::path& root) {
  std::error_code failed;
  fs::remove(root / "problem.yaml", failed);
  if (!setting.yaml.empty()) write(root / "problem.yaml", setting.yaml);
  write(root / setting.file, text);
  check(package::load_problem(root), root);
  fs::remove(root / setting.file, failed);
}

/// A folder of files that are called as the lines say, as far as there can be such files.
void read_names(const Setting& setting, std::string_view lines, const fs::path& folder) {
  constexpr int k_most_names = 20;
  const fs::path root = folder / setting.file;
  std::error_code failed;
  fs::remove_all(root, failed);
  fs::create_directory(root, failed);
  if (!setting.yaml.empty()) write(root / "problem.yaml", setting.yaml);
  for (int i = 0; i < k_most_names && !lines.empty(); ++i) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (line.empty() || line.find('\0') != std::string_view::npos) continue;
    const fs::path path = root / fs::path(line).relative_path();
    if (!lies_in(path, root)) continue;
    fs::create_directories(path.parent_path(), failed);
    // Names that are too long, or lie where another one is a file, are not there.
    (void)arbiter::write_file(path, "1\n");
  }
  check(package::load_problem(root), root);
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
  const fs::path root = folder->path() / "good";
  for (const char* name :
       {"tests/01", "tests/01.a", "tests/02", "tests/02.a", "data/secret/1.in", "data/secret/1.ans",
        "submissions/accepted/a.c", "output_validators/v.c"}) {
    std::error_code failed;
    if (!fs::exists(root / name, failed)) write(root / name, "1\n");
  }
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Setting& setting = k_settings[data[0] % k_settings.size()];
  if (setting.kind == Kind::archive) {
    read_archive(text, folder->path());
  } else if (setting.kind == Kind::names) {
    read_names(setting, text, folder->path());
  } else {
    read_file_as(setting, text, root);
  }
  return 0;
}
