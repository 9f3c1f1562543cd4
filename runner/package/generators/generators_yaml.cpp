// How names come to be: in a `data` that is a list every test gets a number that runs through the
// whole file, and every folder one that runs through its parent; in one that is a map the key is
// the name, and the keys are taken in the order of their bytes. So the number of all tests must be
// known, for the zeros before it, before the first is read.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "package/generators/parts.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

constexpr std::size_t k_most_tests = 10'000;

// In this order: an `include` may name what stands before it.
constexpr std::array<std::string_view, 8> k_roots = {
    "sample",        "secret",       "invalid_output",    "invalid_answer",
    "invalid_input", "valid_output", "testing_tool_test", "fuzz"};

/// One key of a `data`, and whether it stands in a list.
struct Child {
  const MapEntry* entry = nullptr;
  bool is_numbered = false;
};

/// The numbers that go into names.
struct Counter {
  std::int64_t next = 1;
  std::size_t width = 1;

  std::string take(const std::string& key) {
    return fmt::format("{:0{}}{}{}", next++, width, key.empty() ? "" : "-", key);
  }
};

std::string key_of(const MapEntry& entry) {
  return entry.key == "~" ? std::string() : entry.key;
}

/// What an `include` may name: a test, or a folder with all that is in it.
struct Named {
  std::vector<std::size_t> tests;
  bool is_open = false;  ///< a folder that is being read
  bool is_ambiguous = false;
};

class GenerationReader {
 public:
  GenerationReader(FolderWalk& walk, Reader& reader, const std::filesystem::path& folder,
                   const model::Constants& constants, model::Generation& generation)
      : reader_(reader),
        paths_(walk, reader, generation, folder),
        recipes_(reader, paths_, constants),
        generation_(generation) {}

  void read(const YamlNode& root) {
    if (root.kind != YamlNode::Kind::map || is_test_node(root)) {
      reader_.wrong_type(root, "", "a map with the key 'data'");
      return;
    }
    if (const YamlNode* programs = root.find("generators")) paths_.read_programs(*programs);
    std::size_t count = 0;
    count_numbered(root, count);
    tests_.width = std::to_string(count).size();
    RecipeSettings settings;
    read_keys(root, "", settings);
    for (const std::string_view name : k_roots) {
      for (const Child& child : children_) {
        if (child.entry->key == name) read_root(*child.entry, settings);
      }
    }
  }

 private:
  /// Faults of what is counted are reported when it is read.
  static void count_numbered(const YamlNode& folder, std::size_t& count) {
    const YamlNode* data = folder.find("data");
    if (data == nullptr) return;
    for (const YamlNode* map : data->each()) {
      for (const MapEntry& entry : map->entries) {
        if (!is_test_node(*entry.value)) {
          count_numbered(*entry.value, count);
        } else if (data->kind == YamlNode::Kind::list) {
          count += count_of(*entry.value);
        }
      }
    }
  }

  static std::size_t count_of(const YamlNode& test) {
    const YamlNode* value = test.find("count");
    if (value == nullptr) return 1;
    return std::max<std::size_t>(1, counts_of(*value).values.size());
  }

  /// The keys of a folder but `data`; its children are left in children_.
  void read_keys(const YamlNode& node, const std::string& folder, RecipeSettings& settings) {
    const bool is_root = folder.empty();
    std::vector<Reader::Key> keys = recipes_.setting_keys(settings);
    for (const std::string_view name : {"test_group.yaml", "testdata.yaml"}) {
      keys.push_back({name, [this, name, &folder](const YamlNode& value) {
                        if (value.kind == YamlNode::Kind::null) return;
                        const std::string path = folder.empty() ? "" : folder + "/";
                        generation_.group_files[path + std::string(name)] = yaml_text(value);
                      }});
    }
    children_.clear();
    keys.push_back({"data", [&](const YamlNode& value) { read_children(value, is_root); }});
    keys.push_back(Reader::ignored("include"));
    if (is_root) add_keys(keys, {Reader::ignored("generators"), Reader::ignored("version")});
    if (node.kind == YamlNode::Kind::null) return;
    // Folders may have keys of other tools.
    reader_.map(node, folder, keys, Severity::warning);
  }

