#include "verify/fix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/pattern.hpp"
#include "base/text.hpp"

namespace arbiter::verify {
namespace {

namespace fs = std::filesystem;

using Match = std::vector<std::string>;

/// A line of a file, and what is around it.
struct LineOf {
  std::string before;
  std::string line;
  std::string after;

  [[nodiscard]] std::string with(std::string_view changed) const {
    return before + std::string(changed) + after;
  }
};

std::optional<LineOf> line_at(const arbiter::Place& place) {
  auto bytes = read_file(place.path);
  if (!bytes || place.line < 1) return std::nullopt;
  std::size_t begin = 0;
  for (int line = 1; line < place.line; ++line) {
    const std::size_t end = bytes->find('\n', begin);
    if (end == std::string::npos) return std::nullopt;
    begin = end + 1;
  }
  const std::size_t end = std::min(bytes->find('\n', begin), bytes->size());
  return LineOf{bytes->substr(0, begin), bytes->substr(begin, end - begin), bytes->substr(end)};
}

/// The line with its first `word` behind the place replaced.
std::optional<Fix> replaced(const arbiter::Place& place, const std::string& word,
                            const std::string& by) {
  const auto at = line_at(place);
  if (!at || word.empty()) return std::nullopt;
  const std::size_t from =
      at->line.find(word, static_cast<std::size_t>(std::max(0, place.column - 1)));
  if (from == std::string::npos) return std::nullopt;
  std::string line = at->line;
  line.replace(from, word.size(), by);
  return Fix{place.path,
             {},
             at->with(line),
             fmt::format("{}:{}: write {} for {}", place.path, place.line, by, word)};
}

/// The line of a place from its column on; empty where there is none.
std::string text_at(const arbiter::Place& place) {
  const auto at = line_at(place);
  if (!at || place.column < 1) return {};
  return at->line.substr(std::min(static_cast<std::size_t>(place.column - 1), at->line.size()));
}

std::optional<Fix> renamed(const arbiter::Place& place, const std::string& name) {
  const fs::path path(place.path);
  if (place.line != 0 || name.find('/') != std::string::npos) return std::nullopt;
  return Fix{path, name, {}, fmt::format("call {} {}", place.path, name)};
}

/// The first word in quotes of a message.
std::string quoted_in(std::string_view message) {
  const std::size_t begin = message.find('\'');
  const std::size_t end = message.find('\'', begin + 1);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return std::string(message.substr(begin + 1, end - begin - 1));
}

std::optional<Fix> did_you_mean(const Diagnostic& finding, const Match& match) {
  if (finding.place->line == 0) return renamed(*finding.place, match[1]);
  // "'type' must be one of …, but is 'scorng'".
  const std::size_t is = finding.message.rfind("but is '");
  // Of a path the last part is wrong.
  const std::string word =
      quoted_in(std::string_view(finding.message).substr(is == std::string::npos ? 0 : is));
  return replaced(*finding.place, word.substr(word.rfind('/') + 1), match[1]);
}

std::optional<Fix> call_it(const Diagnostic& finding, const Match& match) {
  return renamed(*finding.place, match[1]);
}

std::optional<Fix> without_unit(const Diagnostic& finding, const Match& match) {
  static const Pattern k_seconds(".*?([0-9]+([.][0-9]+)?)( ?s(ec|econds?)?)\\b.*");
  static const Pattern k_mib(".*?([0-9]+)( ?MiB)\\b.*");
  const auto number = (match[1] == "MiB" ? k_mib : k_seconds).match(text_at(*finding.place));
  if (!number) return std::nullopt;
  return replaced(*finding.place, (*number)[1] + number->at(match[1] == "MiB" ? 2 : 3),
                  (*number)[1]);
}

std::optional<Fix> without_quotes(const Diagnostic& finding, const Match& /*match*/) {
  static const Pattern k_quoted(R"([^"']*(["'])([0-9.]+)["'].*)");
  const auto quoted = k_quoted.match(text_at(*finding.place));
  if (!quoted) return std::nullopt;
  return replaced(*finding.place, (*quoted)[1] + (*quoted)[2] + (*quoted)[1], (*quoted)[2]);
}

std::optional<Fix> without_tabs(const Diagnostic& finding, const Match& /*match*/) {
  const auto at = line_at(*finding.place);
  if (!at) return std::nullopt;
  const std::size_t text = std::min(at->line.find_first_not_of(" \t"), at->line.size());
  // A line that stands alone begins at the margin; how far others are indented is for people.
  const bool is_only = std::ranges::count(at->before + at->after, '\t') == 0;
  if (!is_only) return std::nullopt;
  std::string indent = at->line.substr(0, text);
  replace_all(indent, "\t", "");
  return Fix{finding.place->path,
             {},
             at->with(indent + at->line.substr(text)),
             fmt::format("{}:{}: no tab", finding.place->path, finding.place->line)};
}

std::optional<Fix> add_uuid(const Diagnostic& finding, const Match& /*match*/) {
  auto bytes = read_file(finding.place->path);
  if (!bytes) return std::nullopt;
  if (!bytes->empty() && !bytes->ends_with('\n')) *bytes += '\n';
  const std::string uuid = new_uuid();
  return Fix{finding.place->path,
             {},
             *bytes + "uuid: " + uuid + "\n",
             fmt::format("{}: add uuid: {}", finding.place->path, uuid)};
}

Result<void> move_to(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  if (fs::exists(fs::symlink_status(to, failed))) {
    return usage_error(fmt::format("{} is there already", to.string()),
                       "merge the two by hand, or delete one");
  }
  fs::rename(from, to, failed);
  if (failed) return system_error("cannot rename " + from.string(), failed.value());
  return {};
}

/// Moves what a folder holds into another one.
Result<void> move_into(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(from, failed))
    names.push_back(entry.path().filename());
  for (const fs::path& name : names)
    ARBITER_CHECK(move_to(from / name, to / name));
  fs::remove(from, failed);
  return {};
}

/// What remedies say, and what makes the change of each.
struct Row {
  Pattern help;
  std::optional<Fix> (*make)(const Diagnostic& finding, const Match& match);
};

}  // namespace

std::optional<Fix> fix_of(const Diagnostic& finding) {
  static const std::array<Row, 7> k_rows = {{
      {Pattern("did you mean '([^' ]+)'\\?"), did_you_mean},
      {Pattern("call it ([^ ,]+),.*"), call_it},
      {Pattern("in format [^ ]+ it is ([^ /]+)/"), call_it},
      {Pattern("write the number alone; it counts (seconds|MiB)"), without_unit},
      {Pattern("remove the quotes"), without_quotes},
      {Pattern("YAML is indented with spaces only"), without_tabs},
      {Pattern("add a line 'uuid: .*'"), add_uuid},
  }};
  if (!finding.place || finding.helps.size() != 1) return std::nullopt;
  for (const Row& row : k_rows) {
    if (const auto match = row.help.match(finding.helps.front())) return row.make(finding, *match);
  }
  return std::nullopt;
}

Result<void> apply(const Fix& fix) {
  std::error_code failed;
  // A link's target may belong to others.
  if (fs::is_symlink(fs::symlink_status(fix.path, failed)))
    return usage_error(fmt::format("{} is a link", fix.path.string()), "change its target by hand");
  if (fix.bytes) return write_file(fix.path, *fix.bytes);
  const fs::path to = fix.path.parent_path() / fix.new_name;
  if (fs::is_directory(fix.path, failed) && fs::is_directory(fs::symlink_status(to, failed)))
    return move_into(fix.path, to);
  return move_to(fix.path, to);
}

}  // namespace arbiter::verify
