#include "report/replay/replay.hpp"

#include <gmock/gmock.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "base/text.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using model::ReplayItems;
using model::ReplayLayout;
using testing::ElementsAre;
using testing::HasSubstr;

const model::ReplayView k_view = {
    {"pits", "Pits", ReplayLayout::circle, ReplayItems::beads, false},
    {"banks", "", ReplayLayout::row, ReplayItems::beads, true},
    {"piles", "Piles", ReplayLayout::piles, ReplayItems::cards, false},
    {"words", "Words", ReplayLayout::row, ReplayItems::words, false}};

constexpr std::string_view k_header =
    R"({"schema":"arbiter-replay/1","title":"A game","players":["you","judge"]})";
constexpr std::string_view k_start =
    R"({"n":0,"value":"+2","state":{"pits":[4,{"is":0,"note":"2"}],"banks":[3],)"
    R"("piles":[["10","1"],[]],"words":["apple"]}})";
constexpr std::string_view k_move =
    R"({"n":1,"turn":0,"action":"pit 1","say":"the win is gone","value":"-2","mark":"mistake",)"
    R"("before":"+2","after":"-2","state":{"pits":[{"is":0,"mark":"moved"},1],"banks":[12],)"
    R"("piles":[[{"is":"10","mark":"out"}],["1"]],)"
    R"("words":["apple",{"is":"elephant","mark":"bad","head":1,"tail":1,"by":1}]}})";
constexpr std::string_view k_end = R"({"end":true,"reason":"lost 3-12","result":"wrong"})";

std::string lines_of(const std::vector<std::string_view>& lines) {
  return joined(lines, "\n") + "\n";
}

std::string good_lines() {
  return lines_of({k_header, k_start, k_move, k_end});
}

Replay good() {
  auto replay = read_replay(good_lines(), k_view);
  return replay ? *std::move(replay) : Replay{};
}

/// What is said of a replay in which `old` is replaced.
std::string fault_of(std::string_view old, std::string_view with) {
  std::string lines = good_lines();
  const std::size_t at = lines.find(old);
  if (at == std::string::npos) return "the text is not there";
  lines.replace(at, old.size(), with);
  const auto replay = read_replay(lines, k_view);
  if (replay) return "no fault";
  EXPECT_EQ(replay.error().kind, ErrorKind::invalid_package);
  return replay.error().message;
}

TEST(ReadReplay, ReadsAllThatAFrameHolds) {
  const Replay replay = good();
  EXPECT_EQ(replay.title, "A game");
  EXPECT_THAT(replay.players, ElementsAre("you", "judge"));
  ASSERT_EQ(replay.frames.size(), 2U);
  const ReplayFrame& move = replay.frames[1];
  EXPECT_EQ(move.turn, 0);
  EXPECT_EQ(move.mark, ReplayMark::mistake);
  EXPECT_EQ(move.before + move.after, "+2-2");
  EXPECT_TRUE(move.is_valid);
  EXPECT_EQ(move.state[0][0][0].mark, ReplayItem::Mark::moved);
  EXPECT_EQ(move.state[0][0][1].text, "1");
  EXPECT_EQ(move.state[2].size(), 2U);
  const ReplayItem elephant{"elephant", ReplayItem::Mark::bad, "", 1, 1, 1};
  EXPECT_EQ(move.state[3][0][1], elephant);
  EXPECT_EQ(replay.reason, "lost 3-12");
  EXPECT_EQ(replay.result, Replay::Result::wrong);
}

