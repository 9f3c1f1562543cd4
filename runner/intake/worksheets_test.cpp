#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "intake/intake_test_kit.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string read_time(std::string_view text) {
  const auto time = parse_moodle_time(text);
  if (!time) return "none";
  return fmt::format("{}-{}-{} {}:{:02}", time->year, time->month, time->day, time->hour,
                     time->minute);
}

// Two times as Moodle's language packs write them, with the names of the Unicode CLDR.
TEST(MoodleTimes, AreReadInEveryLanguage) {
  for (const auto& [file, time] : {std::pair("times_of_november.txt", "2026-11-22 13:40"),
                                   std::pair("times_of_february.txt", "2026-2-3 0:05")}) {
    const auto lines = read_file(std::string(ARBITER_SOURCE_DIR "/runner/intake/testdata/") + file);
    ASSERT_TRUE(lines) << lines.error().text();
    for (const std::string_view line : split_lines(*lines))
      EXPECT_EQ(read_time(line), time) << line;
  }
}

TEST(MoodleTimes, AreNeverGuessed) {
  EXPECT_EQ(read_time("nedjelja, 11. listopada 2026, 09:00"), "2026-10-11 9:00");
  EXPECT_EQ(read_time("niedziela, 22 listopada 2026, 09:00"), "2026-11-22 9:00");
  EXPECT_EQ(read_time("2026-11-22 12:00 AM"), "2026-11-22 0:00");
  for (const char* text :
       {"", "-", "22 November 2026", "22 Smarch 2026, 13:40", "22 November 26, 13:40",
        "11/22/2026, 13:40", "22 November 2026, 1:40 XY", "22 November 2026, 24:40",
        "1 آذر 1405، 13:40", "22 November 22 2026 1:00 2:00 3", "Graded by 2026"})
    EXPECT_EQ(read_time(text), "none") << text;
}

const std::string k_german =
    "\xEF\xBB\xBFID;\"Vollständiger Name\";E-Mail-Adresse;Status;Bewertung;Bestwertung;\"Bewertung "
    "kann geändert werden\";\"Zuletzt geändert (Abgabe)\";\"Zuletzt geändert "
    "(Bewertung)\";\"Feedback als Kommentar\"\r\n"
    "Teilnehmer/in101;\"Ada Lovelace\";ada@x.de;\"Zur Bewertung abgegeben\";;40,00;Ja;\"Sonntag, "
    "22. "
    "November 2026, 13:40\";-;\r\n"
    "Teilnehmer/in102;\"Åsa Öberg\";asa@x.de;\"Zur Bewertung abgegeben\";;40,00;Ja;\"Sonntag, 22. "
    "November 2026, 13:41\";-;\r\n"
    "Teilnehmer/in103;\"Gil Ek\";gil@x.de;\"Keine Abgabe\";;40,00;Ja;-;-;\r\n";

class WorksheetTables : public IntakeTest {
 protected:
  void SetUp() override {
    IntakeTest::SetUp();
    problems({"lab1"});
    options_.timezone = "Europe/Berlin";
  }

  void export_of_moodle(const std::string& name = "C1-Lab 1-55.zip") const {
    pack(name, {{"Ada Lovelace_101_assignsubmission_file/main.cpp", k_main},
                {"Åsa Öberg_102_assignsubmission_file/main.cpp", "// 2\n" + std::string(k_main)}});
  }

  std::vector<model::Student> students(const std::string& text) {
    diagnostics_.clear();
    return read_roster(dir_.write("sheet.csv", text), diagnostics_);
  }
};

TEST_F(WorksheetTables, AreRostersInEveryLanguage) {
  const std::string swedish =
      "Identifikator,Fullständigt namn,E-postadress,ID-nummer,Status,Grupp,Betyg,Högsta "
      "betyg,Betyget "
      "kan ändras,Senast ändrad (inlämning),Senast ändrad (betyg)\n"
      "Deltagare 101,Ada Lovelace,ada@x.de,7,Inlämnad,Röd,,40,Ja,-,-\n";
  const std::string chinese =
      "编号,全名,状态,成绩,最高分,可以更改成绩,最后修改（作业）,最后修改（成绩）\n"
      "参与者101,李 雷,已提交,,20.00,是,-,-\n参与者105,Cy,已提交,,20.00,是,-,-\n";
  const std::string scale =
      "Identifiant,Nom complet,Statut,Note,Échelle,Modifiable,Dernière (travail),Dernière (note)\n"
      "Participant 9,Ada,Remis,-,Échelle,Oui,\"dimanche 22 novembre 2026, 13:40\",-\n";
  const std::string blind =
      "Kennung,Zustand,Bewertung,Bestwertung,Änderbar,Zuletzt (Abgabe),Zuletzt (Bewertung)\n"
      "Teilnehmer 5,Abgegeben,,10,Ja,-,-\nTeilnehmer 6,Abgegeben,,10,Ja,-,-\n";
  auto all = students(swedish);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].name + all[0].email + all[0].lms_id + all[0].group,
            "Ada Lovelaceada@x.deDeltagare 101Röd");
  all = students(chinese);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].name + all[0].lms_id, "李 雷参与者101");
  all = students(scale);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].name, "Ada");
  all = students(blind);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[1].id + all[1].name, "Teilnehmer 6");
  EXPECT_THAT(diagnostics_, IsEmpty());
}

