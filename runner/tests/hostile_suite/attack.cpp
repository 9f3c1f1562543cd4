#include "hostile_suite/attack.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>

#include "base/units.hpp"
#include "model/verdict.hpp"
#include "package/yaml/faults.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::hostile {
namespace {

namespace fs = std::filesystem;
using package::Reader;
using package::YamlNode;
using Keys = std::vector<Reader::Key>;

struct EndingName {
  std::string_view name;
  model::Ending ending;
};
constexpr std::array k_endings = {EndingName{"cpu", model::Ending::cpu_limit},
                                  EndingName{"wall", model::Ending::wall_limit},
                                  EndingName{"memory", model::Ending::memory_limit},
                                  EndingName{"output", model::Ending::output_limit},
                                  EndingName{"exited", model::Ending::exited},
                                  EndingName{"signalled", model::Ending::signalled},
                                  EndingName{"judge", model::Ending::stopped}};

// Small limits: most attacks only end when one of them is reached.
constexpr Nanoseconds k_time = std::chrono::milliseconds(200);
constexpr Nanoseconds k_wall = std::chrono::seconds(10);

class AttackReader {
 public:
  AttackReader(Reader& reader, Attack& attack) : reader_(reader), attack_(attack) {}

  void read(const YamlNode& root) {
    Trial first;
    Keys keys = trial_keys(first);
    for (Reader::Key& key : attack_keys())
      keys.push_back(std::move(key));
    const YamlNode* runs = nullptr;
    keys.push_back({"runs", [&](const YamlNode& node) { runs = &node; }});
    reader_.map(root, "", keys);
    if (runs == nullptr) {
      attack_.trials.push_back(std::move(first));
      return;
    }
    // Every run begins with what is said for all of them.
    for (const auto& node : runs->items) {
      Trial trial = first;
      reader_.map(*node, "runs", trial_keys(trial));
      attack_.trials.push_back(std::move(trial));
    }
    if (runs->items.empty()) reader_.wrong_type(*runs, "runs", "a list of maps");
  }

 private:
  using Read = std::function<void(const YamlNode&)>;

  Read text(std::string& to) {
    return [this, &to](const YamlNode& node) {
      to = node.text.empty() ? std::string() : reader_.text(node, "text").value_or("");
    };
  }
  Read flag(bool& to) {
    return [this, &to](const YamlNode& node) { to = reader_.boolean(node, "flag").value_or(to); };
  }
  Read words(std::vector<std::string>& to) {
    return [this, &to](const YamlNode& node) {
      if (auto all = reader_.command(node, "words")) to = *std::move(all);
    };
  }
  Read whole(std::optional<int>& to) {
    return [this, &to](const YamlNode& node) {
      if (auto value = reader_.whole(node, "number", 0, 255)) to = static_cast<int>(*value);
    };
  }
  Read duration(Nanoseconds& to) {
    return [this, &to](const YamlNode& node) {
      keep(node, parse_duration(reader_.text(node, "duration").value_or("")), to);
    };
  }
  Read size(Bytes& to) {
    return [this, &to](const YamlNode& node) {
      keep(node, parse_size(reader_.text(node, "size").value_or("")), to);
    };
  }
  template <class Value>
  void keep(const YamlNode& node, Result<Value> value, Value& to) {
    if (value) {
      to = *value;
    } else {
      reader_.error(package::code::k_bad_value, node.mark, value.error().text());
    }
  }

  void read_verdicts(const YamlNode& node, Expected& to) {
    to.verdicts.clear();
    for (const std::string& word :
         reader_.command(node, "verdict").value_or(std::vector<std::string>{})) {
      if (const auto verdict = model::parse_verdict(word)) {
        to.verdicts.push_back(*verdict);
      } else {
        reader_.error(package::code::k_bad_value, node.mark, "no verdict: " + word);
      }
    }
  }

  void read_stopped(const YamlNode& node, Expected& to) {
    const std::string word = reader_.text(node, "stopped").value_or("");
    const auto* const row = std::find_if(k_endings.begin(), k_endings.end(),
                                         [&](const EndingName& one) { return one.name == word; });
    if (row == k_endings.end()) {
      reader_.error(package::code::k_bad_value, node.mark, "no way to be stopped: " + word);
    } else {
      to.stopped = row->ending;
    }
  }

