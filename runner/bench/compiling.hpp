#pragma once

#include <memory>

#include "base/temp_dir.hpp"
#include "bench/frame.hpp"
#include "judge/compile/compile.hpp"
#include "package/package.hpp"
#include "store/host_paths.hpp"

namespace arbiter::bench {

/// A compiler as the runner has it, in the best mode of this machine, with a cache of its own.
/// Where it cannot be made the program ends.
class Compiling {
 public:
  explicit Compiling(int ready_boxes)
      : folder_(must(TempDir::make("arbiter-bench"))),
        paths_(find_paths(folder_.path())),
        languages_(package::load_languages(paths_.share / "config/languages.yaml").languages),
        mode_(box::probe(paths_.arbiter_box).mode),
        boxes_(must(box::make_factory(mode_, paths_.arbiter_box, ready_boxes))),
        compiler_(*boxes_, paths_, languages_) {}

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] const model::Languages& languages() const { return languages_; }
  [[nodiscard]] box::BoxFactory& boxes() { return *boxes_; }
  [[nodiscard]] judge::Compiler& compiler() { return compiler_; }

 private:
  static store::HostPaths find_paths(const std::filesystem::path& folder) {
    auto environment = must(store::host_environment());
    environment.xdg_cache_home = (folder / "cache").string();
    environment.xdg_state_home = (folder / "state").string();
    return must(store::find_host_paths(environment));
  }

  TempDir folder_;
  store::HostPaths paths_;
  model::Languages languages_;
  box::Mode mode_;
  std::unique_ptr<box::BoxFactory> boxes_;
  judge::Compiler compiler_;
};

}  // namespace arbiter::bench
