#include "base/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <thread>

#include "base/temp_dir.hpp"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }

 private:
  TempDir folder_ = TempDir::make("arbiter-file-test").value();
};

bool is_close_on_exec(const UniqueFd& fd) {
  return (::fcntl(fd.get(), F_GETFD) & FD_CLOEXEC) != 0;
}

TEST_F(File, WhatIsWrittenIsReadAndMapped) {
  std::string bytes(200'000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(i * 7);
  ASSERT_TRUE(write_file(at("a"), bytes));
  EXPECT_EQ(read_file(at("a")).value(), bytes);
  auto mapped = MappedFile::open(at("a"));
  ASSERT_TRUE(mapped);
  EXPECT_EQ(mapped->bytes(), bytes);
  const MappedFile moved = std::move(*mapped);
  EXPECT_EQ(moved.bytes(), bytes);
}

TEST_F(File, IsNotOpenedThroughLinksWhereNoneMayBe) {
  fs::create_directory(at("folder"));
  ASSERT_TRUE(write_file(at("folder/a"), "mine"));
  fs::create_symlink("a", at("folder/link"));
  fs::create_directory_symlink("folder", at("around"));
  const fs::path real = fs::canonical(at("folder"));
  const fs::path around = fs::canonical(at(".")) / "around";
  for (const auto& open : {+[](const fs::path& path) { return open_read(path, Links::refuse); },
                           +[](const fs::path& path) { return open_read_by_steps(path); }}) {
    const auto opened = open(real / "a");
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(read_descriptor(opened->get()).value(), "mine");
    EXPECT_TRUE(is_close_on_exec(*opened));
    EXPECT_FALSE(open(real / "link"));
    EXPECT_FALSE(open(around / "a"));
    EXPECT_FALSE(open(real / "nothing"));
    EXPECT_FALSE(open("/proc/self/cwd/a"));
  }
  EXPECT_TRUE(read_file(real / "link"));
  EXPECT_FALSE(read_file(real / "link", mib(1), Links::refuse));
  EXPECT_FALSE(MappedFile::open(around / "a", Links::refuse));
}

TEST_F(File, ALinkLeadsNowhereButWhereItWasAllowedTo) {
  const fs::path here = fs::canonical(at("."));
  for (const char* folder : {"package", "package/sub", "beside", "elsewhere"}) {
    fs::create_directory(here / folder);
    ASSERT_TRUE(write_file(here / folder / "a", folder));
  }
  fs::create_directory_symlink("package", here / "also");
  for (const char* folder : {"package", "also", "beside"})
    keep_links_within(here / folder);
  fs::create_symlink("sub/a", here / "package/inside");
  fs::create_directory_symlink("sub", here / "package/folder");
  fs::create_symlink("../beside/a", here / "package/allowed");
  fs::create_symlink("../elsewhere/a", here / "package/out");
  fs::create_directory_symlink("../elsewhere", here / "package/folder_out");
  const auto read = [&](const char* path) {
    const auto got = read_file(here / path);
    return got ? *got : "nothing";
  };
  EXPECT_EQ(read("package/inside"), "package/sub");
  EXPECT_EQ(read("package/folder/a"), "package/sub");
  EXPECT_EQ(read("also/folder/a"), "package/sub");
  EXPECT_EQ(read("package/allowed"), "beside");
  EXPECT_EQ(read("package/out"), "nothing");
  EXPECT_EQ(read("package/folder_out/a"), "nothing");
  EXPECT_EQ(read("also/out"), "nothing");
  const auto refused = read_file(here / "package/out");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("part of it was replaced by a link"), std::string::npos);
  fs::create_symlink("elsewhere/a", here / "free");
  EXPECT_EQ(read("free"), "elsewhere");
}

TEST_F(File, AnEmptyFileIsMappedAsNothing) {
  ASSERT_TRUE(write_file(at("empty"), ""));
  EXPECT_EQ(MappedFile::open(at("empty"))->bytes(), "");
  EXPECT_EQ(read_file(at("empty")).value(), "");
}

TEST_F(File, AMappingStartsAtTheBeginningWhateverTheOffset) {
  ASSERT_TRUE(write_file(at("a"), "abcdef"));
  auto fd = open_read(at("a"));
  ASSERT_TRUE(fd);
  ASSERT_EQ(::lseek(fd->get(), 4, SEEK_SET), 4);
  auto mapped = MappedFile::of_descriptor(fd->get());
  fd->reset();
  EXPECT_EQ(mapped->bytes(), "abcdef");
}

TEST_F(File, ErrorsNameThePath) {
  EXPECT_NE(read_file(at("none")).error().text().find(at("none").string()), std::string::npos);
  EXPECT_NE(MappedFile::open(at("none")).error().text().find("No such file"), std::string::npos);
  EXPECT_NE(write_file(at("no/such"), "x").error().text().find("no/such"), std::string::npos);
}

