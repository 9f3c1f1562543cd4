#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/file.hpp"
#include "base/text.hpp"
#include "package/ppf/parts.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::Verdict;

constexpr std::string_view k_tag = "@EXPECTED_RESULTS@: ";
constexpr std::string_view k_score_tag = "@EXPECTED_SCORE@: ";
constexpr Bytes k_most_of_a_file = mib(1);

// In upper case, with '-' for '_'; none: a person has to look.
const std::map<std::string_view, std::optional<Verdict>> k_names = {
    {"CORRECT", Verdict::ac},        {"ACCEPTED", Verdict::ac},
    {"WRONG-ANSWER", Verdict::wa},   {"NO-OUTPUT", Verdict::wa},
    {"TIMELIMIT", Verdict::tle},     {"TIME-LIMIT-EXCEEDED", Verdict::tle},
    {"RUN-ERROR", Verdict::rte},     {"RUN-TIME-ERROR", Verdict::rte},
    {"COMPILER-ERROR", Verdict::ce}, {"OUTPUT-LIMIT", Verdict::ole},
    {"MEMORY-LIMIT", Verdict::mle},  {"CHECK-MANUALLY", std::nullopt}};

const std::map<std::string_view, Verdict> k_standard_folders = {
    {"accepted", Verdict::ac},
    {"wrong_answer", Verdict::wa},
    {"time_limit_exceeded", Verdict::tle},
    {"run_time_error", Verdict::rte}};

char upper(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
  return c;
}

/// The text after the tag to the end of its line; none without a tag.
std::optional<std::string_view> after_tag(std::string_view text, std::string_view tag) {
  const auto* found = std::search(text.begin(), text.end(), tag.begin(), tag.end(),
                                  [](char a, char b) { return upper(a) == b; });
  if (found == text.end()) return std::nullopt;
  std::string_view rest = text.substr(static_cast<std::size_t>(found - text.begin()) + tag.size());
  return rest.substr(0, rest.find('\n'));
}

/// A last name may be followed by the end of a comment.
std::string normal_name(std::string_view word) {
  word = trimmed(word);
  for (const std::string_view end : {"*/", "-->", "*)", "}", "-}"}) {
    if (word.ends_with(end)) word = trimmed(word.substr(0, word.size() - end.size()));
  }
  std::string name(word.substr(0, 100));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c == '_' ? '-' : upper(c); });
  return name;
}

}  // namespace

struct TagReader::Found {
  std::vector<Verdict> verdicts;
  Place place;
};

namespace {

/// The place of what stands after a tag.
Place place_of_tag(const fs::path& file, const std::string& text, std::string_view tag) {
  Place place = place_of(file);
  const auto at = static_cast<std::size_t>(tag.data() - text.data());
  place.line = 1 + static_cast<int>(std::count(
                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  const std::size_t line_start =
      text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
  place.column = static_cast<int>(at - line_start) + 1;
  place.length = std::max(1, static_cast<int>(std::min<std::size_t>(tag.size(), 80)));
  place.source_line = printable(
      std::string_view(text).substr(line_start, at + tag.size() - line_start).substr(0, 200));
  return place;
}

}  // namespace

void TagReader::read_score(const std::string& text, const fs::path& file,
                           std::vector<Found>& found) {
  const auto tag = after_tag(text, k_score_tag);
  if (!tag) return;
  const auto score = parse_decimal(normal_name(*tag));
  if (!score) {
    // For DOMjudge it is another spelling of the tag of results.
    found.push_back(read_results(text, *tag, file));
  } else if (score_) {
    faults_.warning(code::k_two_labels,
                    "another file of this program has an expected score; this one is ignored",
                    place_of_tag(file, text, *tag));
  } else {
    score_ = score;
  }
}

TagReader::Found TagReader::read_results(const std::string& text, std::string_view tag,
                                         const fs::path& file) {
  Found one{{}, place_of_tag(file, text, tag)};
  for (const std::string_view word : split(tag, ',')) {
    const std::string name = normal_name(word);
    const auto known = k_names.find(name);
    if (known == k_names.end()) {
      faults_.warning(code::k_bad_value,
                      fmt::format("unknown result '{}'", clipped(printable(name))), one.place,
                      {"known: CORRECT, WRONG-ANSWER, TIMELIMIT, RUN-ERROR and others"});
    } else if (known->second) {
      one.verdicts.push_back(*known->second);
    }
  }
  return one;
}

void TagReader::read_file(const fs::path& file, std::vector<Found>& found) {
  const auto fd = open_read(file);
  if (!fd) return;
  const Bytes most{std::min(k_most_of_a_file.count, left_.count)};
  std::string text(static_cast<std::size_t>(most.count), '\0');
  const ssize_t got = ::pread(fd->get(), text.data(), text.size(), 0);
  if (got <= 0) return;
  left_.count -= got;
  text.resize(static_cast<std::size_t>(got));
  if (const auto tag = after_tag(text, k_tag)) found.push_back(read_results(text, *tag, file));
  read_score(text, file, found);
}

ExpectedTags TagReader::read(const FolderEntry& program, const std::string& folder) {
  std::vector<Found> found;
  score_.reset();
  if (program.is_folder) {
    for (const fs::path& file : walk_.files_below(program.path))
      read_file(file, found);
  } else {
    read_file(program.path, found);
  }
  ExpectedTags tags;
  tags.is_tagged = !found.empty();
  tags.verdicts = compared(found, folder);
  tags.score = score_;
  return tags;
}

std::vector<Verdict> TagReader::compared(std::vector<Found>& found, const std::string& folder) {
  if (found.empty()) return {};
  if (found.size() > 1) {
    faults_.warning(code::k_two_labels,
                    "this program has another tag of expected results; this one is ignored",
                    found[1].place);
  }
  std::vector<Verdict>& verdicts = found.front().verdicts;
  const auto standard = k_standard_folders.find(folder);
  if (standard == k_standard_folders.end()) return std::move(verdicts);
  if (!verdicts.empty() && std::ranges::find(verdicts, standard->second) == verdicts.end()) {
    faults_.warning(code::k_two_labels,
                    fmt::format("the tag and the folder {} expect different verdicts; the folder "
                                "decides",
                                folder),
                    found.front().place);
  }
  return {};
}

}  // namespace arbiter::package
