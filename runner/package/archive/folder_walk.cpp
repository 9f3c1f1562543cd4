#include "package/archive/folder_walk.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <utility>

#include "base/file.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> k_headers = {".h", ".hh", ".hpp", ".hxx", ".inc"};

constexpr std::array<std::string_view, 38> k_sources = {
    ".c",   ".cc",    ".cpp", ".cxx", ".c++", ".C",   ".py",    ".py2", ".py3",  ".java",
    ".kt",  ".rs",    ".go",  ".cs",  ".hs",  ".js",  ".ts",    ".pas", ".pp",   ".rb",
    ".ml",  ".scala", ".pl",  ".pm",  ".php", ".sh",  ".d",     ".jl",  ".lisp", ".cl",
    ".nim", ".f90",   ".adb", ".ads", ".lua", ".zig", ".swift", ".dpr"};

constexpr std::array<std::string_view, 14> k_documents = {".md",  ".txt",  ".desc", ".in",  ".ans",
                                                          ".out", ".yaml", ".yml",  ".pdf", ".html",
                                                          ".png", ".jpg",  ".svg",  ".json"};

template <std::size_t N>
bool has_extension(const fs::path& file, const std::array<std::string_view, N>& extensions) {
  return std::ranges::find(extensions, file.extension().string()) != extensions.end();
}

/// A script with an interpreter line, or a program ready to run.
bool is_runnable(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::array<char, 4> head{};
  stream.read(head.data(), head.size());
  const std::string_view read(head.data(), static_cast<std::size_t>(stream.gcount()));
  return read.starts_with("#!") || read == "\177ELF";
}

constexpr std::size_t k_most_entries = 200'000;
constexpr std::ptrdiff_t k_most_levels = 32;
// Folders reached through links multiply, so these are counted apart and more strictly.
constexpr std::size_t k_most_folder_links = 1000;

}  // namespace

bool is_header(const fs::path& file) {
  return has_extension(file, k_headers);
}

bool is_document(const fs::path& file) {
  return has_extension(file, k_documents);
}

bool is_program_file(const fs::path& file) {
  if (has_extension(file, k_sources)) return true;
  if (is_header(file) || is_document(file)) return false;
  return ::access(file.c_str(), X_OK) == 0 || is_runnable(file);
}

void warn_no_program(Faults& faults, const fs::path& path) {
  faults.warning(code::k_not_program, "this is not a program, so it is ignored", place_of(path),
                 {"sources have extensions such as .cpp or .py"});
}

model::ProgramSource program_of_file(const fs::path& file, const std::vector<fs::path>& headers) {
  model::ProgramSource program;
  program.name = file.filename().string();
  program.base = file.parent_path();
  program.files = headers;
  program.files.push_back(file);
  std::ranges::sort(program.files);
  return program;
}

