#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arbiter::report {

/// What `generate` made and wrote, or with `dry_run` would make, for machines.
struct GenerateDocument {
  struct Test {
    std::string name;
    std::string how;  ///< its command with the seed filled in, or where it comes from
    std::optional<std::uint32_t> seed;  ///< none where its command has no {seed}
    std::string solution;               ///< who answers it, from the package's root; empty: nobody
    std::vector<std::string> files;     ///< extensions without dot; empty for a dry run
    bool cached = false;                ///< nothing had to be run for it
  };
  std::string arbiter_version;
  std::string problem;
  bool dry_run = false;
  std::string sandbox_mode;  ///< in words; empty: nothing had to be run
  bool unsandboxed = false;
  std::vector<Test> tests;
  std::vector<std::string> written;  ///< paths below data/, as the next two
  std::vector<std::string> removed;
  std::vector<std::string> kept;  ///< changed by hand since they were written, so left alone
  std::uint64_t unchanged = 0;
  std::vector<std::vector<std::string>> equal_inputs;  ///< names of tests with the same input
  std::vector<std::string> unlisted;  ///< tests of data/ that generators.yaml does not name
};

/// One document `arbiter/generate/1`.
std::string generate_document(const GenerateDocument& document);

}  // namespace arbiter::report
