#include "judge/compile/package_tools.hpp"

#include <algorithm>
#include <set>

#include "base/file.hpp"
#include "judge/compile/kits.hpp"
#include "judge/compile/testlib_header.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

/// The files of a list lie beside each other, wherever they come from.
void flatten(Submission& program, const std::string& entry) {
  std::set<std::string> names;
  for (const ProgramFile& file : program.files)
    names.insert(fs::path(file.name).filename().string());
  if (names.size() != program.files.size()) return;
  for (ProgramFile& file : program.files) {
    file.name = fs::path(file.name).filename().string();
    if (file.path.filename() == entry) program.main = file.name;
  }
  std::ranges::sort(program.files, {}, &ProgramFile::name);
}

}  // namespace

Result<const Executable*> PackageTools::executable(const Submission& program,
                                                   const std::string& what,
                                                   std::vector<ProgramFile> includes) {
  return once(what,
              [&] { return compile_of_package(programs_, program, what, std::move(includes)); });
}

Result<const Executable*> PackageTools::validator(const model::ProgramSource& source,
                                                  const std::string& what) {
  return once(what, [&] { return compile_package_program(programs_, source, what); });
}

Result<const Executable*> PackageTools::once(const std::string& what,
                                             const std::function<Result<Executable>()>& make) {
  Known* known = nullptr;
  {
    const std::lock_guard lock(mutex_);
    known = &known_[what];
  }
  std::call_once(known->once, [&] { known->made = make(); });
  if (!*known->made) return known->made->error();
  return const_cast<const Executable*>(&**known->made);
}

Result<Submission> load_generator(const std::string& name, const model::Problem& problem,
                                  const model::Languages& languages) {
  const model::GeneratorProgram& program = problem.generation.programs.at(name);
  model::ProgramSource source;
  source.name = name;
  source.files = program.files;
  source.base = program.base;
  ARBITER_TRY(loaded, load_program(source, languages));
  if (!program.entry.empty()) flatten(loaded, program.entry);
  return with_testlib(std::move(loaded), problem);
}

Result<std::string> hash_program(const Submission& program,
                                 const std::vector<ProgramFile>& includes,
                                 const ProgramWorld& world) {
  store::Sha256 hash;
  hash.add_field(program.main);
  for (const auto* files : {&program.files, &includes}) {
    hash.add_field(std::to_string(files->size()));
    for (const ProgramFile& file : *files) {
      ARBITER_TRY(bytes, MappedFile::open(file.path, file.links));
      hash.add_field(file.name);
      hash.add_field(bytes.bytes());
    }
  }
  for (const auto& [name, value] : world.constants) {
    hash.add_field(name);
    hash.add_field(value);
  }
  const model::Language& language = *program.language;
  hash.add_field(language.id);
  hash.add_words(language.compile);
  hash.add_words(language.run);
  hash.add_field(uses_kits(language) ? world.kits_hash : std::string());
  return hash.hex();
}

}  // namespace arbiter::judge
