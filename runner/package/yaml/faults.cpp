#include "package/yaml/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::package {
namespace {

constexpr std::size_t k_most_of_a_code = 50;
constexpr Bytes k_largest_file = mib(1);
// A line of a megabyte in each of many diagnostics would fill the memory.
constexpr std::size_t k_longest_line = 400;
constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

/// The offset of the first byte that is not part of valid UTF-8; npos if there is none.
std::size_t first_invalid(std::string_view text) {
  if (is_utf8(text)) return std::string_view::npos;
  std::size_t good = 0;
  while (true) {
    std::size_t length = 1;
    while (length <= 4 && !is_utf8(text.substr(good, length)))
      ++length;
    if (length > 4) return good;
    good += length;
  }
}

bool is_refused_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
         c == '\x7F';
}

}  // namespace

std::string clipped(std::string_view text) {
  constexpr std::size_t k_most = 80;
  if (text.size() <= k_most) return std::string(text);
  return std::string(text.substr(0, character_start(text, k_most))) + "…";
}

std::vector<std::string> did_you_mean(std::string_view word, std::span<const std::string> known,
                                      std::string otherwise) {
  const auto near = word.size() < 100 ? nearest(word, known) : std::nullopt;
  if (near) return {fmt::format("did you mean '{}'?", *near)};
  if (otherwise.empty()) return {};
  return {std::move(otherwise)};
}

Place place_of(const std::filesystem::path& path) {
  Place place;
  place.path = path.string();
  return place;
}

void Faults::add(Diagnostic diagnostic) {
  std::size_t& count = count_[{diagnostic.code, diagnostic.severity}];
  if (++count <= k_most_of_a_code) kept_.push_back(std::move(diagnostic));
}

void Faults::add(Severity severity, std::string_view code, std::string message, Place place,
                 std::vector<std::string> helps) {
  add({severity, std::string(code), std::move(message), std::move(place), {}, std::move(helps)});
}

void Faults::sort_from(std::size_t from) {
  const auto where = [](const Diagnostic& d) {
    return d.place ? std::tuple(d.place->line, d.place->column) : std::tuple(0, 0);
  };
  std::ranges::stable_sort(std::span(kept_).subspan(std::min(from, kept_.size())), {}, where);
}

std::vector<Diagnostic> Faults::take() {
  for (const auto& row : count_) {
    const std::size_t count = row.second;
    if (count <= k_most_of_a_code) continue;
    const auto last = std::find_if(kept_.rbegin(), kept_.rend(), [&](const Diagnostic& d) {
      return d.code == row.first.first && d.severity == row.first.second;
    });
    last->notes.push_back(
        fmt::format("{} more of this kind are not shown", count - k_most_of_a_code));
  }
  count_.clear();
  return std::move(kept_);
}

SourceText::SourceText(std::filesystem::path path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

std::optional<SourceText> SourceText::read(const std::filesystem::path& path, Faults& faults,
                                           const std::filesystem::path& target) {
  const std::filesystem::path& file = target.empty() ? path : target;
  std::error_code failed;
  const auto size = std::filesystem::file_size(file, failed);
  if (!failed && size > static_cast<std::uintmax_t>(k_largest_file.count)) {
    return faults.error(
        code::k_too_large,
        fmt::format("the file has {} bytes; {} at most are read", size, k_largest_file.count),
        place_of(path));
  }
  auto text = read_file(file, k_largest_file);
  if (!text) return faults.error(code::k_unreadable, text.error().text(), place_of(path));
  return of(path, *std::move(text), faults);
}

std::optional<SourceText> SourceText::of(const std::filesystem::path& path, std::string text,
                                         Faults& faults) {
  const bool has_mark = text.starts_with(k_byte_order_mark);
  if (has_mark) text.erase(0, k_byte_order_mark.size());
  SourceText source(path, std::move(text));
  if (has_mark) {
    faults.warning(code::k_byte_order, "the file begins with a byte order mark",
                   source.place({1, 1, 1}), {"save it as UTF-8 without a byte order mark"});
  }
  if (!source.check_bytes(faults)) return std::nullopt;
  return source;
}

bool SourceText::check_bytes(Faults& faults) const {
  const std::size_t invalid = first_invalid(text_);
  if (invalid != std::string::npos) {
    faults.error(code::k_not_utf8,
                 fmt::format("byte 0x{:02x} is not part of valid UTF-8",
                             static_cast<unsigned char>(text_[invalid])),
                 place(mark_at(invalid)), {"save the file as UTF-8"});
    return false;
  }
  const auto control = std::ranges::find_if(text_, is_refused_control);
  if (control == text_.end()) return true;
  faults.error(code::k_control,
               fmt::format("control character 0x{:02x}", static_cast<unsigned char>(*control)),
               place(mark_at(static_cast<std::size_t>(control - text_.begin()))),
               {"remove it, or write it with an escape in double quotes"});
  return false;
}

std::string_view SourceText::from(const Mark& mark) const {
  const auto line = static_cast<std::size_t>(mark.line);
  if (mark.line < 1 || mark.column < 1 || line > line_starts_.size()) return {};
  const std::size_t start = line_starts_[line - 1] + static_cast<std::size_t>(mark.column) - 1;
  return start < text_.size() ? std::string_view(text_).substr(start) : std::string_view();
}

Mark SourceText::mark_at(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto index = static_cast<std::size_t>(after - line_starts_.begin()) - 1;
  return {static_cast<int>(index) + 1, static_cast<int>(offset - line_starts_[index]) + 1, 1};
}

Place SourceText::place(const Mark& mark) const {
  Place place = place_of(path_);
  place.line = mark.line;
  place.column = mark.column;
  place.length = mark.length;
  std::string_view line = from({mark.line, 1}).substr(0, k_longest_line);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  place.source_line = line;
  return place;
}

}  // namespace arbiter::package
