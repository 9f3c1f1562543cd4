#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "base/text.hpp"
#include "report/replay/replay.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::ReplayItems;

constexpr std::size_t k_indent = 1;
/// Columns of a line that a thing cannot have: indent, number of the pile, marks.
constexpr std::size_t k_most_beside = 9;

/// How a mark looks: in colours, and around the text where there may be none.
struct MarkLook {
  std::string_view sgr;
  std::string_view left;
  std::string_view right;
};

constexpr std::array k_item_looks = {MarkLook{"", " ", " "}, MarkLook{"1;33", "[", "]"},
                                     MarkLook{"2;9", "-", "-"}, MarkLook{"1;32", " ", "✓"},
                                     MarkLook{"1;31", " ", "✗"}};

struct Judged {
  std::string_view sgr;
  std::string_view word;
};

constexpr std::array k_marks = {Judged{"", ""}, Judged{"32", "good"}, Judged{"33", "slip"},
                                Judged{"1;31", "mistake"}};
constexpr std::array k_results = {Judged{"1;32", "right"}, Judged{"1;33", "partly right"},
                                  Judged{"1;31", "wrong"}};
constexpr std::array<std::string_view, 2> k_player_colors = {"36", "35"};

/// A cell of a row: the thing, and its note for the line below.
struct Drawn {
  std::string text;  ///< in colours
  std::size_t width = 0;
  std::string note;
};

/// The characters of a word with its first and last ones underlined.
std::string emphasised(const ReplayItem& item, const std::string& shown, std::string_view sgr,
                       const Style& style) {
  const auto all = characters(shown);
  const auto size = all.size();
  const std::size_t head = std::min<std::size_t>(size, static_cast<std::size_t>(item.head));
  const std::size_t tail = std::min<std::size_t>(size - head, static_cast<std::size_t>(item.tail));
  if (head + tail == 0) return paint(style, sgr, shown);
  const auto part = [&](std::size_t from, std::size_t to, bool is_lit) {
    const std::string text = joined(std::span(all).subspan(from, to - from), "");
    const std::string underlined = (sgr.empty() ? "" : std::string(sgr) + ";") + "4";
    return text.empty() ? text : paint(style, is_lit ? underlined : sgr, text);
  };
  return part(0, head, true) + part(head, size - tail, false) + part(size - tail, size, true);
}

Drawn draw_item(const ReplayItem& item, ReplayItems kind, const Style& style) {
  const MarkLook& look = k_item_looks.at(static_cast<std::size_t>(item.mark));
  std::string_view sgr = look.sgr;
  if (sgr.empty() && item.by) sgr = k_player_colors.at(static_cast<std::size_t>(*item.by));
  const std::size_t room = style.width - k_most_beside;
  const bool is_empty = kind == ReplayItems::beads && item.text == "0";
  const std::string shown = is_empty ? "·" : clip_end(one_line(item.text), room);
  Drawn drawn;
  drawn.text = std::string(look.left) + emphasised(item, shown, sgr, style);
  drawn.text += look.right;
  drawn.width = display_width(look.left) + display_width(shown) + display_width(look.right);
  drawn.note = clip_end(one_line(item.note), room);
  return drawn;
}

void end_line(std::vector<std::string>& lines, std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
  if (!line.empty()) lines.push_back(line);
  line.clear();
}

/// Cells with blanks between them in as many lines as it takes, and below each line its notes.
/// `lead` stands before the first line.
std::vector<std::string> draw_row(const std::vector<Drawn>& cells, const std::string& lead,
                                  const Style& style) {
  std::vector<std::string> lines;
  std::string line = lead;
  std::string notes(display_width(lead), ' ');
  std::size_t used = notes.size();
  for (const Drawn& cell : cells) {
    const std::size_t note_width = display_width(cell.note);
    const std::size_t wide = std::max(cell.width, note_width == 0 ? 0 : note_width + 2);
    if (used + wide > style.width && used > display_width(lead)) {
      end_line(lines, line);
      end_line(lines, notes);
      line = notes = std::string(display_width(lead), ' ');
      used = display_width(lead);
    }
    line += cell.text + std::string(wide - cell.width, ' ');
    notes += " " + paint(style, "2", cell.note) + std::string(wide - 1 - note_width, ' ');
    used += wide;
  }
  if (cells.empty()) line += " –";
  end_line(lines, line);
  end_line(lines, notes);
  return lines;
}

