#include <fmt/format.h>

#include <utility>

#include "base/path_glob.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::SubmissionRule;
using model::Verdict;

struct Entry {
  SubmissionRule whole;
  std::vector<SubmissionRule> scoped;
  bool has_whole = false;  ///< some key of `whole` is given
  std::string language;
  std::string entry_point;
  bool is_model = false;
};

std::optional<std::vector<Verdict>> read_verdicts(Reader& reader, const YamlNode& node,
                                                  std::string_view what) {
  const auto words = reader.words(node, what);
  if (!words) return std::nullopt;
  std::vector<Verdict> verdicts;
  for (const std::string& word : *words) {
    const auto verdict = model::parse_verdict(word);
    if (verdict && *verdict != Verdict::ce && *verdict != Verdict::je) {
      verdicts.push_back(*verdict);
      continue;
    }
    return reader.refuse(node.mark, fmt::format("unknown verdict '{}'", clipped(word)),
                         {"known: AC, WA, TLE, RTE"});
  }
  return verdicts;
}

std::optional<model::ScoreRange> read_score(Reader& reader, const YamlNode& node,
                                            std::string_view what) {
  const std::vector<const YamlNode*> ends = node.each();
  if (node.kind == YamlNode::Kind::list && ends.size() != 2) {
    return reader.refuse(node.mark, "'score' is one number, or a list of two");
  }
  const auto low = reader.number(*ends.front(), what);
  const auto high = ends.size() == 1 ? low : reader.number(*ends.back(), what);
  if (!low || !high) return std::nullopt;
  if (*low <= *high) return model::ScoreRange{*low, *high};
  return reader.refuse(node.mark, "the lower number of 'score' comes first");
}

std::optional<model::TimeLimitUse> read_time_limit_use(Reader& reader, const YamlNode& node,
                                                       std::string_view what) {
  using Use = model::TimeLimitUse;
  if (const auto is_used = boolean_of(node)) return *is_used ? Use::by_verdicts : Use::none;
  return reader.choice<Use>(node, what,
                            {{"true", Use::by_verdicts},
                             {"false", Use::none},
                             {"lower", Use::lower},
                             {"upper", Use::upper}});
}

std::vector<Reader::Key> rule_keys(Reader& reader, SubmissionRule& rule) {
  return {
      reader.key("permitted", read_verdicts, rule.permitted),
      reader.key("required", read_verdicts, rule.required),
      reader.key("score", read_score, rule.score),
      {"message",
       [&](const YamlNode& node) {
         // An empty one asks for nothing.
         if (!node.text.empty()) rule.message = reader.text(node, "message").value_or("");
       }},
      reader.key("use_for_time_limit", read_time_limit_use, rule.time_limit),
  };
}

class EntryReader {
 public:
  EntryReader(Reader& reader, const model::Problem& problem) : reader_(reader), problem_(problem) {}

  Entry read(const MapEntry& from) {
    Entry entry;
    entry.whole.entry = from.key;
    if (from.value->kind == YamlNode::Kind::null) return entry;
    std::vector<Reader::Key> keys = rule_keys(reader_, entry.whole);
    add_keys(keys, own_keys(entry));
    const auto is_known = [known = keys](std::string_view name) {
      return std::ranges::find(known, name, &Reader::Key::name) != known.end();
    };
    // Every other key is a glob of groups or tests.
    for (const MapEntry& one : from.value->entries) {
      if (one.value->kind != YamlNode::Kind::map || is_known(one.key)) continue;
      check_scope(one);
      keys.push_back({one.key, [&](const YamlNode& node) { read_scope(one, node, entry); }});
    }
    reader_.map(*from.value, from.key, keys);
    entry.has_whole = entry.whole.permitted || entry.whole.required || entry.whole.score ||
                      !entry.whole.message.empty() || entry.whole.time_limit;
    return entry;
  }

 private:
  std::vector<Reader::Key> own_keys(Entry& entry) {
    return {
        reader_.key("language", &Reader::text, entry.language),
        reader_.key("entrypoint", &Reader::text, entry.entry_point),
        Reader::ignored("authors"),
        reader_.key("model_solution", &Reader::boolean, entry.is_model),
    };
  }

  void read_scope(const MapEntry& from, const YamlNode& node, Entry& entry) {
    SubmissionRule rule;
    rule.entry = entry.whole.entry;
    rule.group = from.key;
    reader_.map(node, from.key, rule_keys(reader_, rule));
    entry.scoped.push_back(std::move(rule));
  }

