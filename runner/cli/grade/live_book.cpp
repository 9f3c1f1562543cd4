#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
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

/// What was handed in and is judged, without the programs.
grade::Works LiveBook::judged_part() const {
  grade::Works part;
  std::set<model::WorkId> waiting;
  std::map<model::WorkId, const model::SubmissionJudgement*> judged;
  for (std::size_t p = 0; p < call_.engine_works.size(); ++p) {
    for (std::size_t i = 0; i < call_.engine_works[p].size(); ++i)
      judged[call_.works.works[call_.engine_works[p][i]]] = &call_.engine->judgement(p, i);
  }
  for (const model::Work& work : call_.works.works) {
    const auto known = judged.find(work);
    if (known != judged.end() && known->second->unfinished) {
      waiting.insert(work);
      continue;
    }
    part.works.push_back(work);
    if (known != judged.end()) part.works.back().judgement = *known->second;
  }
  std::ranges::copy_if(call_.works.attempts, std::back_inserter(part.attempts),
                       [&](const model::Attempt& one) { return !waiting.contains(one); });
  return part;
}

Result<void> LiveBook::update(std::size_t judged, std::size_t of,
                              const std::function<Result<void>()>& refresh) {
  const auto begin = Clock::now();
  if (begin < next_) return {};
  if (refresh) ARBITER_CHECK(refresh());
  grade::Works all = std::exchange(call_.works, judged_part());
  call_.works.submissions.swap(all.submissions);
  MadeBook made = make_book(call_, call_.only, points_beneath(call_));
  made.book.warnings.insert(
      made.book.warnings.begin(),
      fmt::format("so far {} of {} programs are judged; the others are left out", judged, of));
  const auto* json = report::format_named(report::grade_formats(), "json");
  const auto text = report::make_grade_output(*json, made.book, output_options(call_, made));
  call_.works.submissions.swap(all.submissions);
  call_.works = std::move(all);
  // Where nothing can be written any more, the journal says so.
  if (text) (void)write_private(call_.out / store::k_book_so_far, text->files.front().bytes);
  const auto end = Clock::now();
  next_ = end + std::max(k_least_between, (end - begin) * k_part);
  return {};
}

void LiveBook::remove(const std::filesystem::path& out) {
  std::error_code ignored;
  std::filesystem::remove(out / store::k_book_so_far, ignored);
}

}  // namespace arbiter::cli
