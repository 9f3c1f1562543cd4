// Any bytes as a table, as a text file, and as a name that a learning platform made.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "intake/files/programs.hpp"
#include "intake/names/names.hpp"
#include "intake/names/problem_index.hpp"
#include "require.hpp"

namespace {

namespace intake = arbiter::intake;
using arbiter::fuzz::require;

void check_table(std::string_view bytes) {
  const auto table = arbiter::parse_csv(bytes);
  if (!table) return;
  require(arbiter::edit_csv(bytes, *table, {}) == bytes, "no edits change nothing");
  std::size_t end = 0;
  for (const arbiter::CsvRow& row : table->rows) {
    require(!row.cells.empty() && row.line > 0, "a row has cells and a line");
    std::vector<std::string> texts;
    for (const arbiter::CsvCell& cell : row.cells) {
      require(cell.begin >= end && cell.end >= cell.begin && cell.end <= bytes.size(),
              "cells follow each other");
      end = cell.end;
      texts.push_back(cell.text);
    }
    const std::string written = arbiter::csv_row(texts, table->delimiter);
    const auto again = arbiter::parse_csv(written, table->delimiter);
    // A first row "sep=x" or a mark is taken for what it says.
    if (written.starts_with("sep=") || written.starts_with("\xEF\xBB\xBF")) continue;
    require(again.has_value() && again->rows.size() == 1, "a row that is written can be read");
    for (std::size_t i = 0; i < texts.size(); ++i)
      require(again->rows[0].text(i) == texts[i], "its cells are the same");
  }
}

void check_text(std::string_view bytes) {
  const arbiter::DecodedText decoded = arbiter::decode_text(bytes);
  require(arbiter::is_utf8(decoded.text), "what is decoded is UTF-8");
  require(arbiter::is_utf8(arbiter::from_cp437(bytes)), "names of old archives become UTF-8");
}

void check_names(std::string_view bytes) {
  if (const auto name = intake::parse_moodle_name(bytes)) {
    require(!name->plugin.empty(), "Moodle names what took the files");
    require(bytes.starts_with(name->name), "the student comes first");
  }
  if (const auto name = intake::parse_canvas_name(bytes)) {
    require(!name->user_id.empty() && !name->file.empty(), "Canvas names a student and a file");
    require(name->is_anonymous == name->name.empty(), "only anonymous students have no name");
    require(bytes.ends_with(name->file), "the file comes last");
  }
  require(arbiter::is_utf8(intake::folded(bytes)), "folded names are UTF-8");
  const intake::AttemptName attempt = intake::split_attempt(bytes);
  require(!attempt.number || !attempt.base.empty(), "an attempt is one at something");
  const intake::ProblemIndex problems({{"lab1", {"sorting"}}, {"lab-1-b", {}}, {"a", {}}});
  require(problems.named_in(bytes).size() <= problems.size(), "a problem is named once");
  (void)intake::attempt_of_folder(bytes);
  (void)intake::has_main(bytes, "cpp");
  (void)intake::loads(bytes, "util");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_table(bytes);
  check_text(bytes);
  check_names(bytes);
  return 0;
}
