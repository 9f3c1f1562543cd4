#include "store/entry_store.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/file.hpp"
#include "base/test_folder.hpp"
#include "store/hash.hpp"

namespace arbiter::store {
namespace {

TEST(TestStore, KeepsWholeEntriesOnly) {
  TestFolder cache;
  const TestStore store(cache.path());
  EXPECT_FALSE(store.find("a"));
  ASSERT_TRUE(store.store("a", {{".in", "1\n"}, {".ans", ""}}));
  const auto found = store.find("a");
  ASSERT_TRUE(found);
  EXPECT_EQ(read_all(found->at(".in")), "1\n");
  EXPECT_EQ(found->count(".ans"), 1U);
  cache.write("tests/a/testcase.in", "2\n");
  EXPECT_FALSE(store.find("a")) << "damaged";
  ASSERT_TRUE(store.store("a", {{".in", "3\n"}}));
  EXPECT_EQ(read_all(store.find("a")->at(".in")), "3\n") << "mended";
  ASSERT_TRUE(store.rename("a", "b"));
  EXPECT_FALSE(store.find("a"));
  EXPECT_TRUE(store.find("b"));
  EXPECT_FALSE(store.rename("a", "c"));
  ASSERT_TRUE(store.store("d", {{".in", "4\n"}}));
  cache.write("tests/b/testcase.in", "2\n");
  ASSERT_TRUE(store.rename("d", "b")) << "onto a damaged one";
  EXPECT_EQ(read_all(store.find("b")->at(".in")), "4\n");
}

TEST(TestStore, CopiesWhatWasShipped) {
  TestFolder cache;
  TestFolder share;
  const TestStore shipped(share.path());
  for (const char* key : {"a", "damaged", "open"})
    ASSERT_TRUE(shipped.store(key, {{".in", "1\n"}, {".ans", ""}}));
  const TestStore store(cache.path(), shipped.folder());
  EXPECT_FALSE(store.find("a"));
  const auto copied = store.find_or_copy("a");
  ASSERT_TRUE(copied);
  EXPECT_EQ(copied->at(".in"), cache / "tests/a/testcase.in");
  EXPECT_EQ(read_all(copied->at(".in")), "1\n");
  EXPECT_EQ(store.find("a"), copied);

  EXPECT_FALSE(store.find_or_copy("b")) << "not there";
  share.write("tests/damaged/testcase.in", "2\n");
  EXPECT_FALSE(store.find_or_copy("damaged"));
  const auto writable_by_all = std::filesystem::perms{0777};
  std::filesystem::permissions(share / "tests/open/testcase.in", writable_by_all);
  EXPECT_FALSE(store.find_or_copy("open"));
  std::filesystem::permissions(share / "tests/open/testcase.in", std::filesystem::perms{0644});
  std::filesystem::permissions(shipped.folder(), writable_by_all);
  EXPECT_FALSE(store.find_or_copy("open")) << "others may exchange entries";
  std::filesystem::permissions(shipped.folder(), std::filesystem::perms{0755});
  EXPECT_TRUE(store.find_or_copy("open"));
  EXPECT_FALSE(TestStore(cache.path()).find_or_copy("damaged")) << "nothing was shipped";
}

TEST(Sha256, IsThatOfSha256sum) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, TellsListsOfFieldsApart) {
  Sha256 one;
  one.add_field("ab");
  one.add_field("c");
  Sha256 other;
  other.add_field("a");
  other.add_field("bc");
  EXPECT_NE(one.hex(), other.hex());
}

namespace fs = std::filesystem;
using namespace std::string_literals;

const std::string k_key(64, 'a');
const std::string k_bytes = "bytes\0of a program"s;

CompileRecord store(const ProgramCache& cache, const std::string& program) {
  const auto fd = sealed_memory_file("program", program);
  auto record = cache.store(k_key, {true, "a warning\n", "a help", {}}, fd->get());
  EXPECT_TRUE(record);
  return record.value();
}

TEST(ProgramCache, GivesBackWhatWasStored) {
  const TestFolder folder;
  const ProgramCache cache(folder.path());
  EXPECT_FALSE(cache.find(k_key));
  const CompileRecord stored = store(cache, k_bytes);
  const auto found = cache.find(k_key);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->ok);
  EXPECT_EQ(found->log, "a warning\n");
  EXPECT_EQ(found->help, "a help");
  EXPECT_EQ(found->program, stored.program);
  EXPECT_EQ(read_all(found->program), k_bytes);
  EXPECT_EQ(fs::status(found->program).permissions() & fs::perms::owner_exec,
            fs::perms::owner_exec);
}

