#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text.hpp"
#include "package/generators/parts.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> k_includers = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};

/// Whether every part of a relative path is a name.
bool is_plain(const fs::path& path) {
  return !path.empty() && std::ranges::none_of(path, [](const fs::path& part) {
    return part.empty() || part == "." || part == "..";
  });
}

constexpr std::size_t k_most_count = 100;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Whether a backslash before `next` takes its meaning away; `quote` is the one around, 0 if none.
bool escapes(char quote, std::string_view next) {
  if (quote == 0) return true;
  return quote == '"' && next.find_first_of("\"\\") == 0;
}

constexpr std::string_view k_how_many = "'count' must stand for 1 to 100 tests";
// What is added to a name must stay short, and no difference may overflow.
constexpr std::int64_t k_largest = 1'000'000'000'000'000;

Counts fault(std::string text, const Mark& mark) {
  return {{}, std::move(text), mark};
}

Counts from_to(std::int64_t from, std::int64_t to, const Mark& mark) {
  const bool is_far = from < -k_largest || to > k_largest;
  if (is_far || from > to || to - from >= static_cast<std::int64_t>(k_most_count))
    return fault(std::string(k_how_many), mark);
  Counts counts;
  for (std::int64_t value = from; value <= to; ++value)
    counts.values.push_back(value);
  return counts;
}

Counts of_list(const YamlNode& node) {
  Counts counts;
  std::set<std::int64_t> seen;
  for (const YamlNodePtr& item : node.items) {
    const bool is_plain = item->kind == YamlNode::Kind::text && !item->is_quoted;
    const auto value = is_plain ? number_in<std::int64_t>(item->text) : std::nullopt;
    if (!value || *value > k_largest || *value < -k_largest) {
      return fault("'count' must be a list of whole numbers", item->mark);
    }
    if (!seen.insert(*value).second) {
      return fault(fmt::format("{} is in 'count' twice", *value), item->mark);
    }
    counts.values.push_back(*value);
  }
  const std::size_t size = counts.values.size();
  if (size == 0 || size > k_most_count) return fault(std::string(k_how_many), node.mark);
  return counts;
}

}  // namespace

model::ProgramSource generator_at(FolderWalk& walk, const FolderEntry& found) {
  model::ProgramSource program;
  if (found.is_folder) {
    program.base = found.path;
    program.files = walk.files_below(found.path);
    return program;
  }
  program.base = found.path.parent_path();
  program.files.push_back(found.path);
  if (std::ranges::find(k_includers, found.path.extension().string()) != k_includers.end()) {
    program.entry = found.path.filename().string();
    for (fs::path& header : headers_among(walk.list(program.base)))
      program.files.push_back(std::move(header));
  }
  return program;
}

std::optional<FolderEntry> GenerationPaths::find(const fs::path& base, const std::string& path,
                                                 const Mark& mark, std::string_view what) {
  const fs::path relative(path);
  if (relative.is_absolute() || !is_plain(relative)) {
    return reader_.refuse(mark, fmt::format("{} '{}' is not a path below {}/", what, clipped(path),
                                            base == walk_.root() ? "." : base.filename().string()));
  }
  FolderEntry at{"", base, true};
  for (const fs::path& part : relative) {
    auto next = at.is_folder ? walk_.find(at.path, part.string()) : std::nullopt;
    if (!next) {
      std::vector<std::string> names;
      for (const FolderEntry& entry :
           at.is_folder ? walk_.list(at.path) : std::vector<FolderEntry>())
        names.push_back(entry.name);
      for (const auto& [name, program] : generation_.programs)
        if (at.path == folder_) names.push_back(name);
      // An extension that was left out.
      const auto of_stem = std::ranges::find(
          names, part, [](const std::string& name) { return fs::path(name).stem(); });
      if (of_stem != names.end() && part.extension().empty()) {
        return reader_.refuse(mark, fmt::format("the {} '{}' does not exist", what, clipped(path)),
                              {fmt::format("did you mean '{}'?", *of_stem)});
      }
      return reader_.refuse(mark, fmt::format("the {} '{}' does not exist", what, clipped(path)),
                            did_you_mean(part.native(), names,
                                         fmt::format("put it there, or name another one{}",
                                                     names.empty() ? "" : ": " + listed(names))));
    }
    at = *std::move(next);
  }
  return at;
}

bool GenerationPaths::read_program(const MapEntry& entry) {
  if (!is_package_name(entry.key)) {
    reader_.refuse(entry.mark,
                   fmt::format("'{}' cannot be the name of a generator", clipped(entry.key)));
    return false;
  }
  const auto files = reader_.words(*entry.value, "generators." + entry.key);
  if (!files) return false;
  if (files->empty()) {
    reader_.refuse(entry.mark, fmt::format("the generator '{}' has no files", clipped(entry.key)));
    return false;
  }
  model::ProgramSource program;
  program.base = folder_;
  bool is_good = true;
  for (std::size_t i = 0; i < files->size(); ++i) {
    const auto found = find(folder_, (*files)[i], entry.value->items[i]->mark, "file");
    if (found && found->is_folder) {
      reader_.error(code::k_wrong_kind, entry.value->items[i]->mark,
                    fmt::format("'{}' must be a file", clipped((*files)[i])));
    }
    is_good = is_good && found && !found->is_folder && walk_.check_readable(found->path);
    if (!is_good) continue;
    if (program.entry.empty()) program.entry = found->path.filename().string();
    program.files.push_back(found->path);
  }
  if (is_good) generation_.programs.emplace(entry.key, std::move(program));
  return is_good;
}