  Keys expected_keys(Expected& to) {
    return {{"verdict", [&](const YamlNode& node) { read_verdicts(node, to); }},
            {"stopped", [&](const YamlNode& node) { read_stopped(node, to); }},
            {"signal", whole(to.signal)},
            {"status", whole(to.status)},
            {"passes", whole(to.passes)},
            {"message", text(to.message)},
            {"hint", text(to.hint)}};
  }

  Keys trial_keys(Trial& to) {
    Keys keys = expected_keys(to.expected);
    keys.push_back({"input", text(to.input)});
    keys.push_back({"answer", text(to.answer)});
    keys.push_back({"referee", [&](const YamlNode& node) {
                      reader_.map(node, "referee", expected_keys(to.referee));
                    }});
    keys.push_back({"without_groups", [&](const YamlNode& node) {
                      to.without_groups.emplace();
                      reader_.map(node, "without_groups", expected_keys(*to.without_groups));
                    }});
    return keys;
  }

  Keys attack_keys() {
    return {{"attacks_compiler", flag(attack_.is_compile)},
            {"beside", text(attack_.beside)},
            {"attack_of", text(attack_.attack_of)},
            {"referee_of", text(attack_.referee_of)},
            {"validator_of", text(attack_.validator_of)},
            {"wears", flag(attack_.may_wear_box)},
            {"time", duration(attack_.limits.time)},
            {"wall", duration(attack_.limits.wall)},
            {"memory", size(attack_.limits.memory)},
            {"output", size(attack_.limits.output)},
            {"compile_time", duration(attack_.package.compilation_time)},
            {"compile_memory", size(attack_.package.compilation_memory)},
            {"input_files", words(attack_.input_files)},
            {"output_files", words(attack_.output_files)},
            {"validation_time", duration(attack_.package.validation_time)}};
  }

  Reader& reader_;
  Attack& attack_;
};

// Emulated machines are slower, and say by how much: all limits on time grow by it.
void give_time(Attack& attack) {
  const char* const factor = std::getenv("ARBITER_HOSTILE_TIME_FACTOR");
  const int times = factor == nullptr ? 1 : std::max(1, std::atoi(factor));
  for (Nanoseconds* limit : {&attack.limits.time, &attack.limits.wall, &attack.slack,
                             &attack.package.compilation_time, &attack.package.validation_time}) {
    *limit *= times;
  }
}

fs::path find_program(const fs::path& folder, std::string_view stem) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().stem() == stem) return entry.path();
  }
  return {};
}

std::string bystander_of(const Attack& attack) {
  if (!attack.referee.empty()) return "game-fair";
  return attack.program.extension() == ".py" ? "bystander-python" : "bystander";
}

}  // namespace

std::vector<std::string> attack_names(const fs::path& root) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<Attack> load_attack(const fs::path& folder) {
  Attack attack;
  attack.name = folder.filename().string();
  attack.limits = {k_time, k_wall, mib(64), mib(1)};
  attack.package.compilation_time = std::chrono::seconds(30);
  package::Faults faults;
  package::read_yaml_map(
      folder / "expected.yaml", false, faults,
      [&](Reader& reader, const YamlNode& root) { AttackReader(reader, attack).read(root); });
  give_time(attack);
  const auto find_in = [&](const std::string& other, std::string_view stem) {
    return find_program(other.empty() ? folder : folder.parent_path() / other, stem);
  };
  attack.program = find_in(attack.attack_of, "attack");
  attack.referee = find_in(attack.referee_of, "referee");
  attack.validator = find_in(attack.validator_of, "validator");
  if (attack.beside.empty()) attack.beside = bystander_of(attack);
  if (attack.program.empty()) {
    faults.error(package::code::k_missing_key, "there is no program attack.*",
                 package::place_of(folder));
  }
  std::string all;
  for (const Diagnostic& fault : faults.take())
    all += render(fault, false);
  if (!all.empty()) return usage_error(all);
  return attack;
}

}  // namespace arbiter::hostile
