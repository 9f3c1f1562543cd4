#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/test_folder.hpp"
#include "box/box.hpp"
#include "package/package.hpp"

namespace arbiter::judge {

/// Boxes for unit tests: run commands of the host without any isolation, in a temporary folder
/// that plays /work, with binds and /program replaced in the arguments. Never part of a program.
class FakeBoxFactory : public box::BoxFactory {
 public:
  Result<std::unique_ptr<box::Box>> make(const box::BoxConfig& config) override;
  [[nodiscard]] box::Mode mode() const override { return box::Mode::user_namespace; }
  void stop() override {}

  /// The commands that were run, as asked for.
  std::vector<std::vector<std::string>> commands();
  /// How many of them had a word that contains `part`.
  std::size_t count(const std::string& part);

  std::atomic<bool> is_broken = false;                   ///< every run is a fault of the box
  std::atomic<box::Stopped> stopped = box::Stopped::no;  ///< every run is reported stopped so

 private:
  friend class FakeBox;
  void note(const std::vector<std::string>& argv);

  std::mutex mutex_;
  std::vector<std::vector<std::string>> commands_;
};

/// The best boxes that the program `arbiter_box` makes on this machine; null where programs cannot
/// be isolated, and then there is nothing to test.
inline std::unique_ptr<box::BoxFactory> best_boxes(const char* arbiter_box) {
  static const box::Probe probe = box::probe(arbiter_box);
  if (!probe.can_isolate) return nullptr;
  auto boxes = box::make_factory(probe.mode, arbiter_box, 0);
  EXPECT_TRUE(boxes) << boxes.error().text();
  return boxes ? std::move(boxes).value() : nullptr;
}

/// The languages that Arbiter ships.
inline const model::Languages& shipped_languages() {
  static const package::LoadedLanguages loaded =
      package::load_languages(ARBITER_SOURCE_DIR "/runner/config/languages.yaml");
  return loaded.languages;
}

}  // namespace arbiter::judge
