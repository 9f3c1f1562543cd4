#include "store/run_store.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>

#include "base/file.hpp"
#include "base/temp_dir.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::system_clock;

/// A store in a folder of its own, at a time that the test sets.
class RunStoreTest : public ::testing::Test {
 protected:
  RunStore store() {
    return std::move(RunStore::open(dir_->path(), [this] { return now_; })).value();
  }

  /// A finished run with a journal of one line.
  fs::path finished_run(const std::string& line = "{}\n") {
    auto run = store().begin();
    EXPECT_TRUE(run) << run.error().text();
    EXPECT_TRUE(run->append(line));
    return run->folder();
  }

  static std::string journal(const fs::path& folder) {
    return read_file(folder / "journal.jsonl").value();
  }

  Result<TempDir> dir_ = TempDir::make("run-store-test");
  // 2026-11-21T07:45:00Z
  system_clock::time_point now_{std::chrono::seconds(1795247100)};
};

TEST_F(RunStoreTest, IdIsTheTimeAndFourDigits) {
  const auto run = store().begin();
  ASSERT_TRUE(run);
  EXPECT_EQ(run->id().substr(0, 17), "20261121T074500Z-");
  EXPECT_EQ(run->id().size(), 21U);
  EXPECT_EQ(run->folder(), dir_->path() / "runs" / run->id());
}

TEST_F(RunStoreTest, LinesAreOnDiskWhenAppendReturns) {
  auto run = store().begin();
  ASSERT_TRUE(run);
  ASSERT_TRUE(run->append("{\"a\":1}\n"));
  EXPECT_EQ(journal(run->folder()), "{\"a\":1}\n");
  ASSERT_TRUE(run->append("{\"b\":2}"));
  EXPECT_EQ(journal(run->folder()), "{\"a\":1}\n{\"b\":2}\n");
}

TEST_F(RunStoreTest, FindsRunsByWord) {
  const fs::path first = finished_run();
  now_ += hours(1);
  const fs::path second = finished_run();
  const RunStore runs = store();
  EXPECT_EQ(runs.find("last").value(), second);
  EXPECT_EQ(runs.find("last~0").value(), second);
  EXPECT_EQ(runs.find("last~1").value(), first);
  EXPECT_EQ(runs.find(first.filename().string()).value(), first);
  EXPECT_EQ(runs.find("20261121T07").value(), first);
  EXPECT_EQ(runs.find("20261121T08").value(), second);
  EXPECT_EQ(runs.find(first.string()).value(), first);
}

TEST_F(RunStoreTest, UnknownRunsAreUsageErrorsWithHelp) {
  const RunStore runs = store();
  EXPECT_EQ(runs.find("last").error().kind, ErrorKind::usage);
  EXPECT_NE(runs.find("last").error().help.find("no run is stored yet"), std::string::npos);
  finished_run();
  now_ += hours(1);
  const fs::path second = finished_run();
  EXPECT_EQ(runs.find("lsat").error().help, "did you mean last?");
  EXPECT_EQ(runs.find("last~2").error().help, "the oldest is last~1");
  EXPECT_FALSE(runs.find("last~"));
  EXPECT_FALSE(runs.find("last~x"));
  EXPECT_FALSE(runs.find("last~99999999999999999999999"));
  EXPECT_FALSE(runs.find(""));
  EXPECT_FALSE(runs.find("/"));
  EXPECT_NE(runs.find("20261121T0").error().message.find("several"), std::string::npos);
  std::string close = second.filename().string();
  close.back() = close.back() == '0' ? '1' : '0';
  EXPECT_EQ(runs.find(close).error().help, "did you mean " + second.filename().string() + "?");
}

