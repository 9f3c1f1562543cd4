#include "package/programs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

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
  return std::find(extensions.begin(), extensions.end(), file.extension().string()) !=
         extensions.end();
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

bool is_program_file(const fs::path& file) {
  if (has_extension(file, k_sources)) return true;
  if (has_extension(file, k_headers) || has_extension(file, k_documents)) return false;
  return ::access(file.c_str(), X_OK) == 0 || is_runnable(file);
}

void warn_no_program(Faults& faults, const fs::path& path) {
  faults.warning(code::k_not_program, "this is not a program, so it is ignored", place_of(path),
                 {"sources are told by their extension, as .cpp or .py"});
}

void read_input_validators(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  const auto folder = walk.find_folder(walk.root(), "input_validators");
  if (!folder) return;
  const std::vector<FolderEntry> entries = walk.list(*folder);
  std::vector<fs::path> headers;
  for (const FolderEntry& entry : entries) {
    if (!entry.is_folder && has_extension(entry.path, k_headers)) headers.push_back(entry.path);
  }
  for (const FolderEntry& entry : entries) {
    model::ProgramSource program;
    program.name = entry.name;
    if (entry.is_folder) {
      program.files = walk.files_below(entry.path);
      program.base = entry.path;
    } else if (entry.path.extension() == ".ctd" || entry.path.extension() == ".viva") {
      faults.warning(code::k_unsupported,
                     "grammars as input validators are not supported yet; this one is not run",
                     place_of(entry.path));
      continue;
    } else if (is_program_file(entry.path)) {
      if (!walk.check_readable(entry.path)) continue;
      program.files = headers;
      program.files.push_back(entry.path);
      std::sort(program.files.begin(), program.files.end());
      program.base = *folder;
    }
    if (!program.files.empty()) {
      problem.input_validators.push_back(std::move(program));
    } else if (entry.is_folder || !has_extension(entry.path, k_headers)) {
      warn_no_program(faults, entry.path);
    }
  }
}

void read_output_validator(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  const auto folder = walk.find_folder(walk.root(), "output_validator");
  if (!folder) return;
  model::ProgramSource program;
  program.name = "output_validator";
  program.base = *folder;
  const std::size_t before = faults.size();
  program.files = walk.files_below(*folder);
  if (program.files.empty()) {
    if (faults.size() == before) warn_no_program(faults, *folder);
    return;
  }
  problem.output_validator = std::move(program);
}

void read_label(FolderWalk& walk, const FolderEntry& label, model::Problem& problem,
                Faults& faults) {
  for (const FolderEntry& entry : walk.list(label.path)) {
    if (!entry.is_folder) {
      if (has_extension(entry.path, k_headers) || has_extension(entry.path, k_documents)) {
        warn_no_program(faults, entry.path);
        continue;
      }
      if (!walk.check_readable(entry.path)) continue;
    }
    problem.submissions.push_back({entry.path, label.name});
    if (label.name != "accepted") continue;
    const bool is_named_so = entry.path.stem() == "reference";
    if (!problem.reference || (is_named_so && problem.reference->stem() != "reference")) {
      problem.reference = entry.path;
    }
  }
}

void read_submissions(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  const auto folder = walk.find_folder(walk.root(), "submissions");
  if (!folder) return;
  for (const FolderEntry& entry : walk.list(*folder)) {
    if (entry.is_folder) {
      read_label(walk, entry, problem, faults);
    } else if (entry.name == "submissions.yaml") {
      faults.warning(code::k_unsupported,
                     "submissions.yaml is not supported yet: the folders alone say what is "
                     "expected of a submission",
                     place_of(entry.path));
    } else {
      faults.warning(code::k_ignored,
                     "this file lies in no folder that labels it, so it is ignored",
                     place_of(entry.path), {"move it into submissions/accepted or the like"});
    }
  }
}

struct Refused {
  std::string_view name;
  std::string_view why;
  std::string_view help;
};

// Passing over any of these would give wrong verdicts.
constexpr std::array k_refused = {
    Refused{"output_validators", "output_validators/ belongs to another package format",
            "in format 2025-09 it is output_validator/"},
    Refused{"input_format_validators", "input_format_validators/ belongs to another package format",
            "in format 2025-09 it is input_validators/"},
    Refused{"graders", "graders/ belongs to another package format", ""},
    Refused{"static_validator", "static validators are not supported yet", ""},
    Refused{"include", "include/ is not supported yet", ""},
};

void report_refused(FolderWalk& walk, Faults& faults) {
  for (const Refused& row : k_refused) {
    const auto entry = walk.find(walk.root(), std::string(row.name));
    if (!entry || (entry->is_folder && walk.list(entry->path).empty())) continue;
    std::vector<std::string> helps;
    if (!row.help.empty()) helps.emplace_back(row.help);
    faults.error(code::k_unsupported, std::string(row.why), place_of(entry->path),
                 std::move(helps));
  }
  for (const std::string name : {"domjudge-problem.ini", ".timelimit"}) {
    if (const auto entry = walk.find(walk.root(), name)) {
      faults.warning(code::k_ignored, fmt::format("{} is not read", name), place_of(entry->path),
                     {"limits stand in problem.yaml under 'limits'"});
    }
  }
}

}  // namespace

void read_programs(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  read_input_validators(walk, problem, faults);
  read_output_validator(walk, problem, faults);
  read_submissions(walk, problem, faults);
  if (const auto folder = walk.find_folder(walk.root(), "attachments")) {
    problem.attachments = walk.files_below(*folder);
  }
  report_refused(walk, faults);
}

}  // namespace arbiter::package
