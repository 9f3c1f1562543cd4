#include "store/sqlite.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/temp_dir.hpp"

namespace arbiter::store {
namespace {

constexpr int k_no_wait = 0;

class SqliteTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make("sqlite-test");
    ASSERT_TRUE(made);
    dir_.emplace(std::move(*made));
    file_ = dir_->path() / "it.sqlite";
  }

  SqliteFile open() const {
    auto database = SqliteFile::open(file_, k_no_wait);
    EXPECT_TRUE(database);
    return std::move(*database);
  }

  std::optional<TempDir> dir_;
  std::filesystem::path file_;
};

TEST_F(SqliteTest, KeepsTextsOfAnyBytesAndNumbers) {
  const std::string bytes("a\0\xff'", 4);
  {
    SqliteFile database = open();
    ASSERT_TRUE(database.execute("CREATE TABLE t(a BLOB NOT NULL, b INTEGER)"));
    SqliteStatement insert(database, "INSERT INTO t VALUES(?,?)");
    for (const std::string_view text : {std::string_view(bytes), std::string_view()}) {
      insert.bind(1, text);
      insert.bind(2, std::int64_t{-7} << 40);
      EXPECT_EQ(insert.step(), SqliteStep::done);
      insert.reset();
    }
  }
  SqliteFile database = open();
  SqliteStatement select(database, "SELECT a, b FROM t ORDER BY rowid");
  ASSERT_EQ(select.step(), SqliteStep::row);
  EXPECT_EQ(select.text(0), bytes);
  EXPECT_EQ(select.number(1), std::int64_t{-7} << 40);
  ASSERT_EQ(select.step(), SqliteStep::row);
  EXPECT_EQ(select.text(0), "");
  EXPECT_EQ(select.step(), SqliteStep::done);
}

TEST_F(SqliteTest, WhatIsNoDatabaseFailsAndSaysWhy) {
  ASSERT_TRUE(write_file(file_, std::string(5000, 'x')));
  SqliteFile database = open();
  EXPECT_FALSE(database.execute("CREATE TABLE t(a)"));
  EXPECT_NE(database.fault().find("not a database"), std::string::npos) << database.fault();
  SqliteStatement select(database, "SELECT 1 FROM sqlite_master");
  EXPECT_EQ(select.step(), SqliteStep::failed);
}

TEST_F(SqliteTest, AFolderInItsPlaceIsAnError) {
  std::filesystem::create_directory(file_);
  const auto database = SqliteFile::open(file_, k_no_wait);
  ASSERT_FALSE(database);
  EXPECT_NE(database.error().text().find("it.sqlite"), std::string::npos);
}

TEST_F(SqliteTest, WhatAnotherOneLocksFails) {
  SqliteFile first = open();
  ASSERT_TRUE(first.execute("CREATE TABLE t(a); BEGIN IMMEDIATE"));
  SqliteFile second = open();
  EXPECT_FALSE(second.execute("BEGIN IMMEDIATE"));
  ASSERT_TRUE(first.execute("COMMIT"));
  EXPECT_TRUE(second.execute("BEGIN IMMEDIATE"));
}

}  // namespace
}  // namespace arbiter::store
