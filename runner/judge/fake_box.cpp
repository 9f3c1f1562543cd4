#include "judge/fake_box.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/file.hpp"
#include "base/temp_dir.hpp"

namespace arbiter::judge {

namespace fs = std::filesystem;

class FakeBox : public box::Box {
 public:
  FakeBox(FakeBoxFactory& factory, box::BoxConfig config, TempDir folder)
      : factory_(factory), config_(std::move(config)), folder_(std::move(folder)) {
    for (const box::FileToPlace& file : config_.program_files)
      place(file, folder_.path() / "program");
  }

  Result<box::RunReport> run(const box::RunRequest& request,
                             const box::RunDescriptors& descriptors) override {
    factory_.note(request.argv);
    if (factory_.is_broken) return judge_error("the box broke");
    if (!fs::exists(translated(request.argv.front()))) {
      return Error{ErrorKind::not_executable, "cannot execute " + request.argv.front(), {}, {}};
    }
    const fs::path work = folder_.path() / "work";
    fs::create_directories(work);
    for (const std::string& folder : request.folders)
      fs::create_directories(work / folder);
    for (const box::FileToPlace& file : request.files)
      place(file, work);
    box::RunReport report;
    const int status = spawn(request, descriptors, work);
    report.stopped = factory_.stopped;
    report.exited = WIFEXITED(status);
    report.exit_status = report.exited ? WEXITSTATUS(status) : 0;
    report.signal = report.exited ? 0 : WTERMSIG(status);
    for (const std::string& name : request.collect)
      report.collected.push_back(collect(work / name));
    fs::remove_all(work);
    return report;
  }

 private:
  static void place(const box::FileToPlace& file, const fs::path& below) {
    fs::create_directories((below / file.path).parent_path());
    std::ofstream out(below / file.path, std::ios::binary);
    const auto mapped = MappedFile::of_descriptor(file.fd);
    out << mapped->bytes();
    out.close();
    if (file.executable) fs::permissions(below / file.path, fs::perms{0755});
  }

  static UniqueFd collect(const fs::path& path) {
    auto fd = open_read(path);
    return fd && fs::is_regular_file(path) ? std::move(fd).value() : UniqueFd();
  }

  [[nodiscard]] std::string translated(std::string word) const {
    std::vector<box::Bind> binds = config_.binds;
    binds.push_back({(folder_.path() / "program").string(), "/program", false});
    for (const box::Bind& bind : binds) {
      const std::size_t at = word.find(bind.target);
      if (at == 0 || (at == 2 && word.rfind("-I", 0) == 0)) {
        return word.replace(at, bind.target.size(), bind.source);
      }
    }
    return word;
  }

  int spawn(const box::RunRequest& request, const box::RunDescriptors& descriptors,
            const fs::path& work) const {
    std::vector<std::string> words;
    words.reserve(request.argv.size());
    for (const std::string& word : request.argv)
      words.push_back(translated(word));
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words)
      argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<const char*> environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", nullptr};
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(descriptors.input, 0);
      ::dup2(descriptors.output, 1);
      ::dup2(descriptors.error, 2);
      if (::chdir(work.c_str()) != 0) ::_exit(126);
      ::execve(argv[0], argv.data(), const_cast<char* const*>(environment.data()));
      ::_exit(127);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  FakeBoxFactory& factory_;
  box::BoxConfig config_;
  TempDir folder_;
};

Result<std::unique_ptr<box::Box>> FakeBoxFactory::make(const box::BoxConfig& config) {
  ARBITER_TRY(folder, TempDir::make("fake-box"));
  return std::unique_ptr<box::Box>(std::make_unique<FakeBox>(*this, config, std::move(folder)));
}

void FakeBoxFactory::note(const std::vector<std::string>& argv) {
  const std::lock_guard lock(mutex_);
  commands_.push_back(argv);
}

std::vector<std::vector<std::string>> FakeBoxFactory::commands() {
  const std::lock_guard lock(mutex_);
  return commands_;
}

std::size_t FakeBoxFactory::count(const std::string& part) {
  const auto all = commands();
  return static_cast<std::size_t>(std::ranges::count_if(all, [&](const auto& argv) {
    return std::ranges::any_of(
        argv, [&](const std::string& word) { return word.find(part) != std::string::npos; });
  }));
}

}  // namespace arbiter::judge
