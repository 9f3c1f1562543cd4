#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"
#include "package/polygon/xml_file.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Xml {
  std::string tests = "<test sample=\"true\"/><test/>";
  std::string groups;
  std::string checker = "<checker name=\"std::wcmp.cpp\" type=\"testlib\"/>";
  std::string assets;
  std::string rest;
  std::string judging;
  std::string pattern = "tests/%02d";

  [[nodiscard]] std::string text() const {
    return "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n"
           "<problem revision=\"3\" short-name=\"sum\">\n"
           "<names><name language=\"english\" value=\"Sum &amp; more\"/></names>\n"
           "<judging " +
           judging +
           ">\n"
           "<testset name=\"tests\">\n"
           "<time-limit>1500</time-limit>\n"
           "<memory-limit>67108864</memory-limit>\n"
           "<input-path-pattern>" +
           pattern + "</input-path-pattern>\n<answer-path-pattern>" + pattern +
           ".a</answer-path-pattern>\n"
           "<tests>" +
           tests + "</tests>\n" + groups + "</testset></judging>\n<assets>" + checker + assets +
           "</assets>\n" + rest + "</problem>\n";
  }
};

PackageFolder& make_polygon(PackageFolder& folder, const Xml& xml, int tests = 2) {
  folder.write("problem.xml", xml.text());
  for (int i = 1; i <= tests; ++i) {
    folder.write(fmt::format("tests/{:02}", i), "1 2\n");
    folder.write(fmt::format("tests/{:02}.a", i), "3\n");
  }
  return folder;
}

TEST(Polygon, ReadsNamesLimitsAndTests) {
  PackageFolder folder;
  make_polygon(folder, Xml());
  const Loaded loaded = folder.load_clean();
  const model::Problem& problem = loaded.problem;
  EXPECT_EQ(problem.name.at("en"), "Sum & more");
  EXPECT_EQ(problem.limits.time, std::chrono::milliseconds(1500));
  EXPECT_EQ(problem.limits.memory, mib(64));
  EXPECT_THAT(names_of(problem.tests), ElementsAre("sample/01", "secret/02"));
  EXPECT_EQ(problem.tests[0].answer->filename(), "01.a");
  EXPECT_EQ(problem.standard_checker, "tokens");
  EXPECT_THAT(problem.input_files, IsEmpty());
  EXPECT_FALSE(problem.is_plain_folder);
}

TEST(Polygon, ReadsFilesOfWindows) {
  PackageFolder folder;
  Xml xml;
  xml.judging = "input-file=\"sum.in\" output-file=\"sum.out\"";
  std::string text = xml.text();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, "\r");
  make_polygon(folder, xml).write("problem.xml", text).write("tests/02", "1 2\r\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P018 problem.xml:10:30"));
  EXPECT_THAT(rendered(loaded), HasSubstr("Windows line ends"));
  EXPECT_THAT(loaded.problem.input_files, ElementsAre("sum.in"));
  EXPECT_THAT(loaded.problem.output_files, ElementsAre("sum.out"));
}

