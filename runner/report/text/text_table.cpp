#include "report/text/text_table.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

constexpr std::size_t k_gap = 2;

std::string clipped(const std::string& text, Clip clip, std::size_t width) {
  if (clip == Clip::end) return clip_end(text, width);
  if (clip == Clip::front) return clip_front(text, width);
  return text;
}

std::size_t room_in(const Style& style, std::size_t indent) {
  return style.width > indent ? style.width - indent : 1;
}

}  // namespace

std::size_t Cell::width() const {
  std::size_t all = 0;
  for (const Piece& piece : pieces)
    all += display_width(piece.text);
  return all;
}

void TextTable::add(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), {}});
}

void TextTable::add_heading(std::string text) {
  rows_.push_back({{}, std::move(text)});
}

TextTable::Layout TextTable::fit(std::size_t room) const {
  Layout layout{std::vector<std::size_t>(columns_.size()),
                std::vector<bool>(columns_.size(), true)};
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    for (const Row& row : rows_) {
      if (!row.cells.empty()) layout.widths[i] = std::max(layout.widths[i], row.cells[i].width());
    }
    layout.shown[i] = layout.widths[i] > 0;
    layout.widths[i] = std::max(layout.widths[i], display_width(columns_[i].title));
  }
  while (true) {
    std::size_t total = 0;
    std::size_t least = 0;
    std::optional<std::size_t> weakest;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!layout.shown[i]) continue;
      const std::size_t gap = total == 0 ? 0 : k_gap;
      const bool may_shrink = columns_[i].clip != Clip::never;
      total += layout.widths[i] + gap;
      least +=
          (may_shrink ? std::min(layout.widths[i], columns_[i].least) : layout.widths[i]) + gap;
      if (columns_[i].importance < 100 &&
          (!weakest || columns_[i].importance < columns_[*weakest].importance)) {
        weakest = i;
      }
    }
    if (least > room && weakest) {
      layout.shown[*weakest] = false;
      continue;
    }
    // The last column that may be clipped gives way first: it is the least of them.
    for (std::size_t i = columns_.size(); i-- > 0 && total > room;) {
      if (!layout.shown[i] || columns_[i].clip == Clip::never) continue;
      const std::size_t floor = std::min(layout.widths[i], columns_[i].least);
      const std::size_t cut = std::min(total - room, layout.widths[i] - floor);
      layout.widths[i] -= cut;
      total -= cut;
    }
    return layout;
  }
}

std::string TextTable::line(const std::vector<Cell>& cells, const Layout& layout,
                            const Style& style) const {
  std::string all;
  std::size_t pending = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!layout.shown[i]) continue;
    Cell cell = cells[i];
    if (cell.pieces.size() == 1) {
      cell.pieces[0].text = clipped(cell.pieces[0].text, columns_[i].clip, layout.widths[i]);
    }
    const std::size_t wide = cell.width();
    const std::size_t spare = layout.widths[i] > wide ? layout.widths[i] - wide : 0;
    const bool right = columns_[i].align == Align::right;
    if (wide > 0) {
      all.append(pending + (right ? spare : 0), ' ');
      for (const Cell::Piece& piece : cell.pieces)
        all += paint(style, piece.color, piece.text);
      pending = right ? 0 : spare;
    } else {
      pending += layout.widths[i];
    }
    pending += k_gap;
  }
  return all + "\n";
}

std::vector<std::string> TextTable::left_out(const Style& style, std::size_t indent) const {
  const Layout layout = fit(room_in(style, indent));
  const Layout all = fit(std::string::npos);
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (all.shown[i] && !layout.shown[i]) titles.push_back(columns_[i].title);
  }
  return titles;
}

std::string TextTable::text(const Style& style, std::size_t indent) const {
  const Layout layout = fit(room_in(style, indent));
  const std::string margin(indent, ' ');
  std::string all;
  std::vector<Cell> titles;
  bool titled = false;
  for (const Column& column : columns_) {
    titles.emplace_back(column.title, "2");
    titled = titled || !column.title.empty();
  }
  if (titled) all += margin + line(titles, layout, style);
  for (const Row& row : rows_) {
    if (row.cells.empty()) {
      all += paint(style, "1", clip_end(row.heading, style.width)) + "\n";
    } else {
      all += margin + line(row.cells, layout, style);
    }
  }
  return all;
}

}  // namespace arbiter::report