TEST_F(RunStoreTest, OutFolderHoldsTheRun) {
  constexpr const char* k_old = R"({"schema":"arbiter/archive/1"})";
  const fs::path out = dir_->path() / "my" / "out";
  std::string id;
  {
    auto run = store().begin(out);
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(run->folder(), out);
    ASSERT_TRUE(run->append(k_old));
    const auto second = store().begin(out);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().text().find("another run"), std::string::npos);
  }
  EXPECT_EQ(journal(out), std::string(k_old) + "\n");
  auto again = store().begin(out);
  ASSERT_TRUE(again);
  ASSERT_TRUE(again->append("new"));
  EXPECT_EQ(journal(out), "new\n");
  EXPECT_EQ(store().find(out.string()).value(), out);
}

TEST_F(RunStoreTest, RunsOfOneSecondSortAsTheyBegan) {
  std::vector<std::string> begun;
  for (int i = 0; i < 20; ++i) {
    now_ += std::chrono::microseconds(i % 2 == 0 ? 0 : 500);
    auto run = store().begin();
    ASSERT_TRUE(run);
    begun.push_back(run->id());
  }
  EXPECT_TRUE(std::is_sorted(begun.begin(), begun.end()));
}

TEST_F(RunStoreTest, WhatIsNoJournalIsNotOverwritten) {
  const fs::path out = dir_->path() / "mine";
  fs::create_directories(out);
  ASSERT_TRUE(write_file(out / "journal.jsonl", "precious\n"));
  const auto run = store().begin(out);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, ErrorKind::usage);
  EXPECT_EQ(journal(out), "precious\n");
}

TEST_F(RunStoreTest, PrunesWhatIsTooOld) {
  const fs::path old = finished_run();
  now_ += hours(24 * 20);
  const fs::path recent = finished_run();
  now_ += hours(24 * 11);
  const fs::path newest = finished_run();
  EXPECT_EQ(store().prune(), 1U);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(recent));
  now_ += hours(24 * 365);
  EXPECT_EQ(store().prune(), 1U);
  EXPECT_TRUE(fs::exists(newest)) << "the newest run always stays";
}

TEST_F(RunStoreTest, PrunesTheOldestUntilTheRestIsSmallEnough) {
  std::vector<fs::path> folders;
  for (int i = 0; i < 5; ++i) {
    folders.push_back(finished_run(std::string(1000, 'x')));
    now_ += hours(1);
  }
  EXPECT_EQ(store().prune({hours(24 * 30), Bytes{10000}, 1}), 0U);
  EXPECT_EQ(store().prune({hours(24 * 30), Bytes{2500}, 1}), 3U);
  EXPECT_EQ(store().list().size(), 2U);
  EXPECT_EQ(store().list()[0].folder, folders[3]);
  EXPECT_EQ(store().prune({hours(24 * 30), Bytes{0}, 1}), 1U);
  EXPECT_EQ(store().find("last").value(), folders[4]);
}

TEST_F(RunStoreTest, WeighsRunsOnlyNowAndThen) {
  for (int i = 0; i < 3; ++i) {
    finished_run(std::string(1000, 'x'));
    now_ += hours(1);
  }
  EXPECT_EQ(store().prune({hours(24 * 30), Bytes{0}, 4}), 0U);
  finished_run();
  EXPECT_EQ(store().prune({hours(24 * 30), Bytes{0}, 4}), 3U);
}

TEST_F(RunStoreTest, NeverPrunesARunThatIsBeingWritten) {
  auto held = store().begin();
  ASSERT_TRUE(held);
  now_ += hours(24 * 365);
  const fs::path newest = finished_run();
  EXPECT_EQ(store().prune(), 0U);
  ASSERT_TRUE(held->append("still here"));
  EXPECT_EQ(journal(held->folder()), "still here\n");
}

TEST_F(RunStoreTest, FoldersThatAreNoRunsStay) {
  const RunStore runs = store();
  fs::create_directories(dir_->path() / "runs" / "precious");
  finished_run();
  now_ += hours(24 * 365);
  finished_run();
  EXPECT_EQ(store().prune({hours(0), Bytes{0}}), 1U);
  EXPECT_TRUE(fs::exists(dir_->path() / "runs" / "precious"));
}

