#include "report/page/details.hpp"

#include <algorithm>
#include <chrono>

#include "base/text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::TestJudgement;

// Of all programs together so much, of each program so many tests.
constexpr std::size_t k_all = 2'000'000;
constexpr std::size_t k_replay = 1'000'000;
constexpr std::size_t k_replays = 6'000'000;  ///< they repeat themselves, and pack well
constexpr std::size_t k_details = 8;
constexpr std::size_t k_messages = 100;
constexpr std::size_t k_detail_itself = 400;  ///< what names and numbers of one take

Json whole_text_fields(const std::string& bytes) {
  return text_fields(bytes, static_cast<std::int64_t>(bytes.size()));
}

bool has_failed(const TestJudgement& test) {
  return test.verdict != model::Verdict::ac || letter_of(test) == 'P';
}

Json transcript_fields(const std::optional<model::Transcript>& transcript) {
  if (!transcript) return {};
  Json messages = Json::array();
  // The end of a game tells more than its middle.
  const std::size_t count = transcript->messages.size();
  const std::size_t head = count <= k_messages ? count : k_messages / 2;
  const std::size_t tail = count <= k_messages ? 0 : k_messages / 2;
  std::int64_t left_out = transcript->left_out_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const model::Message& message = transcript->messages[i];
    if (i >= head && i < count - tail) {
      left_out += static_cast<std::int64_t>(message.text.size());
      continue;
    }
    const std::string_view text = head_of(message.text, 500);
    messages.push_back(
        Json{{"us", std::chrono::duration_cast<std::chrono::microseconds>(message.time).count()},
             {"from", message.from_submission ? 1 : 0},
             {"text", page_text(text)},
             {"left_out", message.left_out + static_cast<std::int64_t>(message.text.size()) -
                              static_cast<std::int64_t>(text.size())}});
  }
  const auto between = static_cast<std::int64_t>(count - head - tail);
  const std::int64_t gap = between + transcript->left_out_messages;
  return Json{{"messages", std::move(messages)},
              {"gap_after", between > 0 ? static_cast<std::int64_t>(head)
                            : gap > 0   ? transcript->left_out_after
                                        : 0},
              {"gap_messages", gap},
              {"gap_bytes", gap > 0 ? left_out : 0}};
}

Json difference_of(const std::optional<FirstDifference>& difference) {
  if (!difference) return {};
  Json fields = difference_fields(difference);
  fields["expected"] = page_text(difference->expected);
  fields["got"] = page_text(difference->got);
  return fields;
}

Json detail_fields(const PageProgram& program, const TestJudgement& test) {
  const auto say = [&](const auto& words) { return words ? page_text(words(test)) : ""; };
  Json detail{{"reason", program.reason ? say(program.reason)
                                        : page_text(reason(test, program.judgement->limits))},
              {"message", page_text(head_of(test.message, k_page_text))},
              {"hints", array_of(test.hints, page_text)},
              {"difference", difference_of(test.first_difference)}};
  if (!test.output_head.empty() || !test.output_sha256.empty())
    detail["output"] = whole_text_fields(test.output_head);
  if (!test.error_tail.empty()) detail["stderr"] = whole_text_fields(test.error_tail);
  if (!test.pass_input.empty()) detail["pass_input"] = whole_text_fields(test.pass_input);
  detail["ended"] = ran(test) ? how_it_ended(test.run) : "";
  detail["wall_ms"] = milliseconds(test.run.wall);
  detail["is_rerun"] = test.run.was_rerun;
  detail["is_sampled"] = test.run.approximate;
  detail["repeats"] = array_of(test.repeats, tenths_of_ms);
  detail["transcript"] = transcript_fields(test.transcript);
  detail["command"] = say(program.command);
  return detail;
}

/// What a detail takes of the room for all of them.
std::size_t weight_of(const TestJudgement& test) {
  std::size_t weight = k_detail_itself + std::min(test.message.size(), k_page_text) +
                       std::min(test.output_head.size(), k_page_text) +
                       std::min(test.error_tail.size(), k_page_text) +
                       std::min(test.pass_input.size(), k_page_text);
  if (test.transcript) weight += 100 * std::min(test.transcript->messages.size(), k_messages);
  return weight;
}

class Details {
 public:
  Details(const PageMatrix& matrix, const std::vector<Places>& places, Json& problems,
          Json& programs)
      : matrix_(matrix), places_(places), problems_(problems), programs_(programs) {}

