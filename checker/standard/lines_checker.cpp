#include <algorithm>
#include <optional>
#include <utility>

#include "standard/byte_scan.hpp"
#include "standard/registry.hpp"
#include "standard/report.hpp"
#include "standard/token_reader.hpp"

namespace arbiter::checkers {
namespace {

std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t feed = text.find('\n', at);
  return text.substr(at, feed == std::string_view::npos ? feed : feed - at);
}

// Past the bytes that are equal, but not into a line that is not equal as a whole.
std::size_t equal_lines(std::string_view answer, std::string_view output) {
  const std::size_t size = std::min(answer.size(), output.size());
  const std::size_t equal = best_byte_scan().mismatch(answer.data(), output.data(), size);
  if (equal == answer.size() && equal == output.size()) return equal;
  const std::size_t feed = equal == 0 ? std::string_view::npos : answer.rfind('\n', equal - 1);
  return feed == std::string_view::npos ? 0 : feed + 1;
}

// Where two lines part; nothing when they hold the same tokens.
std::optional<Outcome> part(std::string_view answer, std::string_view wanted,
                            std::string_view output, std::string_view got) {
  TokenReader wanted_tokens(wanted);
  TokenReader got_tokens(got);
  for (;;) {
    const std::string_view left = wanted_tokens.next();
    const std::string_view right = got_tokens.next();
    if (left != right) {
      return rejected({answer, place_of(answer, left).offset, wanted},
                      {output, place_of(output, right).offset, got});
    }
    if (left.empty()) return std::nullopt;
  }
}

Outcome check(std::string_view answer, std::string_view output, const Options& /*options*/) {
  // Without its last blank lines each text ends in a token, so the end of one is the end of all.
  const std::string_view wanted_lines = without_trailing_blanks(answer);
  const std::string_view got_lines = without_trailing_blanks(output);
  std::size_t at = 0;
  std::size_t output_at = 0;
  for (;;) {
    const std::size_t equal = equal_lines(wanted_lines.substr(at), got_lines.substr(output_at));
    at += equal;
    output_at += equal;
    const bool answer_ends = at == wanted_lines.size();
    const bool output_ends = output_at == got_lines.size();
    if (answer_ends && output_ends) return accepted();
    if (answer_ends || output_ends) {
      return rejected(line_place(answer, answer_ends ? answer.size() : at),
                      line_place(output, output_ends ? output.size() : output_at));
    }
    const std::string_view wanted = line_at(wanted_lines, at);
    const std::string_view got = line_at(got_lines, output_at);
    std::optional<Outcome> difference = part(answer, wanted, output, got);
    if (difference) return std::move(*difference);
    at = std::min(at + wanted.size() + 1, wanted_lines.size());
    output_at = std::min(output_at + got.size() + 1, got_lines.size());
  }
}

}  // namespace

StandardChecker lines_checker() {
  return {"lines", "line by line the same tokens; blank lines at the end do not count", {}, check};
}

}  // namespace arbiter::checkers
