#include "package/archive/program_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

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
  return read.starts_with("#!") || read ==
                                       "\x7f"
                                       "ELF";
}

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

}  // namespace arbiter::package
