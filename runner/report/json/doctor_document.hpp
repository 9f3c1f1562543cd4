#pragma once

#include <string>
#include <vector>

namespace arbiter::report {

/// What was found out about a machine, for machines (`doctor --format json`). Empty texts that
/// tell of nothing become null.
struct DoctorDocument {
  struct Language {
    std::string id;
    std::string name;
    bool is_installed = false;
    std::string tool;
    std::string version;
    std::string package;
  };
  std::string arbiter_version;
  bool can_isolate = false;
  std::string mode;       ///< in words
  std::string mode_flag;  ///< for --sandbox
  std::vector<std::string> guarantees;
  std::vector<std::string> missing;
  std::string remedy;
  std::string alternative;
  std::vector<std::string> noise;
  std::vector<Language> languages;
  std::string checktestdata;  ///< the program for grammars of inputs
  std::string cache;
  std::string state;
};

/// One document `arbiter/doctor/1` (see schema/doctor-1.schema.json).
std::string doctor_document(const DoctorDocument& doctor);

}  // namespace arbiter::report
