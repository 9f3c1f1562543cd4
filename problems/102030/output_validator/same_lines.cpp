#include <algorithm>
#include <arbiter/output_validator.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The lines without the blank ones at the end.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (!lines.empty() && !arbiter::TokenReader(lines.back()).next())
    lines.pop_back();
  return lines;
}

/// The column of the first difference if the tokens of the two lines are not the same.
std::optional<int> difference(std::string_view want, std::string_view have) {
  arbiter::TokenReader expected(want);
  arbiter::TokenReader got(have);
  while (true) {
    const std::optional<arbiter::Token> left = expected.next();
    const std::optional<arbiter::Token> right = got.next();
    if (!left && !right) return std::nullopt;
    if (!left || !right || left->text != right->text) return right ? right->column : got.column();
  }
}

}  // namespace

// The same verdicts as the standard checker `lines`, which arbiter.yaml names; judges that know
// only the package format run this one.
int main(int argc, char** argv) {
  const arbiter::OutputValidator judge(argc, argv);
  const std::vector<std::string_view> expected = lines_of(judge.answer());
  const std::vector<std::string_view> got = lines_of(judge.output());
  for (std::size_t i = 0; i < std::min(expected.size(), got.size()); ++i) {
    if (const std::optional<int> column = difference(expected[i], got[i]))
      judge.reject("line " + std::to_string(i + 1) + ", column " + std::to_string(*column) +
                   ": expected " + arbiter::shown(expected[i]) + ", got " + arbiter::shown(got[i]));
  }
  if (expected.size() != got.size())
    judge.reject("expected " + std::to_string(expected.size()) + " lines, got " +
                 std::to_string(got.size()));
  judge.accept();
}
