// Tests that run files survive killed writers, other writers, and a disk that fails or is full.
#include "engine/error.h"
#include "tests/support/error_kind.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <functional>
#include <optional>
#include <utility>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// Runs `action` in a child process, which ends by _exit() with the status that `action` returns, or
// 99 after an Error. The destructor kills the process.
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

// Checks that the run holds all of one commit, and nothing of the next.
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

bool holds(const fs::path& path, std::int64_t step) {
    const RunFile reader = reading(path);
    return reader.state() == state_of(step) && std::int64_t(reader.metrics().size()) == step &&
           reader.keyframes().back().step == step &&
           reader.parameters_at(step) == parameters_of(step, small_count());
}

}  // namespace

TEST_CASE_FIXTURE(RunInFolder, "a killed writer costs what was not committed and nothing else") {
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
        // The next to open the run, reader or writer, plays back a journal that was left.
        const RunFile run = RunFile::open(
            path, round % 2 ? RunFile::Access::read_only : RunFile::Access::read_write);
        check_whole(run);
        CHECK(run.state()->step >= known);
    }
    MESSAGE("killed in the middle of a commit " << hot_journals << " times of 20");
}

TEST_CASE_FIXTURE(RunInFolder, "a second writer is refused, in any process; readers are not") {
    RunFile run = committed_run(path, 4);
    const std::string sentence = "Cannot open a.redraw: it is open in another Redraw";
    CHECK(open_error(path, RunFile::Access::read_write) == sentence);
    // Reading the file in this process must not lose the writer's lock.
    CHECK(is_run_file(path));
    { const RunFile reader = reading(path); }
    run.copy_to(folder / "copy.redraw");
    const auto refused = [&] { return open_error(path, RunFile::Access::read_write) != sentence; };
    CHECK(in_child(refused) == 0);
    CHECK(in_child([&] {
              const RunFile reader = reading(path);
              return reader.state() == state_of(4) ? 0 : 1;
          }) == 0);
    train_to(run, 4, 5);
    run.commit();
    CHECK(in_child(refused) == 0);
    run = RunFile::open(folder / "copy.redraw");
    CHECK(in_child([&] { return open_error(path, RunFile::Access::read_write) != ""; }) == 0);
}

TEST_CASE_FIXTURE(RunInFolder, "a reader beside a training writer sees whole commits only") {
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
        const RunFile reader = reading(path);
        const auto metrics = reader.metrics();
        const auto keyframes = reader.keyframes();
        REQUIRE(metrics.back().step == keyframes.back().step);
        REQUIRE(reader.state()->step >= metrics.back().step);  // the state is read after metrics
    }
    child.end(SIGKILL);
    check_whole(RunFile::open(path));
}

TEST_CASE_FIXTURE(RunInFolder, "a file that may not grow keeps its last commit, and goes on") {
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
        const RunFile reader = reading(path);
        CHECK(reader.state() == state_of(5));
        CHECK(open_error(path, RunFile::Access::read_write) != "");  // the lock is not lost
    }
    run.commit();
    CHECK(reading(path).state() == state_of(185));
    check_whole(run);
}

TEST_CASE_FIXTURE(RunInFolder, "a read-only file is read, and refused for writing") {
    committed_run(path, 2);
    fs::permissions(folder.path(), fs::perms(0755));
    const auto as_nobody = [&](fs::perms permissions, const char* refusal) {
        fs::permissions(path, permissions);
        return in_child([&] {  // gives up root, which may write anywhere
            if (getuid() == 0 && setuid(65534) != 0) return 2;
            if (reading(path).state() != state_of(2)) return 3;
            return open_error(path, RunFile::Access::read_write).ends_with(refusal) ? 0 : 4;
        });
    };
    CHECK(as_nobody(fs::perms(0444), "a.redraw: it is read-only") == 0);
    const int folder_status = as_nobody(fs::perms(0666), "a.redraw: its folder is read-only");
    CHECK((folder_status == 0 || getuid() != 0));  // without root, the folder stays writable
}

TEST_CASE("a commit that fails anywhere is all there or not at all, and can be repeated") {
    faulty_disk::install();
    for (const int failure : {SQLITE_FULL, SQLITE_IOERR_WRITE})
        for (const bool for_good : {false, true}) {
            const TemporaryFolder folder;
            const fs::path path = folder / "a.redraw";
            std::int64_t step = 5;
            std::optional<RunFile> run = committed_run(path, step);
            int n = 1;
            for (bool reached = true; reached; ++n) {
                INFO(n << ' ' << for_good);
                const std::int64_t before = step;
                train_to(*run, before, step += 2);
                faulty_disk::failure = failure;
                faulty_disk::stays_broken = for_good;
                faulty_disk::countdown = n;
                const std::string refusal = error_of([&] { run->commit(); });
                reached = std::exchange(faulty_disk::countdown, 0) < 0;
                CHECK((reached || refusal.empty()));
                CHECK(run->state() == state_of(step));  // uncommitted steps stay in memory
                if (n % 3 == 0) {
                    // The program gives up here, and the next one finds the old or the new commit.
                    run.reset();
                    CHECK((holds(path, before) || holds(path, step)));
                    run = RunFile::open(path);
                    step = run->state()->step;
                } else {
                    run->commit();
                    CHECK(holds(path, step));
                }
            }
            CHECK(n > 5);
            MESSAGE((n - 1) << " operations failed in turn");
        }
}
