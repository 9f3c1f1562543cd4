#include "package/ppf/expected_results.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/file.hpp"
#include "base/text.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::Verdict;

constexpr std::string_view k_tag = "@EXPECTED_RESULTS@: ";
constexpr std::string_view k_score_tag = "@EXPECTED_SCORE@: ";
constexpr Bytes k_most_of_a_file = mib(1);

struct ResultName {
  std::string_view name;
  std::optional<Verdict> verdict;  ///< none: a person has to look
};

// In upper case, with '-' for '_'.
constexpr std::array k_names = {
    ResultName{"CORRECT", Verdict::ac},        ResultName{"ACCEPTED", Verdict::ac},
    ResultName{"WRONG-ANSWER", Verdict::wa},   ResultName{"NO-OUTPUT", Verdict::wa},
    ResultName{"TIMELIMIT", Verdict::tle},     ResultName{"TIME-LIMIT-EXCEEDED", Verdict::tle},
    ResultName{"RUN-ERROR", Verdict::rte},     ResultName{"RUN-TIME-ERROR", Verdict::rte},
    ResultName{"COMPILER-ERROR", Verdict::ce}, ResultName{"OUTPUT-LIMIT", Verdict::ole},
    ResultName{"MEMORY-LIMIT", Verdict::mle},  ResultName{"CHECK-MANUALLY", std::nullopt},
};

struct FolderVerdict {
  std::string_view folder;
  Verdict verdict;
};

constexpr std::array k_standard_folders = {FolderVerdict{"accepted", Verdict::ac},
                                           FolderVerdict{"wrong_answer", Verdict::wa},
                                           FolderVerdict{"time_limit_exceeded", Verdict::tle},
                                           FolderVerdict{"run_time_error", Verdict::rte}};

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
  for (bool is_more = true; is_more;) {
    const std::size_t comma = tag.find(',');
    is_more = comma != std::string_view::npos;
    const std::string name = normal_name(tag.substr(0, comma));
    if (is_more) tag.remove_prefix(comma + 1);
    const auto* known = std::find_if(k_names.begin(), k_names.end(),
                                     [&](const ResultName& row) { return row.name == name; });
    if (known == k_names.end()) {
      faults_.warning(code::k_bad_value,
                      fmt::format("unknown result '{}'", clipped(printable(name))), one.place,
                      {"known: CORRECT, WRONG-ANSWER, TIMELIMIT, RUN-ERROR and others"});
    } else if (known->verdict) {
      one.verdicts.push_back(*known->verdict);
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
  const auto* standard =
      std::find_if(k_standard_folders.begin(), k_standard_folders.end(),
                   [&](const FolderVerdict& row) { return row.folder == folder; });
  if (standard == k_standard_folders.end()) return std::move(verdicts);
  if (std::find(verdicts.begin(), verdicts.end(), standard->verdict) == verdicts.end() &&
      !verdicts.empty()) {
    faults_.warning(code::k_two_labels,
                    fmt::format("the tag and the folder {} expect different verdicts; the folder "
                                "decides",
                                folder),
                    found.front().place);
  }
  return {};
}

}  // namespace arbiter::package
