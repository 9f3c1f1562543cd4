#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "store/journal.hpp"
#include "store/journal_index.hpp"
#include "store/journal_test_kit.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

class JournalRotTest : public JournalKit {};

TEST_F(JournalRotTest, ABitThatFlipsUnseenIsFoundWhenItIsRead) {
  rot([](std::string& text) { text[text.find(value(7)) + 2] ^= 1; });
  {
    const auto journal = open();
    EXPECT_EQ(journal->scanned_bytes(), 0U);
    EXPECT_EQ(journal->find("test", key(8)), value(8));
    EXPECT_EQ(journal->damaged(), 0U);
    EXPECT_FALSE(journal->find("test", key(7)));
    EXPECT_EQ(journal->damaged(), 1U);
    EXPECT_FALSE(journal->find("test", key(7)));
    EXPECT_EQ(journal->damaged(), 1U);
    ASSERT_TRUE(journal->append("test", key(7), value(7)));
    EXPECT_FALSE(journal->index_fault()) << "it is not to blame";
  }
  for (const IndexUse use : {IndexUse::keep, IndexUse::make_again}) {
    const auto journal = open(use);
    EXPECT_EQ(journal->damaged(), 0U) << "it is told of once";
    expect_all(*journal, 0);
  }
}

TEST_F(JournalRotTest, WhatManyThreadsMeetIsReadAgainOnceAndToldOfOnce) {
  rot([](std::string& text) { text[text.find(value(7)) + 2] ^= 1; });
  const std::uint64_t size = fs::file_size(journal_);
  const auto journal = open();
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        expect_all(*journal, 1);
        EXPECT_TRUE(journal->append("test", "new", "1"));
      });
    }
  }
  EXPECT_EQ(journal->damaged(), 1U);
  EXPECT_GE(journal->scanned_bytes(), size);
  EXPECT_LT(journal->scanned_bytes(), 2 * size);
  EXPECT_FALSE(journal->find("test", "new")) << "it was not there when the journal was opened";
}

TEST_F(JournalRotTest, WhereTheLastRecordIsDamagedTheOneBeforeItCounts) {
  ASSERT_TRUE(open()->append("test", key(7), "\"later\""));
  ASSERT_TRUE(open()->append("test", "end", "1"));
  rot([](std::string& text) { text[text.find("later")] ^= 1; });
  const auto journal = open();
  EXPECT_EQ(journal->scanned_bytes(), 0U);
  EXPECT_EQ(journal->find("test", key(7)), value(7));
  EXPECT_EQ(journal->damaged(), 1U);
}

TEST_F(JournalRotTest, EveryByteOfTheJournalMayRot) {
  const std::string sound = bytes();
  const std::string index = *read_file(index_);
  for (std::size_t at = 0; at < sound.size(); at += 41) {
    rot([&](std::string& text) {
      text = sound;
      text[at] = static_cast<char>(text[at] ^ 4);
    });
    ASSERT_TRUE(write_file(index_, index));
    std::size_t damaged = 0;
    {
      const auto journal = open();
      for (int i = 0; i < k_records; ++i)
        ASSERT_EQ(journal->find("test", key(i)).value_or(value(i)), value(i)) << at;
      damaged = journal->damaged();
    }
    // What was not looked for is found by who reads all.
    ASSERT_GE(damaged + open(IndexUse::make_again)->damaged(), 1U) << at;
  }
}

TEST_F(JournalRotTest, GarbageIsThrownAway) {
  const std::string index = *read_file(index_);
  for (const std::string& garbage :
       {std::string("x"), std::string(20000, 'x'), index.substr(0, index.size() / 2),
        index.substr(0, 100) + std::string(index.size() - 100, '\0')}) {
    ASSERT_TRUE(write_file(index_, garbage));
    const auto journal = open();
    EXPECT_EQ(journal->index_fault(), "it cannot be read");
    EXPECT_GT(journal->scanned_bytes(), 0U);
    expect_all(*journal, 0);
  }
  EXPECT_EQ(open()->scanned_bytes(), 0U);
}