std::vector<fs::path> headers_among(const std::vector<FolderEntry>& entries) {
  std::vector<fs::path> headers;
  for (const FolderEntry& entry : entries) {
    if (!entry.is_folder && is_header(entry.path)) headers.push_back(entry.path);
  }
  return headers;
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

bool is_package_name(std::string_view name) {
  return !name.empty() && name.size() <= 255 && name[0] != '.' && name[0] != '-' &&
         std::ranges::all_of(name, is_name_char);
}

fs::path plain_path(const fs::path& path) {
  fs::path whole = path.lexically_normal();
  if (!whole.has_filename() && whole.has_relative_path()) whole = whole.parent_path();
  return whole;
}

FolderWalk::FolderWalk(fs::path root, Faults& faults) : root_(std::move(root)), faults_(faults) {
  std::error_code failed;
  real_root_ = fs::canonical(root_, failed);
  if (failed) real_root_ = root_;
  keep_links_within(root_);
  keep_links_within(real_root_);
}

void FolderWalk::allow(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  fs::path real = fs::canonical(folder, failed);
  if (failed) return;
  keep_links_within(real);
  allowed_.push_back(std::move(real));
}

void FolderWalk::report_unlisted(const fs::path& folder, const std::error_code& failed) {
  faults_.add(is_wanted_ ? Severity::warning : Severity::error, code::k_unreadable,
              fmt::format("cannot list the folder: {}", failed.message()), place_of(folder));
}

bool FolderWalk::may_enter(const fs::path& folder) {
  if (is_exhausted_) return false;
  const fs::path below = folder.lexically_relative(root_);
  if (std::distance(below.begin(), below.end()) <= k_most_levels) return true;
  faults_.error(code::k_too_many,
                fmt::format("the folders are nested more than {} levels deep", k_most_levels),
                place_of(folder));
  return false;
}

void FolderWalk::lay(const fs::path& path, fs::path target) {
  targets_[path] = std::move(target);
  bool is_folder = false;
  for (fs::path at = path; at != root_ && is_below(at, root_); at = at.parent_path()) {
    const std::string name = at.filename().string();
    laid_[at.parent_path()].try_emplace(name, FolderEntry{name, at, is_folder});
    is_folder = true;
  }
}

bool FolderWalk::is_hidden(const fs::path& folder) const {
  return !hidden_.empty() && is_below(folder, hidden_);
}

const fs::path& FolderWalk::real(const fs::path& path) const {
  const auto target = targets_.find(path);
  return target == targets_.end() ? path : target->second;
}

std::vector<FolderEntry> FolderWalk::list(const fs::path& folder) {
  std::vector<FolderEntry> all;
  if (!may_enter(folder)) return all;
  const auto laid = laid_.find(folder);
  if (laid == laid_.end()) {
    if (!is_hidden(folder)) list_own(folder, all);
  } else {
    // What was laid into it does not make a link out of the package one that may be followed.
    std::error_code failed;
    const bool is_there =
        !is_hidden(folder) && fs::symlink_status(folder, failed).type() != fs::file_type::not_found;
    const auto own =
        is_there ? classify(fs::directory_entry(folder, failed), faults_) : std::nullopt;
    if (own && own->is_folder) list_own(folder, all);
    std::erase_if(all, [&](const FolderEntry& one) { return laid->second.contains(one.name); });
    for (const auto& [name, entry] : laid->second)
      all.push_back(entry);
  }
  std::ranges::sort(all, {}, &FolderEntry::name);
  return all;
}

void FolderWalk::list_own(const fs::path& folder, std::vector<FolderEntry>& all) {
  std::error_code failed;
  fs::directory_iterator found(folder, failed);
  if (failed) {
    report_unlisted(folder, failed);
    return;
  }
  for (; found != fs::directory_iterator(); found.increment(failed)) {
    if (++entries_ > k_most_entries) {
      is_exhausted_ = true;
      faults_.error(code::k_too_many,
                    fmt::format("the problem holds more than {} files and folders", k_most_entries),
                    place_of(folder));
      all.clear();
      return;
    }
    const std::string name = found->path().filename().string();
    if (name.starts_with('.')) continue;
    const bool is_wanted = !is_wanted_ || is_wanted_(name);
    Faults passed_over;
    if (auto entry = classify(*found, is_wanted ? faults_ : passed_over)) {
      all.push_back(*std::move(entry));
    }
  }
  if (failed) report_unlisted(folder, failed);
}

std::optional<FolderEntry> FolderWalk::classify(const fs::directory_entry& found, Faults& faults) {
  std::error_code failed;
  std::optional<fs::file_type> type = found.symlink_status(failed).type();
  if (type == fs::file_type::symlink) type = resolve(found.path(), faults);
  if (!type) return std::nullopt;
  if (type == fs::file_type::regular || type == fs::file_type::directory) {
    return FolderEntry{found.path().filename().string(), found.path(),
                       type == fs::file_type::directory};
  }
  return faults.error(code::k_special_file, "this is neither a file nor a folder",
                      place_of(found.path()), {"remove the pipe, socket or device"});
}

std::optional<fs::file_type> FolderWalk::resolve(const fs::path& link, Faults& faults) {
  std::error_code failed;
  const std::string text = fs::read_symlink(link, failed).string();
  const fs::path target = fs::canonical(link, failed);
  if (failed) {
    const bool is_loop = failed == std::errc::too_many_symbolic_link_levels;
    return faults.error(code::k_link_broken,
                        fmt::format("the link to '{}' {}", text,
                                    is_loop ? std::string("goes round in a circle")
                                            : fmt::format("leads nowhere: {}", failed.message())),
                        place_of(link), {"remove the link or correct its target"});
  }
  const bool is_allowed = std::ranges::any_of(
      allowed_, [&](const fs::path& folder) { return is_below(target, folder); });
  if (!is_allowed && !is_below(target, real_root_)) {
    return faults.error(code::k_link_leaves,
                        fmt::format("the link to '{}' leaves the problem folder", text),
                        place_of(link),
                        {"put a copy of the file in its place",
                         "--links-within DIR lets links lead to what lies below DIR"});
  }
  const fs::file_type type = fs::status(target, failed).type();
  if (type != fs::file_type::directory) return type;
  if (folder_links_ == k_most_folder_links) {
    return faults.error(code::k_too_many,
                        fmt::format("more than {} links to folders", k_most_folder_links),
                        place_of(link), {"put copies in the place of some"});
  }
  ++folder_links_;
  if (is_loop(link, target)) {
    return faults.error(
        code::k_link_broken,
        fmt::format("the link to '{}' leads back to a folder that contains it", text),
        place_of(link), {"remove the link"});
  }
  return type;
}

bool FolderWalk::is_loop(const fs::path& link, const fs::path& target) const {
  std::error_code failed;
  for (fs::path around = link.parent_path();; around = around.parent_path()) {
    const fs::path real = fs::canonical(around, failed);
    if (!failed && real == target) return true;
    if (around == root_ || around == around.parent_path()) return false;
  }
}

std::optional<FolderEntry> FolderWalk::find(const fs::path& folder, const std::string& name) {
  if (const auto laid = laid_.find(folder); laid != laid_.end()) {
    if (const auto entry = laid->second.find(name); entry != laid->second.end())
      return entry->second;
  }
  if (is_hidden(folder)) return std::nullopt;
  std::error_code failed;
  const fs::path path = folder / name;
  const fs::file_status status = fs::symlink_status(path, failed);
  if (status.type() == fs::file_type::not_found) return std::nullopt;
  if (status.type() == fs::file_type::none)
    return faults_.error(code::k_unreadable, fmt::format("cannot look at it: {}", failed.message()),
                         place_of(path));
  return classify(fs::directory_entry(path, failed), faults_);
}

std::optional<fs::path> FolderWalk::find_kind(const fs::path& parent, const std::string& name,
                                              bool is_folder) {
  const auto entry = find(parent, name);
  if (!entry) return std::nullopt;
  if (entry->is_folder == is_folder) return entry->path;
  return faults_.error(code::k_wrong_kind,
                       fmt::format("'{}' must be a {}", name, is_folder ? "folder" : "file"),
                       place_of(entry->path));
}

std::vector<fs::path> FolderWalk::files_below(const fs::path& folder) {
  std::vector<fs::path> all;
  for (const FolderEntry& entry : list(folder)) {
    if (entry.is_folder) {
      for (fs::path& path : files_below(entry.path))
        all.push_back(std::move(path));
    } else if (check_readable(entry.path)) {
      all.push_back(entry.path);
    }
  }
  return all;
}

bool FolderWalk::check_readable(const fs::path& file) {
  if (::access(real(file).c_str(), R_OK) == 0) return true;
  faults_.error(code::k_unreadable,
                fmt::format("cannot read the file: {}", std::generic_category().message(errno)),
                place_of(file));
  return false;
}

}  // namespace arbiter::package
