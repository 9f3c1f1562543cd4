#include "report/text/typeset.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/reason.hpp"

namespace arbiter::report {
namespace {

constexpr std::string_view k_ellipsis = "…";

std::size_t length_of_lead(char lead) {
  const auto byte = static_cast<std::uint8_t>(lead);
  return byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
}

/// The lines that words are put into, one after the other.
class Filler {
 public:
  Filler(std::size_t width, std::size_t taken) : width_(width), used_(taken) {}

  /// `gap` blanks and the word; on a new line without the blanks.
  void put(std::size_t gap, std::string_view word) {
    if (used_ + gap + display_width(word) <= width_) {
      lines_.back().append(gap, ' ').append(word);
      used_ += gap + display_width(word);
      return;
    }
    const std::size_t slash = word.find('/');
    if (display_width(word) > width_ && slash != std::string_view::npos &&
        slash + 1 < word.size()) {
      // A path that needs several lines is broken between its folders.
      put(gap, word.substr(0, slash + 1));
      put(0, word.substr(slash + 1));
      return;
    }
    if (used_ > 0) begin_line();
    for (const std::string_view character : characters(word)) {
      const std::size_t wide = display_width(character);
      if (used_ + wide > width_ && used_ > 0) begin_line();
      lines_.back() += character;
      used_ += wide;
    }
  }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  void begin_line() {
    lines_.emplace_back();
    used_ = 0;
  }

  std::size_t width_;
  std::size_t used_;
  std::vector<std::string> lines_ = std::vector<std::string>(1);
};

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789.~") == std::string_view::npos;
}

std::string shell_word(std::string_view word) {
  if (printable(word) == word && word.find_first_of("\n\t") == std::string_view::npos) {
    return shell_quoted(word);
  }
  std::string quoted = "$'";
  for (const char c : word) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (c == '\'' || c == '\\') {
      quoted += fmt::format("\\{}", c);
    } else if (byte < 0x20 || byte >= 0x7F) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace

std::string paint(const Style& style, std::string_view sgr, std::string_view text) {
  if (!style.color || sgr.empty() || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", sgr, text);
}

std::string one_line(std::string_view bytes) {
  std::string all = printable(bytes);
  replace_all(all, "\n", "\\n");
  replace_all(all, "\t", "\\t");
  return all;
}

std::vector<std::string_view> characters(std::string_view utf8) {
  std::vector<std::string_view> all;
  while (!utf8.empty()) {
    const std::size_t length = std::min(length_of_lead(utf8.front()), utf8.size());
    all.push_back(utf8.substr(0, length));
    utf8.remove_prefix(length);
  }
  return all;
}

std::string clip_end(std::string_view utf8, std::size_t width) {
  if (display_width(utf8) <= width) return std::string(utf8);
  if (width == 0) return {};
  std::string kept;
  std::size_t used = 1;
  for (const std::string_view character : characters(utf8)) {
    used += display_width(character);
    if (used > width) break;
    kept += character;
  }
  return kept.append(k_ellipsis);
}

std::string clip_front(std::string_view utf8, std::size_t width) {
  if (display_width(utf8) <= width) return std::string(utf8);
  if (width == 0) return {};
  const auto all = characters(utf8);
  std::size_t used = 1;
  std::size_t kept = 0;
  for (auto it = all.rbegin(); it != all.rend(); ++it) {
    used += display_width(*it);
    if (used > width) break;
    kept += it->size();
  }
  return std::string(k_ellipsis).append(utf8.substr(utf8.size() - kept));
}

std::string clip_middle(std::string_view utf8, std::size_t width) {
  if (display_width(utf8) <= width || width < 3) return clip_end(utf8, width);
  // The end of a path says more than its beginning.
  const std::size_t end = width / 4 * 3;
  const std::string tail = clip_front(utf8, end + 1);
  return clip_end(utf8, width - end) + tail.substr(std::string_view(k_ellipsis).size());
}

std::vector<std::string> wrap(std::string_view utf8, std::size_t width, std::size_t taken) {
  Filler filler(std::max<std::size_t>(width, 2), taken);
  while (!utf8.empty()) {
    const std::size_t gap = std::min(utf8.find_first_not_of(' '), utf8.size());
    utf8.remove_prefix(gap);
    std::size_t end = std::min(utf8.find(' '), utf8.size());
    // "256 MiB" stays together.
    if (is_number(utf8.substr(0, end))) end = std::min(utf8.find(' ', end + 1), utf8.size());
    filler.put(gap, utf8.substr(0, end));
    utf8.remove_prefix(end);
  }
  return filler.take();
}

std::vector<std::string> chop(std::string_view utf8, std::size_t width) {
  std::vector<std::string> lines;
  while (display_width(utf8) > width) {
    std::size_t used = 0;
    std::size_t end = 0;
    std::size_t blank = 0;
    for (const std::string_view character : characters(utf8)) {
      used += display_width(character);
      if (used > width && end > 0) break;
      end += character.size();
      if (character == " " && used > width / 2) blank = end;
    }
    if (blank > 0) end = blank;
    lines.emplace_back(utf8.substr(0, end));
    utf8.remove_prefix(end);
  }
  if (!utf8.empty() || lines.empty()) lines.emplace_back(utf8);
  return lines;
}

std::string paragraph(const Style& style, std::string_view sgr, std::string_view label,
                      std::string_view text, std::size_t hang) {
  const std::size_t start = display_width(label);
  const std::size_t taken = start > hang ? start - hang : 0;
  const std::size_t width = style.width > hang + 8 ? style.width - hang : 8;
  const auto lines = wrap(text, width, taken);
  // Nothing follows on this line, so neither shall blanks.
  if (lines.front().empty()) label = label.substr(0, label.find_last_not_of(' ') + 1);
  std::string all = paint(style, sgr, label);
  if (start < hang) all.append(hang - start, ' ');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) all.append(hang, ' ');
    all += lines[i] + "\n";
  }
  return all;
}

std::string command_line(const Style& style, const std::vector<std::string>& words,
                         std::size_t hang) {
  std::string all;
  std::size_t column = hang;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string quoted = shell_word(words[i]);
    // A flag stays with its value.
    if (words[i].rfind("--", 0) == 0 && i + 1 < words.size())
      quoted += ' ' + shell_word(words[++i]);
    const std::size_t wide = display_width(quoted);
    // Two columns stay free for the backslash.
    if (!all.empty() && column + 1 + wide + 2 > style.width) {
      all += " \\\n" + std::string(hang + 2, ' ');
      column = hang + 2;
    } else if (!all.empty()) {
      all += ' ';
      ++column;
    }
    all += quoted;
    column += wide;
  }
  return std::string(hang, ' ') + all + "\n";
}

