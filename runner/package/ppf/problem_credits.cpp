#include <fmt/format.h>

#include "package/ppf/problem_yaml.hpp"

namespace arbiter::package {
namespace {

/// A text, or a map of texts: `name`, which must be there, and `others`.
void check_named(Reader& reader, const YamlNode& node, std::string_view what,
                 std::initializer_list<std::string_view> others) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.text(node, what);
    return;
  }
  std::vector<Reader::Key> keys = {reader.checked("name", &Reader::text, what)};
  keys.front().is_required = true;
  for (const std::string_view other : others)
    keys.push_back(reader.checked(other, &Reader::text, what));
  reader.map(node, what, keys);
}

void check_people(Reader& reader, const YamlNode& node, std::string_view what) {
  for (const YamlNode* person : node.each())
    check_named(reader, *person, what, {"email", "orcid", "kattis"});
}

}  // namespace

void check_credits(Reader& reader, const YamlNode& node) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.text(node, "credits");
    return;
  }
  std::vector<Reader::Key> keys;
  for (const std::string_view role :
       {"authors", "contributors", "testers", "packagers", "acknowledgements"}) {
    keys.push_back({role, [&reader, role](const YamlNode& value) {
                      check_people(reader, value, fmt::format("credits.{}", role));
                    }});
  }
  keys.push_back({"translators", [&reader](const YamlNode& value) {
                    const std::string_view what = "credits.translators";
                    if (!reader.is_map(value, what, "a map from language to people")) return;
                    for (const MapEntry& entry : value.entries)
                      check_people(reader, *entry.value, what);
                  }});
  reader.map(node, "credits", keys);
}

void check_source(Reader& reader, const YamlNode& node) {
  for (const YamlNode* source : node.each())
    check_named(reader, *source, "source", {"url"});
}

}  // namespace arbiter::package
