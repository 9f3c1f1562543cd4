#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <span>

#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/replay/replay.hpp"

namespace arbiter::report {
namespace {

constexpr std::size_t k_most_bytes = std::size_t{4} << 20;
constexpr std::size_t k_most_frames = 10'000;
constexpr std::size_t k_most_text = 400;
constexpr int k_most_beads = 999;
constexpr std::string_view k_schema = "arbiter-replay/1";

/// What is wrong with a line; the first fault counts, and after it nothing read has a meaning.
struct Wrong {
  std::string what;

  void set(std::string fault) {
    if (what.empty()) what = std::move(fault);
  }
};

template <class T>
using Words = std::initializer_list<std::pair<std::string_view, T>>;

std::string text_of(const Json& value, std::string_view key, Wrong& wrong) {
  const auto* const text = value.get_ptr<const std::string*>();
  if (text == nullptr) wrong.set(fmt::format("'{}' must be text", key));
  if (text == nullptr || text->size() <= k_most_text) return text == nullptr ? "" : *text;
  wrong.set(fmt::format("'{}' is longer than {} bytes", key, k_most_text));
  return {};
}

int whole_of(const Json& value, std::string_view key, int most, Wrong& wrong) {
  const bool is_whole = value.is_number_integer();
  const std::int64_t number = is_whole ? value.get<std::int64_t>() : -1;
  if (number >= 0 && number <= most) return static_cast<int>(number);
  wrong.set(fmt::format("'{}' must be a whole number from 0 to {}", key, most));
  return 0;
}

/// The keys of an object, each of which is asked for once; others are wrong.
class Fields {
 public:
  Fields(const Json& json, std::string_view what, Wrong& wrong)
      : json_(json), what_(what), wrong_(wrong) {
    if (!json.is_object()) wrong.set(fmt::format("{} must be an object", what));
  }

  const Json* find(std::string_view key) {
    known_.push_back(key);
    const auto found = json_.find(std::string(key));
    return found == json_.end() ? nullptr : &*found;
  }

  /// Null if it is missing, which is wrong.
  const Json& get(std::string_view key) {
    static const Json k_null;
    const Json* const value = find(key);
    if (value == nullptr) wrong_.set(fmt::format("{} lacks '{}'", what_, key));
    return value == nullptr ? k_null : *value;
  }

  std::string text(std::string_view key) {
    const Json* const value = find(key);
    return value == nullptr ? std::string() : text_of(*value, key, wrong_);
  }

  std::optional<int> whole(std::string_view key, int most) {
    const Json* const value = find(key);
    return value == nullptr ? std::nullopt : std::optional(whole_of(*value, key, most, wrong_));
  }

  template <class T>
  T word(std::string_view key, T otherwise, Words<T> words) {
    const Json* const value = find(key);
    if (value == nullptr) return otherwise;
    std::vector<std::string_view> names;
    for (const auto& [name, meaning] : words) {
      if (*value == name) return meaning;
      names.push_back(name);
    }
    wrong_.set(fmt::format("'{}' must be one of {}", key, joined(names, ", ")));
    return otherwise;
  }

  /// All keys were asked for.
  void end() const {
    if (!json_.is_object()) return;
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(known_, std::string_view(key)) == known_.end())
        wrong_.set(fmt::format("{} has an unknown key '{}'", what_, key.substr(0, 40)));
    }
  }

 private:
  const Json& json_;
  std::string_view what_;
  Wrong& wrong_;
  std::vector<std::string_view> known_;
};

std::string face_of(const Json& is, const model::ReplayZone& zone, Wrong& wrong) {
  return zone.items == model::ReplayItems::beads
             ? std::to_string(whole_of(is, zone.name, k_most_beads, wrong))
             : text_of(is, zone.name, wrong);
}

ReplayItem read_item(const Json& json, const model::ReplayZone& zone, Wrong& wrong) {
  ReplayItem item;
  if (!json.is_object()) {
    item.text = face_of(json, zone, wrong);
    return item;
  }
  using Mark = ReplayItem::Mark;
  Fields fields(json, "an item", wrong);
  item.text = face_of(fields.get("is"), zone, wrong);
  item.mark = fields.word<Mark>(
      "mark", Mark::none,
      {{"moved", Mark::moved}, {"out", Mark::out}, {"good", Mark::good}, {"bad", Mark::bad}});
  item.note = fields.text("note");
  item.head = fields.whole("head", k_most_text).value_or(0);
  item.tail = fields.whole("tail", k_most_text).value_or(0);
  item.by = fields.whole("by", 1);
  fields.end();
  return item;
}

std::vector<ReplayItem> read_pile(const Json& json, const model::ReplayZone& zone, Wrong& wrong) {
  std::vector<ReplayItem> pile;
  if (!json.is_array()) {
    wrong.set(fmt::format("zone '{}' must hold a list", zone.name));
    return pile;
  }
  for (const Json& item : json)
    pile.push_back(read_item(item, zone, wrong));
  return pile;
}

