#include "intake/files/programs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

using Parts = std::vector<ProgramPart>;

bool is_all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789-_.:TZ ") == std::string_view::npos;
}

/// The numbers in a name, which order folders that are called by dates.
std::vector<std::string> sort_key(const std::string& name) {
  std::vector<std::string> key;
  for (std::string word : words_of(name)) {
    constexpr std::size_t k_width = 20;
    if (word.size() < k_width) word.insert(0, k_width - word.size(), '0');
    key.push_back(std::move(word));
  }
  return key;
}

class ProgramFinder {
 public:
  ProgramFinder(const ProblemHint& hint, const ProblemIndex& problems, const SourceKinds& kinds)
      : hint_(hint), problems_(problems), kinds_(kinds) {}

  void visit(const Node& folder, std::optional<std::size_t> problem, std::optional<int> rank) {
    if (is_wrapper(folder, problem)) {
      visit(folder.children.front(), problem, rank);
      return;
    }
    if (visit_attempts(folder, problem, rank)) return;
    Parts files;
    bool has_problem_folders = false;
    for (const Node& child : folder.children) {
      if (!child.is_folder) {
        files.push_back({child.name, &child});
      } else if (visit_folder(child, problem, rank)) {
        has_problem_folders = true;
      } else {
        add_parts(child, child.name + "/", files);
      }
    }
    if (files.empty() && has_problem_folders) return;
    if (problem) {
      take(files, folder, *problem, rank);
    } else {
      by_names(files, folder, rank, has_problem_folders);
    }
  }

  FoundPrograms found;

 private:
  void lose(std::string path, std::string why, std::string help) {
    found.lost.push_back({std::move(path), std::move(why), std::move(help)});
  }

  /// Whether nothing lies in it but a folder whose name says nothing.
  [[nodiscard]] bool is_wrapper(const Node& folder, std::optional<std::size_t> problem) const {
    if (folder.children.size() != 1 || !folder.children.front().is_folder) return false;
    const std::string& name = folder.children.front().name;
    if (attempt_of_folder(name)) return false;
    return hint_.certain || (problem && problems_.called(name).empty()) ||
           problems_.named_in(name).empty();
  }

  /// Whether all that lies in the folder are attempts, which are then visited one after the other.
  bool visit_attempts(const Node& folder, std::optional<std::size_t> problem,
                      std::optional<int> rank) {
    std::vector<const Node*> attempts;
    bool has_words = false;
    for (const Node& child : folder.children) {
      if (!child.is_folder && kinds_.is_source(child.name)) return false;
      if (!child.is_folder) continue;
      const bool is_problem = !problem && !problems_.named_in(child.name).empty();
      const bool is_attempt = attempt_of_folder(child.name).has_value();
      has_words = has_words || is_attempt;
      if (is_problem || (!is_attempt && !is_all_digits(child.name))) return false;
      attempts.push_back(&child);
    }
    if (attempts.empty() || (attempts.size() == 1 && !has_words) || rank) return false;
    std::ranges::sort(attempts, {}, [](const Node* one) { return sort_key(one->name); });
    int number = 0;
    for (const Node* attempt : attempts)
      visit(*attempt, problem, ++number);
    for (const Node& child : folder.children) {
      if (!child.is_folder) found.aside.push_back(child.origin);
    }
    return true;
  }

  /// Whether the folder is that of a problem, or has such in it, and was dealt with.
  bool visit_folder(const Node& child, std::optional<std::size_t> problem,
                    std::optional<int> rank) {
    if (hint_.certain) return false;
    const std::vector<std::size_t> named = problems_.named_in(child.name);
    if (problem) {
      const bool is_other = named.size() == 1 && named.front() != *problem &&
                            problems_.called(child.name).size() == 1;
      if (is_other) visit(child, named.front(), rank);
      return is_other;
    }
    if (named.size() > 1) {
      lose(child.origin, fmt::format("the problem could be {}", problems_.list(named)),
           "call the folder by the problem alone");
      return true;
    }
    if (named.size() == 1) {
      visit(child, named.front(), rank);
      return true;
    }
    if (!leads_to_problem(child)) return false;
    visit(child, std::nullopt, rank);
    return true;
  }

  [[nodiscard]] bool leads_to_problem(const Node& folder) const {
    return std::ranges::any_of(folder.children, [&](const Node& child) {
      if (!child.is_folder && !kinds_.is_source(child.name)) return false;
      return !problems_.named_in(stem_of(child)).empty() ||
             (child.is_folder && leads_to_problem(child));
    });
  }

  /// Files that lie in no folder of a problem: their own names tell.
  void by_names(const Parts& files, const Node& folder, std::optional<int> rank,
                bool has_problem_folders) {
    std::map<std::size_t, Parts> named;
    Parts others;
    Parts unnamed;
    bool has_doubtful = false;
    for (const ProgramPart& file : files) {
      const auto problems = problems_.named_in(stem_of(*file.node));
      const bool is_source = kinds_.is_source(file.node->name);
      if (problems.size() == 1 && (is_source || kinds_.is_header(file.node->name))) {
        named[problems.front()].push_back(file);
      } else if (problems.size() > 1 && is_source) {
        lose(file.node->origin, fmt::format("the problem could be {}", problems_.list(problems)),
             "call the file by the problem alone");
        has_doubtful = true;
      } else {
        (is_source ? unnamed : others).push_back(file);
      }
    }
    const std::optional<std::size_t> usual = hint_.of_unnamed(problems_);
    if (named.empty() && !has_problem_folders && usual) {
      take(files, folder, *usual, rank);
      return;
    }
    // What names no problem helps the only program that there is, or is one of another problem.
    Parts helping;
    if (named.size() == 1 && !has_problem_folders) {
      Parts& only = named.begin()->second;
      only.insert(only.end(), unnamed.begin(), unnamed.end());
      if (problems_.size() > 1) helping = unnamed;
      unnamed.clear();
    }
    for (auto& [problem, parts] : named) {
      std::copy_if(others.begin(), others.end(), std::back_inserter(parts),
                   [&](const ProgramPart& one) { return kinds_.is_header(one.node->name); });
      take(parts, folder, problem, rank, helping);
    }
    for (const ProgramPart& file : unnamed)
      lose_unnamed(file);
    const bool has_any = !named.empty() || !unnamed.empty() || has_doubtful || has_problem_folders;
    if (!has_any) lose_folder(folder, others);
    for (const ProgramPart& file : others) {
      if (has_any && !kinds_.is_header(file.node->name)) found.aside.push_back(file.node->origin);
    }
  }