std::string title_of(const model::ReplayZone& zone) {
  return one_line(zone.title.empty() ? zone.name : zone.title);
}

bool has_piles(const model::ReplayZone& zone) {
  return zone.layout == model::ReplayLayout::piles;
}

std::vector<std::string> draw_zone(const model::ReplayZone& zone, const ReplayPiles& piles,
                                   const Style& style) {
  std::vector<std::string> lines = {paint(style, "1", clip_end(title_of(zone), style.width))};
  for (std::size_t i = 0; i < piles.size(); ++i) {
    std::vector<Drawn> cells;
    for (const ReplayItem& item : piles[i])
      cells.push_back(draw_item(item, zone.items, style));
    const std::string lead = std::string(k_indent, ' ') +
                             (has_piles(zone) ? fmt::format("{:>2}:", i + 1) : std::string());
    for (std::string& line : draw_row(cells, lead, style))
      lines.push_back(std::move(line));
  }
  return lines;
}

void add_wrapped(std::vector<std::string>& lines, std::string_view sgr, const std::string& text,
                 const Style& style) {
  if (text.empty()) return;
  for (const std::string& line : wrap(one_line(text), style.width))
    lines.push_back(paint(style, sgr, line));
}

std::string what_was_done(const Replay& replay, const ReplayFrame& frame) {
  std::string text = one_line(frame.action);
  if (frame.turn && !replay.players.empty()) {
    const std::string who = one_line(replay.players.at(static_cast<std::size_t>(*frame.turn)));
    text = text.empty() ? who : who + ": " + text;
  }
  if (!frame.is_valid) text += " (not allowed)";
  if (frame.value.empty()) return text;
  const std::string value = one_line(frame.value);
  // "first wins" is a sentence of its own, "+2" is not.
  const bool is_sentence = value.find(' ') != std::string::npos;
  return text +
         (text.empty()  ? ""
          : is_sentence ? "; "
                        : ", ") +
         (is_sentence ? "" : "value ") + value;
}

std::vector<std::string> draw_head(const Replay& replay, std::size_t number, const Style& style) {
  const ReplayFrame& frame = replay.frames.at(number);
  std::vector<std::string> lines;
  const std::string step = fmt::format("{}/{}", number, replay.frames.size() - 1);
  const std::string done = what_was_done(replay, frame);
  add_wrapped(lines, "1", step + (done.empty() ? "" : "  " + done), style);
  const Judged& mark = k_marks.at(static_cast<std::size_t>(frame.mark));
  if (!mark.word.empty()) {
    std::string text(mark.word);
    if (!frame.before.empty() || !frame.after.empty())
      text += ": " + frame.before + " → " + frame.after;
    add_wrapped(lines, mark.sgr, text, style);
  }
  add_wrapped(lines, "", frame.say, style);
  return lines;
}

/// The things of a pile in one line with their notes: "a (W) [b] (L)".
std::string line_of(const std::vector<ReplayItem>& pile, ReplayItems kind, const Style& style) {
  std::vector<std::string> cells;
  for (const ReplayItem& item : pile) {
    const Drawn drawn = draw_item(item, kind, style);
    cells.push_back(std::string(trimmed(drawn.text)));
    if (!drawn.note.empty()) cells.back() += " (" + drawn.note + ")";
  }
  return cells.empty() ? "–" : joined(cells, " ");
}

/// The zones that a course shows.
bool is_in_course(const Replay& replay, std::size_t zone) {
  return has_piles(replay.view[zone]) || std::ranges::none_of(replay.view, has_piles);
}

