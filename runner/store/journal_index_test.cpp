#include "store/journal_index.hpp"

#include <gtest/gtest.h>

#include "store/journal.hpp"
#include "store/journal_test_kit.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

class JournalIndexTest : public JournalKit {};

TEST_F(JournalIndexTest, WithItNothingIsReadToOpenTheJournal) {
  for (int round = 0; round < 2; ++round) {
    const auto journal = open();
    EXPECT_EQ(journal->scanned_bytes(), 0U);
    EXPECT_FALSE(journal->index_fault());
    EXPECT_EQ(journal->records(), static_cast<std::size_t>(k_records));
    EXPECT_FALSE(journal->find("test", "none"));
    EXPECT_FALSE(journal->find("compile", key(1)));
    expect_all(*journal, 0);
  }
}

TEST_F(JournalIndexTest, TheLastOfSeveralRecordsCountsAndKindsAreApart) {
  ASSERT_TRUE(open()->append("test", key(3), "\"later\""));
  ASSERT_TRUE(open()->append("compile", key(3), "\"compiled\""));
  const auto journal = open();
  EXPECT_EQ(journal->scanned_bytes(), 0U);
  EXPECT_EQ(journal->find("test", key(3)), "\"later\"");
  EXPECT_EQ(journal->find("compile", key(3)), "\"compiled\"");
  EXPECT_EQ(journal->records(), static_cast<std::size_t>(k_records) + 1);
}

TEST_F(JournalIndexTest, WhatIsMissingIsMadeWithoutAWord) {
  fs::remove(index_);
  expect_made_again("");
  std::ofstream(index_, std::ios::trunc).close();
  const auto journal = open();
  EXPECT_GT(journal->scanned_bytes(), 0U);
  EXPECT_FALSE(journal->index_fault());
}

TEST_F(JournalIndexTest, OnlyWhatIsBehindItIsRead) {
  const std::uint64_t indexed = fs::file_size(journal_);
  // As a run that was killed before it wrote the index.
  const std::string old_index = *read_file(index_);
  write(k_records, k_records + 5);
  ASSERT_TRUE(write_file(index_, old_index));
  const std::uint64_t all = fs::file_size(journal_);
  {
    const auto journal = open();
    EXPECT_EQ(journal->scanned_bytes(), all - indexed);
    EXPECT_FALSE(journal->index_fault());
    for (int i = 0; i < k_records + 5; ++i)
      EXPECT_EQ(journal->find("test", key(i)), value(i));
  }
  EXPECT_EQ(open()->scanned_bytes(), 0U);
}

TEST_F(JournalIndexTest, ALineThatWasCutOffBehindItIsFound) {
  std::ofstream(journal_, std::ios::app) << R"({"sum":"0123456789)";
  {
    const auto journal = open();
    EXPECT_EQ(journal->damaged(), 1U);
    EXPECT_EQ(journal->scanned_bytes(), std::string_view(R"({"sum":"0123456789)").size() + 1);
    expect_all(*journal, 0);
  }
  const auto journal = open();
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(journal->scanned_bytes(), 0U);
}

TEST_F(JournalIndexTest, ARecordWithoutTheEndOfItsLineCountsAndStaysBehindIt) {
  std::string text = bytes();
  text.pop_back();
  std::ofstream(journal_, std::ios::binary | std::ios::trunc) << text;
  for (int round = 0; round < 2; ++round) {
    const auto journal = open();
    EXPECT_EQ(journal->damaged(), 0U);
    EXPECT_GT(journal->scanned_bytes(), 0U);
    expect_all(*journal, 0);
  }
  write(k_records, k_records + 1);
  const auto journal = open();
  EXPECT_EQ(journal->scanned_bytes(), 0U);
  EXPECT_EQ(journal->damaged(), 0U);
  EXPECT_EQ(journal->records(), static_cast<std::size_t>(k_records) + 1);
  expect_all(*journal, 0);
}

TEST_F(JournalIndexTest, AheadOfTheJournalItIsMadeAgain) {
  std::string text = bytes();
  // The last two records are gone.
  for (int i = 0; i < 2; ++i)
    text.resize(text.rfind('\n', text.size() - 2) + 1);
  fs::resize_file(journal_, text.size());
  {
    const auto journal = open();
    EXPECT_EQ(journal->index_fault(), "the journal was changed since");
    EXPECT_EQ(journal->records(), static_cast<std::size_t>(k_records) - 2);
    EXPECT_EQ(journal->damaged(), 0U);
    ASSERT_TRUE(journal->append("test", key(k_records - 1), value(k_records - 1)));
  }
  const auto journal = open();
  EXPECT_EQ(journal->scanned_bytes(), 0U);
  EXPECT_EQ(journal->records(), static_cast<std::size_t>(k_records) - 1);
}

TEST_F(JournalIndexTest, AJournalThatWasTouchedIsReadWhole) {
  const timespec times[] = {{1, 0}, {1, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, journal_.c_str(), times, 0), 0);
  expect_made_again("the journal was changed since");
}