TEST_F(File, OnlyRegularFilesAreRead) {
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
  // Nobody writes this fifo: reading it must be refused and not wait for ever.
  for (const fs::path& path : {at("fifo"), at("."), fs::path("/dev/null"), fs::path("/dev/zero")}) {
    const auto read = read_file(path);
    ASSERT_FALSE(read) << path;
    EXPECT_NE(read.error().text().find("not a regular file"), std::string::npos) << path;
    EXPECT_FALSE(MappedFile::open(path)) << path;
  }
}

TEST_F(File, ReadingStopsAtTheLimit) {
  ASSERT_TRUE(write_file(at("a"), std::string(1000, 'x')));
  EXPECT_EQ(read_file(at("a"), Bytes{1000}).value().size(), 1000U);
  EXPECT_NE(read_file(at("a"), Bytes{999}).error().text().find("larger than 999 B"),
            std::string::npos);
}

TEST_F(File, AnEndlessDescriptorIsRefusedAtTheLimit) {
  auto zero = open_read("/dev/zero");
  ASSERT_TRUE(zero);
  EXPECT_FALSE(read_descriptor(zero->get(), kib(100)));
}

TEST_F(File, APipeIsReadToItsEnd) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const UniqueFd reader(ends[0]);
  const std::string bytes(300'000, 'y');  // more than a pipe holds
  std::thread writing([&] {
    UniqueFd writer(ends[1]);
    static_cast<void>(write_all(writer.get(), bytes).has_value());
  });
  const auto read = read_descriptor(reader.get());
  writing.join();
  EXPECT_EQ(read.value(), bytes);
}

TEST_F(File, WritingReplacesInOneStepAndLeavesNothingBeside) {
  ASSERT_TRUE(write_file(at("a"), "old"));
  const auto old = MappedFile::open(at("a"));
  ASSERT_TRUE(write_file(at("a"), "new"));
  EXPECT_EQ(old->bytes(), "old") << "whoever had it open keeps the old content";
  EXPECT_EQ(read_file(at("a")).value(), "new");
  fs::create_directory(at("folder"));
  EXPECT_FALSE(write_file(at("folder"), "x")) << "a folder cannot be replaced";
  EXPECT_EQ(std::distance(fs::directory_iterator(at(".")), fs::directory_iterator()), 2);
}

TEST_F(File, AFullDiskIsAnError) {
  const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  ASSERT_TRUE(full);
  const auto written = write_all(full.get(), "x");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().text().find("No space left"), std::string::npos);
}

TEST_F(File, ASealedFileCanOnlyBeRead) {
  auto sealed = sealed_memory_file("test", "abc");
  ASSERT_TRUE(sealed);
  EXPECT_TRUE(is_close_on_exec(*sealed));
  EXPECT_EQ(read_descriptor(sealed->get()).value(), "abc") << "it is rewound";
  EXPECT_EQ(::pwrite(sealed->get(), "x", 1, 0), -1);
  EXPECT_EQ(::ftruncate(sealed->get(), 0), -1);
  EXPECT_EQ(::ftruncate(sealed->get(), 10), -1);
  EXPECT_EQ(::mmap(nullptr, 3, PROT_READ | PROT_WRITE, MAP_SHARED, sealed->get(), 0), MAP_FAILED);
  EXPECT_EQ(MappedFile::of_descriptor(sealed->get())->bytes(), "abc");
}

TEST_F(File, ACopyIsSealedAndBeginsAtTheBeginning) {
  auto file = memory_file("test");
  ASSERT_TRUE(file);
  EXPECT_TRUE(is_close_on_exec(*file));
  ASSERT_TRUE(write_all(file->get(), "abc"));
  ASSERT_EQ(::ftruncate(file->get(), 5), 0);
  // Whoever holds a descriptor needs no right to open the file again.
  ASSERT_EQ(::fchmod(file->get(), 0), 0);
  const auto copy = sealed_copy("copy", file->get());
  ASSERT_TRUE(copy) << copy.error().text();
  EXPECT_TRUE(is_close_on_exec(*copy));
  EXPECT_EQ(read_descriptor(copy->get()).value(), std::string_view("abc\0", 5));
  EXPECT_EQ(::pwrite(copy->get(), "x", 1, 0), -1);
  EXPECT_TRUE(sealed_copy("copy", file->get(), {5}));
  EXPECT_FALSE(sealed_copy("copy", file->get(), {4}));
  EXPECT_FALSE(sealed_copy("copy", -1));
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const UniqueFd read_end(ends[0]);
  const UniqueFd write_end(ends[1]);
  EXPECT_FALSE(sealed_copy("copy", read_end.get())) << "not a regular file";
}

}  // namespace
}  // namespace arbiter
