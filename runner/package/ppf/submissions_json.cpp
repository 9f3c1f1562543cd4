#include "package/ppf/submissions_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

struct LanguageName {
  std::string_view domjudge;
  std::string_view ours;
};

// Where the two differ; with the names that older versions of DOMjudge use.
constexpr std::array k_languages = {
    LanguageName{"golang", "go"},  LanguageName{"hs", "haskell"},  LanguageName{"js", "javascript"},
    LanguageName{"kt", "kotlin"},  LanguageName{"pas", "pascal"},  LanguageName{"pl", "perl"},
    LanguageName{"plg", "prolog"}, LanguageName{"py2", "python2"}, LanguageName{"py3", "python3"},
    LanguageName{"rb", "ruby"},    LanguageName{"rs", "rust"},     LanguageName{"sh", "bash"},
    LanguageName{"adb", "ada"}};

std::string our_language(const std::string& name) {
  const auto* row = std::find_if(k_languages.begin(), k_languages.end(),
                                 [&](const LanguageName& one) { return one.domjudge == name; });
  return row == k_languages.end() ? name : std::string(row->ours);
}

/// The submission that a key means, as "submissions/accepted/two/"; null if there is none.
model::LabelledSubmission* find_named(model::Problem& problem, std::string_view key) {
  // DOMjudge wants the slash after folders; without it there is only one thing meant as well.
  if (key.ends_with('/')) key.remove_suffix(1);
  const auto found = std::find_if(problem.submissions.begin(), problem.submissions.end(),
                                  [&](const model::LabelledSubmission& one) {
                                    const fs::path name = one.path.filename();
                                    return key == "submissions/" + one.label + "/" + name.string();
                                  });
  return found == problem.submissions.end() ? nullptr : &*found;
}

void read_entry(Reader& reader, const MapEntry& from, const fs::path& file,
                model::LabelledSubmission& submission) {
  const auto read_language = [&](const YamlNode& node) {
    if (const auto word = reader.text(node, "langid")) {
      submission.language = {our_language(*word), file};
    }
  };
  const auto read_entry_point = [&](const YamlNode& node) {
    if (auto word = reader.text(node, "entry_point")) {
      submission.entry_point = {*std::move(word), file};
    }
  };
  reader.map(*from.value, from.key,
             {{"langid", read_language},
              {"entry_point", read_entry_point},
              // In whose name it is handed in.
              {"team", [](const YamlNode&) {}}},
             Reader::UnknownKeys::warning);
}

}  // namespace

void read_submissions_json(const fs::path& file, model::Problem& problem, Faults& faults) {
  // JSON is YAML as well.
  read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
    if (root.kind != YamlNode::Kind::map) {
      reader.wrong_type(root, "", "an object from paths of submissions to what is said of them");
      return;
    }
    for (const MapEntry& from : root.entries) {
      if (model::LabelledSubmission* submission = find_named(problem, from.key)) {
        read_entry(reader, from, file, *submission);
        continue;
      }
      reader.warning(code::k_ignored, from.mark,
                     fmt::format("no submission is called '{}'", clipped(from.key)),
                     {"paths begin in the package, as submissions/accepted/a.py, and end with a "
                      "slash after a folder"});
    }
  });
}

}  // namespace arbiter::package