TEST_F(JournalIndexTest, AnEditedJournalIsReadWhole) {
  std::string text = bytes();
  text[text.find(value(7))] = 'x';
  std::ofstream(journal_, std::ios::binary | std::ios::trunc) << text;
  const timespec times[] = {{1, 0}, {1, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, journal_.c_str(), times, 0), 0);
  expect_made_again("the journal was changed since", 1);
}

TEST_F(JournalIndexTest, AnotherJournalInItsPlaceIsReadWhole) {
  // The same bytes, the same time, another file.
  const auto changed = fs::last_write_time(journal_);
  const fs::path other = folder_ / "other";
  fs::copy_file(journal_, other);
  fs::rename(other, journal_);
  fs::last_write_time(journal_, changed);
  expect_made_again("the journal was changed since");
}

TEST_F(JournalIndexTest, AnotherJournalThatIsLongerIsReadWhole) {
  rot([](std::string& text) {
    text = text.substr(text.find('\n') + 1);
    text += journal_line("test", "more", std::string(300, '1')) + '\n';
  });
  const auto journal = open();
  EXPECT_EQ(journal->index_fault(), "the journal was changed since");
  EXPECT_EQ(journal->find("test", "more"), std::string(300, '1'));
  expect_all(*journal, 0);
}

TEST_F(JournalIndexTest, OneThatIsLockedIsDoneWithout) {
  const std::uint64_t indexed = fs::file_size(journal_);
  {
    auto other = SqliteFile::open(index_, 0);
    ASSERT_TRUE(other);
    const auto journal = open();
    ASSERT_TRUE(other->execute("BEGIN EXCLUSIVE"));
    ASSERT_TRUE(journal->append("test", "new", "1"));
    ASSERT_TRUE(journal->finish());
  }
  const auto journal = open();
  EXPECT_EQ(journal->scanned_bytes(), fs::file_size(journal_) - indexed);
  EXPECT_EQ(journal->find("test", "new"), "1");
  expect_all(*journal, 0);
}

TEST_F(JournalIndexTest, OneThatWasLockedForAWhileIsBroughtUpToDateLater) {
  {
    auto other = SqliteFile::open(index_, 0);
    ASSERT_TRUE(other);
    const auto journal = open();
    ASSERT_TRUE(other->execute("BEGIN EXCLUSIVE"));
    ASSERT_TRUE(journal->append("test", "first", "1"));
    ASSERT_TRUE(journal->finish());
    ASSERT_TRUE(other->execute("COMMIT"));
    ASSERT_TRUE(journal->append("test", "second", "2"));
    ASSERT_TRUE(journal->finish());
  }
  const auto journal = open();
  EXPECT_EQ(journal->scanned_bytes(), 0U);
  EXPECT_EQ(journal->find("test", "first"), "1");
  EXPECT_EQ(journal->find("test", "second"), "2");
}

TEST_F(JournalIndexTest, OneThatCannotBeWrittenIsDoneWithout) {
  fs::permissions(index_, fs::perms::owner_read);
  write(k_records, k_records + 3);
  for (int i = 0; i < k_records + 3; ++i)
    EXPECT_EQ(open()->find("test", key(i)), value(i));
}

TEST_F(JournalIndexTest, WhatElseIsInItsPlaceStaysThere) {
  const fs::path target = folder_ / "mine";
  ASSERT_TRUE(write_file(target, "mine"));
  const auto expect_done_without = [&] {
    const auto journal = open();
    EXPECT_EQ(journal->index_fault(), "something else is in its place");
    expect_all(*journal, 0);
    ASSERT_TRUE(journal->append("test", "new", "1"));
    ASSERT_TRUE(journal->finish());
  };
  fs::remove(index_);
  fs::create_symlink(target, index_);
  expect_done_without();
  EXPECT_EQ(*read_file(target), "mine");
  EXPECT_TRUE(fs::is_symlink(index_));
  fs::remove(index_);
  fs::create_directory(index_);
  expect_done_without();
  EXPECT_TRUE(fs::is_directory(index_));
}

TEST_F(JournalIndexTest, ItIsMadeAgainAtWill) {
  {
    const auto journal = open(IndexUse::make_again);
    EXPECT_EQ(journal->scanned_bytes(), fs::file_size(journal_));
    EXPECT_FALSE(journal->index_fault());
    expect_all(*journal, 0);
  }
  EXPECT_EQ(open()->scanned_bytes(), 0U);
}

TEST_F(JournalIndexTest, NoneIsMadeBesideWhatIsNoJournal) {
  fs::remove(index_);
  ASSERT_TRUE(write_file(journal_, "my notes\n"));
  EXPECT_FALSE(Journal::open(folder_));
  EXPECT_FALSE(fs::exists(index_));
}

}  // namespace
}  // namespace arbiter::store
