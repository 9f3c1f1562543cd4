#include "intake/files/plain_ending.hpp"

#include <algorithm>
#include <string>

#include "intake/names/fold.hpp"

namespace arbiter::intake {
namespace {

bool has_source(const Node& node, const SourceKinds& kinds) {
  if (!node.is_folder) return kinds.is_source(node.name);
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const Node& child) { return has_source(child, kinds); });
}

/// "cpp" of "C++", "csharp" of "C#".
std::string letters_of_language(std::string_view word) {
  std::string text;
  for (const char c : word)
    text += c == '+' ? "p" : c == '#' ? "sharp" : std::string(1, c);
  return letters_of(text);
}

bool has_plain_ending(const Node& file) {
  const std::string ending = folded(ending_of(file));
  return ending.empty() || ending == ".txt";
}

/// What lies beside programs is not called by a problem.
void name_programs(Node& folder, const std::string& ending, const ProblemIndex& problems,
                   bool& has_named) {
  for (Node& child : folder.children) {
    if (child.is_folder) {
      name_programs(child, ending, problems, has_named);
      continue;
    }
    const std::string stem = stem_of(child);
    const bool is_program = folded(stem) == "main" || problems.named_in(stem).size() == 1;
    if (!has_plain_ending(child) || !is_program) continue;
    child.name = stem + ending;
    has_named = true;
  }
}

}  // namespace

const model::Language* language_called(std::string_view word, const model::Languages& languages) {
  const std::string letters = letters_of_language(word);
  if (letters.empty()) return nullptr;
  const auto find = [&](auto text_of) {
    const model::Language* found = nullptr;
    for (const model::Language& one : languages.rows) {
      const bool is_better = found == nullptr || (one.is_default && !found->is_default);
      if (is_better && letters_of_language(text_of(one)) == letters) found = &one;
    }
    return found;
  };
  if (const auto* by_id = find([](const model::Language& one) { return one.id; })) return by_id;
  if (const auto* by_name = find([](const model::Language& one) { return one.name; })) {
    return by_name;
  }
  return find([](const model::Language& one) { return one.family; });
}

std::optional<Node> with_endings(const Node& area, const model::Language* language,
                                 const ProblemIndex& problems, const SourceKinds& kinds) {
  if (language == nullptr || language->extensions.empty() || has_source(area, kinds)) {
    return std::nullopt;
  }
  Node named = area;
  bool has_named = false;
  name_programs(named, language->extensions.front(), problems, has_named);
  return has_named ? std::optional<Node>(std::move(named)) : std::nullopt;
}

}  // namespace arbiter::intake