TEST(ReadReplay, NamesTheLineAndTheFault) {
  const std::vector<std::array<std::string_view, 3>> cases = {
      {k_header, "{", "line 1: it is not JSON in UTF-8"},
      {"arbiter-replay/1", "arbiter-replay/2", "line 1: 'schema' must be \"arbiter-replay/1\""},
      {R"(["you","judge"])", R"(["you"])", "line 1: 'players' must be a list of two names"},
      {R"("title":"A game")", R"("titel":"A game")",
       "line 1: the header has an unknown key 'titel'"},
      {R"("n":0)", R"("n":1)", "line 2: 'n' must be 0 here"},
      {R"("n":0,)", "", "line 2: a frame lacks 'n'"},
      {R"("turn":0)", R"("turn":2)", "line 3: 'turn' must be a whole number from 0 to 1"},
      {R"("mark":"mistake")", R"("mark":"bad")", "'mark' must be one of good, slip, mistake"},
      {R"("action":"pit 1")", R"("action":1)", "line 3: 'action' must be text"},
      {R"("banks":[3],)", "", "line 2: 'state' lacks 'banks'"},
      {R"("banks":[3])", R"("banks":[3],"deck":[])", "'state' has an unknown key 'deck'"},
      {R"("banks":[3])", R"("banks":["3"])", "'banks' must be a whole number from 0 to 999"},
      {R"("banks":[3])", R"("banks":[-1])", "'banks' must be a whole number from 0 to 999"},
      {R"("banks":[3])", R"("banks":3)", "zone 'banks' must hold a list"},
      {R"("piles":[["10","1"],[]])", R"("piles":["10"])", "zone 'piles' must hold a list"},
      {R"(,"note":"2")", R"(,"knot":"2")", "an item has an unknown key 'knot'"},
      {R"({"is":0,"note":"2"})", R"({"note":"2"})", "an item lacks 'is'"},
      {R"("result":"wrong")", R"("result":"won")", "'result' must be one of right, part, wrong"},
      {k_end, R"({"n":2})", "line 4: the end is missing after it"},
      {k_move, k_end, "line 3: lines follow the end"},
      {k_start, "\xFF", "line 2: it is not JSON in UTF-8"},
      {k_start, "[]", "line 2: a frame must be an object"},
  };
  for (const auto& [old, with, fault] : cases)
    EXPECT_THAT(fault_of(old, with), HasSubstr(std::string(fault))) << with;
}

