#include "cluster/engine_file.hpp"

#include "cluster/slurm.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::cluster {
namespace {

using package::Reader;
using package::YamlNode;

constexpr double k_day = 86400;

std::optional<double> read_seconds(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, 1, k_day, "from 1 to 86400 seconds");
}

std::optional<int> read_jobs(Reader& reader, const YamlNode& node, std::string_view what) {
  constexpr std::int64_t k_most = 100000;
  const auto jobs = reader.whole(node, what, 1, k_most);
  return jobs ? std::optional(static_cast<int>(*jobs)) : std::nullopt;
}

void read_options(Reader& reader, const YamlNode& node, EngineFile& file) {
  if (!reader.is_map(node, "slurm_options", "a map of options of sbatch",
                     {"write it as {partition: short, account: course}"})) {
    return;
  }
  for (const package::MapEntry& entry : node.entries) {
    auto option = parse_slurm_option(entry.key + "=" + entry.value->text);
    if (option) {
      file.slurm_options.push_back(std::move(*option));
    } else {
      reader.refuse(entry.mark, option.error().message, {option.error().help});
    }
  }
}

}  // namespace

EngineFile load_engine_file(const std::filesystem::path& path,
                            std::vector<Diagnostic>& diagnostics) {
  package::Faults faults;
  const Reader::Words<std::string> engines = {
      {"local", "local"}, {"slurm", "slurm"}, {"auto", "auto"}};
  EngineFile file;
  package::read_yaml_map(path, true, faults, [&](Reader& reader, const YamlNode& root) {
    reader.map(root, "",
               {reader.choice_key("engine", engines, file.engine),
                {"slurm_options", [&](const YamlNode& node) { read_options(reader, node, file); }},
                reader.key("arbiter", &Reader::text, file.arbiter),
                reader.key("shared", &Reader::text, file.shared),
                reader.key("jobs", read_jobs, file.jobs),
                reader.key("least_shard", read_seconds, file.least_shard),
                reader.key("most_shard", read_seconds, file.most_shard),
                reader.key("silent_after", read_seconds, file.silent_after),
                reader.key("keep", &Reader::boolean, file.keep)});
  });
  diagnostics = faults.take();
  return file;
}

}  // namespace arbiter::cluster
