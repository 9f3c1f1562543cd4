#include "judge/game/transcript.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arbiter::judge {
namespace {

// So that a game of empty words is bounded as well.
constexpr std::size_t k_overhead = 48;

std::size_t size_of(const model::Message& message) {
  return message.text.size() + k_overhead;
}

// The rest of a line that was written in parts belongs to it.
bool belongs(const model::Message& last, bool from_submission) {
  return last.from_submission == from_submission && last.left_out == 0 && !last.text.empty() &&
         last.text.back() != '\n';
}

}  // namespace

// However the lines came, each is a message.
void TranscriptRecorder::note(Nanoseconds time, bool from_submission, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view line = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
    note_line(time, from_submission, line);
    bytes.remove_prefix(line.size());
  }
}

void TranscriptRecorder::note_line(Nanoseconds time, bool from_submission, std::string_view bytes) {
  model::Message* const last = !tail_.empty()           ? &tail_.back()
                               : head_.messages.empty() ? nullptr
                                                        : &head_.messages.back();
  if (last == nullptr || !belongs(*last, from_submission)) {
    const std::string_view kept = bytes.substr(0, k_most_message);
    add({time, from_submission, std::string(kept),
         static_cast<std::int64_t>(bytes.size() - kept.size())});
    return;
  }
  const std::size_t room = k_most_message - std::min(k_most_message, last->text.size());
  const std::string_view kept = bytes.substr(0, room);
  last->text += kept;
  last->left_out += static_cast<std::int64_t>(bytes.size() - kept.size());
  (tail_.empty() ? head_size_ : tail_size_) += kept.size();
}

void TranscriptRecorder::add(model::Message message) {
  const std::size_t size = size_of(message);
  is_head_full_ = is_head_full_ || head_size_ + size > k_most_head;
  if (!is_head_full_) {
    head_.messages.push_back(std::move(message));
    head_size_ += size;
    return;
  }
  tail_.push_back(std::move(message));
  tail_size_ += size;
  while (tail_size_ > k_most_tail) {
    const model::Message& first = tail_.front();
    tail_size_ -= size_of(first);
    head_.left_out_bytes += static_cast<std::int64_t>(first.text.size()) + first.left_out;
    ++head_.left_out_messages;
    tail_.pop_front();
  }
}

model::Transcript TranscriptRecorder::take() {
  model::Transcript all = std::move(head_);
  all.left_out_after = static_cast<std::int64_t>(all.messages.size());
  std::move(tail_.begin(), tail_.end(), std::back_inserter(all.messages));
  *this = TranscriptRecorder();
  return all;
}

}  // namespace arbiter::judge
