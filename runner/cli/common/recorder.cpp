#include "cli/common/recorder.hpp"

#include <utility>

#include "report/report.hpp"
#include "report/text/words.hpp"
#include "store/archive.hpp"

namespace arbiter::cli {

Recorder::Recorder(const Session& session, store::Run* run, std::size_t planned)
    : session_(session),
      run_(run),
      progress_(wants_progress(session.err(), session.progress), session.err().width),
      planned_(planned) {}

void Recorder::append(const std::string& line) {
  if (run_ == nullptr) return;
  auto appended = run_->append(line);
  if (appended) return;
  progress_.clear();
  session_.warn("this run can no longer be stored: " + appended.error().text(),
                appended.error().help);
  run_ = nullptr;
  failure_ = std::move(appended).error();
}

void Recorder::begin(const model::Judgement& judgement) {
  append(store::archive_begin(judgement));
  progress_.update(0, planned_, "compiling");
}

void Recorder::on_compiled(std::size_t index, const model::SubmissionJudgement& submission) {
  append(store::archive_submission(index, submission));
  std::string& name = names_[index];
  name = report::base_name(submission.path);
  progress_.update(done_, planned_, name);
}

void Recorder::on_test(std::size_t submission, const model::TestJudgement& test) {
  append(store::archive_test(submission, test));
  ++done_;
  progress_.update(done_, planned_, names_[submission] + " " + test.name);
}

void Recorder::on_submission(std::size_t index, const model::SubmissionJudgement& submission) {
  append(store::archive_submission(index, submission));
}

void Recorder::end(const model::Judgement& judgement) {
  progress_.clear();
  append(store::archive_end(judgement));
  if (run_ == nullptr) return;
  if (auto finished = run_->finish(); !finished) {
    session_.warn("this run may not be stored: " + finished.error().text());
    failure_ = std::move(finished).error();
  }
}

}  // namespace arbiter::cli
