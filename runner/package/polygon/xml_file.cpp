#include "package/polygon/xml_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.hpp"

namespace arbiter::package {

XmlFile::XmlFile(SourceText source, Faults& faults)
    : source_(std::move(source)),
      faults_(&faults),
      document_(std::make_unique<pugi::xml_document>()) {}

std::optional<XmlFile> XmlFile::read(const std::filesystem::path& path, Faults& faults) {
  auto source = SourceText::read(path, faults);
  if (!source) return std::nullopt;
  XmlFile file(*std::move(source), faults);
  const std::string& text = file.source_.text();
  const auto done = file.document_->load_buffer(text.data(), text.size(), pugi::parse_default,
                                                pugi::encoding_utf8);
  if (!done) {
    const std::size_t at = std::min(static_cast<std::size_t>(done.offset), text.size());
    faults.error(code::k_syntax, fmt::format("this is not XML: {}", done.description()),
                 file.source_.place(file.source_.mark_at(at)));
    return std::nullopt;
  }
  return file;
}

Place XmlFile::place(const pugi::xml_node& node) const {
  const auto offset = node.offset_debug();
  if (offset < 0) return place_of(source_.path());
  Mark mark = source_.mark_at(static_cast<std::size_t>(offset));
  mark.length = std::max(1, static_cast<int>(std::string_view(node.name()).size()));
  return source_.place(mark);
}

void XmlFile::error(std::string_view code, const pugi::xml_node& node, std::string message,
                    std::vector<std::string> helps) const {
  faults_->error(code, std::move(message), place(node), std::move(helps));
}

void XmlFile::warning(std::string_view code, const pugi::xml_node& node, std::string message,
                      std::vector<std::string> helps) const {
  faults_->warning(code, std::move(message), place(node), std::move(helps));
}

std::optional<std::int64_t> XmlFile::number(const pugi::xml_node& node, std::string_view what,
                                            std::string_view text, std::int64_t most) const {
  text = trimmed_text(text);
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed == std::errc() && end == text.data() + text.size() && value > 0 && value <= most) {
    return value;
  }
  error(code::k_bad_value, node,
        fmt::format("'{}' must be a whole number from 1 to {}, not '{}'", what, most,
                    clipped(printable(text))));
  return std::nullopt;
}

std::optional<double> XmlFile::points(const pugi::xml_node& node, std::string_view text) const {
  text = trimmed_text(text);
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed == std::errc() && end == text.data() + text.size() && std::isfinite(value) &&
      value >= 0) {
    return value;
  }
  error(code::k_bad_value, node,
        fmt::format("'points' must be a number that is not negative, not '{}'",
                    clipped(printable(text))));
  return std::nullopt;
}

std::string_view trimmed_text(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\r\n";
  const std::size_t start = text.find_first_not_of(k_blanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(k_blanks) - start + 1);
}

}  // namespace arbiter::package
