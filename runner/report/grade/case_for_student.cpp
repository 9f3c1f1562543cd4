#include <fmt/format.h>

#include <string>
#include <string_view>

#include "model/verdict.hpp"
#include "report/grade/formats.hpp"
#include "report/grade/phrases.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

// Nobody compares more by eye; what is longer is cut in its middle.
constexpr std::size_t k_most = std::size_t{256} << 10;

std::string section(const std::string& title, const std::string& bytes) {
  return bytes.empty() ? std::string()
                       : fmt::format("\n{}\n\n{}", title, code_block(bytes, k_most));
}

}  // namespace

std::string case_for_student(const HandedCase& handed) {
  const Phrases say(handed.language);
  const std::string meaning = handed.reason.empty()
                                  ? say(std::string(model::code(handed.verdict)) + "_means")
                                  : handed.reason;
  std::string text = fmt::format("# {}\n\n{}\n", markdown_text(handed.title),
                                 markdown_text(say.verdict(handed.verdict) + ". " + meaning));
  if (handed.is_game) return text + section(say("talk"), handed.output);
  if (handed.input) text += section(say("input"), *handed.input);
  if (handed.answer) text += section(say("answer"), *handed.answer);
  text += section(say("output"), handed.output);
  return text + fmt::format("\n## {}\n\n{}\n", say("how_to_run"), markdown_text(say("how")));
}

}  // namespace arbiter::report