TEST(Polygon, ReadsProgramsThatSpeakTestlib) {
  PackageFolder folder;
  Xml xml;
  xml.checker = "<checker type=\"testlib\"><source path=\"files/check.cpp\"/></checker>";
  xml.assets =
      "<validators><validator><source path=\"files\\val.cpp\"/></validator></validators>"
      "<solutions>"
      "<solution tag=\"accepted\"><source path=\"solutions/b.cpp\"/></solution>"
      "<solution tag=\"main\"><source path=\"solutions/a.cpp\"/></solution>"
      "<solution tag=\"time-limit-exceeded\">"
      "<source path=\"solutions/c.py\" type=\"python.pypy3-64\"/></solution>"
      "<solution tag=\"do-not-run\"><source path=\"solutions/d.py\"/></solution>"
      "</solutions>";
  xml.rest =
      "<files><resources><file path=\"files/testlib.h\" type=\"h.g++\"/>"
      "<file path=\"files/points.h\" type=\"h.g++\"/></resources></files>";
  make_polygon(folder, xml)
      .touch({"files/check.cpp", "files/val.cpp", "files/testlib.h", "files/points.h",
              "solutions/a.cpp", "solutions/b.cpp", "solutions/c.py"});
  const Loaded loaded = folder.load_clean();
  const model::Problem& problem = loaded.problem;
  ASSERT_TRUE(problem.output_validator);
  EXPECT_EQ(problem.output_validator->protocol, model::CallProtocol::testlib);
  EXPECT_THAT(problem.output_validator->files,
              ElementsAre(folder.path() / "files/check.cpp", folder.path() / "files/points.h",
                          folder.path() / "files/testlib.h"));
  ASSERT_EQ(problem.input_validators.size(), 1U);
  EXPECT_EQ(problem.input_validators[0].protocol, model::CallProtocol::testlib);
  ASSERT_EQ(problem.submissions.size(), 3U);
  EXPECT_EQ(problem.submissions[0].label, "accepted");
  EXPECT_EQ(problem.submissions[2].label, "time-limit-exceeded");
  EXPECT_EQ(problem.submissions[2].language.word, "pypy3");
  EXPECT_EQ(problem.reference, folder.path() / "solutions/a.cpp");
  EXPECT_THAT(problem.includes.at("cpp").files, ElementsAre(folder.path() / "files/points.h"));
  EXPECT_FALSE(problem.standard_checker);
}

struct StandardCase {
  std::string_view testlib;
  std::string_view ours;
  std::vector<std::string> arguments;
};

std::ostream& operator<<(std::ostream& to, const StandardCase& one) {
  return to << one.testlib;
}

class StandardChecker : public ::testing::TestWithParam<StandardCase> {};

TEST_P(StandardChecker, IsOneOfOurs) {
  PackageFolder folder;
  Xml xml;
  xml.checker = fmt::format("<checker name=\"{}\"/>", GetParam().testlib);
  const Loaded loaded = make_polygon(folder, xml).load_clean();
  EXPECT_EQ(loaded.problem.standard_checker, GetParam().ours);
  EXPECT_EQ(loaded.problem.output_validator_args, GetParam().arguments);
}

INSTANTIATE_TEST_SUITE_P(
    Polygon, StandardChecker,
    ::testing::Values(
        StandardCase{"std::lcmp.cpp", "lines", {}}, StandardCase{"std::ncmp.cpp", "tokens", {}},
        StandardCase{"std::uncmp.cpp", "unordered_tokens", {}},
        StandardCase{"std::nyesno.cpp", "yesno", {}},
        StandardCase{"std::rcmp6.cpp", "numbers", {"float_tolerance", "1.000000001e-6"}},
        StandardCase{
            "std::rncmp.cpp", "numbers", {"float_absolute_tolerance", "1.5000000001e-5"}}));

TEST(Polygon, MakesGroupsOfPoints) {
  PackageFolder folder;
  Xml xml;
  xml.tests =
      "<test sample=\"true\" group=\"0\" points=\"0.0\"/><test group=\"one\" points=\"4\"/>"
      "<test group=\"one\" points=\"6\"/><test group=\"each one\" points=\"5\"/>"
      "<test group=\"each one\" points=\"5\"/><test group=\"each one\" points=\"80\"/>";
  xml.groups =
      "<groups><group name=\"0\" points=\"0\" points-policy=\"complete-group\"/>"
      "<group name=\"one\" points=\"10.0\" points-policy=\"complete-group\">"
      "<dependencies><dependency group=\"0\"/></dependencies></group>"
      "<group name=\"each one\" points-policy=\"each-test\">"
      "<dependencies><dependency group=\"one\"/></dependencies></group></groups>";
  const Loaded loaded = make_polygon(folder, xml, 6).load();
  EXPECT_FALSE(has_errors(loaded.diagnostics)) << rendered(loaded);
  EXPECT_THAT(names_of(loaded.problem.tests),
              ElementsAre("sample/01", "secret/each_one-5/04", "secret/each_one-5/05",
                          "secret/each_one-80/06", "secret/one/02", "secret/one/03"));
  EXPECT_TRUE(loaded.problem.is_scoring);
  EXPECT_EQ(loaded.problem.group_rules, model::GroupRules::current);
  EXPECT_EQ(loaded.problem.checker_points, model::CheckerPoints::points);
  ASSERT_EQ(loaded.problem.data.groups.size(), 2U);
  EXPECT_THAT(loaded.problem.data.groups[0].tests, ElementsAre(0U));
  const model::TestGroup& secret = loaded.problem.data.groups[1];
  EXPECT_EQ(secret.scoring.max_score, 100);
  ASSERT_EQ(secret.groups.size(), 3U);
  EXPECT_EQ(secret.groups[0].name, "secret/one") << "others depend on it";
  EXPECT_EQ(secret.groups[0].scoring.max_score, 10);
  EXPECT_EQ(secret.groups[0].scoring.aggregation, model::ScoreAggregation::min);
  EXPECT_THAT(secret.groups[0].scoring.require_pass, ElementsAre("sample"));
  EXPECT_EQ(secret.groups[1].name, "secret/each_one-5");
  EXPECT_EQ(secret.groups[1].scoring.max_score, 10);
  EXPECT_EQ(secret.groups[1].scoring.aggregation, model::ScoreAggregation::sum);
  EXPECT_THAT(secret.groups[1].scoring.require_pass, ElementsAre("one"));
  EXPECT_THAT(secret.groups[1].tests, ElementsAre(1U, 2U));
  EXPECT_EQ(secret.groups[2].scoring.max_score, 80);
}

