#include "store/journal.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <thread>
#include <vector>

#include "base/test_folder.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

class JournalTest : public ::testing::Test {
 protected:
  std::unique_ptr<Journal> open(JournalUse use = JournalUse::records) {
    auto journal = Journal::open(folder_, use);
    EXPECT_TRUE(journal) << journal.error().text();
    return journal ? std::move(*journal) : nullptr;
  }

  void write(int from, int to) {
    const auto journal = open();
    for (int i = from; i < to; ++i)
      ASSERT_TRUE(journal->append("test", key(i), value(i)));
    ASSERT_TRUE(journal->finish());
  }

  /// How many of the first so many records are found; none holds anything else.
  static int found(const Journal& journal, int most) {
    int count = 0;
    for (int i = 0; i < most; ++i) {
      const auto record = journal.find("test", key(i));
      if (record) ++count;
      EXPECT_EQ(record.value_or(value(i)), value(i));
    }
    return count;
  }

  static std::string key(int i) { return "key" + std::to_string(i); }
  static std::string value(int i) { return "{\"n\":" + std::to_string(i) + "}"; }
  [[nodiscard]] std::string bytes() const { return read_all(folder_ / k_journal_name); }
  void replace(const std::string& bytes) const {
    dir_.write(std::string("out/") + k_journal_name, bytes);
  }
  void damage(const std::string& text) const {
    std::string damaged = bytes();
    damaged[damaged.find(text) + 1] ^= 1;
    replace(damaged);
  }

  TestFolder dir_;
  fs::path folder_ = dir_ / "out";
};

TEST_F(JournalTest, GivesBackWhatWasAppendedBefore) {
  write(0, 100);
  write(100, 120);
  const auto journal = open();
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(found(*journal, 130), 120);
  EXPECT_FALSE(journal->find("compile", "key1"));
  ASSERT_TRUE(journal->append("test", "new", "1"));
  EXPECT_FALSE(journal->find("test", "new")) << "it was not there when the journal was opened";
}

TEST_F(JournalTest, ReadsJournalsOfEarlierVersions) {
  replace(R"({"sum":"872022af514393b3","kind":"test","key":"key1","value":{"n":1}})"
          "\n");
  const auto journal = open();
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(journal->find("test", "key1"), value(1));
}

TEST_F(JournalTest, TheLastOfSeveralRecordsCounts) {
  write(1, 2);
  ASSERT_TRUE(open()->append("test", "key1", "\"later\""));
  EXPECT_EQ(open()->find("test", "key1"), "\"later\"");
  damage("later");
  EXPECT_EQ(open()->find("test", "key1"), value(1)) << "the last sound one counts";
}

TEST_F(JournalTest, EveryFlippedBitIsFoundAndCostsOnlyItsLine) {
  write(0, 4);
  const std::string sound = bytes();
  for (std::size_t at = 0; at < sound.size(); at += 7) {
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    replace(damaged);
    const auto journal = open();
    ASSERT_TRUE(journal);
    ASSERT_GE(journal->damaged(), 1U) << "byte " << at;
    // A flipped newline joins two lines.
    ASSERT_GE(found(*journal, 4), 2) << "byte " << at;
  }
}

TEST_F(JournalTest, CutAnywhereItGoesOnBehindTheCut) {
  write(0, 3);
  const std::string sound = bytes();
  for (std::size_t length = 0; length < sound.size(); length += 7) {
    replace(sound.substr(0, length));
    {
      const auto journal = open();
      ASSERT_TRUE(journal) << "cut at " << length;
      ASSERT_TRUE(journal->append("test", "after", "1"));
    }
    const auto again = open();
    ASSERT_EQ(again->find("test", "after"), "1") << "cut at " << length;
    ASSERT_EQ(again->damaged(), 0U) << "what is known is not reported again; cut at " << length;
  }
}

TEST_F(JournalTest, ARecordWithoutTheEndOfItsLineCounts) {
  write(0, 3);
  replace(bytes().substr(0, bytes().size() - 1));
  EXPECT_EQ(found(*open(), 3), 3);
  write(3, 4);
  const auto journal = open();
  EXPECT_EQ(found(*journal, 4), 4);
  EXPECT_EQ(journal->damaged(), 0U);
}

TEST_F(JournalTest, ReportsDamagedLinesOnlyOnce) {
  write(0, 5);
  damage(value(2));
  damage(value(4));
  EXPECT_EQ(open()->damaged(), 2U);
  EXPECT_EQ(open()->damaged(), 0U);
  damage(value(1));
  EXPECT_EQ(open()->damaged(), 1U);
  EXPECT_EQ(found(*open(), 5), 2);
}

TEST_F(JournalTest, OneFolderBelongsToOneProcess) {
  const auto first = open();
  const auto second = Journal::open(folder_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::usage);
  EXPECT_NE(second.error().message.find("another process"), std::string::npos);
}

// Between its fork and its exec a program that is being started has all descriptors.
TEST_F(JournalTest, OpensAgainWhileAnotherProcessHoldsTheOldDescriptors) {
  auto first = open();
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  UniqueFd in(ends[0]);
  UniqueFd out(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[1]);
    char end = 0;
    ::_exit(::read(ends[0], &end, 1) == 0 ? 0 : 1);
  }
  ASSERT_GT(child, 0);
  first.reset();
  EXPECT_TRUE(Journal::open(folder_));
  out.reset();
  int status = 1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(JournalTest, LeavesAloneWhatIsNoJournal) {
  const std::string own = "my notes\nof last year\n";
  replace(own);
  const auto journal = Journal::open(folder_);
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.error().kind, ErrorKind::usage);
  EXPECT_EQ(bytes(), own);
}

TEST_F(JournalTest, ANumberOfThreadsAppendAtOnce) {
  {
    const auto journal = open();
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&journal, t] {
        for (int i = t * 200; i < t * 200 + 200; ++i)
          EXPECT_TRUE(journal->append("test", key(i), value(i)));
      });
    }
  }
  const auto journal = open();
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(found(*journal, 800), 800);
}

TEST_F(JournalTest, ACacheIsSharedAndSilentAboutDamage) {
  {
    const auto first = open(JournalUse::cache);
    const auto second = open(JournalUse::cache);
    for (int i = 0; i < 20; ++i)
      ASSERT_TRUE((i % 2 == 0 ? first : second)->append("test", key(i), value(i)));
  }
  EXPECT_EQ(found(*open(JournalUse::cache), 20), 20);
  damage(value(7));
  std::ofstream(folder_ / k_journal_name, std::ios::app) << "garbage\n{\"sum\":\"";
  const auto journal = open(JournalUse::cache);
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(found(*journal, 20), 19);
  ASSERT_TRUE(journal->append("test", key(7), value(7)));
  EXPECT_EQ(found(*open(JournalUse::cache), 20), 20);
}

TEST_F(JournalTest, ALargeCacheLosesItsOlderHalf) {
  {
    const auto journal = open(JournalUse::cache);
    for (int i = 0; i < 70; ++i)
      ASSERT_TRUE(
          journal->append("test", key(i), '"' + std::string(std::size_t{1} << 20, 'x') + '"'));
  }
  const auto journal = open(JournalUse::cache);
  EXPECT_FALSE(journal->find("test", key(30)));
  EXPECT_TRUE(journal->find("test", key(40)));
  EXPECT_TRUE(journal->find("test", key(69)));
}

}  // namespace
}  // namespace arbiter::store
