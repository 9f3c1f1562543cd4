#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.hpp"
#include "intake/intake_test_kit.hpp"
#include "intake/names/moodle_dates.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Two times as Moodle's language packs write them, with the names of the Unicode CLDR.
constexpr const char* k_november = R"(Sondag, 22 November 2026, 01:40 PM
الأحد, 22 نوفمبر 2026, 01:40 PM
domingu, 22 de de payares de 2026, 13:40
нядзеля 22 лістапада 2026 01:40 PM
неделя, 22 ноември 2026, 01:40 PM
রবিবার, 22 de নভেম্বর de 2026, 13:40
nedjelja, 22 novembar 2026, 01:40 PM
diumenge, 22 de novembre 2026, 13:40
neděle, 22. listopadu 2026, 13.40
Dydd Sul, 22 Tachwedd 2026, 01:40 PM
søndag, 22 november 2026, 13:40
Sonntag, 22. November 2026, 13:40
གཟའ་ཟླ་བ་, 22 ཟླ་བཅུ་གཅིག་པ་ 2026, 01:40 PM
Κυριακή, 22 Νοεμβρίου 2026, 01:40 PM
Sunday, November 22, 2026, 01:40 PM
domingo, 22 de noviembre de 2026, 13:40
pühapäev, 22 november 2026, 01:40 PM
igandea, 2026(e)ko azaroa(r)en 22(a)n, 13:40(e)tan
یکشنبه، 22 نوامبر 2026، 01:40 PM
sunnuntai, 22 marraskuuta 2026, 13:40
Linggo, 22 Nobyembre 2026, 01:40 PM
dimanche 22 novembre 2026, 13:40
Dé Domhnaigh, 22 Samhain 2026, 01:40 PM
domingo, 22 de novembro de 2026, 13:40
રવિવાર, 22 નવેમ્બર 2026, 01:40 PM
22/11/2026, 13:40
रविवार, 22 नवंबर 2026, 01:40 PM
nedjelja, 22 de studenoga de 2026, 13:40
2026. november 22., vasárnap, 13:40
կիրակի, 22 նոյեմբերի 2026, 01:40 PM
Minggu, 22 November 2026, 13:40
sunnudagur, 22 nóvember 2026, 01:40 PM
domenica, 22 novembre 2026, 13:40
2026年 11月 22日(日曜日) 13:40
კვირა, ნოემბერი 22 2026, 01:40 PM
жексенбі, 22 қараша 2026, 01:40 PM
អាទិត្យ, 22 វិច្ឆិកា 2026, 01:40 PM
ಭಾನುವಾರ, 22 ನವೆಂಬರ್ 2026, 01:40 PM
2026년 11월 22일, 일요일, PM 01:40
ວັນອາທິດ, 22 ພະຈິກ 2026, 01:40 PM
sekmadienis, 2026 lapkričio 22, 13:40 PM
Svētdiena, 2026. gada 22. novembris, 13:40
Rātapu, 22 Noema 2026, 01:40 PM
недела, ноември 22 2026, 01:40 PM
ഞായറാഴ്‌ച, 22 നവംബർ 2026, 01:40 PM
Ням, 22 арван нэгдүгээр сар 2026, 01:40 PM
रविवार, 22 नोव्हेंबर 2026, 01:40 PM
Ahad, 22 November 2026, 13:40
zondag, 22 november 2026, 13:40
niedziela, 22 listopada 2026, 13:40
domingo, 22 novembro 2026, 13:40
воскресенье 22 ноября 2026, 13:40
ඉරිදා, 22 ඉල් 2026, 01:40 PM
nedeľa, 22 novembra 2026, 13:40
nedelja, 22. november 2026, 13:40
Axad, 22 Noofeembar 2026, 01:40 PM
e diel, 22 nëntor 2026, 13:40
недеља, 22 новембар 2026, 01:40 PM
недеља, 22. новембар 2026., 13:40
nedelja, 22. novembar 2026., 13:40
söndag, 22 november 2026, 13:40
ஞாயிறு, 22 நவம்பர் 2026, 01:40 PM
วันอาทิตย์, 22 พฤศจิกายน 2026, 01:40PM
Sāpate, 22 Nōvema 2026, 01:40 PM
22 Kasım 2026, Pazar, 13:40
неділя 22 листопада 2026 01:40 PM
اتوار, 22 نومبر 2026, 01:40 PM
yakshanba, 22 noyabr 2026, 01:40 PM
Chủ Nhật, 22 tháng 11 2026, 01:40 PM
2026年11月22日 星期日 13:40
2026年 11月 22日(週日.) 13:40
ISonto, 22 Novemba 2026, 01:40 PM)";
constexpr const char* k_february = R"(Dinsdag, 3 Februarie 2026, 12:05 AM
الثلاثاء, 3 فبراير 2026, 12:05 AM
martes, 3 de de febreru de 2026, 00:05
аўторак 3 лютага 2026 12:05 AM
вторник, 3 февруари 2026, 12:05 AM
মঙ্গলবার, 3 de ফেব্রুয়ারি de 2026, 00:05
utorak, 3 februar 2026, 12:05 AM
dimarts, 3 de febrer 2026, 00:05
úterý, 3. února 2026, 00.05
Dydd Mawrth, 3 Chwefror 2026, 12:05 AM
tirsdag, 3 februar 2026, 00:05
Dienstag, 3. Februar 2026, 00:05
གཟའ་ལྷག་པ་, 3 ཟླ་གཉིས་པ་ 2026, 12:05 AM
Τρίτη, 3 Φεβρουαρίου 2026, 12:05 AM
Tuesday, February 3, 2026, 12:05 AM
martes, 3 de febrero de 2026, 00:05
teisipäev, 3 veebruar 2026, 12:05 AM
asteartea, 2026(e)ko otsaila(r)en 3(a)n, 00:05(e)tan
سه‌شنبه، 3 فوریهٔ 2026، 12:05 AM
tiistai, 3 helmikuuta 2026, 00:05
Martes, 3 Pebrero 2026, 12:05 AM
mardi 3 février 2026, 00:05
Dé Máirt, 3 Feabhra 2026, 12:05 AM
martes, 3 de febreiro de 2026, 00:05
મંગળવાર, 3 ફેબ્રુઆરી 2026, 12:05 AM
3/02/2026, 00:05
मंगलवार, 3 फ़रवरी 2026, 12:05 AM
utorak, 3 de veljače de 2026, 00:05
2026. február 3., kedd, 00:05
երեքշաբթի, 3 փետրվարի 2026, 12:05 AM
Selasa, 3 Februari 2026, 00:05
þriðjudagur, 3 febrúar 2026, 12:05 AM
martedì, 3 febbraio 2026, 00:05
2026年 02月 3日(火曜日) 00:05
სამშაბათი, თებერვალი 3 2026, 12:05 AM
сейсенбі, 3 ақпан 2026, 12:05 AM
អង្គារ, 3 កុម្ភៈ 2026, 12:05 AM
ಮಂಗಳವಾರ, 3 ಫೆಬ್ರವರಿ 2026, 12:05 AM
2026년 2월 3일, 화요일, AM 12:05
ວັນອັງຄານ, 3 ກຸມພາ 2026, 12:05 AM
antradienis, 2026 vasario 3, 00:05 AM
Otrdiena, 2026. gada 3. februāris, 00:05
Tūrei, 3 Pēpuere 2026, 12:05 AM
вторник, февруари 3 2026, 12:05 AM
ചൊവ്വാഴ്‌ച, 3 ഫെബ്രുവരി 2026, 12:05 AM
Мягмар, 3 хоёрдугаар сар 2026, 12:05 AM
मंगळवार, 3 फेब्रुवारी 2026, 12:05 AM
dinsdag, 3 februari 2026, 00:05
tysdag, 3 februar 2026, 00:05
wtorek, 3 lutego 2026, 00:05
terça-feira, 3 fevereiro 2026, 00:05
вторник 3 февраля 2026, 00:05
අඟහරුවාදා, 3 නවම් 2026, 12:05 AM
utorok, 3 februára 2026, 00:05
torek, 3. februar 2026, 00:05
Talaado, 3 Febraayo 2026, 12:05 AM
e martë, 3 shkurt 2026, 00:05
уторак, 3 фебруар 2026, 12:05 AM
уторак, 3. фебруар 2026., 00:05
utorak, 3. februar 2026., 00:05
tisdag, 3 februari 2026, 00:05
செவ்வாய், 3 பிப்ரவரி 2026, 12:05 AM
วันอังคาร, 3 กุมภาพันธ์ 2026, 12:05AM
Tūsite, 3 Fēpueli 2026, 12:05 AM
3 Şubat 2026, Salı, 00:05
вівторок 3 лютого 2026 12:05 AM
منگل, 3 فروری 2026, 12:05 AM
seshanba, 3 fevral 2026, 12:05 AM
Thứ Ba, 3 tháng 2 2026, 12:05 AM
2026年02月3日 星期二 00:05
2026年 02月 3日(週二.) 00:05
ULwesibili, 3 Februwari 2026, 12:05 AM)";

std::string read_time(std::string_view text) {
  const auto time = parse_moodle_time(text);
  if (!time) return "none";
  return fmt::format("{}-{}-{} {}:{:02}", time->year, time->month, time->day, time->hour,
                     time->minute);
}

TEST(MoodleTimes, AreReadInEveryLanguage) {
  for (const std::string_view line : split_lines(k_november))
    EXPECT_EQ(read_time(line), "2026-11-22 13:40") << line;
  for (const std::string_view line : split_lines(k_february))
    EXPECT_EQ(read_time(line), "2026-2-3 0:05") << line;
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
