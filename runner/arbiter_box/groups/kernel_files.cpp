#include "arbiter_box/groups/kernel_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace arbiter::arbiter_box {
namespace {

std::int64_t number_at(std::string_view text) {
  while (!text.empty() && text.front() == ' ') {
    text.remove_prefix(1);
  }
  if (text.substr(0, 3) == "max") return std::numeric_limits<std::int64_t>::max();
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end == text.data()) return -1;
  constexpr std::uint64_t k_most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(value < k_most ? value : k_most);
}

}  // namespace

Error failed(const std::string& what) {
  return system_error("cannot " + what, errno);
}

std::string read_beginning(int file) {
  std::array<char, 2048> text{};
  const ssize_t got = file >= 0 ? ::pread(file, text.data(), text.size(), 0) : -1;
  return got > 0 ? std::string(text.data(), static_cast<std::size_t>(got)) : std::string{};
}

std::int64_t number_after(const std::string& text, std::string_view name, int base) {
  const std::size_t at = text.find(name);
  if (at == std::string::npos) return -1;
  return static_cast<std::int64_t>(std::strtoull(text.c_str() + at + name.size(), nullptr, base));
}

bool write_text(const std::string& path, std::string_view text) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<std::vector<std::string>> names_in(int folder, const std::string& path,
                                                 std::size_t most) {
  const int listed = ::openat(folder, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = listed >= 0 ? ::fdopendir(listed) : nullptr;
  if (listing == nullptr) return std::nullopt;
  std::vector<std::string> names;
  while (const dirent* entry = names.size() < most ? ::readdir(listing) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(listing);
  return names;
}

CounterFile::CounterFile(const std::string& path, int flags)
    : fd_(::open(path.c_str(), flags | O_CLOEXEC)) {}

std::int64_t CounterFile::read() const {
  return number_at(read_beginning(fd_.get()));
}

std::int64_t CounterFile::read_after(const char* word) const {
  return number_after("\n" + read_beginning(fd_.get()), "\n" + std::string(word) + " ");
}

bool CounterFile::write(std::int64_t value) const {
  if (!fd_) return false;
  std::array<char, 24> text{};
  const auto [end, code] = std::to_chars(text.data(), text.data() + text.size(), value);
  const auto size = static_cast<std::size_t>(end - text.data());
  return ::pwrite(fd_.get(), text.data(), size, 0) == static_cast<ssize_t>(size);
}

}  // namespace arbiter::arbiter_box
