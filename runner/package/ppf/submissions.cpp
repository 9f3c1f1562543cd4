#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::Verdict;

constexpr std::string_view k_tag = "@EXPECTED_RESULTS@: ";
constexpr std::string_view k_score_tag = "@EXPECTED_SCORE@: ";
constexpr Bytes k_most_of_a_file = mib(1);

// In upper case, with '-' for '_'; none: a person has to look.
const std::map<std::string_view, std::optional<Verdict>> k_results = {
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

/// Finds the tags `@EXPECTED_RESULTS@: NAME, NAME…` and `@EXPECTED_SCORE@: NUMBER` in the sources
/// of submissions (formats of the field: DOMjudge, to which the second with names is the first).
/// Reads at most 1 MiB of a file and 64 MiB in all.
class TagReader {
 public:
  /// Both outlive this object.
  TagReader(FolderWalk& walk, Faults& faults) : walk_(walk), faults_(faults) {}

  /// Says what the tags of a program expect. In the folders whose name is a verdict the folder
  /// decides, and the tag of results is only compared.
  void read(const FolderEntry& program, model::LabelledSubmission& to) {
    std::vector<Found> found;
    if (program.is_folder) {
      for (const fs::path& file : walk_.files_below(program.path))
        read_file(file, found, to);
    } else {
      read_file(program.path, found, to);
    }
    to.is_tagged = !found.empty();
    to.tag = compared(found, to.label);
  }

 private:
  struct Found {
    std::vector<Verdict> verdicts;
    Place place;
  };

  void read_file(const fs::path& file, std::vector<Found>& found, model::LabelledSubmission& to) {
    const auto fd = open_read(file);
    if (!fd) return;
    const Bytes most{std::min(k_most_of_a_file.count, left_.count)};
    std::string text(static_cast<std::size_t>(most.count), '\0');
    const ssize_t got = ::pread(fd->get(), text.data(), text.size(), 0);
    if (got <= 0) return;
    left_.count -= got;
    text.resize(static_cast<std::size_t>(got));
    if (const auto tag = after_tag(text, k_tag)) found.push_back(read_results(text, *tag, file));
    read_score(text, file, found, to.expected_score);
  }

  void read_score(const std::string& text, const fs::path& file, std::vector<Found>& found,
                  std::optional<double>& to) {
    const auto tag = after_tag(text, k_score_tag);
    if (!tag) return;
    const auto score = parse_decimal(normal_name(*tag));
    if (!score) {
      // For DOMjudge it is another spelling of the tag of results.
      found.push_back(read_results(text, *tag, file));
    } else if (to) {
      faults_.warning(code::k_two_labels,
                      "another file of this program has an expected score; this one is ignored",
                      place_of_tag(file, text, *tag));
    } else {
      to = score;
    }
  }

  Found read_results(const std::string& text, std::string_view tag, const fs::path& file) {
    Found one{{}, place_of_tag(file, text, tag)};
    for (const std::string_view word : split(tag, ',')) {
      const std::string name = normal_name(word);
      const auto known = k_results.find(name);
      if (known == k_results.end()) {
        faults_.warning(code::k_bad_value,
                        fmt::format("unknown result '{}'", clipped(printable(name))), one.place,
                        {"known: CORRECT, WRONG-ANSWER, TIMELIMIT, RUN-ERROR and others"});
      } else if (known->second) {
        one.verdicts.push_back(*known->second);
      }
    }
    return one;
  }

  std::vector<Verdict> compared(std::vector<Found>& found, const std::string& folder) {
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

  FolderWalk& walk_;
  Faults& faults_;
  Bytes left_ = mib(64);
};

/// Warns of folders of submissions/ that label nothing: their names are not known, and nothing else
/// says what is expected of the programs in them.
void warn_of_unknown_labels(const model::Problem& problem, Faults& faults) {
  // The folders that mean something, and those that say on purpose that nothing is expected.
  static const std::vector<std::string> known = {
      "accepted",     "wrong_answer",   "time_limit_exceeded", "run_time_error",
      "rejected",     "brute_force",    "partially_accepted",  "partial",
      "slow",         "slow_accepted",  "runtime_error",       "no_output",
      "output_limit", "memory_limit",   "compiler_error",      "mixed",
      "multiple",     "mixed-verdicts", "check_manually"};
  std::string last;
  for (const model::LabelledSubmission& submission : problem.submissions) {
    const std::string& label = submission.label;
    const bool says_something =
        submission.is_tagged || submission.expected_score || !submission.rules.empty();
    if (says_something || label == last || has_word(known, label)) continue;
    last = label;
    faults.warning(code::k_unknown_label,
                   "no format has a folder of this name, so its submissions have no label",
                   place_of(submission.path.parent_path()),
                   did_you_mean(label, known,
                                "known: accepted, wrong_answer, time_limit_exceeded, "
                                "run_time_error and others; a tag '@EXPECTED_RESULTS@: "
                                "WRONG-ANSWER' in a source says it as well"));
  }
}

void read_label(FolderWalk& walk, const FolderEntry& label, TagReader& tags,
                model::Problem& problem, Faults& faults) {
  for (const FolderEntry& entry : walk.list(label.path)) {
    if (!entry.is_folder) {
      const bool may_be_answer =
          problem.is_submit_answer &&
          has_word({".out", ".ans", ".txt"}, entry.path.extension().string());
      if (!may_be_answer && (is_header(entry.path) || is_document(entry.path))) {
        warn_no_program(faults, entry.path);
        continue;
      }
      if (!walk.check_readable(entry.path)) continue;
    }
    model::LabelledSubmission submission;
    submission.path = entry.path;
    submission.label = label.name;
    tags.read(entry, submission);
    problem.submissions.push_back(std::move(submission));
    if (label.name != "accepted") continue;
    const bool is_named_so = entry.path.stem() == "reference";
    if (!problem.reference || (is_named_so && problem.reference->stem() != "reference")) {
      problem.reference = entry.path;
    }
  }
}

/// Reads what lies in submissions/; returns submissions.yaml if it is there.
std::optional<fs::path> read_labels(FolderWalk& walk, const fs::path& folder,
                                    model::Problem& problem, Faults& faults) {
  TagReader tags(walk, faults);
  std::optional<fs::path> yaml;
  for (const FolderEntry& entry : walk.list(folder)) {
    if (entry.is_folder) {
      read_label(walk, entry, tags, problem, faults);
    } else if (entry.name == "submissions.yaml") {
      if (walk.check_readable(entry.path)) yaml = entry.path;
    } else if (entry.name == "submissions.json") {
      faults.warning(code::k_ignored, "submissions.json is read beside problem.yaml, not here",
                     place_of(entry.path), {"move it there, as DOMjudge wants it"});
    } else {
      faults.warning(code::k_ignored,
                     "this file is not in a folder that labels it, so it is ignored",
                     place_of(entry.path), {"move it into submissions/accepted or the like"});
    }
  }
  return yaml;
}

}  // namespace

void read_submissions(FolderWalk& walk, Format format, model::Problem& problem, Faults& faults) {
  std::optional<fs::path> yaml;
  if (const auto folder = walk.find_folder(walk.root(), "submissions")) {
    yaml = read_labels(walk, *folder, problem, faults);
  }
  if (const auto json = walk.find_file(walk.root(), "submissions.json");
      json && walk.check_readable(*json)) {
    read_submissions_json(*json, problem, faults);
  }
  if (yaml && format == Format::legacy) {
    faults.warning(code::k_ignored, "legacy packages have no submissions.yaml, so it is ignored",
                   place_of(*yaml));
  } else if (yaml) {
    read_submissions_yaml(*yaml, problem, faults);
  }
  warn_of_unknown_labels(problem, faults);
}

}  // namespace arbiter::package
