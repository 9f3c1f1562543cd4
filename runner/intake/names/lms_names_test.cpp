#include "intake/names/lms_names.hpp"

#include <gtest/gtest.h>

namespace arbiter::intake {
namespace {

std::string shown(const std::optional<MoodleName>& name) {
  if (!name) return "none";
  return name->name + "|" + name->id + "|" + (name->is_feedback ? "feedback|" : "") + name->plugin +
         "|" + name->file;
}

std::string shown(const std::optional<CanvasName>& name) {
  if (!name) return "none";
  return name->name + "|" + name->user_id + (name->is_anonymous ? "|anonymous" : "") +
         (name->is_late ? "|late" : "") + (name->is_text ? "|text" : "") + "|" +
         name->attachment_id + "|" + name->file;
}

TEST(MoodleNames, AreRead) {
  const auto parsed = [](std::string_view text) { return shown(parse_moodle_name(text)); };
  EXPECT_EQ(parsed("Ada Lovelace_123_assignsubmission_file"), "Ada Lovelace|123|file|");
  EXPECT_EQ(parsed("Ada Lovelace_123_assignsubmission_file_"), "Ada Lovelace|123|file|");
  EXPECT_EQ(parsed("Åsa Ek_7_assignsubmission_onlinetext"), "Åsa Ek|7|onlinetext|");
  EXPECT_EQ(parsed("Participant_99_assignsubmission_file"), "Participant|99|file|");
  EXPECT_EQ(parsed("Group A_4_assignsubmission_file_"), "Group A|4|file|");
  EXPECT_EQ(parsed("Default group_assignsubmission_file"), "Default group||file|");
  EXPECT_EQ(parsed("Ada_1_assignsubmission_file_main_2_v3.cpp"), "Ada|1|file|main_2_v3.cpp");
  EXPECT_EQ(parsed("Ada_1_assignfeedback_file_x.pdf"), "Ada|1|feedback|file|x.pdf");
  EXPECT_EQ(parsed("Ada_1_assignsubmission_"), "none");
  EXPECT_EQ(parsed("Ada_1_assignsubmission_fi-le"), "none");
  EXPECT_EQ(parsed("Ada Lovelace"), "none");
}

TEST(BlackboardNames, AreRead) {
  const auto parsed = [](std::string_view text) {
    const auto name = parse_blackboard_name(text);
    return name ? name->before + "|" + name->time + "|" + name->file : std::string("none");
  };
  EXPECT_EQ(parsed("Lab 1_ada_attempt_2026-02-01-10-00-00_my_lab.py"),
            "Lab 1_ada|2026-02-01-10-00-00|my_lab.py");
  EXPECT_EQ(parsed("Lab 1_ada_attempt_2026-02-01-10-00-00.txt"), "Lab 1_ada|2026-02-01-10-00-00|");
  EXPECT_EQ(parsed("_attempt_2026-02-01-10-00-00.txt"), "none");
  EXPECT_EQ(parsed("ada_attempt_2026-02-01-10-00"), "none");
  EXPECT_EQ(parsed("ada_attempt_2026-02-01-10-00-0x_a.py"), "none");
  EXPECT_EQ(parsed("ada_attempt_2026-02-01-10-00-00x.py"), "none");
  EXPECT_EQ(parsed("ada_attempt_1.py"), "none");
  EXPECT_EQ(parsed("ada.py"), "none");
}

TEST(CanvasNames, AreRead) {
  const auto parsed = [](std::string_view text) { return shown(parse_canvas_name(text)); };
  EXPECT_EQ(parsed("öbergannakarin_12345_678901_lab_3.py"), "öbergannakarin|12345|678901|lab_3.py");
  EXPECT_EQ(parsed("liwei_LATE_12346_678902_main-1.cpp"), "liwei|12346|late|678902|main-1.cpp");
  EXPECT_EQ(parsed("ek_12347_text.html"), "ek|12347|text||text.html");
  EXPECT_EQ(parsed("ek_12347_link.html"), "ek|12347|text||link.html");
  EXPECT_EQ(parsed("LATE_anon_Ab3dE_678903_lab3.zip"), "|Ab3dE|anonymous|late|678903|lab3.zip");
  EXPECT_EQ(parsed("anon_Ab3dE_1_2.c"), "|Ab3dE|anonymous|1|2.c");
  EXPECT_EQ(parsed("grupp7_12348_99_2024_01_lab.py"), "grupp7|12348|99|2024_01_lab.py");
  EXPECT_EQ(parsed("main.cpp"), "none");
  EXPECT_EQ(parsed("ada_lab1.cpp"), "none");
  EXPECT_EQ(parsed("_12_34_x.c"), "none");
  EXPECT_EQ(parsed("ada_12_34_"), "none");
}

}  // namespace
}  // namespace arbiter::intake