TEST(ReadReplay, RefusesWhatIsTooShortOrTooLarge) {
  const auto message = [](const std::string& lines) {
    const auto replay = read_replay(lines, k_view);
    return replay ? std::string("no fault") : replay.error().message;
  };
  EXPECT_THAT(message(""), HasSubstr("three lines at least"));
  EXPECT_THAT(message(lines_of({k_header, k_end})), HasSubstr("three lines at least"));
  EXPECT_THAT(message(lines_of({k_header, k_header, k_end})), HasSubstr("line 2: a frame lacks"));
  EXPECT_THAT(message(std::string((std::size_t{4} << 20) + 1, ' ')), HasSubstr("more than 4 MiB"));
  EXPECT_THAT(fault_of("pit 1", std::string(401, 'x')), HasSubstr("longer than 400 bytes"));
  std::string many = std::string(k_header) + "\n";
  for (int n = 0; n <= 10'000; ++n)
    many += R"({"n":)" + std::to_string(n) + R"(,"state":{}})" + "\n";
  const auto replay = read_replay(many + std::string(k_end), {});
  ASSERT_FALSE(replay);
  EXPECT_THAT(replay.error().message, HasSubstr("line 10002: there are more than 10000 frames"));
}

TEST(ReplayDocument, HoldsTheViewAndEveryLine) {
  const auto document = replay_document(good_lines(), k_view);
  ASSERT_TRUE(document);
  const auto json = nlohmann::json::parse(*document);
  EXPECT_EQ(json["header"], nlohmann::json::parse(k_header));
  EXPECT_EQ(json["frames"][1], nlohmann::json::parse(k_move));
  EXPECT_EQ(json["end"], nlohmann::json::parse(k_end));
  EXPECT_EQ(json["view"]["kind"], "zones");
  EXPECT_EQ(json["view"]["zones"][1],
            nlohmann::json::parse(
                R"({"name":"banks","title":"","layout":"row","items":"beads","inside":true})"));
  EXPECT_FALSE(replay_document("", k_view));
}

TEST(DrawFrame, ShowsMoveMarksAndZones) {
  EXPECT_THAT(draw_frame(good(), 1, {false, 40}),
              ElementsAre("1/1  you: pit 1, value -2", "mistake: +2 → -2", "the win is gone",
                          "Pits", " [·] 1", "banks", "  12", "Piles", "  1:-10-", "  2: 1", "Words",
                          "  apple  elephant✗", "wrong: lost 3-12"));
}

TEST(DrawFrame, PutsNotesBelowTheirThings) {
  const auto lines = draw_frame(good(), 0, {false, 40});
  EXPECT_EQ(lines[0], "0/1  value +2");
  EXPECT_EQ(lines[2], "  4  ·");
  EXPECT_EQ(lines[3], "     2");
}

TEST(DrawReplay, IsAGoodTextAtAllWidths) {
  expect_good_text(
      "replay", [](const Style& style) { return draw_replay(good(), style); },
      [](std::string_view) { return false; });
}

TEST(DrawCourse, HasOfEachFrameWhatItChangedOnTheBoard) {
  EXPECT_EQ(draw_course(good()),
            "A game\n(-x-: gone)\n0/1  value +2  1: 10 1\n1/1  you: pit 1, value -2\n"
            "your program's mistake: +2 → -2\nthe win is gone\n  1: -10-\n  2: 1\nlost 3-12\n");
}

TEST(DrawCourse, HasNotTheMiddleOfALongOne) {
  Replay replay = good();
  replay.view.pop_back();
  replay.view.pop_back();
  for (ReplayFrame& frame : replay.frames)
    frame.state.resize(replay.view.size());
  replay.frames.resize(200, replay.frames[1]);
  const std::string text = draw_course(replay);
  EXPECT_THAT(text, HasSubstr("  Pits:"));
  EXPECT_THAT(text, HasSubstr("\n49/199 "));
  EXPECT_THAT(text, HasSubstr("...\n150/199 "));
  EXPECT_THAT(text, testing::Not(HasSubstr("\n50/199 ")));
}

TEST(DrawReplay, LetsNothingReachTheTerminal) {
  std::string lines = good_lines();
  replace_all(lines, "pit 1", R"(\u001b[2J\n\u202e)");
  replace_all(lines, "elephant", R"(\u0007\ud83d\ude00)");
  const auto replay = read_replay(lines, k_view);
  ASSERT_TRUE(replay);
  const std::string text = draw_replay(*replay, {false, 40});
  EXPECT_EQ(text.find_first_of("\x1b\x07"), std::string::npos);
  EXPECT_EQ(text.find("\u202e"), std::string::npos);
}

TEST(ReplayPlayer, ReadsKeys) {
  EXPECT_EQ(replay_keys("q \x1b[C\x1b[D\x1bOH\x1bOFm"), "q lhgGm");
  EXPECT_EQ(replay_keys("\x1b[15~"), "");
}

TEST(ReplayPlayer, StepsAndJumps) {
  Replay replay = good();
  replay.frames.insert(replay.frames.end(), 3, replay.frames[0]);
  const auto after = [&](std::string_view keys) {
    ReplayPlayer player;
    for (const char key : keys)
      player = after_key(player, key, replay);
    return player;
  };
  EXPECT_EQ(after("h").frame, 0U);
  EXPECT_EQ(after("ll").frame, 2U);
  EXPECT_EQ(after("lllllll").frame, 4U);
  EXPECT_EQ(after("Gh").frame, 3U);
  EXPECT_EQ(after("Gg").frame, 0U);
  EXPECT_EQ(after("Gm").frame, 1U);
  EXPECT_EQ(after("mm").frame, 1U);
  EXPECT_EQ(after("++++++++").speed, 32);
  EXPECT_EQ(after("-----").speed, 0.25);
  EXPECT_TRUE(after("q").has_quit);
  EXPECT_TRUE(after(" ").is_playing);
  EXPECT_FALSE(after(" l").is_playing);
  EXPECT_EQ(after("G ").frame, 0U);
  ReplayPlayer player = after("lll ");
  player = after_tick(player, replay);
  EXPECT_EQ(player.frame, 4U);
  EXPECT_FALSE(player.is_playing);
}

TEST(ReplayPlayer, FitsTheScreen) {
  for (const std::size_t rows : {3U, 5U, 24U}) {
    const auto lines = draw_player(good(), {}, {false, 40}, rows);
    EXPECT_LE(lines.size(), rows);
    for (const std::string& line : lines)
      EXPECT_LE(display_width(line), 40U);
    EXPECT_THAT(lines.back(), HasSubstr("paused"));
  }
}

}  // namespace
}  // namespace arbiter::report