TEST_F(WorksheetTables, ARosterWithNumbersIsNone) {
  const auto all = students("id,name,section,year\ns001,Ada,1,2026\ns002,Bo,1,2026\n");
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].id, "s001");
}

TEST_F(WorksheetTables, GiveEverybodyOnceAndSayWhen) {
  export_of_moodle();
  write("sheets/Bewertungen.csv", k_german);
  for (const int way : {0, 1, 2}) {
    options_.roster.reset();
    options_.worksheets.clear();
    if (way == 0) options_.worksheets = {path("sheets/Bewertungen.csv")};
    if (way == 1) {
      options_.roster = path("sheets/Bewertungen.csv");
      options_.worksheets = {path("sheets/Bewertungen.csv")};
    }
    std::vector<std::string> sources = {"C1-Lab 1-55.zip"};
    if (way == 2) sources.emplace_back("sheets/Bewertungen.csv");
    take(sources);
    ASSERT_THAT(intake_->deliveries, SizeIs(2));
    EXPECT_THAT(ids(), SizeIs(way == 1 ? 3 : 2)) << way;
    EXPECT_EQ(intake_->deliveries[0].submitted, 1795351200) << way;
    EXPECT_EQ(intake_->deliveries[1].submitted, 1795351260) << way;
    EXPECT_EQ(intake_->timezone, "Europe/Berlin");
    EXPECT_THAT(intake_->notes, IsEmpty());
    EXPECT_THAT(lost(), IsEmpty());
  }
}

TEST_F(WorksheetTables, AreFoundInTheFolderAndTellTheirAssignment) {
  problems({"lab1", "lab2"});
  export_of_moodle("in/C1-Lab 1-55.zip");
  pack("in/C1-Lab 2-56.zip", {{"Ada Lovelace_201_assignsubmission_file/main.cpp", k_main},
                              {"Åsa Öberg_101_assignsubmission_file/main.cpp", k_main}});
  write("in/grades.of.first.csv", k_german);
  take({"in"});
  ASSERT_THAT(intake_->deliveries, SizeIs(4));
  for (const Delivery& one : intake_->deliveries)
    EXPECT_EQ(one.submitted.has_value(), one.problem == "lab1") << one.origin;
}

TEST_F(WorksheetTables, ATimeThatCannotBeReadIsAFault) {
  export_of_moodle();
  std::string text = k_german;
  replace_all(text, "November", "Smarch");
  write("sheet.csv", text);
  options_.sources = {path("C1-Lab 1-55.zip"), path("sheet.csv")};
  const auto taken = take_in(options_, diagnostics_);
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().message, HasSubstr("sheet.csv cannot be used"));
  EXPECT_THAT(diagnostics_.front().message, HasSubstr("is not a time that can be read"));
  EXPECT_EQ(diagnostics_.front().place->line, 2);
  // Where it is to be filled in, grades matter more than times.
  options_.worksheets = {path("sheet.csv")};
  take({"C1-Lab 1-55.zip"});
  EXPECT_THAT(diagnostics_, SizeIs(2));
  EXPECT_FALSE(intake_->deliveries[0].submitted);
  EXPECT_EQ(intake_->timezone, "");
}

TEST_F(WorksheetTables, TimesInZipArchivesAreOfTheZoneToo) {
  pack("in/ada.zip", {{"lab1.cpp", k_main}});
  write("in/bob/lab1.cpp");
  options_.times_from_files = true;
  take({"in"});
  EXPECT_EQ(intake_->timezone, "Europe/Berlin");
  const auto berlin = intake_->deliveries[0].submitted;
  options_.timezone = "UTC";
  take({"in"});
  EXPECT_NE(berlin, std::nullopt);
  EXPECT_EQ(intake_->timezone, "UTC");
}

TEST(TimeZones, AreThoseOfTheMachinesData) {
  EXPECT_EQ(*check_time_zone("Europe/Berlin"), "Europe/Berlin");
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"Europe/Berln", "Europe/Berlin"},
      {"new york", "America/New_York"},
      {"+01:00", "Europe/Berlin"},
      {"../../etc/passwd", "Europe/Berlin"},
      {"", "Europe/Berlin"},
      {"zone.tab", "as Europe/Berlin"}};
  for (const auto& [name, help] : wrong) {
    const auto zone = check_time_zone(name);
    ASSERT_FALSE(zone) << name;
    EXPECT_THAT(zone.error().message, HasSubstr("no time zone is called")) << name;
    EXPECT_THAT(zone.error().help, HasSubstr(help)) << name;
  }
}

TEST(TimeZones, ClocksThatArePutBackShowATimeTwice) {
  const std::string before = machine_time_zone();
  {
    const TimeZoneScope berlin("Europe/Berlin");
    EXPECT_EQ(instant_of({2026, 7, 1, 12, 0, 0}), 1782900000);
    EXPECT_EQ(instant_of({2026, 12, 1, 12, 0, 0}), 1796122800);
    EXPECT_EQ(instant_of({2026, 10, 25, 2, 30, 0}), 1792888200);
    EXPECT_EQ(instant_of({2026, 3, 29, 2, 30, 0}), std::nullopt);
    EXPECT_EQ(instant_of({2026, 2, 30, 2, 30, 0}), std::nullopt);
  }
  EXPECT_EQ(machine_time_zone(), before);
}

}  // namespace
}  // namespace arbiter::intake
