#include <unistd.h>

#include "cli/doctor_text.hpp"
#include "cli/verb.hpp"
#include "cli/workshop.hpp"

namespace arbiter::cli {
namespace {

class DoctorVerb final : public Verb {
 public:
  [[nodiscard]] std::string name() const override { return "doctor"; }
  [[nodiscard]] std::string summary() const override {
    return "Tell how programs are isolated here, and what is missing";
  }
  void declare(CLI::App& /*app*/) override {}

  int run(const Session& session) override {
    auto surroundings = look_around(session);
    if (!surroundings) return session.fail(surroundings.error());
    const box::Probe probe = box::probe(surroundings->paths.arbiter_box);
    write_text(STDOUT_FILENO, doctor_text(probe, *surroundings, session.out()));
    constexpr int k_cannot_isolate = 5;
    return probe.can_isolate ? 0 : k_cannot_isolate;
  }
};

}  // namespace

std::unique_ptr<Verb> make_doctor_verb() {
  return std::make_unique<DoctorVerb>();
}

}  // namespace arbiter::cli
