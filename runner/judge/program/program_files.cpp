#include "judge/program/program_files.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_class_at = EI_CLASS;
constexpr std::size_t k_type_at = 16;     // e_type, in all ELF classes
constexpr std::size_t k_machine_at = 18;  // e_machine, in all ELF classes
constexpr std::size_t k_head = 20;

struct Walk {
  fs::path given;                ///< for messages
  fs::path root;                 ///< the same with links resolved
  std::vector<fs::path> bounds;  ///< links resolved: where links may lead
  ErrorKind kind;
  std::vector<ProgramFile> files;

  [[nodiscard]] Error refuse(const fs::path& path, std::string_view why) const {
    const fs::path shown = path == root ? given : given / path.lexically_relative(root);
    return Error{kind, fmt::format("{} {}", shown.string(), why), {}, {}};
  }
};

bool is_product(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".o" || extension == ".pyc" || extension == ".class" || extension == ".exe" ||
         is_elf(head_of(path, 4, Links::refuse));
}

Result<void> visit(Walk& walk, const fs::path& folder, int depth);

Result<void> visit_entry(Walk& walk, const fs::path& path, int depth) {
  std::error_code failure;
  const std::string name = path.filename().string();
  if (name.front() == '.' || name == "__pycache__") return {};
  const bool is_link = fs::is_symlink(path, failure);
  fs::path target = path;
  if (is_link) {
    target = fs::canonical(path, failure);
    if (failure) return walk.refuse(path, "is a link to nothing");
    const bool is_inside = std::ranges::any_of(
        walk.bounds, [&](const fs::path& bound) { return is_below(target, bound); });
    if (!is_inside) return walk.refuse(path, "is a link that leaves the folder");
  }
  const fs::file_status status = fs::symlink_status(target, failure);
  if (fs::is_directory(status)) {
    // What a link inside the folder leads to is visited where it really lies.
    return is_link ? Result<void>() : visit(walk, path, depth + 1);
  }
  if (!fs::is_regular_file(status)) return walk.refuse(path, "is not a regular file");
  const bool may_be_script = path.parent_path() == walk.root && (name == "run" || name == "build");
  if (!may_be_script && is_product(target)) return {};
  if (walk.files.size() == k_most_files) {
    return walk.refuse(walk.root, fmt::format("holds more than {} files", k_most_files));
  }
  walk.files.push_back(
      {path.lexically_relative(walk.root).string(), std::move(target), false, Links::refuse});
  return {};
}

Result<void> visit(Walk& walk, const fs::path& folder, int depth) {
  if (depth > k_most_depth) {
    return walk.refuse(folder, fmt::format("is nested deeper than {} folders", k_most_depth));
  }
  std::error_code failure;
  fs::directory_iterator it(folder, failure);
  for (; !failure && it != fs::directory_iterator(); it.increment(failure)) {
    ARBITER_CHECK(visit_entry(walk, it->path(), depth));
  }
  if (failure) return walk.refuse(folder, "cannot be read: " + failure.message());
  return {};
}

}  // namespace

std::string head_of(const fs::path& path, std::size_t most, Links links) {
  auto fd = open_read(path, links);
  if (!fd) return {};
  std::string head(most, '\0');
  const ssize_t got = ::pread(fd.value().get(), head.data(), most, 0);
  head.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return head;
}

bool is_elf(std::string_view head) {
  return head.substr(0, 4) ==
         "\x7f"
         "ELF";
}

Result<std::vector<ProgramFile>> files_of_folder(const fs::path& root, ErrorKind kind,
                                                 const std::vector<fs::path>& bounds) {
  std::error_code failure;
  Walk walk{root, fs::canonical(root, failure), {}, kind, {}};
  if (failure) return walk.refuse(walk.root, "cannot be read: " + failure.message());
  for (const fs::path& bound : bounds.empty() ? std::vector<fs::path>{walk.root} : bounds) {
    if (bound.empty()) continue;
    walk.bounds.push_back(fs::canonical(bound, failure));
    if (failure) return walk.refuse(walk.root, "cannot be read: " + failure.message());
  }
  ARBITER_CHECK(visit(walk, walk.root, 0));
  std::ranges::sort(walk.files, {}, &ProgramFile::name);
  return std::move(walk.files);
}

std::string why_not_runnable(const fs::path& program) {
  const std::string head = head_of(program, k_head);
  if (!is_elf(head) || head.size() < k_head) return "this is not a program (no ELF file)";
  const std::string ours = head_of("/proc/self/exe", k_head);
  if (head[k_class_at] != ours[k_class_at] ||
      head.substr(k_machine_at, 2) != ours.substr(k_machine_at, 2)) {
    return "this program was built for another kind of machine";
  }
  const auto type = static_cast<unsigned char>(head[k_type_at]);
  if (type != ET_EXEC && type != ET_DYN) {
    return "this is an object file or the like, not a program: it has to be linked";
  }
  return {};
}

Result<UnpackedFolder> unpack_folder(const fs::path& packed) {
  ARBITER_TRY(folder, TempDir::make("arbiter-program"));
  ARBITER_CHECK(package::unpack_tar(packed, folder.path()));
  UnpackedFolder unpacked{std::move(folder), {}};
  const fs::path& root = unpacked.folder.path();
  std::error_code failed;
  fs::recursive_directory_iterator it(root, failed);
  for (; !failed && it != fs::recursive_directory_iterator(); it.increment(failed)) {
    if (!it->is_regular_file(failed)) continue;
    if (it.depth() > k_most_depth) {
      return package_error(
          fmt::format("what was built is nested deeper than {} folders", k_most_depth));
    }
    if (unpacked.files.size() == k_most_files) {
      return package_error(fmt::format("more than {} files were built", k_most_files));
    }
    const fs::path& path = it->path();
    unpacked.files.push_back(
        {path.lexically_relative(root).string(), path, ::access(path.c_str(), X_OK) == 0});
  }
  if (failed) return system_error("cannot list " + root.string(), failed.value());
  std::ranges::sort(unpacked.files, {}, &ProgramFile::name);
  return unpacked;
}

}  // namespace arbiter::judge
