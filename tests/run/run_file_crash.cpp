// What a run file has to live through: killed writers, other writers, full and failing disks.
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "tests/support/error_kind.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <unistd.h>
#include <csignal>
#include <fstream>
#include <functional>
#include <string>
#include <utility>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// An action in a process of its own, with nothing of ours closed on its way out: its status is the
// exit status. Killed, unless it is waited for.
class Child {
public:
    explicit Child(const std::function<int()>& action) : id_(fork()) {
        if (id_ != 0) return;
        try {
            _exit(action());
        } catch (const Error&) {
            _exit(99);
        }
    }
    ~Child() { end(SIGKILL); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int end(int signal) {
        if (id_ < 0) return -1;
        if (signal != 0) kill(id_, signal);
        int status = 0;
        waitpid(std::exchange(id_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    pid_t id_;
};

int in_child(const std::function<int()>& action) {
    return Child(action).end(0);
}

class Pipe {
public:
    Pipe() { REQUIRE(pipe(ends_) == 0); }
    ~Pipe() {
        close(ends_[0]);
        close(ends_[1]);
    }
    void put(std::int64_t value) {
        if (write(ends_[1], &value, sizeof value) != sizeof value) _exit(98);
    }
    std::int64_t get() {
        std::int64_t value = 0;
        REQUIRE(read(ends_[0], &value, sizeof value) == sizeof value);
        return value;
    }
    bool empty() {
        int waiting = 0;
        return ioctl(ends_[0], FIONREAD, &waiting) != 0 || waiting == 0;
    }

private:
    int ends_[2];
};

std::string open_error(const fs::path& path, RunFile::Access access) {
    return error_of([&] { RunFile::open(path, access); });
}

// All of one commit, or none of it.
void check_whole(const RunFile& run) {
    const auto state = run.state();
    REQUIRE(state);
    CHECK(*state == state_of(state->step));
    REQUIRE(run.metrics().size() == std::size_t(state->step));
    CHECK(run.metrics().back() == metric_of(state->step));
    for (const Keyframe& keyframe : run.keyframes())
        CHECK(run.parameters_at(keyframe.step) == parameters_of(keyframe.step, small_count()));
    CHECK(run.keyframes().back().step == state->step);
}

}  // namespace

TEST_CASE("a killed writer costs what was not committed and nothing else") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    std::srand(1);
    std::int64_t known = 3;
    committed_run(path, known);
    int hot_journals = 0;
    for (int round = 0; round < 20; ++round) {
        Pipe commits;
        Child child([&]() -> int {
            RunFile run = RunFile::open(path);
            for (std::int64_t step = run.state()->step;; step += 3) {
                train_to(run, step, step + 3);
                run.commit();
                commits.put(step + 3);
            }
        });
        for (int i = 0; i < 2; ++i) known = commits.get();
        usleep(unsigned(std::rand() % 15'000));
        child.end(SIGKILL);
        while (!commits.empty()) known = commits.get();
        hot_journals += fs::exists(folder / "a.redraw-journal");
        REQUIRE(is_run_file(path));
        // Whoever comes first, a reader or a writer, cleans up.
        const RunFile run = RunFile::open(
            path, round % 2 ? RunFile::Access::read_only : RunFile::Access::read_write);
        check_whole(run);
        CHECK(run.state()->step >= known);
    }
    MESSAGE("killed in the middle of a commit " << hot_journals << " times of 20");
}

TEST_CASE("a second writer is refused, in this process and in another, and readers are not") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    RunFile run = committed_run(path, 4);
    const std::string sentence = "Cannot open a.redraw: it is open in another Redraw";
    CHECK(open_error(path, RunFile::Access::read_write) == sentence);
    // Looking at the file must not lose our lock on it.
    CHECK(is_run_file(path));
    { const RunFile reader = RunFile::open(path, RunFile::Access::read_only); }
    run.copy_to(folder / "copy.redraw");
    const auto refused = [&] { return open_error(path, RunFile::Access::read_write) != sentence; };
    CHECK(in_child(refused) == 0);
    CHECK(in_child([&] {
              const RunFile reader = RunFile::open(path, RunFile::Access::read_only);
              return reader.state() == state_of(4) ? 0 : 1;
          }) == 0);
    train_to(run, 4, 5);
    run.commit();
    CHECK(in_child(refused) == 0);
    run = RunFile::open(folder / "copy.redraw");
    CHECK(in_child([&] { return open_error(path, RunFile::Access::read_write) != ""; }) == 0);
}

TEST_CASE("a reader beside a training writer sees whole commits only") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    committed_run(path, 1);
    Child child([&]() -> int {
        RunFile run = RunFile::open(path);
        for (std::int64_t step = 1;; ++step) {
            train_to(run, step, step + 1);
            run.commit();
            usleep(10'000);  // a commit keeps readers out while it waits for the disk
        }
    });
    for (int i = 0; i < 30; ++i) {
        const RunFile reader = RunFile::open(path, RunFile::Access::read_only);
        const auto metrics = reader.metrics();
        const auto keyframes = reader.keyframes();
        REQUIRE(metrics.back().step == keyframes.back().step);
        REQUIRE(reader.state()->step >= metrics.back().step);  // maybe of a later commit
    }
    child.end(SIGKILL);
    check_whole(RunFile::open(path));
}

TEST_CASE("a file that may not grow keeps its last commit, and goes on when it may") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    RunFile run = committed_run(path, 5);

    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    std::string sentence;
    for (const rlim_t room : {rlim_t(0), rlim_t(4096), rlim_t(fs::file_size(path))}) {
        const rlimit small{room, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        train_to(run, run.state()->step, run.state()->step + 60);
        sentence = error_of([&] { run.commit(); });
        setrlimit(RLIMIT_FSIZE, &before);
        CHECK(sentence == "Cannot write a.redraw: file too large");
        const RunFile reader = RunFile::open(path, RunFile::Access::read_only);
        CHECK(reader.state() == state_of(5));
        CHECK(open_error(path, RunFile::Access::read_write) != "");  // still ours
    }
    run.commit();
    CHECK(RunFile::open(path, RunFile::Access::read_only).state() == state_of(185));
    check_whole(run);
}

TEST_CASE("a full disk keeps the last commit, and goes on when there is room") {
    const TemporaryFolder folder;
    if (mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=256k") != 0) {
        MESSAGE("SKIP: only root can mount a small file system");
        return;
    }
    {
        const fs::path path = folder / "a.redraw";
        RunFile run = committed_run(path, 5);
        std::ofstream filler(folder / "filler");
        while (filler << std::string(4096, 'x') << std::flush) continue;
        filler.close();
        train_to(run, 5, 100);
        CHECK(kind_of([&] { run.commit(); }) == Error::Kind::not_writable);
        CHECK(RunFile::open(path, RunFile::Access::read_only).state() == state_of(5));
        CHECK_THROWS_AS(run.copy_to(folder / "b.redraw"), Error);
        CHECK_THROWS_AS(small_run(folder / "c.redraw"), Error);
        CHECK_FALSE(fs::exists(folder / "b.redraw"));
        CHECK_FALSE(fs::exists(folder / "c.redraw"));
        fs::remove(folder / "filler");
        run.commit();
        check_whole(run);
        CHECK(run.state() == state_of(100));
    }
    umount(folder.path().c_str());
}

TEST_CASE("a read-only file is read, and refused for writing") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    committed_run(path, 2);
    fs::permissions(folder.path(), fs::perms(0755));
    const auto as_nobody = [&](fs::perms permissions, const char* refusal) {
        fs::permissions(path, permissions);
        return in_child([&] {  // root may write anywhere
            if (getuid() == 0 && setuid(65534) != 0) return 2;
            if (RunFile::open(path, RunFile::Access::read_only).state() != state_of(2)) return 3;
            return open_error(path, RunFile::Access::read_write).ends_with(refusal) ? 0 : 4;
        });
    };
    CHECK(as_nobody(fs::perms(0444), "a.redraw: it is read-only") == 0);
    const int folder_status = as_nobody(fs::perms(0666), "a.redraw: its folder is read-only");
    CHECK((folder_status == 0 || getuid() != 0));  // one's own folder is only read-only to others
}
