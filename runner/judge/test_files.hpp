#pragma once

#include <gtest/gtest.h>

#include "base/test_folder.hpp"
#include "box/box.hpp"
#include "package/package.hpp"

namespace arbiter::judge {

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