TEST(Polygon, KeepsSamplesInGroupsThatNeedThem) {
  PackageFolder folder;
  Xml xml;
  xml.tests =
      "<test sample=\"true\" group=\"0\"/><test sample=\"true\" group=\"1\"/>"
      "<test group=\"1\" points=\"100\"/>";
  xml.groups =
      "<groups><group name=\"0\"/><group name=\"1\" points-policy=\"complete-group\"/></groups>";
  xml.judging = "treat-points-from-checker-as-percent=\"true\"";
  const Loaded loaded = make_polygon(folder, xml, 3).load_clean();
  EXPECT_THAT(names_of(loaded.problem.tests),
              ElementsAre("sample/01", "secret/1/02", "secret/1/03"));
  EXPECT_EQ(loaded.problem.data.groups[1].groups[0].scoring.max_score, 100);
  EXPECT_EQ(loaded.problem.checker_points, model::CheckerPoints::percent);
}

TEST(Polygon, TellsCheckersOfGroupsThatAsk) {
  PackageFolder folder;
  Xml xml;
  xml.checker = "<checker><source path=\"check.cpp\"/></checker>";
  xml.tests = "<test/><test group=\"1\"/>";
  make_polygon(folder, xml).write("check.cpp", "int main() {}\n");
  for (const model::TestCase& test : folder.load().problem.tests)
    EXPECT_THAT(test.output_validator_args, IsEmpty());
  folder.write("check.cpp", "if (checker.group() == \"1\") {}\n");
  const Loaded loaded = folder.load();
  ASSERT_EQ(loaded.problem.tests.size(), 2U);
  EXPECT_THAT(loaded.problem.tests[0].output_validator_args, ElementsAre("--testset", "tests"));
  EXPECT_THAT(loaded.problem.tests[1].output_validator_args,
              ElementsAre("--testset", "tests", "--group", "1"));
}

TEST(Polygon, WithoutPointsGroupsSayNothing) {
  PackageFolder folder;
  Xml xml;
  xml.tests = "<test sample=\"true\" group=\"1\"/><test group=\"1\"/>";
  xml.groups = "<groups><group name=\"1\" points-policy=\"complete-group\"/></groups>";
  const Loaded loaded = make_polygon(folder, xml).load_clean();
  EXPECT_FALSE(loaded.problem.is_scoring);
  EXPECT_EQ(loaded.problem.group_rules, model::GroupRules::none);
  EXPECT_THAT(names_of(loaded.problem.tests), ElementsAre("sample/01", "secret/1/02"));
}

