#pragma once

#include <gtest/gtest.h>

#include "base/test_folder.hpp"
#include "package/package.hpp"

namespace arbiter::judge {

/// The languages that Arbiter ships.
inline const model::Languages& shipped_languages() {
  static const package::LoadedLanguages loaded =
      package::load_languages(ARBITER_SOURCE_DIR "/runner/config/languages.yaml");
  return loaded.languages;
}

}  // namespace arbiter::judge