  void add_children(const YamlNode& map, bool is_numbered) {
    const auto first = static_cast<std::ptrdiff_t>(children_.size());
    for (const MapEntry& entry : map.entries)
      children_.push_back({&entry, is_numbered});
    std::ranges::sort(children_.begin() + first, children_.end(), {},
                      [](const Child& child) { return key_of(*child.entry); });
  }

  void read_children(const YamlNode& data, bool is_root) {
    if (data.kind == YamlNode::Kind::null) return;
    if (data.kind == YamlNode::Kind::map) {
      add_children(data, false);
      return;
    }
    if (data.kind != YamlNode::Kind::list || is_root) {
      reader_.wrong_type(data, "data", is_root ? "a map of folders" : "a map or a list of maps");
      return;
    }
    for (const YamlNodePtr& item : data.items) {
      if (item->kind == YamlNode::Kind::map && item->entries.size() == 1) {
        add_children(*item, true);
        continue;
      }
      std::vector<std::string> helps;
      if (item->kind == YamlNode::Kind::map && is_test_node(*item)) {
        helps.emplace_back("write the name first, as - name: {…}, or \"\" for none");
      }
      reader_.error(code::k_wrong_type, item->mark,
                    "each item of a list of tests must be a map with one key", std::move(helps));
    }
  }

  void read_root(const MapEntry& entry, const RecipeSettings& settings) {
    if (is_test_node(*entry.value) && entry.value->kind != YamlNode::Kind::null) {
      reader_.error(code::k_wrong_type, entry.mark,
                    fmt::format("'{}' must be a folder of tests, not a test", entry.key));
      return;
    }
    read_folder(entry, entry.key, settings);
  }

  void read_folder(const MapEntry& entry, const std::string& folder, RecipeSettings settings) {
    const std::string key = key_of(entry);
    generation_.folders.push_back(folder);
    Named& known = named_[key];
    known.is_ambiguous = known.is_open || !known.tests.empty() || !seen_.insert(key).second;
    known.is_open = true;
    const std::size_t first = generation_.tests.size();
    const std::vector<std::size_t> included = included_tests(*entry.value);
    std::vector<Child> outer = std::exchange(children_, {});
    read_keys(*entry.value, folder, settings);
    const std::vector<Child> children = std::exchange(children_, std::move(outer));
    Counter folders;
    folders.width = std::to_string(std::ranges::count_if(children, [](const Child& child) {
                      return !is_test_node(*child.entry->value);
                    })).size();
    for (const Child& child : children)
      read_child(child, folder, settings, folders);
    for (const std::size_t index : included)
      include(index, folder, entry.mark);
    Named& done = named_[key];
    done.is_open = false;
    for (std::size_t i = first; i < generation_.tests.size(); ++i)
      done.tests.push_back(i);
  }

  void read_child(const Child& child, const std::string& folder, const RecipeSettings& settings,
                  Counter& folders) {
    const MapEntry& entry = *child.entry;
    const std::string key = key_of(entry);
    if (!child.is_numbered && key.empty()) {
      reader_.refuse(entry.mark, "a name without a number must not be empty",
                     {"in a list, as - \"\": …, a number is the whole name"});
      return;
    }
    if (is_test_node(*entry.value)) {
      read_test(child, folder, settings);
      return;
    }
    if (entry.value->kind != YamlNode::Kind::map) {
      reader_.wrong_type(*entry.value, entry.key, "a test or a folder of tests");
      return;
    }
    const std::string name = child.is_numbered ? folders.take(key) : key;
    if (!is_package_name(name)) {
      reader_.refuse(entry.mark, fmt::format("'{}' cannot be the name of a folder", clipped(name)),
                     {"names consist of a-z, A-Z, 0-9 and _ . -, and do not begin with . or -"});
      return;
    }
    read_folder(entry, folder + "/" + name, settings);
  }

