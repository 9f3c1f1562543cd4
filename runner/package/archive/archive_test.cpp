#include "package/archive/archive.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "base/file.hpp"
#include "base/test_folder.hpp"
#include "model/problem.hpp"
#include "package/archive/archive_reader.hpp"
#include "package/archive/archive_test_kit.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string deep(int levels) {
  std::string name;
  for (int i = 1; i < levels; ++i)
    name += "a/";
  return name + "a";
}

TEST(ArchiveNames, StayBelowTheFolder) {
  for (const std::string& good :
       {std::string("a"), std::string("a/b.c"), std::string("a/"), std::string("..a/b.."),
        std::string("\xc3\xa5"), std::string(255, 'a'), deep(32)}) {
    EXPECT_EQ(why_no_entry_name(good), "") << good;
  }
  struct Bad {
    std::string name;
    std::string_view why;
  };
  for (const Bad& bad : {Bad{"", "is empty"},
                         {"/a", "is absolute"},
                         {"/", "is absolute"},
                         {"..", "leads out"},
                         {"../a", "leads out"},
                         {"a/../../b", "leads out"},
                         {"a/..", "leads out"},
                         {"a//b", "empty part"},
                         {"./a", "empty part"},
                         {"a//", "empty part"},
                         {"..\\a", "backslash"},
                         {"C:\\a", "backslash"},
                         {"a\nb", "control"},
                         {"a\x7f", "control"},
                         {"\xff", "UTF-8"},
                         {"\xc3", "UTF-8"},
                         {std::string(256, 'a'), "longer than 255"},
                         {deep(33), "32 levels"},
                         {deep(1000), "32 levels"}}) {
    EXPECT_NE(why_no_entry_name(bad.name).find(bad.why), std::string::npos)
        << bad.name << ": " << why_no_entry_name(bad.name);
  }
}

TEST(ArchiveNames, OfLinksStayInside) {
  EXPECT_TRUE(stays_inside("a/b", "../c"));
  EXPECT_TRUE(stays_inside("a", "b/../c"));
  EXPECT_TRUE(stays_inside("a/b/c", "../.."));
  EXPECT_FALSE(stays_inside("a", "../c"));
  EXPECT_FALSE(stays_inside("a/b", "../../c"));
  EXPECT_FALSE(stays_inside("a/b", "c/../../../d"));
  EXPECT_FALSE(stays_inside("a", "/etc/passwd"));
  EXPECT_FALSE(stays_inside("a", ""));
}

TEST(ArchiveNames, AreToldByTheirEnd) {
  EXPECT_TRUE(is_archive_name("a/b.zip"));
  EXPECT_TRUE(is_archive_name("b.kpp"));
  EXPECT_FALSE(is_archive_name("zip"));
  EXPECT_FALSE(is_archive_name("b.zip/c"));
}

class ArchiveEntries : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directory(into()); }

  [[nodiscard]] fs::path into() const { return dir_ / "into"; }
  [[nodiscard]] fs::path file() const { return dir_ / "a.zip"; }

  ArchiveContent unpacked(const UnpackLimits& limits = {}) {
    auto content = unpack_entries(file(), into(), 0, limits, [](std::string_view) { return true; });
    EXPECT_TRUE(content) << content.error().text();
    return content ? *std::move(content) : ArchiveContent{};
  }

  static std::vector<std::string> names(const ArchiveContent& content) {
    std::vector<std::string> all;
    for (const ArchiveEntry& entry : content.entries)
      all.push_back(entry.name);
    return all;
  }

  [[nodiscard]] std::vector<std::string> files_made() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(dir_.path()))
      if (entry.is_regular_file() && entry.path() != file())
        all.push_back(entry.path().parent_path().filename() / entry.path().filename());
    std::ranges::sort(all);
    return all;
  }

  TestFolder dir_;
};

TEST(ArchiveNames, KnowsItsKinds) {
  EXPECT_TRUE(is_any_archive_name("a.zip"));
  EXPECT_TRUE(is_any_archive_name("a.TAR.GZ"));
  EXPECT_FALSE(is_any_archive_name(".zip"));
  EXPECT_FALSE(is_any_archive_name("a.cpp"));
  EXPECT_EQ(without_archive_ending("lab.v2.tar.gz"), "lab.v2");
  EXPECT_EQ(without_archive_ending("plain"), "plain");
}