TEST_F(RunStoreTest, FinishesADeletionThatWasInterrupted) {
  const RunStore runs = store();
  const fs::path half = dir_->path() / "runs" / ".deleted-20250101T000000Z-0000";
  fs::create_directories(half);
  EXPECT_EQ(store().prune(), 0U);
  EXPECT_FALSE(fs::exists(half));
  EXPECT_TRUE(store().list().empty());
}

TEST_F(RunStoreTest, UnwritableStateFolderIsAnError) {
  const auto opened = RunStore::open("/proc/no-such-folder");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::judge);
  EXPECT_NE(opened.error().text().find("/proc/no-such-folder"), std::string::npos);
  std::ofstream(dir_->path() / "file") << "x";
  EXPECT_FALSE(RunStore::open(dir_->path() / "file"));
  EXPECT_FALSE(store().begin(dir_->path() / "file" / "below"));
}

int wait_for(pid_t child) {
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(RunStoreTest, AFullDiskCutsNoOtherLine) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // A limit on the size of files stands for a full disk: writes are short, then fail.
    auto run = store().begin();
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit full{100, RLIM_INFINITY};
    if (!run || ::setrlimit(RLIMIT_FSIZE, &full) != 0) ::_exit(10);
    if (!run->append(std::string(59, 'a'))) ::_exit(11);
    if (run->append(std::string(59, 'b'))) ::_exit(12);
    const rlimit room{RLIM_INFINITY, RLIM_INFINITY};
    if (::setrlimit(RLIMIT_FSIZE, &room) != 0) ::_exit(14);
    if (!run->append(std::string(59, 'c'))) ::_exit(15);
    ::_exit(0);
  }
  ASSERT_EQ(wait_for(child), 0);
  EXPECT_EQ(
      journal(store().find("last").value()),
      std::string(59, 'a') + "\n" + std::string(40, 'b') + "\n" + std::string(59, 'c') + "\n");
}

TEST_F(RunStoreTest, TwoProcessesAtOnce) {
  constexpr int k_runs = 50;
  std::array<pid_t, 2> children{};
  for (pid_t& child : children) {
    child = ::fork();
    ASSERT_GE(child, 0);
    if (child != 0) continue;
    RunStore runs = store();
    for (int i = 0; i < k_runs; ++i) {
      auto run = runs.begin();
      if (!run || !run->append("one") || !run->append("two") || !run->finish()) ::_exit(1);
      // Everything of the other process that is not being written may go; nothing may break.
      if (i % 10 == 9) runs.prune({hours(24 * 30), Bytes{40}, 1});
      if (!fs::exists(run->folder() / "journal.jsonl")) ::_exit(2);
    }
    ::_exit(0);
  }
  for (const pid_t child : children)
    EXPECT_EQ(wait_for(child), 0);
  for (const StoredRun& run : store().list())
    EXPECT_EQ(journal(run.folder), "one\ntwo\n");
}

TEST_F(RunStoreTest, ARunOfAKilledProcessCanBeDeletedAndRead) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto run = store().begin();
    if (run && run->append("finished")) (void)::write(pipe[1], "x", 1);
    ::pause();
    ::_exit(0);
  }
  char ready = 0;
  ASSERT_EQ(::read(pipe[0], &ready, 1), 1);
  const fs::path folder = store().find("last").value();
  now_ += hours(24 * 365);
  finished_run();
  EXPECT_EQ(store().prune(), 0U) << "the other process holds it";
  ::kill(child, SIGKILL);
  EXPECT_EQ(wait_for(child), -1);
  EXPECT_EQ(journal(folder), "finished\n");
  EXPECT_EQ(store().prune(), 1U);
  EXPECT_FALSE(fs::exists(folder));
  ::close(pipe[0]);
  ::close(pipe[1]);
}

}  // namespace
}  // namespace arbiter::store
