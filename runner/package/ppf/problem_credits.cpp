#include <fmt/format.h>

#include "package/ppf/problem_yaml.hpp"

namespace arbiter::package {
namespace {

std::function<void(const YamlNode&)> any_text(Reader& reader, std::string_view what) {
  return [&reader, what](const YamlNode& node) { (void)reader.text(node, what); };
}

void check_person(Reader& reader, const YamlNode& node, std::string_view what) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.text(node, what);
    return;
  }
  reader.map(node, what,
             {{"name", any_text(reader, what), true},
              {"email", any_text(reader, what)},
              {"orcid", any_text(reader, what)},
              {"kattis", any_text(reader, what)}});
}

std::function<void(const YamlNode&)> people(Reader& reader, std::string_view what) {
  return [&reader, what](const YamlNode& node) {
    if (node.kind != YamlNode::Kind::list) {
      check_person(reader, node, what);
      return;
    }
    for (const YamlNodePtr& person : node.items)
      check_person(reader, *person, what);
  };
}

void check_one_source(Reader& reader, const YamlNode& node) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.text(node, "source");
    return;
  }
  reader.map(
      node, "source",
      {{"name", any_text(reader, "source.name"), true}, {"url", any_text(reader, "source.url")}});
}

}  // namespace

void check_credits(Reader& reader, const YamlNode& node) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.text(node, "credits");
    return;
  }
  const auto translators = [&](const YamlNode& value) {
    if (value.kind != YamlNode::Kind::map) {
      reader.wrong_type(value, "credits.translators", "a map from language to people");
      return;
    }
    for (const MapEntry& entry : value.entries)
      people(reader, "credits.translators")(*entry.value);
  };
  reader.map(node, "credits",
             {{"authors", people(reader, "credits.authors")},
              {"contributors", people(reader, "credits.contributors")},
              {"testers", people(reader, "credits.testers")},
              {"packagers", people(reader, "credits.packagers")},
              {"acknowledgements", people(reader, "credits.acknowledgements")},
              {"translators", translators}});
}

void check_source(Reader& reader, const YamlNode& node) {
  if (node.kind != YamlNode::Kind::list) {
    check_one_source(reader, node);
    return;
  }
  for (const YamlNodePtr& one : node.items)
    check_one_source(reader, *one);
}

}  // namespace arbiter::package
