#include <fmt/format.h>
#include <zlib.h>

#include <page_template.hpp>
#include <stdexcept>

#include "report/page/page.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

/// The bytes as gzip, which browsers unpack by themselves.
std::string gzip(std::string_view bytes) {
  constexpr int k_gzip_window = 15 + 16;  // the largest window; 16 asks for gzip's header
  constexpr int k_memory = 8;             // the default
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, k_gzip_window, k_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  // zlib only reads what it is given here, but says so of no version.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);  // the bound leaves room for all of it
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

/// What stands before a mark of the template, and takes both off it.
std::string_view before(std::string_view& rest, std::string_view mark) {
  const std::size_t at = rest.find(mark);
  if (at == std::string_view::npos) throw std::logic_error("the page has lost a mark");
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(at + mark.size());
  return part;
}

}  // namespace

std::string page_file(std::string_view title, std::string_view table, const Json& page) {
  // Split, not replaced: what is filled in may hold a mark itself.
  std::string_view rest = k_page;
  std::string file(before(rest, "ARBITER-TITLE"));
  file += html_text(tidy_line(title));
  file += before(rest, "<!--ARBITER-NOSCRIPT-->");
  file += table;
  file += before(rest, "ARBITER-DATA");
  file += base64(gzip(dumped(page, -1)));
  file += rest;
  return file;
}

std::string plain_table(const std::vector<std::vector<std::string>>& rows) {
  std::string table = "<table>\n";
  std::string_view cell = "th";
  for (const auto& row : rows) {
    table += "<tr>";
    for (const std::string& text : row)
      table += fmt::format("<{0}>{1}</{0}>", cell, html_text(tidy_line(text)));
    table += "</tr>\n";
    cell = "td";
  }
  return table + "</table>\n";
}

}  // namespace arbiter::report
