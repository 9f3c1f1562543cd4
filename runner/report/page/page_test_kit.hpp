#pragma once

#include <zlib.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace arbiter::report {

/// The data of a page as a browser unpacks them; null for what is no page.
inline std::string page_data(const std::string& file) {
  constexpr std::string_view k_mark = "id=\"data\">";
  const std::size_t begin = file.find(k_mark) + k_mark.size();
  std::string packed;
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t at = begin; at < file.size() && file[at] != '<' && file[at] != '='; ++at) {
    constexpr std::string_view k_digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits = bits << 6U | static_cast<std::uint32_t>(k_digits.find(file[at]));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    packed += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  std::string data;
  std::string part(65536, '\0');
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  int status = inflateInit2(&stream, 15 + 16);
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    status = inflate(&stream, Z_NO_FLUSH);
    data.append(part, 0, part.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END ? data : "null";
}

inline nlohmann::ordered_json page_json(const std::string& file) {
  return nlohmann::ordered_json::parse(page_data(file));
}

}  // namespace arbiter::report