  void lose_folder(const Node& folder, const Parts& others) {
    if (others.empty()) {
      lose(folder.origin, k_holds_nothing, "ask for it again");
      return;
    }
    constexpr const char* k_help = "sources have extensions such as .cpp, .java and .py";
    if (others.size() == 1) {
      lose(others.front().node->origin, "is not a source file in a known language", k_help);
      return;
    }
    lose(folder.origin,
         fmt::format("has no source file in a known language, only '{}' and {} more",
                     printable(others.front().name), others.size() - 1),
         k_help);
  }

  /// Makes a program, or several attempts, of files that are for one problem. Those of `helping`
  /// may be for another one, and are lost if they are part of no program.
  void take(const Parts& files, const Node& folder, std::size_t problem, std::optional<int> rank,
            const Parts& helping = {}) {
    Parts sources;
    Parts headers;
    Parts others;
    for (const ProgramPart& file : files) {
      const std::string& name = file.node->name;
      (kinds_.is_source(name)   ? sources
       : kinds_.is_header(name) ? headers
                                : others)
          .push_back(file);
    }
    if (sources.empty()) {
      others.insert(others.end(), headers.begin(), headers.end());
      lose_folder(folder, others);
      return;
    }
    ChosenSources chosen = choose_sources(sources, problem, problems_, kinds_);
    if (!chosen.why.empty()) {
      lose(sources.size() == 1 ? sources.front().node->origin : folder.origin,
           std::move(chosen.why),
           fmt::format("leave one of them, or call it main or {}", problems_.id(problem)));
      return;
    }
    int number = 0;
    for (Parts& parts : chosen.attempts) {
      FoundProgram program;
      program.problem = problem;
      program.rank = chosen.attempts.size() > 1 ? std::optional<int>(++number) : rank;
      program.origin = parts.size() == 1 ? parts.front().node->origin : folder.origin;
      program.parts = std::move(parts);
      program.parts.insert(program.parts.end(), headers.begin(), headers.end());
      program.begins_with_first = chosen.begins_with_first;
      found.programs.push_back(std::move(program));
    }
    others.insert(others.end(), chosen.aside.begin(), chosen.aside.end());
    for (const ProgramPart& file : others) {
      if (is_among(file, helping)) {
        lose_unnamed(file);
      } else {
        found.aside.push_back(file.node->origin);
      }
    }
  }

  void lose_unnamed(const ProgramPart& file) {
    lose(file.node->origin, "the problem is not clear", problems_.help_for(stem_of(*file.node)));
  }

  ProblemHint hint_;
  const ProblemIndex& problems_;
  const SourceKinds& kinds_;
};

bool has_source(const Node& node, const SourceKinds& kinds) {
  if (!node.is_folder) return kinds.is_source(node.name);
  return std::ranges::any_of(node.children,
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

/// Windows hides the ending that its editor adds: "main.cpp.txt" is main.cpp.
void drop_txt(Node& node, const SourceKinds& kinds, bool& has_named) {
  for (Node& child : node.children)
    drop_txt(child, kinds, has_named);
  if (node.is_folder || folded(ending_of(node)) != ".txt") return;
  const std::string stem = stem_of(node);
  if (!kinds.is_source(stem)) return;
  node.name = stem;
  has_named = true;
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

void add_parts(const Node& folder, const std::string& prefix, Parts& parts) {
  for (const Node& child : folder.children) {
    if (child.is_folder) {
      add_parts(child, prefix + child.name + "/", parts);
    } else {
      parts.push_back({prefix + child.name, &child});
    }
  }
}

FoundPrograms find_programs(const Node& area, const ProblemHint& hint, const ProblemIndex& problems,
                            const SourceKinds& kinds) {
  ProgramFinder finder(hint, problems, kinds);
  finder.visit(area, hint.certain, std::nullopt);
  return std::move(finder.found);
}

const model::Language* language_called(std::string_view word, const model::Languages& languages) {
  const std::string letters = letters_of_language(word);
  if (letters.empty()) return nullptr;
  for (const auto text : {&model::Language::id, &model::Language::name, &model::Language::family}) {
    const model::Language* found = nullptr;
    for (const model::Language& one : languages.rows) {
      const bool is_better = found == nullptr || (one.is_default && !found->is_default);
      if (is_better && letters_of_language(one.*text) == letters) found = &one;
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

std::optional<Node> with_endings(const Node& area, const model::Language* language,
                                 const ProblemIndex& problems, const SourceKinds& kinds) {
  Node named = area;
  bool has_named = false;
  drop_txt(named, kinds, has_named);
  const bool has_language = language != nullptr && !language->extensions.empty();
  if (has_language && !has_source(named, kinds))
    name_programs(named, language->extensions.front(), problems, has_named);
  return has_named ? std::optional<Node>(std::move(named)) : std::nullopt;
}

}  // namespace arbiter::intake
