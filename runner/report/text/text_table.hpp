#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace arbiter::report {

/// One cell of a table: a line of valid UTF-8 in one colour, or, for cells of several colours,
/// pieces that are put together.
struct Cell {
  struct Piece {
    std::string text;
    std::string_view color;
  };
  std::vector<Piece> pieces;

  Cell() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): rows are written as lists of texts.
  Cell(std::string text, std::string_view color = {}) {
    pieces.push_back({std::move(text), color});
  }
  // NOLINTNEXTLINE(google-explicit-constructor): so are literals.
  Cell(const char* text) : Cell(std::string(text)) {}
  /// Columns on the terminal.
  [[nodiscard]] std::size_t width() const;
};

enum class Align { left, right };
enum class Clip { never, end, front };

/// How a column behaves when there is room for it and when there is not.
struct Column {
  std::string title;
  Align align = Align::left;
  Clip clip = Clip::never;  ///< cells of one piece may be clipped, at this side
  std::size_t least = 8;    ///< a column that may be clipped is never narrower
  int importance = 100;     ///< the least important columns are left out first; 100 never
};

/// Text in columns, made to fit a terminal: columns are clipped, then left out, until it does.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// A row; missing cells are empty.
  void add(std::vector<Cell> cells);
  /// A line across all columns between the rows.
  void add_heading(std::string text);
  /// All lines, indented by `indent`; a title line first if any column has a title.
  [[nodiscard]] std::string text(const Style& style, std::size_t indent) const;
  /// The titles of the columns for which text() has no room.
  [[nodiscard]] std::vector<std::string> left_out(const Style& style, std::size_t indent) const;

 private:
  struct Row {
    std::vector<Cell> cells;  ///< none of a heading
    std::string heading;
  };
  struct Layout {
    std::vector<std::size_t> widths;
    std::vector<bool> shown;
  };
  [[nodiscard]] Layout fit(std::size_t room) const;
  [[nodiscard]] std::string line(const std::vector<Cell>& cells, const Layout& layout,
                                 const Style& style) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace arbiter::report