TEST_F(ArchiveEntries, UnpacksEveryKindUnderNumbers) {
  for (const PackedAs format :
       {PackedAs::zip, PackedAs::tar_gz, PackedAs::tar, PackedAs::seven_zip}) {
    fs::remove_all(into());
    fs::create_directory(into());
    pack(file(), {{"å/李 x.cpp", "one"}, {"b.py", "two"}}, format);
    const ArchiveContent content = unpacked();
    EXPECT_THAT(content.damage, IsEmpty());
    EXPECT_THAT(content.refused, IsEmpty());
    ASSERT_THAT(names(content), ElementsAre("å/李 x.cpp", "b.py"));
    EXPECT_EQ(read_all(content.entries[0].path), "one");
    EXPECT_EQ(content.entries[0].modified, 1'700'000'000);
    EXPECT_THAT(files_made(), ElementsAre("into/0", "into/1"));
  }
}

TEST_F(ArchiveEntries, WritesNothingOutsideAndTakesTheRest) {
  pack(file(),
       {{"../evil", "x"},
        {"a/../../evil", "x"},
        {"/etc/evil", "x"},
        {"link", "", AE_IFLNK, "/etc/passwd"},
        {"pipe", "", AE_IFIFO},
        {"good\nname", "kept"}},
       PackedAs::tar);
  const ArchiveContent content = unpacked();
  EXPECT_THAT(names(content), ElementsAre("good\nname"));
  std::vector<std::string> whys;
  for (const RefusedEntry& entry : content.refused)
    whys.push_back(entry.name + " " + entry.why);
  EXPECT_THAT(whys, ElementsAre("../evil leads out of the archive",
                                "a/../../evil leads out of the archive", "/etc/evil is absolute",
                                "link is a link", "pipe is neither a file nor a folder"));
  EXPECT_THAT(files_made(), ElementsAre("into/0"));
}

TEST_F(ArchiveEntries, ReadsNamesOfOldPrograms) {
  pack(file(), {{"\x86sa\\main.c", "x"}, {"./b//c.c", "y"}}, PackedAs::tar);
  EXPECT_THAT(names(unpacked()), ElementsAre("åsa/main.c", "b/c.c"));
}

TEST_F(ArchiveEntries, RefusesWhatIsEncrypted) {
  pack(file(), {{"a.c", "secret"}, {"b.c", "secret"}}, PackedAs::encrypted_zip);
  const ArchiveContent content = unpacked();
  EXPECT_THAT(content.entries, IsEmpty());
  ASSERT_EQ(content.refused.size(), 2u);
  EXPECT_EQ(content.refused[0].why, "is encrypted");
}

TEST_F(ArchiveEntries, StopsAtBombs) {
  pack(file(), {{"zeros", std::string(4 << 20, '\0')}, {"after", "x"}});
  UnpackLimits limits;
  limits.unsuspicious = mib(1);
  limits.ratio = 20;
  const ArchiveContent bomb = unpacked(limits);
  EXPECT_TRUE(bomb.is_bomb);
  EXPECT_THAT(bomb.damage, HasSubstr("20 times"));
  EXPECT_THAT(names(bomb), IsEmpty());
  EXPECT_THAT(files_made(), IsEmpty());
  limits = {};
  limits.bytes = mib(1);
  EXPECT_THAT(unpacked(limits).damage, HasSubstr("larger than 1 MiB"));
  limits = {};
  limits.entries = 1;
  EXPECT_THAT(unpacked(limits).damage, HasSubstr("more than 1 entries"));
}

TEST_F(ArchiveEntries, RefusesOneFileThatIsTooLarge) {
  pack(file(), {{"large", std::string(2 << 20, 'x')}, {"small", "y"}}, PackedAs::tar);
  UnpackLimits limits;
  limits.of_file = mib(1);
  const ArchiveContent content = unpacked(limits);
  EXPECT_THAT(names(content), ElementsAre("small"));
  ASSERT_EQ(content.refused.size(), 1u);
  EXPECT_THAT(content.refused[0].why, HasSubstr("larger than 1 MiB"));
}

TEST_F(ArchiveEntries, SaysWhatIsDamaged) {
  EXPECT_THAT(unpacked().damage, HasSubstr("No such file"));
  dir_.write("a.zip", "");
  EXPECT_EQ(unpacked().damage, "it is empty");
  dir_.write("a.zip", "this is no archive, whatever its name says");
  EXPECT_THAT(unpacked().damage, HasSubstr("archive"));
  pack(file(), {{"a.c", std::string(5000, 'a')}, {"b.c", "b"}}, PackedAs::tar_gz);
  const std::string whole = read_all(file());
  dir_.write("a.zip", whole.substr(0, whole.size() / 2));
  const ArchiveContent half = unpacked();
  EXPECT_TRUE(!half.damage.empty() || !half.refused.empty());
}

TEST(WriteZip, ComesBackAsItWas) {
  const auto zip = write_zip({{"Å 李_7_assignsubmission_file/feedback.html", "<p>x</p>"},
                              {"a.md", std::string(100000, 'x')},
                              {"empty", ""}});
  ASSERT_TRUE(zip) << zip.error().text();
  const TestFolder folder;
  const auto back = unpack(folder.write("all.zip", *zip));
  ASSERT_TRUE(back) << back.error().text();
  // The only folder there is taken for the package; its parent holds everything.
  const auto top = back->folder.path() / "all";
  EXPECT_EQ(read_all(top / "Å 李_7_assignsubmission_file" / "feedback.html"), "<p>x</p>");
  EXPECT_EQ(read_all(top / "a.md"), std::string(100000, 'x'));
  EXPECT_EQ(read_file(top / "empty").value(), "");
}

TEST(WriteZip, AnyMainFileTellsThatTheProblemLiesAtTheTop) {
  const TestFolder folder;
  for (const std::string_view name : model::k_main_files) {
    const auto zip = write_zip({{std::string(name), ""}, {"only/a.c", ""}});
    const auto back = unpack(folder.write("all.zip", zip.value()));
    EXPECT_TRUE(fs::exists(back.value().root / name)) << name;
  }
}

TEST(WriteZip, OrderOfEntriesChangesNothing) {
  const auto one = write_zip({{"a", "1"}, {"b", "2"}});
  const auto other = write_zip({{"b", "2"}, {"a", "1"}});
  ASSERT_TRUE(one && other);
  EXPECT_EQ(*one, *other);
  EXPECT_LT(one->size(), 400U);
  EXPECT_TRUE(write_zip({}));
}

TEST(WriteZip, BadNamesAreRefused) {
  for (const char* name : {"../a", "/a", "", "a\xff"})
    EXPECT_FALSE(write_zip({{name, "x"}})) << name;
  EXPECT_FALSE(write_zip({{"a", "x"}, {"a", "y"}}));
}

}  // namespace

}  // namespace arbiter::package