/// The piles of a board that a frame has changed; where it has none, all of its zones. What is
/// longer than a line is left out, as a deck is.
std::vector<std::string> draw_change(const Replay& replay, std::size_t number, const Style& style) {
  const std::vector<ReplayPiles>& state = replay.frames[number].state;
  const bool is_board = std::ranges::any_of(replay.view, has_piles);
  std::vector<std::string> lines;
  for (std::size_t z = 0; z < state.size(); ++z) {
    const model::ReplayZone& zone = replay.view[z];
    if (!is_in_course(replay, z)) continue;
    ReplayPiles before;
    if (number > 0) before = replay.frames[number - 1].state.at(z);
    before.resize(state[z].size());
    std::vector<std::string> changed;
    for (std::size_t p = 0; p < state[z].size(); ++p) {
      const auto text = [](const ReplayItem& item) { return item.text; };
      if (is_board && std::ranges::equal(state[z][p], before[p], {}, text, text)) continue;
      changed.push_back(fmt::format("  {}: {}", is_board ? std::to_string(p + 1) : title_of(zone),
                                    line_of(state[z][p], zone.items, style)));
    }
    const auto is_long = [&](const std::string& line) { return display_width(line) > style.width; };
    if (std::ranges::none_of(changed, is_long))
      lines.insert(lines.end(), changed.begin(), changed.end());
  }
  return lines;
}

/// What the marks mean that things have.
std::string legend(const Replay& replay) {
  constexpr std::array<std::string_view, k_item_looks.size()> k_meanings = {
      "", "[x]: taken now", "-x-: gone", "x✓: good", "x✗: bad"};
  std::set<std::size_t> marks;
  for (const ReplayFrame& frame : replay.frames) {
    for (std::size_t z = 0; z < frame.state.size(); ++z) {
      if (!is_in_course(replay, z)) continue;
      for (const auto& pile : frame.state[z])
        for (const ReplayItem& item : pile)
          marks.insert(static_cast<std::size_t>(item.mark));
    }
  }
  marks.erase(0);
  const auto meaning = [&](std::size_t mark) { return k_meanings.at(mark); };
  return marks.empty() ? std::string() : "(" + joined(marks, ", ", meaning) + ")\n";
}

}  // namespace

std::vector<std::string> draw_frame(const Replay& replay, std::size_t number, const Style& style) {
  std::vector<std::string> lines = draw_head(replay, number, style);
  for (std::size_t i = 0; i < replay.view.size(); ++i) {
    for (std::string& line : draw_zone(replay.view[i], replay.frames[number].state.at(i), style))
      lines.push_back(std::move(line));
  }
  if (number + 1 < replay.frames.size()) return lines;
  const Judged& result = k_results.at(static_cast<std::size_t>(replay.result));
  add_wrapped(lines, result.sgr,
              std::string(result.word) + (replay.reason.empty() ? "" : ": " + replay.reason),
              style);
  return lines;
}

std::string draw_replay(const Replay& replay, const Style& style) {
  std::vector<std::string> lines;
  add_wrapped(lines, "1", replay.title, style);
  std::string text = joined(lines, "\n");
  for (std::size_t i = 0; i < replay.frames.size(); ++i)
    text += (text.empty() ? "" : "\n\n") + joined(draw_frame(replay, i, style), "\n");
  return text + "\n";
}

std::string draw_course(const Replay& replay) {
  constexpr std::size_t k_most_frames = 100;
  const Style style{false, 76};
  const std::size_t frames = replay.frames.size();
  std::string text = one_line(replay.title);
  text += text.empty() ? "" : "\n";
  text += legend(replay);
  for (std::size_t i = 0; i < frames; ++i) {
    if (frames > k_most_frames && i == k_most_frames / 2) {
      i = frames - k_most_frames / 2;
      text += "...\n";
    }
    std::vector<std::string> head = draw_head(replay, i, style);
    for (std::string& line : head) {
      if (line.starts_with(k_marks.back().word)) line.insert(0, "your program's ");
    }
    // Before the first step that would be all of the output, which is known.
    if (i == 0)
      std::erase_if(head,
                    [](const std::string& line) { return line.starts_with("your program's "); });
    const std::vector<std::string> change = draw_change(replay, i, style);
    // Of many steps one line each is all that can be followed.
    const bool is_short = head.size() == 1 && change.size() == 1;
    text += joined(head, "\n") + (is_short ? "  " : "\n");
    for (const std::string& line : change)
      text += (is_short ? std::string(trimmed(line)) : line) + "\n";
  }
  return text + one_line(replay.reason) + (replay.reason.empty() ? "" : "\n");
}

}  // namespace arbiter::report
