#include <arbiter/output_validator.hpp>
#include <optional>
#include <string>

namespace {

std::string place(int line, int column) {
  return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

}  // namespace

// The same verdicts as the standard checker `tokens`, which arbiter.yaml names; judges that know
// only the package format run this one.
int main(int argc, char** argv) {
  const arbiter::OutputValidator judge(argc, argv);
  arbiter::TokenReader expected(judge.answer());
  arbiter::TokenReader got(judge.output());
  while (true) {
    const std::optional<arbiter::Token> want = expected.next();
    const std::optional<arbiter::Token> have = got.next();
    if (!want && !have) judge.accept();
    if (!have)
      judge.reject(place(got.line(), got.column()) + "expected " + arbiter::shown(want->text) +
                   ", got the end of the output");
    if (!want)
      judge.reject(place(have->line, have->column) + "expected the end of the output, got " +
                   arbiter::shown(have->text));
    if (want->text != have->text)
      judge.reject(place(have->line, have->column) + "expected " + arbiter::shown(want->text) +
                   ", got " + arbiter::shown(have->text));
  }
}
