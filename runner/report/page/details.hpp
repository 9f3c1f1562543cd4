#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/units.hpp"
#include "model/judgement.hpp"
#include "report/json/fields.hpp"
#include "report/page/page.hpp"

namespace arbiter::report {

// What a page tells of single tests, and what it has in common with the matrix.

/// Of a text of a test a page shows so many bytes.
inline constexpr std::size_t k_page_text = 16384;

/// The columns of tests by their names.
using Places = std::unordered_map<std::string_view, std::size_t>;

/// The beginning of a text, not cut within a character of UTF-8.
std::string_view head_of(std::string_view bytes, std::size_t most);

/// The beginning of a text of `whole` bytes.
Json text_fields(std::string_view bytes, std::int64_t whole, std::size_t most = k_page_text);

/// Times as pages have them.
double milliseconds(Nanoseconds time);
std::int64_t tenths_of_ms(Nanoseconds time);

/// The letter of a verdict; "P" is a part of the points.
char letter_of(const model::TestJudgement& test);

/// Whether the submission ran on that test.
bool ran(const model::TestJudgement& test);

/// Fills "details" and "left_out" of the programs and "files" of the problems, a test of every
/// program before the second of any: failed ones first, then games that went well. `places` has the
/// columns of each problem.
void add_details(const PageMatrix& matrix, const std::vector<Places>& places, Json& problems,
                 Json& programs);

}  // namespace arbiter::report