TEST_F(JournalRotTest, EveryByteOfTheIndexMayRot) {
  const std::string index = *read_file(index_);
  for (std::size_t at = 0; at < index.size(); at += 97) {
    std::string damaged = index;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x11);
    ASSERT_TRUE(write_file(index_, damaged));
    const auto journal = open();
    ASSERT_TRUE(journal);
    ASSERT_EQ(journal->damaged(), 0U) << at;
    ASSERT_EQ(journal->records(), static_cast<std::size_t>(k_records)) << at;
    for (int i = 0; i < k_records; ++i)
      ASSERT_EQ(journal->find("test", key(i)), value(i)) << at;
  }
}

TEST_F(JournalRotTest, AnotherVersionIsThrownAway) {
  {
    auto database = SqliteFile::open(index_, 0);
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->execute("UPDATE journal SET format='arbiter/grade-journal-index/0'"));
  }
  expect_made_again("another version of arbiter wrote it");
}

TEST_F(JournalRotTest, ARowThatIsLostOrChangedIsMissed) {
  for (const char* change :
       {"DELETE FROM records WHERE offset=(SELECT max(offset) FROM records)",
        "DELETE FROM records WHERE offset=(SELECT min(offset) FROM records)",
        "UPDATE records SET name=name+1 WHERE offset=(SELECT max(offset) FROM records)",
        "DELETE FROM records", "DELETE FROM journal", "DROP TABLE records"}) {
    {
      auto database = SqliteFile::open(index_, 0);
      ASSERT_TRUE(database);
      ASSERT_TRUE(database->execute(change)) << database->fault();
    }
    const auto journal = open();
    EXPECT_EQ(journal->index_fault(), "it cannot be read") << change;
    expect_all(*journal, 0);
  }
}

TEST_F(JournalRotTest, ARowThatLeadsElsewhereIsFoundWhenItIsRead) {
  auto loaded = JournalIndex::load(index_);
  ASSERT_TRUE(loaded);
  std::swap(loaded->rows[5].name, loaded->rows[6].name);
  loaded->index = JournalIndex::make(index_);
  ASSERT_TRUE(loaded->index->add(loaded->rows, loaded->state));
  loaded->index.reset();
  {
    const auto journal = open();
    EXPECT_EQ(journal->scanned_bytes(), 0U);
    expect_all(*journal, 0);
    EXPECT_EQ(journal->scanned_bytes(), fs::file_size(journal_));
    EXPECT_EQ(journal->damaged(), 0U);
    EXPECT_EQ(journal->index_fault(), "it says something else than the journal");
  }
  EXPECT_EQ(open()->scanned_bytes(), 0U);
}

TEST(JournalScan, NamesWithTheSameNumberAreToldApart) {
  auto dir = TempDir::make("journal-rot-test");
  ASSERT_TRUE(dir);
  const std::string first = journal_line("test", "a", "1");
  const std::string second = journal_line("test", "b", "2");
  const fs::path path = dir->path() / "lines";
  ASSERT_TRUE(write_file(path, first + '\n' + second + '\n'));
  const auto file = open_read(path);
  ASSERT_TRUE(file);
  const std::uint64_t name = journal_name("test", "a");
  std::vector<JournalRow> rows = {{0, name, first.size()}};
  EXPECT_EQ(find_record(file->get(), rows, "test", "a").value, "1");
  EXPECT_EQ(find_record(file->get(), rows, "test", "b").value, std::nullopt);
  EXPECT_NE(journal_name("ab", "c"), journal_name("a", "bc"));
  rows.push_back({first.size() + 1, name, second.size()});
  EXPECT_FALSE(find_record(file->get(), rows, "test", "a").fits);
}

}  // namespace
}  // namespace arbiter::store
