#include <algorithm>
#include <map>

#include "intake/layouts/layout.hpp"
#include "intake/names/lms_names.hpp"

namespace arbiter::intake {
namespace {

Claim claim_of(const CanvasName& name) {
  Claim claim;
  claim.shown = name.is_anonymous ? "anon_" + name.user_id : name.name;
  claim.lookups.push_back({StudentKey::lms_id, name.user_id});
  if (!name.is_anonymous) {
    claim.lookups.push_back({StudentKey::name, name.name});
    claim.lookups.push_back({StudentKey::any, name.name});
  }
  claim.fallback.id = name.is_anonymous ? claim.shown : name.user_id;
  claim.fallback.name = name.name;
  claim.fallback.lms_id = name.user_id;
  return claim;
}

struct Upload {
  CanvasName name;
  Area area;
  std::vector<const Node*> typed;
};

bool is_canvas(const Node& folder) {
  return holds_mostly(folder, [](const Node& child) {
    return (!child.is_folder || child.is_archive) && parse_canvas_name(child.name);
  });
}

void read_canvas(const Node& folder, std::optional<std::size_t> usual, LayoutState& state) {
  std::map<std::string, Upload> all;
  for (const Node& child : folder.children) {
    const auto name = parse_canvas_name(child.name);
    if (!name) {
      state.lose(child, "is not named as Canvas names what students handed in");
      continue;
    }
    Upload& one = all[name->user_id];
    if (one.area.root.name.empty()) {
      one.name = *name;
      one.area.problem.usual = usual;
      one.area.root = made_folder(child.name, child.origin);
    }
    one.area.is_marked_late = one.area.is_marked_late || name->is_late;
    if (name->is_text) {
      one.typed.push_back(&child);
    } else {
      add_as(one.area.root, child, name->file);
    }
  }
  for (auto& [id, one] : all) {
    const bool has_files = !one.area.root.children.empty();
    for (const Node* typed : one.typed)
      state.list_typed(*typed, has_files);
    one.area.is_listed = !has_files;
    state.add("Canvas download", claim_of(one.name), std::move(one.area));
  }
}

}  // namespace

const Platform k_canvas = {is_canvas, read_canvas};

}  // namespace arbiter::intake