  void read_test(const Child& child, const std::string& folder, const RecipeSettings& settings) {
    const std::string key = key_of(*child.entry);
    const std::size_t first = generation_.tests.size();
    const auto next_name = [&] { return child.is_numbered ? tests_.take(key) : key; };
    for (model::TestRecipe& recipe : recipes_.read(*child.entry, folder, settings, next_name)) {
      add(std::move(recipe), child.entry->mark);
    }
    const bool is_new = seen_.insert(key).second;
    Named& known = named_[key];
    known.is_ambiguous = !is_new || generation_.tests.size() > first + 1;
    for (std::size_t i = first; i < generation_.tests.size(); ++i)
      known.tests.push_back(i);
  }

  void add(model::TestRecipe recipe, const Mark& mark) {
    if (generation_.tests.size() == k_most_tests) {
      if (!std::exchange(is_full_, true))
        reader_.error(code::k_too_many, mark, fmt::format("more than {} tests", k_most_tests));
      return;
    }
    const auto [first, is_new] = origins_.emplace(recipe.name, recipe.origin);
    if (is_new) {
      generation_.tests.push_back(std::move(recipe));
    } else if (first->second != recipe.origin || recipe.origin == recipe.name) {
      reader_.refuse(mark, fmt::format("there are two tests '{}'", clipped(recipe.name)));
    }
  }

  std::vector<std::size_t> included_tests(const YamlNode& folder) {
    std::vector<std::size_t> all;
    const YamlNode* list = folder.find("include");
    if (list == nullptr || list->kind == YamlNode::Kind::null) return all;
    for (const YamlNode* item : list->each()) {
      const auto name = text_of(reader_, *item, "include");
      if (!name) continue;
      const auto found = named_.find(*name);
      const std::string_view fault =
          name->find('/') != std::string::npos ? "must be the key of a test or folder, not a path"
          : found == named_.end()              ? "names nothing listed before it"
          : found->second.is_open              ? "names the folder that contains it"
          : found->second.is_ambiguous         ? "could mean several tests or folders"
                                               : "";
      if (!fault.empty()) {
        reader_.refuse(item->mark, fmt::format("the include '{}' {}", clipped(*name), fault));
        continue;
      }
      all.insert(all.end(), found->second.tests.begin(), found->second.tests.end());
    }
    return all;
  }

  void include(std::size_t index, const std::string& folder, const Mark& mark) {
    model::TestRecipe copy = generation_.tests[index];
    copy.name = folder + "/" + copy.name.substr(copy.name.rfind('/') + 1);
    copy.may_repeat = true;
    add(std::move(copy), mark);
  }

  Reader& reader_;
  GenerationPaths paths_;
  RecipeReader recipes_;
  model::Generation& generation_;
  std::vector<Child> children_;
  Counter tests_;
  std::map<std::string, Named> named_;
  std::set<std::string> seen_;  ///< keys of tests and folders
  std::map<std::string, std::string> origins_;
  bool is_full_ = false;
};

void check_roots(Reader& reader, const YamlNode& root) {
  const YamlNode* data = root.find("data");
  if (data == nullptr || data->kind != YamlNode::Kind::map) return;
  const std::vector<std::string> names(k_roots.begin(), k_roots.end());
  for (const MapEntry& entry : data->entries) {
    if (std::ranges::find(names, entry.key) != names.end()) continue;
    reader.error(
        code::k_unknown_key, entry.mark,
        fmt::format("'{}' is not a folder in data/", clipped(entry.key)),
        did_you_mean(entry.key, names, fmt::format("there are: {}", fmt::join(names, ", "))));
  }
}

}  // namespace

model::Generation read_generators_yaml(FolderWalk& walk, const model::Constants& constants,
                                       Faults& faults) {
  model::Generation generation;
  const auto folder = walk.find_folder(walk.root(), "generators");
  if (!folder) return generation;
  const auto file = walk.find_file(*folder, "generators.yaml");
  if (!file || !walk.check_readable(*file)) return generation;
  generation.file = *file;
  read_yaml_map(*file, true, faults, [&](Reader& reader, const YamlNode& root) {
    check_roots(reader, root);
    GenerationReader(walk, reader, *folder, constants, generation).read(root);
  });
  return generation;
}

}  // namespace arbiter::package
