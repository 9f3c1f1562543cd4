#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {

/// An error "cannot WHAT" that ends in the text of errno.
Error failed(const std::string& what);

/// The beginning of an open small file of the kernel, 2 KiB at most; empty if it cannot be read or
/// is -1.
std::string read_beginning(int file);

/// The number behind `name` in a text of the kernel; -1 if that is not there.
std::int64_t number_after(const std::string& text, std::string_view name, int base = 10);

/// Gives `text` to an existing file of the kernel in one write, as such files want it. False: the
/// kernel refused it, errno says why.
bool write_text(const std::string& path, std::string_view text);

/// The names in the folder `path` below the open folder `folder`, `most` at most; none where it
/// cannot be listed, and errno says why.
std::optional<std::vector<std::string>> names_in(int folder, const std::string& path,
                                                 std::size_t most = SIZE_MAX);

/// The file of a controller, kept open: numbers are read and written through it at the cost of
/// one call. All is harmless on a file that is not there.
class CounterFile {
 public:
  CounterFile() = default;
  CounterFile(const std::string& path, int flags);

  [[nodiscard]] bool is_open() const { return fd_.is_open(); }
  /// The first number in it; "max" is the greatest; -1 if unreadable.
  [[nodiscard]] std::int64_t read() const;
  /// The number after a word at the beginning of a line; -1 if absent.
  [[nodiscard]] std::int64_t read_after(const char* word) const;
  bool write(std::int64_t value) const;

 private:
  UniqueFd fd_;
};

}  // namespace arbiter::arbiter_box
