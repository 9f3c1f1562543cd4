#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "store/journal.hpp"
#include "store/journal_line.hpp"

namespace arbiter::store {

/// A journal of some records with an index that fits, and what may happen to both.
class JournalKit : public ::testing::Test {
 protected:
  static constexpr int k_records = 60;

  void SetUp() override {
    auto made = TempDir::make("journal-index-test");
    ASSERT_TRUE(made);
    dir_.emplace(std::move(*made));
    folder_ = dir_->path() / "out";
    journal_ = folder_ / k_journal_name;
    index_ = folder_ / k_journal_index_name;
    write(0, k_records);
    ASSERT_TRUE(std::filesystem::is_regular_file(index_));
  }

  [[nodiscard]] std::unique_ptr<Journal> open(IndexUse use = IndexUse::keep) const {
    auto journal = Journal::open(folder_, use);
    EXPECT_TRUE(journal) << journal.error().text();
    return journal ? std::move(*journal) : nullptr;
  }

  void write(int from, int to) const {
    const auto journal = open();
    for (int i = from; i < to; ++i)
      ASSERT_TRUE(journal->append("test", key(i), value(i)));
  }

  static std::string key(int i) { return "key" + std::to_string(i); }
  static std::string value(int i) { return "{\"n\":" + std::to_string(i) + "}"; }
  [[nodiscard]] std::string bytes() const { return *read_file(journal_); }

  /// Changes the journal in its place, and gives it the time of its last change back.
  void rot(const std::function<void(std::string&)>& change) const {
    struct stat before {};
    ASSERT_EQ(::stat(journal_.c_str(), &before), 0);
    std::string text = bytes();
    change(text);
    std::ofstream(journal_, std::ios::binary | std::ios::trunc) << text;
    const timespec times[] = {before.st_atim, before.st_mtim};
    ASSERT_EQ(::utimensat(AT_FDCWD, journal_.c_str(), times, 0), 0);
  }

  /// A journal whose index was of no use has all that there was, and a new index that fits.
  void expect_made_again(const std::string& why, std::size_t damaged = 0) const {
    {
      const auto journal = open();
      EXPECT_EQ(journal->scanned_bytes(), std::filesystem::file_size(journal_) - added(damaged));
      EXPECT_EQ(journal->index_fault().value_or(""), why);
      EXPECT_EQ(journal->damaged(), damaged);
      expect_all(*journal, static_cast<int>(damaged));
      ASSERT_TRUE(journal->append("test", "after", "1"));
    }
    const auto journal = open();
    EXPECT_EQ(journal->scanned_bytes(), 0U);
    EXPECT_EQ(journal->damaged(), 0U);
    EXPECT_EQ(journal->find("test", "after"), "1");
    expect_all(*journal, static_cast<int>(damaged));
    EXPECT_FALSE(journal->index_fault()) << *journal->index_fault();
  }

  /// All records of SetUp but so many of them.
  static void expect_all(Journal& journal, int missing) {
    for (int i = 0; i < k_records; ++i) {
      const auto found = journal.find("test", key(i));
      if (!found) --missing;
      EXPECT_EQ(found.value_or(value(i)), value(i));
    }
    EXPECT_EQ(missing, 0);
  }

  /// What opening it appended, which it need not read.
  static std::size_t added(std::size_t damaged) {
    if (damaged == 0) return 0;
    return journal_line("damage", "known", std::to_string(damaged)).size() + 1;
  }

  std::optional<TempDir> dir_;
  std::filesystem::path folder_;
  std::filesystem::path journal_;
  std::filesystem::path index_;
};

}  // namespace arbiter::store
