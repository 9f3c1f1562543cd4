#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "box/box.hpp"
#include "model/language.hpp"

namespace arbiter::judge {

/// The header kits that every C and C++ compile is offered, as a box sees them.
struct Kits {
  std::vector<box::Bind> binds;
  std::vector<std::string> includes;  ///< "-I/kits/checker" …; without isolation the real folders
  std::string hash;                   ///< of all names and contents

  /// Those below `share` (…/share/arbiter) that are there: {checker,generators,reference}/include.
  /// Kits that only their owner may read are copied below `cache`, because in a box they are read
  /// by a user who owns nothing.
  static Kits find(const std::filesystem::path& share, const std::filesystem::path& cache,
                   box::Mode mode);
};

/// Whether programs of this language are compiled with the kits.
bool uses_kits(const model::Language& language);

}  // namespace arbiter::judge
