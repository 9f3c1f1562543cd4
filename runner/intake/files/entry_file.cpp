#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "base/file.hpp"
#include "base/text.hpp"
#include "intake/files/programs.hpp"
#include "intake/names/fold.hpp"

namespace arbiter::intake {
namespace {

using Parts = std::vector<ProgramPart>;

std::string source_of(const ProgramPart& part) {
  constexpr Bytes k_most = mib(4);
  auto text = read_file(part.node->path, k_most, Links::refuse);
  return text ? *std::move(text) : std::string();
}

bool is_called_main(const ProgramPart& part) {
  const std::string stem = folded(stem_of(*part.node));
  return stem == "main" || stem == "__main__";
}

/// The files of which names say that the program begins there: one, or none if they do not tell.
/// The closer a name is to that of the problem the better.
Parts told_by_name(const Parts& candidates, std::size_t problem, const ProblemIndex& problems) {
  using Problems = std::vector<std::size_t>;
  const std::array<std::function<bool(const ProgramPart&)>, 3> signs = {
      is_called_main,
      [&](const ProgramPart& one) {
        return problems.called(stem_of(*one.node)) == Problems{problem};
      },
      [&](const ProgramPart& one) {
        return problems.named_in(stem_of(*one.node)) == Problems{problem};
      }};
  Parts found;
  for (std::size_t i = 0; i < signs.size() && found.empty(); ++i)
    std::ranges::copy_if(candidates, std::back_inserter(found), signs.at(i));
  return found.size() == 1 ? found : Parts{};
}

/// Files in which a program of the family could begin.
Parts beginnings(const Parts& sources, const std::string& family) {
  Parts found;
  std::vector<std::string> texts;
  for (const ProgramPart& part : sources)
    texts.push_back(source_of(part));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (begins_at_main(family)) {
      if (has_main(texts[i], family)) found.push_back(sources[i]);
      continue;
    }
    const std::string stem = stem_of(*sources[i].node);
    bool is_loaded = false;
    for (std::size_t j = 0; j < sources.size(); ++j)
      is_loaded = is_loaded || (i != j && loads(texts[j], stem));
    if (!is_loaded) found.push_back(sources[i]);
  }
  return found;
}

/// The sources but those that are other beginnings, the chosen one first.
void put_together(const Parts& sources, const Parts& all_beginnings, const ProgramPart& first,
                  ChosenSources& chosen) {
  Parts program = {first};
  for (const ProgramPart& part : sources) {
    if (part.node == first.node) continue;
    (is_among(part, all_beginnings) ? chosen.aside : program).push_back(part);
  }
  chosen.attempts.push_back(std::move(program));
}

/// "main.cpp", "main-1.cpp" and "main-2.cpp" in this order, if that is all there is.
std::vector<Parts> numbered_copies(const Parts& sources) {
  std::set<std::string> bases;
  std::map<int, ProgramPart> copies;
  for (const ProgramPart& part : sources) {
    const AttemptName name = split_attempt(stem_of(*part.node));
    const std::string folder = part.name.substr(0, part.name.size() - part.node->name.size());
    bases.insert(folder + folded(name.base) + ending_of(*part.node));
    copies.emplace(name.number.value_or(0), part);
  }
  const bool is_twice = copies.size() < sources.size();
  if (bases.size() != 1 || is_twice) return {};
  std::vector<Parts> attempts;
  for (const auto& [number, copy] : copies)
    attempts.push_back({copy});
  return attempts;
}

/// What no program begins with helps each of the attempts.
void share_helpers(const Parts& sources, const Parts& candidates, ChosenSources& chosen) {
  for (const ProgramPart& part : sources) {
    if (is_among(part, candidates)) continue;
    for (Parts& attempt : chosen.attempts)
      attempt.push_back(part);
  }
}

std::string names_of(const Parts& parts) {
  constexpr std::size_t k_most = 4;
  std::string names;
  for (std::size_t i = 0; i < parts.size() && i < k_most; ++i) {
    if (i > 0) names += i + 1 == parts.size() ? " and " : ", ";
    names += printable(parts[i].name);
  }
  if (parts.size() > k_most) names += fmt::format(" and {} more", parts.size() - k_most);
  return names;
}

/// Whether another language has the same name with a number: of "main.c" and "main-1.py" nobody can
/// say which was meant.
bool has_copy_elsewhere(const ProgramPart& told, const Parts& sources, const SourceKinds& kinds) {
  const std::string stem = folded(stem_of(*told.node));
  const std::string family = kinds.family(told.node->name);
  return std::ranges::any_of(sources, [&](const ProgramPart& one) {
    const AttemptName name = split_attempt(stem_of(*one.node));
    return name.number && folded(name.base) == stem && kinds.family(one.node->name) != family;
  });
}

/// Leaves the sources of one language, if names tell of which.
Parts of_one_family(const Parts& sources, std::size_t problem, const ProblemIndex& problems,
                    const SourceKinds& kinds, ChosenSources& chosen) {
  std::set<std::string> families;
  for (const ProgramPart& part : sources)
    families.insert(kinds.family(part.node->name));
  if (families.size() < 2) return sources;
  const Parts told = told_by_name(sources, problem, problems);
  if (told.empty() || has_copy_elsewhere(told.front(), sources, kinds)) {
    chosen.why = fmt::format("{} are in several languages", names_of(sources));
    return {};
  }
  Parts kept;
  const std::string family = kinds.family(told.front().node->name);
  for (const ProgramPart& part : sources)
    (kinds.family(part.node->name) == family ? kept : chosen.aside).push_back(part);
  return kept;
}

}  // namespace

bool is_among(const ProgramPart& part, const Parts& parts) {
  return std::ranges::find(parts, part.node, &ProgramPart::node) != parts.end();
}

ChosenSources choose_sources(const Parts& all, std::size_t problem, const ProblemIndex& problems,
                             const SourceKinds& kinds) {
  ChosenSources chosen;
  const Parts sources = of_one_family(all, problem, problems, kinds, chosen);
  if (sources.empty()) return chosen;
  if (sources.size() == 1) {
    chosen.attempts = {sources};
    return chosen;
  }
  const std::string family = kinds.family(sources.front().node->name);
  const Parts candidates = beginnings(sources, family);
  chosen.begins_with_first = !begins_at_main(family);
  if (candidates.size() > 1) {
    chosen.attempts = numbered_copies(candidates);
    share_helpers(sources, candidates, chosen);
    if (!chosen.attempts.empty()) return chosen;
  }
  const bool has_no_main = candidates.empty() && begins_at_main(family);
  const Parts first = candidates.size() == 1 ? candidates
                      : has_no_main          ? sources
                                             : told_by_name(candidates, problem, problems);
  if (!first.empty()) {
    put_together(sources, candidates, first.front(), chosen);
    return chosen;
  }
  chosen.aside.clear();
  chosen.why = begins_at_main(family)
                   ? fmt::format("{} have a main function each", names_of(candidates))
                   : fmt::format("the program could begin with {}", names_of(candidates));
  return chosen;
}

}  // namespace arbiter::intake