TEST(Polygon, ReadsAnInteractorBesideTheChecker) {
  PackageFolder folder;
  Xml xml;
  xml.assets = "<interactor><source path=\"files/play.cpp\"/></interactor>";
  xml.judging = "input-file=\"in.txt\"";
  const Loaded loaded = make_polygon(folder, xml).write("files/play.cpp").load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P035 problem.xml:4:2"));
  EXPECT_TRUE(loaded.problem.is_interactive);
  EXPECT_EQ(loaded.problem.game_policy, model::GamePolicy::kattis);
  ASSERT_TRUE(loaded.problem.interactor);
  EXPECT_EQ(loaded.problem.interactor->protocol, model::CallProtocol::testlib);
  EXPECT_EQ(loaded.problem.standard_checker, "tokens");
  EXPECT_THAT(loaded.problem.input_files, IsEmpty());
}

TEST(Polygon, TellsOfTestsThatAreToBeGenerated) {
  PackageFolder folder;
  Xml xml;
  xml.tests =
      "<test method=\"manual\"/>\n<test method=\"generated\" cmd=\"gen 1\"/>"
      "<test method=\"generated\" cmd=\"gen 2\"/>";
  folder.write("problem.xml", xml.text()).write("tests/01");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded),
              ElementsAre("error P032 problem.xml:10:9", "error P032 problem.xml:11:2"));
  const std::string text = rendered(loaded);
  EXPECT_THAT(text, HasSubstr("2 of 3 tests are generated and not in the package"));
  EXPECT_THAT(text, HasSubstr("doall.sh"));
  EXPECT_THAT(text, HasSubstr("arbiter generate"));
  EXPECT_THAT(text, HasSubstr("1 of 3 tests have no answer file"));
}

struct Broken {
  std::string_view name;
  std::string Xml::*part;  ///< of a good file that `value` replaces; null: it is the whole file
  std::string value;
  std::string message;
};

std::ostream& operator<<(std::ostream& to, const Broken& one) {
  return to << one.name;
}

Xml with(std::string Xml::*part, std::string value) {
  Xml xml;
  xml.*part = std::move(value);
  return xml;
}

class BrokenPolygon : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenPolygon, IsAnErrorWithAPlace) {
  PackageFolder folder;
  const auto& [name, part, value, message] = GetParam();
  make_polygon(folder, Xml())
      .write("problem.xml", part == nullptr ? value : with(part, value).text());
  const Loaded loaded = folder.load();
  EXPECT_TRUE(has_errors(loaded.diagnostics));
  const std::string text = rendered(loaded);
  EXPECT_THAT(text, HasSubstr(message));
  EXPECT_THAT(text, HasSubstr("problem.xml"));
}