  void fill() {
    std::vector<std::vector<const TestJudgement*>> tests;
    for (const PageProgram& program : matrix_.programs) {
      tests.push_back(failed_of(*program.judgement));
      programs_[tests.size() - 1]["left_out"] = tests.back().size();
      for (const TestJudgement& test : program.judgement->tests) {
        if (test.transcript && !has_failed(test)) tests.back().push_back(&test);
      }
    }
    for (std::size_t round = 0; round < k_details; ++round) {
      for (std::size_t p = 0; p < tests.size(); ++p) {
        if (round < tests[p].size()) add(p, *tests[p][round]);
      }
    }
  }

 private:
  /// The one that decides first.
  static std::vector<const TestJudgement*> failed_of(const model::SubmissionJudgement& judgement) {
    std::vector<const TestJudgement*> failed;
    for (const TestJudgement& test : judgement.tests) {
      if (has_failed(test)) failed.push_back(&test);
    }
    const auto first = std::ranges::find(failed, deciding_test(judgement));
    if (first != failed.end()) std::rotate(failed.begin(), first, first + 1);
    return failed;
  }

  void add(std::size_t program, const TestJudgement& test) {
    const PageProgram& row = matrix_.programs[program];
    const auto place = places_[row.problem].find(test.name);
    const std::size_t weight = weight_of(test);
    if (place == places_[row.problem].end() || weight > room_) return;
    room_ -= weight;
    const std::string key = std::to_string(place->second);
    Json& detail = programs_[program]["details"][key];
    detail = detail_fields(row, test);
    if (has_failed(test)) --programs_[program]["left_out"].get_ref<Json::number_unsigned_t&>();
    add_replay(detail, test);
    Json& files = problems_[row.problem]["files"];
    if (!files.contains(key)) files[key] = files_of(row.problem, test);
  }

  void add_replay(Json& detail, const TestJudgement& test) {
    if (!matrix_.files.replay || replay_room_ == 0) return;
    const std::string replay = matrix_.files.replay(test);
    if (replay.empty() || replay.size() > k_replay) return;
    // Once there is no room for one, there is none for those after it.
    replay_room_ = replay.size() > replay_room_ ? 0 : replay_room_ - replay.size();
    if (replay_room_ > 0) detail["replay"] = Json::parse(replay);
  }

  Json files_of(std::size_t problem, const TestJudgement& test) {
    Json files = Json::object();
    const auto put = [&](const char* name, const std::optional<model::FileHead>& file) {
      const std::size_t weight = file ? std::min(file->head.size(), k_page_text) : 0;
      if (!file || weight > room_) return;
      room_ -= weight;
      files[name] = text_fields(file->head, file->size.count);
    };
    const auto& file = matrix_.files.file;
    const auto input = file ? file(problem, test.name, false) : std::nullopt;
    put("input", input ? input : test.input);
    if (file) put("answer", file(problem, test.name, true));
    return files;
  }

  const PageMatrix& matrix_;
  const std::vector<Places>& places_;
  Json& problems_;
  Json& programs_;
  std::size_t room_ = k_all;
  std::size_t replay_room_ = k_replays;
};

}  // namespace

std::string_view head_of(std::string_view bytes, std::size_t most) {
  return bytes.substr(0, bytes.size() <= most ? most : character_start(bytes, most));
}

Json text_fields(std::string_view bytes, std::int64_t whole, std::size_t most) {
  const std::string_view head = head_of(bytes, most);
  return Json{{"text", page_text(head)},
              {"bytes", whole},
              {"is_cut", static_cast<std::int64_t>(head.size()) < whole}};
}

double milliseconds(Nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::int64_t tenths_of_ms(Nanoseconds time) {
  return (time.count() + 50'000) / 100'000;
}

char letter_of(const model::TestJudgement& test) {
  const bool is_part = test.score && test.max_score && *test.score > 0 &&
                       *test.score < *test.max_score && test.verdict == model::Verdict::ac;
  return is_part ? 'P' : model::code(test.verdict).front();
}

bool ran(const model::TestJudgement& test) {
  return test.run.ending != model::Ending::not_run && test.run.ending != model::Ending::fault;
}

void add_details(const PageMatrix& matrix, const std::vector<Places>& places, Json& problems,
                 Json& programs) {
  Details(matrix, places, problems, programs).fill();
}

}  // namespace arbiter::report