void GenerationPaths::read_programs(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::null) return;
  for (const MapEntry& entry :
       reader_.entries(node, "generators", "a map from names to lists of files")) {
    // Its tests would each complain again that it is not there.
    if (!read_program(entry)) generation_.programs.emplace(entry.key, model::ProgramSource());
  }
}

bool GenerationPaths::add_program(const std::string& word, const Mark& mark) {
  if (generation_.programs.count(word) > 0) return true;
  const auto found = find(folder_, word, mark, "generator");
  if (!found) return false;
  model::ProgramSource program = generator_at(walk_, *found);
  if (program.files.empty()) {
    reader_.refuse(mark, fmt::format("the generator '{}' has no files", clipped(word)));
    return false;
  }
  for (const fs::path& file : program.files) {
    if (!walk_.check_readable(file)) return false;
  }
  generation_.programs.emplace(word, std::move(program));
  return true;
}

std::optional<fs::path> GenerationPaths::solution(const std::string& text, const Mark& mark) {
  if (!text.starts_with('/')) {
    return reader_.refuse(
        mark,
        fmt::format("the solution '{}' must be a path from the package's root", clipped(text)),
        {fmt::format("begin it with a slash, as /submissions/accepted/{}",
                     fs::path(clipped(text)).filename().string())});
  }
  const auto found = find(walk_.root(), text.substr(1), mark, "solution");
  if (!found) return std::nullopt;
  return found->path;
}

std::map<std::string, fs::path> GenerationPaths::copies(const std::string& text, const Mark& mark) {
  std::map<std::string, fs::path> files;
  const fs::path path(text);
  const std::string parent = path.parent_path().string();
  fs::path folder = folder_;
  if (path.is_absolute() || !is_plain(path)) {
    reader_.refuse(mark, fmt::format("'{}' is not a path below generators/", clipped(text)));
    return files;
  }
  if (!parent.empty()) {
    const auto found = find(folder_, parent, mark, "folder");
    if (!found) return files;
    folder = found->path;
  }
  for (const std::string_view extension : model::k_test_extensions) {
    const auto file = walk_.find(folder, path.filename().string() + std::string(extension));
    if (file && !file->is_folder && walk_.check_readable(file->path)) {
      files.emplace(extension, file->path);
    }
  }
  if (files.empty()) {
    reader_.refuse(mark,
                   fmt::format("no file '{}' has the extension of a test case", clipped(text)),
                   {"give a path to which .in, .ans … can be added"});
  }
  return files;
}

std::optional<std::vector<std::string>> split_command(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && is_blank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && escapes(quote, text.substr(at + 1))) {
      if (++at == text.size()) return std::nullopt;
      words.back() += text[at];
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) return std::nullopt;
  return words;
}

std::optional<Misspelt> misspelt_placeholder(std::string_view command) {
  const std::vector<std::string> known = {"seed", "name", "count"};
  for (std::size_t at = command.find('{'); at < command.size(); at = command.find('{', at + 1)) {
    const std::string_view rest = command.substr(at, 20);
    const std::size_t end = rest.find('}');
    // {{…}} is a constant.
    if (end == std::string_view::npos || (at > 0 && command[at - 1] == '{')) continue;
    const std::string_view all = rest.substr(0, end + 1);
    if (all == "{name}" || all == "{count}" || model::count_seeds(all) > 0) continue;
    const std::string name = lower_ascii(all.substr(1, all.find_first_of(":}") - 1));
    if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) continue;
    const auto near = nearest(name, known);
    if (!near) continue;
    return Misspelt{clipped(all), *near == "seed" ? "did you mean {seed}, or {seed:1}?"
                                                  : fmt::format("did you mean {{{}}}?", *near)};
  }
  return std::nullopt;
}

Counts counts_of(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::list) return of_list(node);
  if (node.kind == YamlNode::Kind::text) {
    const std::string_view text = node.text;
    const std::size_t dots = text.find("..=");
    if (dots != std::string_view::npos) {
      const auto from = number_in<std::int64_t>(text.substr(0, dots));
      const auto to = number_in<std::int64_t>(text.substr(dots + 3));
      if (from && to) return from_to(std::max(*from, -k_largest - 1), *to, node.mark);
    } else if (const auto number = number_in<std::int64_t>(text); number && !node.is_quoted) {
      return from_to(1, *number, node.mark);
    }
  }
  return fault("'count' must be a number, a list of numbers or a range, as 3, [1, 2, 3] or 1..=3",
               node.mark);
}

}  // namespace arbiter::package