INSTANTIATE_TEST_SUITE_P(
    Polygon, BrokenPolygon,
    ::testing::Values(
        Broken{"empty", nullptr, "", "not XML"}, Broken{"text", nullptr, "hello\n", "not XML"},
        Broken{"unclosed", nullptr, "<problem><names>", "not XML"},
        Broken{"other_root", nullptr, "<html></html>", "the root element is 'html', not 'problem'"},
        Broken{"not_utf8", nullptr, "<problem name=\"\xff\"/>", "0xff"},
        Broken{"no_testset", nullptr, "<problem><judging/><assets/></problem>", "no testset"},
        Broken{"no_tests", &Xml::tests, "", "there are no tests"},
        Broken{"no_checker", &Xml::checker, "", "names no checker"},
        Broken{"checker_without_source", &Xml::checker,
               "<checker name=\"x\"><binary path=\"check.exe\"/></checker>",
               "the checker has no source"},
        Broken{"lost_checker", &Xml::checker, "<checker><source path=\"files/no.cpp\"/></checker>",
               "'files/no.cpp', is not in the package"},
        Broken{"checker_outside", &Xml::checker,
               "<checker><source path=\"../../etc/passwd\"/></checker>",
               "not the path of a file in the package"},
        Broken{"absolute_checker", &Xml::checker,
               "<checker><source path=\"/etc/passwd\"/></checker>",
               "not the path of a file in the package"},
        Broken{"lost_interactor", &Xml::assets, "<interactor><source path=\"i\"/></interactor>",
               "the source of the interactor, 'i', is not in the package"},
        Broken{"second_run", &Xml::judging, "run-count=\"2\"", "run twice"},
        Broken{"second_run_by_tag", &Xml::rest, "<tags><tag value=\"run-twice\"/></tags>",
               "run twice"},
        Broken{"circle", &Xml::groups,
               "<groups><group name=\"1\"><dependencies><dependency group=\"2\"/>"
               "</dependencies></group><group name=\"2\"><dependencies>"
               "<dependency group=\"1\"/></dependencies></group></groups>",
               "depend on each other"},
        Broken{"lost_solution", &Xml::assets,
               "<solutions><solution tag=\"main\"><source path=\"a.cpp\"/></solution>"
               "</solutions>",
               "the solution 'a.cpp' is not in the package"},
        Broken{"bad_pattern", &Xml::pattern, "tests/%s%n", "a path with one number"},
        Broken{"pattern_outside", &Xml::pattern, "../%02d", "not the path of a file"},
        Broken{"bad_points", &Xml::tests, "<test points=\"many\"/><test/>", "must be a number"},
        Broken{"bad_policy", &Xml::groups,
               "<groups><group name=\"1\" points-policy=\"all\"/></groups>",
               "unknown points-policy 'all'"},
        Broken{"lost_dependency", &Xml::groups,
               "<groups><group name=\"1\"><dependencies><dependency group=\"9\"/>"
               "</dependencies></group></groups>",
               "depends on '9'"},
        Broken{"input_file", &Xml::judging, "input-file=\"../x\"",
               "not the name of a file in the working folder"},
        Broken{"bomb", nullptr,
               "<!DOCTYPE p [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><problem>&b;",
               "not XML"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(Polygon, BearsHostileShapes) {
  PackageFolder folder;
  const auto load = [&](std::string Xml::*part, const std::string& value) {
    return make_polygon(folder, with(part, value)).load();
  };
  EXPECT_TRUE(has_errors(load(&Xml::rest, repeated("<a></a>", 150'000)).diagnostics))
      << "larger than 1 MiB";
  EXPECT_THAT(rendered(load(&Xml::rest, repeated("<a>", 150'000))), HasSubstr("not XML"));
  EXPECT_THAT(briefs(load(&Xml::rest, repeated("<a>", 120'000) + repeated("</a>", 120'000))),
              ElementsAre("warning P035 problem.xml:13:2"));
  EXPECT_THAT(rendered(load(&Xml::tests, repeated("<test/>", 100'000))),
              HasSubstr("more than 10000 tests"));
}

TEST(Polygon, YieldsToAKattisPackage) {
  PackageFolder folder;
  folder.make_good().write("problem.xml", "broken");
  folder.load_clean();
}

TEST(PolygonPattern, TakesOneNumber) {
  EXPECT_EQ(expand_pattern("tests/%02d", 7), "tests/07");
  EXPECT_EQ(expand_pattern("tests/%02d.a", 123), "tests/123.a");
  EXPECT_EQ(expand_pattern("t%d/in", 7), "t7/in");
  EXPECT_EQ(expand_pattern("%03d", 7), "007");
  for (const char* bad :
       {"", "tests/01", "%", "%s", "%02d%02d", "%2d", "%0", "%099999999999d", "%n", "%d%n"})
    EXPECT_EQ(expand_pattern(bad, 1), std::nullopt) << bad;
}

TEST(Polygon, NamesWhatOfItsAssetsIsNotUsed) {
  PackageFolder folder;
  Xml xml;
  xml.checker =
      "<checker name=\"std::wcmp.cpp\"><testset><test-count>2</test-count><tests>"
      "<test verdict=\"ok\"/><test verdict=\"wrong-answer\"/></tests></testset></checker>";
  xml.assets =
      "<grader><source path=\"g.cpp\"/></grader>"
      "<validators><validator><source path=\"v.cpp\"/><testset><tests/></testset></validator>"
      "</validators>";
  make_polygon(folder, xml).write("v.cpp");
  const Loaded loaded = folder.load();
  const std::string text = rendered(loaded);
  EXPECT_THAT(text, HasSubstr("unknown element 'grader' in 'assets'"));
  EXPECT_THAT(text, HasSubstr("the 2 tests of the checker itself are not run"));
  EXPECT_EQ(loaded.diagnostics.size(), 2U) << text;
}

}  // namespace
}  // namespace arbiter::package
