// Accepts an output that has the same tokens as the answer, compared as bytes; blanks between them
// do not matter. The standard checker `tokens` decides alike.
#include <optional>
#include <string>

#include "arbiter/output_validator.hpp"

int main(int argc, char** argv) {
  const arbiter::OutputValidator judge(argc, argv);
  if (!judge.args().empty()) judge.fail("unknown argument " + arbiter::shown(judge.args().front()));
  arbiter::TokenReader answer(judge.answer());
  arbiter::TokenReader output(judge.output());
  while (true) {
    const std::optional<arbiter::Token> expected = answer.next();
    const std::optional<arbiter::Token> got = output.next();
    if (!expected && !got) judge.accept();
    const std::string place = "line " + std::to_string(got ? got->line : output.line()) +
                              ", column " + std::to_string(got ? got->column : output.column());
    if (!got) judge.reject(place + ": the output ends, expected " + arbiter::shown(expected->text));
    if (!expected)
      judge.reject(place + ": expected the end of the output, got " + arbiter::shown(got->text));
    if (expected->text != got->text)
      judge.reject(place + ": expected " + arbiter::shown(expected->text) + ", got " +
                   arbiter::shown(got->text));
  }
}
