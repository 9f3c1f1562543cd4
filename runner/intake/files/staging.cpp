#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "intake/files/programs.hpp"
#include "store/hash.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

constexpr Bytes k_largest_file = mib(64);

/// A name that can be one of a file below the folder: names from archives may be anything.
std::string safe_name(const std::string& name) {
  constexpr std::size_t k_longest = 200;
  std::string safe;
  for (const std::string_view piece : split(name, '/')) {
    std::string part(piece);
    std::replace(part.begin(), part.end(), '\0', '_');
    if (part.empty() || part == "." || part == "..") part = "_";
    if (part.size() > k_longest) part = part.substr(part.size() - k_longest);
    safe += (safe.empty() ? "" : "/") + part;
  }
  return safe;
}

/// Without the folders that all files lie in.
void drop_common_folder(std::vector<ProgramPart>& parts) {
  while (true) {
    const std::size_t slash = parts.front().name.find('/');
    if (slash == std::string::npos) return;
    const std::string folder = parts.front().name.substr(0, slash + 1);
    const auto is_in = [&](const std::string& name) { return name.starts_with(folder); };
    if (!std::ranges::all_of(parts, is_in, &ProgramPart::name)) return;
    for (ProgramPart& part : parts)
      part.name.erase(0, folder.size());
  }
}

std::vector<ProgramPart> renamed(const FoundProgram& program) {
  std::vector<ProgramPart> parts = program.parts;
  drop_common_folder(parts);
  std::set<std::string> taken;
  for (ProgramPart& part : parts) {
    part.name = safe_name(part.name);
    while (!taken.insert(part.name).second)
      part.name.insert(part.name.rfind('/') + 1, "_");
  }
  ProgramPart& first = parts.front();
  const std::string main = "main" + ending_of(*first.node);
  const bool is_alone = parts.size() == 1;
  if (is_alone || (program.begins_with_first && !taken.contains(main))) {
    const bool is_marked = first.name == "__main__.py" && !is_alone;
    // A file in a folder loads what lies beside it.
    if (!is_marked && (is_alone || first.name.find('/') == std::string::npos)) first.name = main;
  }
  std::ranges::sort(parts, {}, &ProgramPart::name);
  return parts;
}

Result<void> write_new(const fs::path& path, std::string_view bytes) {
  ARBITER_CHECK(make_folders(path.parent_path()));
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           S_IRUSR | S_IWUSR));
  if (!fd) return system_error("cannot write " + path.string(), errno);
  auto written = write_all(fd.get(), bytes);
  if (!written) return std::move(written).error().within(path.string());
  return {};
}

}  // namespace

Result<StagedProgram> Staging::add(const FoundProgram& program) {
  const std::vector<ProgramPart> parts = renamed(program);
  std::vector<std::string> contents;
  store::Sha256 digest;
  for (const ProgramPart& part : parts) {
    auto bytes = read_file(part.node->path, k_largest_file, Links::refuse);
    if (!bytes) return StagedProgram{{}, {}, "cannot be read: " + bytes.error().message};
    digest.add_field(part.name);
    digest.add_field(*bytes);
    contents.push_back(*std::move(bytes));
  }
  const std::string hex = digest.hex();
  const auto [known, is_new] = paths_.emplace(hex, fs::path());
  if (is_new) {
    const fs::path folder = folder_ / std::to_string(paths_.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      ARBITER_CHECK(write_new(folder / parts[i].name, contents[i]));
    }
    known->second = parts.size() == 1 ? folder / parts.front().name : folder;
  }
  return StagedProgram{known->second, hex, {}};
}

}  // namespace arbiter::intake
