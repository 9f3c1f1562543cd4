#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "cli/grade/call.hpp"

namespace arbiter::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Making the book may take this part of the time; all judging waits for it.
constexpr int k_part = 50;
constexpr Clock::duration k_least_between = std::chrono::seconds(1);

}  // namespace

void LiveBook::update(std::size_t judged, std::size_t all) {
  const auto begin = Clock::now();
  if (begin < next_) return;
  std::vector<model::Work*> waiting;
  for (std::size_t p = 0; p < call_.engine_works.size(); ++p) {
    for (std::size_t i = 0; i < call_.engine_works[p].size(); ++i) {
      model::Work& work = call_.works.works[call_.engine_works[p][i]];
      work.judgement = call_.engine->judgement(p, i);
      if (!work.judgement.unfinished) continue;
      work.fault = "it is not judged yet";
      waiting.push_back(&work);
    }
  }
  MadeBook made = make_book(call_, call_.only, points_beneath(call_));
  for (model::Work* work : waiting)
    work->fault.clear();
  made.book.warnings.insert(made.book.warnings.begin(),
                            fmt::format("so far {} of {} programs are judged", judged, all));
  const auto* json = report::format_named(report::grade_formats(), "json");
  const auto text = report::make_grade_output(*json, made.book, output_options(call_, made));
  // Where nothing can be written any more, the journal says so.
  if (text) (void)write_private(call_.out / store::k_book_so_far, text->files.front().bytes);
  const auto end = Clock::now();
  next_ = end + std::max(k_least_between, (end - begin) * k_part);
}

void LiveBook::remove(const std::filesystem::path& out) {
  std::error_code ignored;
  std::filesystem::remove(out / store::k_book_so_far, ignored);
}

}  // namespace arbiter::cli