ReplayPiles read_zone(const Json& json, const model::ReplayZone& zone, Wrong& wrong) {
  if (zone.layout != model::ReplayLayout::piles) return {read_pile(json, zone, wrong)};
  ReplayPiles piles;
  if (!json.is_array()) wrong.set(fmt::format("zone '{}' must hold a list of piles", zone.name));
  for (const Json& pile : json)
    piles.push_back(read_pile(pile, zone, wrong));
  return piles;
}

ReplayFrame read_frame(const Json& json, const model::ReplayView& view, std::size_t number,
                       Wrong& wrong) {
  ReplayFrame frame;
  Fields fields(json, "a frame", wrong);
  if (fields.get("n") != number) wrong.set(fmt::format("'n' must be {} here", number));
  frame.turn = fields.whole("turn", 1);
  frame.action = fields.text("action");
  if (const Json* const valid = fields.find("valid")) {
    if (!valid->is_boolean()) wrong.set("'valid' must be true or false");
    frame.is_valid = *valid == true;
  }
  frame.say = fields.text("say");
  frame.value = fields.text("value");
  frame.mark = fields.word<ReplayMark>(
      "mark", ReplayMark::none,
      {{"good", ReplayMark::good}, {"slip", ReplayMark::slip}, {"mistake", ReplayMark::mistake}});
  frame.before = fields.text("before");
  frame.after = fields.text("after");
  Fields state(fields.get("state"), "'state'", wrong);
  for (const model::ReplayZone& zone : view)
    frame.state.push_back(read_zone(state.get(zone.name), zone, wrong));
  state.end();
  fields.end();
  return frame;
}

void read_header(const Json& json, Replay& replay, Wrong& wrong) {
  Fields fields(json, "the header", wrong);
  if (fields.get("schema") != k_schema) wrong.set(fmt::format("'schema' must be \"{}\"", k_schema));
  replay.title = fields.text("title");
  if (const Json* const players = fields.find("players")) {
    if (!players->is_array() || players->size() != 2)
      wrong.set("'players' must be a list of two names");
    for (const Json& player : *players)
      replay.players.push_back(text_of(player, "players", wrong));
  }
  fields.end();
}

void read_end(const Json& json, Replay& replay, Wrong& wrong) {
  Fields fields(json, "the end", wrong);
  if (fields.get("end") != true) wrong.set("'end' must be true");
  replay.reason = fields.text("reason");
  replay.result = fields.word<Replay::Result>("result", Replay::Result::right,
                                              {{"right", Replay::Result::right},
                                               {"part", Replay::Result::part},
                                               {"wrong", Replay::Result::wrong}});
  fields.end();
}

/// What is wrong with the line; empty if nothing is.
std::string read_line(std::string_view line, std::size_t number, bool is_last, Replay& replay) {
  const Json json = Json::parse(line, nullptr, false);
  Wrong wrong;
  const bool is_end = json.is_object() && json.contains("end");
  if (json.is_discarded()) {
    wrong.set("it is not JSON in UTF-8");
  } else if (number == 1) {
    read_header(json, replay, wrong);
  } else if (is_end != is_last) {
    wrong.set(is_end ? "lines follow the end" : "the end is missing after it");
  } else if (is_end) {
    read_end(json, replay, wrong);
  } else if (replay.frames.size() == k_most_frames) {
    wrong.set(fmt::format("there are more than {} frames", k_most_frames));
  } else {
    replay.frames.push_back(read_frame(json, replay.view, replay.frames.size(), wrong));
  }
  return wrong.what;
}

Error bad(std::string message) {
  return package_error("the replay program of the package wrote a bad replay: " + message,
                       "runner/docs/replays.md describes the format; verdicts do not depend on it");
}

}  // namespace

Result<Replay> read_replay(std::string_view lines, const model::ReplayView& view) {
  if (lines.size() > k_most_bytes)
    return bad(fmt::format("it has more than {}", show(Bytes{k_most_bytes})));
  const std::vector<std::string_view> all = split_lines(lines);
  if (all.size() < 3) return bad("a header, a frame and an end are three lines at least");
  Replay replay;
  replay.view = view;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string wrong = read_line(all[i], i + 1, i + 1 == all.size(), replay);
    if (!wrong.empty()) return bad(fmt::format("line {}: {}", i + 1, printable(wrong)));
  }
  return replay;
}

Result<std::string> replay_document(std::string_view lines, const model::ReplayView& view) {
  ARBITER_CHECK(read_replay(lines, view));
  static constexpr std::string_view k_layouts[] = {"row", "circle", "piles"};
  static constexpr std::string_view k_items[] = {"beads", "cards", "letters", "words"};
  const Json zones = array_of(view, [](const model::ReplayZone& zone) {
    return Json{{"name", zone.name},
                {"title", zone.title},
                {"layout", k_layouts[static_cast<std::size_t>(zone.layout)]},
                {"items", k_items[static_cast<std::size_t>(zone.items)]},
                {"inside", zone.is_inside}};
  });
  const std::vector<std::string_view> all = split_lines(lines);
  return fmt::format(
      R"({{"header":{},"view":{{"kind":"zones","zones":{}}},"frames":[{}],"end":{}}})", all.front(),
      dumped(zones, -1), joined(std::span(all).subspan(1, all.size() - 2), ","), all.back());
}

}  // namespace arbiter::report
