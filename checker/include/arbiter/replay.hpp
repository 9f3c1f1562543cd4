#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/player_lines.hpp"
#include "arbiter/shown.hpp"
#include "arbiter/whole_file.hpp"

// Parts of a program that makes the runs of a problem visible, "arbiter-replay/1". Texts must be
// valid UTF-8; what a submission wrote becomes so by shown().
namespace arbiter {

/// One line of a game.
struct Said {
  bool by_submission = false;
  std::string text;
};

/// What a replay program is given: it is called with the names of the input and of the answer, and
/// reads from standard input the submission's output or, of a game, lines of the form "<sent by the
/// judge" and ">sent by the submission".
struct ReplayCall {
  std::string input;
  std::string answer;
  std::string said;

  ReplayCall(int argc, char** argv) {
    auto read_input = argc == 3 ? read_file(argv[1]) : std::nullopt;
    auto read_answer = argc == 3 ? read_file(argv[2]) : std::nullopt;
    auto read_said = read_stream(stdin);
    if (!read_input || !read_answer || !read_said) {
      std::fputs("usage: replay INPUT ANSWER < OUTPUT or INTERACTION\n", stderr);
      std::exit(2);
    }
    input = *std::move(read_input);
    answer = *std::move(read_answer);
    said = *std::move(read_said);
  }

  /// The lines of a game, without the blanks around them.
  std::vector<Said> game() const {
    std::vector<Said> lines;
    std::string_view rest = said;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.empty()) continue;
      const std::string_view text = LineSource::without_blanks(line.substr(1));
      lines.push_back({line.front() == '>', std::string(text)});
    }
    return lines;
  }
};

/// One thing in a zone: a number of beads, or a text.
struct ReplayThing {
  std::string text;
  bool is_number = false;
  std::string mark{};  ///< "moved", "out", "good", "bad"; empty: none
  std::string note{};  ///< a short text below it
  int head = 0;        ///< so many first characters of a word are emphasised
  int tail = 0;        ///< so many last ones
  int by = -1;         ///< whose it is: 0, 1; -1: nobody's

  static ReplayThing beads(int count, std::string mark = {}) {
    return {std::to_string(count), true, std::move(mark)};
  }
};

using ReplayPile = std::vector<ReplayThing>;

/// What lies in a zone: a row of things, or piles of them.
struct ReplayZone {
  std::string name;
  std::vector<ReplayPile> piles;
  bool is_piled = false;

  static ReplayZone row(std::string name, ReplayPile things) {
    return {std::move(name), {std::move(things)}, false};
  }
  static ReplayZone of_piles(std::string name, std::vector<ReplayPile> piles) {
    return {std::move(name), std::move(piles), true};
  }
};

/// The board after a move; what is empty is left out.
struct ReplayFrame {
  int turn = -1;         ///< who moved: 0, 1; -1: nobody
  std::string action{};  ///< the move
  bool is_valid = true;
  std::string say{};     ///< a remark, in one line
  std::string value{};   ///< of the position
  std::string mark{};    ///< "good", "slip", "mistake"
  std::string before{};  ///< of a marked move: the value before it
  std::string after{};   ///< and after it
  std::vector<ReplayZone> state{};
};

/// A text as JSON; control characters are escaped.
inline std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      std::array<char, 8> escaped{};
      std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(byte));
      json += escaped.data();
    } else {
      if (c == '"' || c == '\\') json += '\\';
      json += c;
    }
  }
  return json + '"';
}

/// Writes a replay to standard output: first header(), then frames, last end().
class ReplayWriter {
 public:
  void header(std::string_view title, std::string_view first, std::string_view second) {
    put("{\"schema\":\"arbiter-replay/1\",\"title\":" + json_text(title) + ",\"players\":[" +
        json_text(first) + "," + json_text(second) + "]}");
  }

  void frame(const ReplayFrame& frame) {
    std::string line = "{\"n\":" + std::to_string(frames_++);
    if (frame.turn >= 0) line += ",\"turn\":" + std::to_string(frame.turn);
    add(line, "action", frame.action);
    if (!frame.is_valid) line += ",\"valid\":false";
    add(line, "say", frame.say);
    add(line, "value", frame.value);
    add(line, "mark", frame.mark);
    add(line, "before", frame.before);
    add(line, "after", frame.after);
    line += ",\"state\":{";
    for (const ReplayZone& zone : frame.state)
      line += (line.back() == '{' ? "" : ",") + json_text(zone.name) + ":" + of(zone);
    put(line + "}}");
  }

  /// `result` says what the submission's run is worth: "right", "part" or "wrong".
  void end(std::string_view reason, std::string_view result) {
    put("{\"end\":true,\"reason\":" + json_text(reason) + ",\"result\":" + json_text(result) + "}");
  }

 private:
  static void put(const std::string& line) { std::puts(line.c_str()); }

  static void add(std::string& line, std::string_view key, const std::string& text) {
    if (!text.empty()) line += "," + json_text(key) + ":" + json_text(text);
  }

  static std::string of(const ReplayThing& thing) {
    const std::string is = thing.is_number ? thing.text : json_text(thing.text);
    std::string more;
    add(more, "mark", thing.mark);
    add(more, "note", thing.note);
    for (const auto& [key, number] : {std::pair("head", thing.head), std::pair("tail", thing.tail)})
      if (number > 0) more += "," + json_text(key) + ":" + std::to_string(number);
    if (thing.by >= 0) more += ",\"by\":" + std::to_string(thing.by);
    return more.empty() ? is : "{\"is\":" + is + more + "}";
  }

  template <class T>
  static std::string of(const std::vector<T>& all) {
    std::string list = "[";
    for (const T& each : all)
      list += (list.size() == 1 ? "" : ",") + of(each);
    return list + "]";
  }

  static std::string of(const ReplayZone& zone) {
    if (zone.is_piled) return of(zone.piles);
    return zone.piles.empty() ? "[]" : of(zone.piles.front());
  }

  int frames_ = 0;
};

}  // namespace arbiter
