#include <fmt/format.h>

#include <set>

#include "base/text.hpp"
#include "intake/names/sheet.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

/// What stands before a text that would be a formula is no part of it.
std::string without_apostrophe(std::string text) {
  constexpr std::string_view k_begins_formula = "=+-@";
  const bool is_escaped = text.size() > 1 && text[0] == '\'' &&
                          k_begins_formula.find(text[1]) != std::string_view::npos;
  if (is_escaped) text.erase(0, 1);
  return text;
}

}  // namespace

std::vector<model::MistakeComment> read_comments(const std::filesystem::path& path,
                                                 std::vector<Diagnostic>& diagnostics) {
  const std::vector<ColumnRule> columns = {{"cluster", {"mistake id"}}, {"comment", {"feedback"}}};
  const auto sheet = Sheet::read(path, columns, diagnostics);
  std::vector<model::MistakeComment> all;
  if (!sheet) return all;
  if (!sheet->has("cluster") || !sheet->has("comment")) {
    fault(diagnostics, code::k_columns, sheet->header(), "a column is missing",
          "the first line names the columns: cluster,comment");
    return all;
  }
  std::set<std::string> seen;
  for (std::size_t row = 0; row < sheet->size(); ++row) {
    const std::string cluster = sheet->text(row, "cluster");
    std::string comment = without_apostrophe(sheet->text(row, "comment"));
    if (comment.empty()) continue;
    if (cluster.empty()) {
      fault(diagnostics, code::k_value, sheet->place(row, "cluster"),
            "the row has a comment and names no cluster",
            "-o clusters=FILE writes a table that names them");
      continue;
    }
    if (!seen.insert(cluster).second) {
      fault(diagnostics, code::k_twice, sheet->place(row, "cluster"),
            fmt::format("a second row is about {}", printable(cluster)), "remove one of the rows");
      continue;
    }
    all.push_back({cluster, std::move(comment), static_cast<std::size_t>(sheet->line(row))});
  }
  return all;
}

}  // namespace arbiter::intake