  void check_scope(const MapEntry& from) {
    const auto is_meant = [&](const std::string& name) {
      return matches_path_glob(from.key, name, PathGlob::or_parent);
    };
    const auto& tests = problem_.tests;
    const auto& recipes = problem_.generation.tests;
    // A test that is still to be made is one already.
    const bool is_test = std::ranges::any_of(tests, is_meant, &model::TestCase::name) ||
                         std::ranges::any_of(recipes, is_meant, &model::TestRecipe::name);
    const bool is_group = any_group(problem_.data, [&](const model::TestGroup& group) {
      return matches_path_glob(from.key, group.name, PathGlob::whole);
    });
    if (!is_test && !is_group) {
      reader_.warning(code::k_ignored, from.mark,
                      fmt::format("no group or test case has the name '{}', so nothing is checked",
                                  clipped(from.key)),
                      {"names are relative to data/, as sample or secret/group1"});
    }
  }

  Reader& reader_;
  const model::Problem& problem_;
};

void apply(const Entry& entry, const std::filesystem::path& file, const std::string& name,
           model::LabelledSubmission& submission, model::Problem& problem) {
  if (entry.has_whole) {
    submission.rules.push_back(entry.whole);
    submission.rules.back().is_of_whole_label = entry.whole.entry == submission.label;
  }
  submission.rules.insert(submission.rules.end(), entry.scoped.begin(), entry.scoped.end());
  if (!entry.language.empty()) submission.language = {entry.language, file};
  if (!entry.entry_point.empty()) submission.entry_point = {entry.entry_point, file};
  if (entry.is_model && name.starts_with("accepted/")) problem.reference = submission.path;
}

std::string our_language(const std::string& name) {
  // Where the two differ; with the names that older versions of DOMjudge use.
  static const std::map<std::string_view, std::string_view> k_ours = {
      {"golang", "go"},  {"hs", "haskell"},  {"js", "javascript"}, {"kt", "kotlin"},
      {"pas", "pascal"}, {"pl", "perl"},     {"plg", "prolog"},    {"py2", "python2"},
      {"rb", "ruby"},    {"py3", "python3"}, {"rs", "rust"},       {"sh", "bash"},
      {"adb", "ada"}};
  const auto row = k_ours.find(name);
  return row == k_ours.end() ? name : std::string(row->second);
}

/// The submission that a key means, as "submissions/accepted/two/"; null if there is none.
model::LabelledSubmission* find_named(model::Problem& problem, std::string_view key) {
  // DOMjudge wants the slash after folders; without it there is only one thing meant as well.
  if (key.ends_with('/')) key.remove_suffix(1);
  const auto found =
      std::ranges::find_if(problem.submissions, [&](const model::LabelledSubmission& one) {
        return key == "submissions/" + one.label + "/" + one.path.filename().string();
      });
  return found == problem.submissions.end() ? nullptr : &*found;
}

void read_entry(Reader& reader, const MapEntry& from, const fs::path& file,
                model::LabelledSubmission& submission) {
  std::string language;
  std::string entry_point;
  reader.map(*from.value, from.key,
             {reader.key("langid", &Reader::text, language),
              reader.key("entry_point", &Reader::text, entry_point),
              // In whose name it is handed in.
              Reader::ignored("team")},
             Severity::warning);
  if (!language.empty()) submission.language = {our_language(language), file};
  if (!entry_point.empty()) submission.entry_point = {entry_point, file};
}

}  // namespace

void read_submissions_yaml(const std::filesystem::path& file, model::Problem& problem,
                           Faults& faults) {
  const auto read = [&](Reader& reader, const YamlNode& root) {
    const std::string_view wanted = "a map from globs of submissions to what is expected of them";
    EntryReader entries(reader, problem);
    for (const MapEntry& from : reader.entries(root, "", wanted)) {
      const bool says_nothing = from.value->kind == YamlNode::Kind::null;
      if (!says_nothing && !reader.is_map(*from.value, from.key, "a map of keys and values")) {
        continue;
      }
      const Entry entry = entries.read(from);
      bool is_used = false;
      for (model::LabelledSubmission& submission : problem.submissions) {
        const std::string name = submission.label + "/" + submission.path.filename().string();
        if (!matches_path_glob(from.key, name, PathGlob::or_parent)) continue;
        apply(entry, file, name, submission, problem);
        is_used = true;
      }
      if (is_used) continue;
      reader.warning(code::k_ignored, from.mark,
                     fmt::format("no submission matches '{}'", clipped(from.key)),
                     {"globs are relative to submissions/, as accepted/*.py"});
    }
  };
  read_yaml_map(file, true, faults, read);
}

void read_submissions_json(const fs::path& file, model::Problem& problem, Faults& faults) {
  // JSON is YAML as well.
  read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
    const std::string_view wanted = "an object from paths of submissions to what is said of them";
    for (const MapEntry& from : reader.entries(root, "", wanted)) {
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