TEST(ProgramCache, CopiesWhatWasShipped) {
  const TestFolder share;
  const TestFolder folder;
  store(ProgramCache(share.path()), k_bytes);
  const auto found = ProgramCache(folder.path(), share / "programs").find(k_key);
  ASSERT_TRUE(found);
  EXPECT_EQ(read_all(found->program), k_bytes);
  EXPECT_EQ(found->program, folder / "programs" / k_key / "program");
  EXPECT_NE(fs::status(found->program).permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST(ProgramCache, KeepsFailuresWithoutAProgram) {
  const TestFolder folder;
  const ProgramCache cache(folder.path());
  ASSERT_TRUE(cache.store(k_key, {false, "error", "", {}}, -1));
  const auto found = cache.find(k_key);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->ok);
  EXPECT_EQ(found->log, "error");
  EXPECT_TRUE(found->program.empty());
}

TEST(ProgramCache, TakesADamagedEntryForNone) {
  const TestFolder folder;
  const ProgramCache cache(folder.path());
  const CompileRecord stored = store(cache, "program");
  const fs::path record = stored.program.parent_path() / "record";
  const std::string good = read_all(record);

  std::ofstream(stored.program) << "progrem";
  EXPECT_FALSE(cache.find(k_key)) << "changed program";
  fs::resize_file(stored.program, 3);
  EXPECT_FALSE(cache.find(k_key)) << "cut program";
  fs::remove(stored.program);
  EXPECT_FALSE(cache.find(k_key)) << "no program";

  EXPECT_EQ(read_all(store(cache, "program").program), "program") << "replaced";
  ASSERT_TRUE(cache.find(k_key));
  for (std::size_t size = 0; size + 4 < good.size(); size += 7) {
    std::ofstream(record) << good.substr(0, size);
    EXPECT_FALSE(cache.find(k_key)) << "record cut to " << size;
  }
  std::ofstream(record) << good;
  ASSERT_TRUE(cache.find(k_key));
  std::ofstream(record.parent_path() / "log") << "another\n";
  EXPECT_FALSE(cache.find(k_key)) << "changed log";
}

TEST(ProgramCache, LocksOneKeyAtATime) {
  const TestFolder folder;
  const ProgramCache cache(folder.path());
  auto held = cache.lock(k_key);
  ASSERT_TRUE(held);
  std::atomic<bool> was_released = false;
  std::thread other([&] {
    const auto lock = cache.lock(k_key);
    EXPECT_TRUE(was_released);
  });
  EXPECT_TRUE(cache.lock(std::string(64, 'b')));
  was_released = true;
  held->reset();
  other.join();
}

TEST(ProgramCache, SaysThatItCannotBeWritten) {
  const TestFolder folder;
  const ProgramCache cache(folder.write("file", ""));
  EXPECT_FALSE(cache.lock(k_key));
  EXPECT_FALSE(cache.store(k_key, {true, "", "", {}}, -1));
  EXPECT_FALSE(cache.find(k_key));
}

void put(const TestFolder& folder, const std::string& name, int hours_old) {
  folder.write(name + "/program", std::string(1000, 'x'));
  const auto record = folder.write(name + "/record", "");
  const auto when = fs::file_time_type::clock::now() - std::chrono::hours(hours_old);
  fs::last_write_time(record, when);
  fs::last_write_time(folder / name, when);
}

TEST(PruneCache, DeletesTheLeastRecentlyUsed) {
  const TestFolder folder;
  put(folder, "programs/old", 5);
  put(folder, "precompiled/older", 9);
  put(folder, "programs/recent", 2);
  prune_cache(folder.path(), Bytes{2100});
  EXPECT_TRUE(fs::exists(folder / "programs/old"));
  EXPECT_FALSE(fs::exists(folder / "precompiled/older"));
  EXPECT_TRUE(fs::exists(folder / "programs/recent"));
  prune_cache(folder.path(), Bytes{1000});
  EXPECT_FALSE(fs::exists(folder / "programs/old"));
  EXPECT_TRUE(fs::exists(folder / "programs/recent"));
}

TEST(PruneCache, SparesWhatMayBeInUse) {
  const TestFolder folder;
  put(folder, "programs/now", 0);
  put(folder, "programs/new.made", 0);
  prune_cache(folder.path(), Bytes{0});
  EXPECT_TRUE(fs::exists(folder / "programs/now"));
  EXPECT_TRUE(fs::exists(folder / "programs/new.made"));
}

TEST(PruneCache, ClearsAwayWhatAKilledProcessLeft) {
  const TestFolder folder;
  put(folder, "precompiled/new.killed", 30);
  put(folder, "programs/kept", 30);
  prune_cache(folder.path(), mib(1));
  EXPECT_FALSE(fs::exists(folder / "precompiled/new.killed"));
  EXPECT_TRUE(fs::exists(folder / "programs/kept"));
}

TEST(PruneCache, LeavesItToTheOneWhoDoesIt) {
  const TestFolder folder;
  put(folder, "programs/old", 5);
  const auto lock = take_lock(folder / "locks", "prune", true);
  prune_cache(folder.path(), Bytes{0});
  EXPECT_TRUE(fs::exists(folder / "programs/old"));
}

TEST(Cache, IsListedAndCleaned) {
  const TestFolder folder;
  EXPECT_TRUE(cache_parts(folder / "nothing").empty());
  put(folder, "tests/now", 0);
  put(folder, "tests/old", 30);
  put(folder, "programs/older", 300);
  const auto results = folder.write("results/journal.jsonl", "{}\n");
  fs::last_write_time(results, fs::file_time_type::clock::now() - std::chrono::hours(30));
  folder.write("toolchains/a", "12");
  const auto parts = cache_parts(folder.path());
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[2].name, "tests");
  EXPECT_EQ(parts[2].entries, 2U);
  EXPECT_EQ(parts[2].size.count, 2000);
  const auto aged = clean_cache(folder.path(), std::chrono::hours(100));
  ASSERT_TRUE(aged);
  EXPECT_EQ(aged->entries, 1U);
  EXPECT_FALSE(fs::exists(folder / "programs/older"));
  EXPECT_TRUE(fs::exists(folder / "tests/old"));
  const auto all = clean_cache(folder.path(), {});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->entries, 2U);
  EXPECT_EQ(all->in_use, 1U) << "somebody may be using it";
  EXPECT_TRUE(fs::exists(folder / "tests/now"));
  EXPECT_FALSE(fs::exists(results));
  EXPECT_TRUE(clean_cache(folder / "nothing", {})) << "nothing to clean";
}

TEST(CacheLimit, ComesFromTheEnvironment) {
  ::unsetenv("ARBITER_CACHE_MIB");
  EXPECT_EQ(cache_limit(), mib(2048));
  ::setenv("ARBITER_CACHE_MIB", "100", 1);
  EXPECT_EQ(cache_limit(), mib(100));
  for (const char* bad : {"", "-1", "10x", "99999999999999999999"}) {
    ::setenv("ARBITER_CACHE_MIB", bad, 1);
    EXPECT_EQ(cache_limit(), mib(2048)) << bad;
  }
  ::unsetenv("ARBITER_CACHE_MIB");
}

}  // namespace

}  // namespace arbiter::store
