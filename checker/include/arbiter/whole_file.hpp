#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

namespace arbiter {

/// Everything that is left in an open stream, as raw bytes; nothing on a read error.
/// The stream stays open and belongs to the caller.
inline std::optional<std::string> read_stream(std::FILE* stream) {
  std::string bytes;
  std::array<char, 65536> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), stream)) {
    bytes.append(buffer.data(), got);
  }
  if (std::ferror(stream) != 0) return std::nullopt;
  return bytes;
}

/// A file's contents as raw bytes; nothing when it cannot be opened or read (a folder, say).
inline std::optional<std::string> read_file(const std::string& path) {
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  if (stream == nullptr) return std::nullopt;
  std::optional<std::string> bytes = read_stream(stream);
  std::fclose(stream);
  return bytes;
}

}  // namespace arbiter
