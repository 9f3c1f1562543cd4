#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <regex>
#include <string>
#include <string_view>

#include "base/file.hpp"
#include "base/text.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// A file in testdata/.
inline std::string golden(const std::string& name) {
  return read_file(ARBITER_SOURCE_DIR "/runner/report/testdata/" + name).value();
}

/// Compares a text with a file in testdata/; where ARBITER_UPDATE is set the file is written first.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = ARBITER_SOURCE_DIR "/runner/report/testdata/" + name;
  if (std::getenv("ARBITER_UPDATE") != nullptr) {
    ASSERT_TRUE(write_file(path, text));
  }
  EXPECT_EQ(text, golden(name));
}

/// A document of JSON, a line for each member, or for each element of one that is a list.
template <class Json>
std::string lines_of(const Json& document) {
  std::string all;
  for (const auto& [key, value] : document.items()) {
    for (const Json& one : value.is_array() ? value : Json::array({value}))
      all += key + " " + one.dump() + "\n";
  }
  return all;
}

/// Checks what holds of every text for people, at all widths: its lines fit, but for those that
/// `may_be_wide`, it is safe to print, and colours change nothing else.
inline void expect_good_text(const std::string& name,
                             const std::function<std::string(const Style&)>& make,
                             const std::function<bool(std::string_view line)>& may_be_wide) {
  static const std::regex k_colours("\x1b\\[[0-9;]*m");
  for (const std::size_t width : {20U, 40U, 60U, 80U, 120U, 300U}) {
    SCOPED_TRACE(name + " at " + std::to_string(width));
    const std::string plain = make({false, width});
    EXPECT_TRUE(is_utf8(plain));
    EXPECT_EQ(plain.find("\xE2\x80\xAE"), std::string::npos);
    EXPECT_TRUE(std::none_of(plain.begin(), plain.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 && c != '\n';
    }));
    for (const std::string_view line : split_lines(plain)) {
      EXPECT_TRUE(display_width(line) <= width || may_be_wide(line)) << line;
      EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
    }
    const std::string coloured = make({true, width});
    EXPECT_NE(coloured.find("\x1b["), std::string::npos);
    EXPECT_EQ(std::regex_replace(coloured, k_colours, ""), plain);
  }
}

}  // namespace arbiter::report
