#include "store/journal.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "store/journal_line.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

class JournalTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make("journal-test");
    ASSERT_TRUE(made);
    dir_.emplace(std::move(*made));
    folder_ = dir_->path() / "out";
  }

  std::unique_ptr<Journal> open() {
    auto journal = Journal::open(folder_);
    EXPECT_TRUE(journal) << journal.error().text();
    return journal ? std::move(*journal) : nullptr;
  }

  void write(int from, int to) {
    const auto journal = open();
    for (int i = from; i < to; ++i) {
      ASSERT_TRUE(journal->append("test", "key" + std::to_string(i), value(i)));
    }
    ASSERT_TRUE(journal->finish());
  }

  static std::string value(int i) { return "{\"n\":" + std::to_string(i) + "}"; }
  [[nodiscard]] std::string bytes() const { return *read_file(folder_ / k_journal_name); }
  void replace(const std::string& bytes) const {
    ASSERT_TRUE(write_file(folder_ / k_journal_name, bytes));
  }

  std::optional<TempDir> dir_;
  fs::path folder_;
};

TEST_F(JournalTest, GivesBackWhatWasAppendedBefore) {
  write(0, 100);
  write(100, 120);
  const auto journal = open();
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(journal->records(), 120U);
  for (int i = 0; i < 120; ++i)
    EXPECT_EQ(journal->find("test", "key" + std::to_string(i)), value(i));
  EXPECT_FALSE(journal->find("test", "key120"));
  EXPECT_FALSE(journal->find("compile", "key1"));
}

TEST_F(JournalTest, TheLastOfSeveralRecordsCounts) {
  write(1, 2);
  ASSERT_TRUE(open()->append("test", "key1", "\"later\""));
  EXPECT_EQ(open()->find("test", "key1"), "\"later\"");
}

TEST_F(JournalTest, EveryFlippedBitIsFoundAndCostsOnlyItsLine) {
  write(0, 3);
  const std::string sound = bytes();
  for (std::size_t at = 0; at < sound.size(); at += 5) {
    for (const int bit : {static_cast<int>(at % 8)}) {
      std::string damaged = sound;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      replace(damaged);
      const auto journal = open();
      ASSERT_TRUE(journal);
      ASSERT_GE(journal->damaged(), 1U) << "byte " << at << " bit " << bit;
      // A flipped newline joins two lines.
      ASSERT_GE(journal->records(), 1U) << "byte " << at << " bit " << bit;
      for (int i = 0; i < 3; ++i) {
        const auto found = journal->find("test", "key" + std::to_string(i));
        ASSERT_EQ(found.value_or(value(i)), value(i)) << "byte " << at << " bit " << bit;
      }
    }
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
    ASSERT_EQ(again->damaged(), 0U) << "what is known is not told again; cut at " << length;
  }
}

TEST_F(JournalTest, SaysHowManyLinesAreDamagedOnlyOnce) {
  write(0, 5);
  std::string text = bytes();
  text[text.find("\"n\":2")] = 'x';
  text[text.find("\"n\":4")] = 'x';
  replace(text);
  EXPECT_EQ(open()->damaged(), 2U);
  EXPECT_EQ(open()->damaged(), 0U);
  text = bytes();
  text[text.find("\"n\":1")] = 'x';
  replace(text);
  EXPECT_EQ(open()->damaged(), 1U);
}

TEST_F(JournalTest, OneFolderBelongsToOneProcess) {
  const auto first = open();
  const auto second = Journal::open(folder_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::usage);
  EXPECT_NE(second.error().message.find("another process"), std::string::npos);
}

TEST_F(JournalTest, LeavesAloneWhatIsNoJournal) {
  fs::create_directories(folder_);
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
        for (int i = 0; i < 200; ++i) {
          EXPECT_TRUE(
              journal->append("test", "key" + std::to_string(t * 200 + i), value(t * 200 + i)));
        }
      });
    }
  }
  const auto journal = open();
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(journal->records(), 800U);
}

TEST(JournalLine, LongLinesAreSeenAsDamagedAndTheNextOneIsFound) {
  auto dir = TempDir::make("journal-test");
  ASSERT_TRUE(dir);
  const fs::path path = dir->path() / "lines";
  ASSERT_TRUE(write_file(path, std::string(std::size_t{17} << 20, 'x') + "\nnext\n"));
  const auto file = open_read(path);
  ASSERT_TRUE(file);
  std::vector<std::string> lines;
  ASSERT_TRUE(for_each_line(
      file->get(), 0, [&](std::string_view line, std::uint64_t) { lines.emplace_back(line); }));
  EXPECT_EQ(lines, (std::vector<std::string>{"", "next"}));
}

}  // namespace
}  // namespace arbiter::store