std::string about(Nanoseconds time) {
  const double s = seconds(time);
  constexpr double k_minute = 60;
  constexpr double k_hour = 3600;
  if (s < 2 * k_minute) return fmt::format("about {:.0f} s", std::max(1.0, s));
  if (s < 2 * k_hour) return fmt::format("about {:.0f} min", s / k_minute);
  return fmt::format("about {:.1f} h", s / k_hour);
}

std::string time_left(Nanoseconds left) {
  return seconds(left) < 1 ? std::string() : about(left) + " left";
}

std::string reason(const model::TestJudgement& test, const model::RunLimits& limits) {
  if (test.verdict == model::Verdict::je) return test.run.fault;
  // A game that stood still: only the judge knows who waited for whom.
  if (test.run.ending == model::Ending::stopped) return test.message;
  return model::reason(test.verdict, test.run, limits);
}

std::string in_pass(const model::TestJudgement& test) {
  if (test.passes == 0 || test.verdict == model::Verdict::ac) return {};
  return fmt::format(" in pass {}", test.passes);
}

const model::TestJudgement* deciding_test(const model::SubmissionJudgement& submission) {
  const auto& place = submission.deciding_test;
  return place && *place < submission.tests.size() ? &submission.tests[*place] : nullptr;
}

std::string either(const std::vector<model::Verdict>& verdicts) {
  std::string all;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (i > 0) all += i + 1 == verdicts.size() ? " or " : ", ";
    all += model::code(verdicts[i]);
  }
  return all;
}

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/')
    path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path.size() == 1 ? path : path.substr(slash + 1);
}

std::string how_it_ended(const model::RunRecord& run) {
  switch (run.ending) {
    case model::Ending::exited:
      return fmt::format("exit status {}", run.exit_status);
    case model::Ending::signalled:
      return fmt::format("signal {} ({})", run.signal, model::signal_name(run.signal));
    case model::Ending::cpu_limit:
      return "stopped at the CPU time limit";
    case model::Ending::wall_limit:
      return "stopped at the wall limit";
    case model::Ending::memory_limit:
      return "stopped at the memory limit";
    case model::Ending::output_limit:
      return "stopped at the output limit";
    case model::Ending::stopped:
      return "stopped by the judge: the game was over";
    case model::Ending::fault:
      return "not known: the judge failed";
    case model::Ending::not_run:
      return "not run";
  }
  return {};
}

std::string cpu_text(const model::RunRecord& run) {
  return (run.approximate ? "~" : "") + show(run.cpu);
}

std::string memory_text(const model::RunRecord& run) {
  return (run.approximate ? "~" : "") + show(run.memory);
}

}  // namespace arbiter::report
