#include "model/language.hpp"

#include <algorithm>

namespace arbiter::model {

const Language* Languages::find(std::string_view id) const {
  const auto found = std::ranges::find(rows, id, &Language::id);
  return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> Languages::ids() const {
  std::vector<std::string> all;
  all.reserve(rows.size());
  for (const Language& row : rows)
    all.push_back(row.id);
  return all;
}

}  // namespace arbiter::model
