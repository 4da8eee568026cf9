// Every disk operation of a commit fails in turn: the old or the new commit is there, whole.
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <optional>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// Fails the n-th operation of the action; false when it has fewer.
template <class Action>
bool fail_at(int n, bool for_good, Action action) {
    faulty_disk::countdown = n;
    faulty_disk::stays_broken = for_good;
    bool refused = false;
    try {
        action();
    } catch (const Error&) {
        refused = true;
    }
    const bool reached = faulty_disk::countdown < 0;
    faulty_disk::countdown = 0;
    CHECK((reached || !refused));
    return reached;
}

bool holds(const fs::path& path, std::int64_t step) {
    const RunFile reader = RunFile::open(path, RunFile::Access::read_only);
    return reader.state() == state_of(step) && std::int64_t(reader.metrics().size()) == step &&
           reader.keyframes().back().step == step &&
           reader.parameters_at(step) == parameters_of(step, small_count());
}

}  // namespace

TEST_CASE("a commit that fails anywhere is all there or not at all, and can be repeated") {
    faulty_disk::install();
    for (const int failure : {SQLITE_FULL, SQLITE_IOERR_WRITE}) {
        for (const bool for_good : {false, true}) {
            faulty_disk::failure = failure;
            const TemporaryFolder folder;
            const fs::path path = folder / "a.redraw";
            std::optional<RunFile> run = small_run(path);
            std::int64_t step = 5;
            train_to(*run, 0, step);
            run->commit();
            int n = 1;
            for (;; ++n) {
                INFO(n << ' ' << for_good);
                const std::int64_t before = step;
                train_to(*run, step, step + 2);
                step += 2;
                const bool reached = fail_at(n, for_good, [&] { run->commit(); });
                CHECK(run->state() == state_of(step));  // what was to be written is still known
                if (n % 3 == 0) {
                    // The program gives up here, and the next one finds the old or the new commit.
                    const bool whole = [&] {
                        run.reset();
                        return holds(path, before) || holds(path, step);
                    }();
                    CHECK(whole);
                    run = RunFile::open(path);
                    step = run->state()->step;
                } else {
                    run->commit();
                    const bool written = holds(path, step);
                    CHECK(written);
                }
                if (!reached) break;
            }
            CHECK(n > 5);
            MESSAGE((n - 1) << " operations failed in turn");
        }
    }
}

TEST_CASE("a new run, a branch and a copy that fail anywhere leave nothing behind") {
    faulty_disk::install();
    faulty_disk::failure = SQLITE_FULL;
    const TemporaryFolder folder;
    RunFile run = committed_run(folder / "a.redraw", 5);
    const auto try_all = [&](auto make) {
        int n = 1;
        while (fail_at(n, true, [&] { make(folder / "new.redraw"); })) {
            CAPTURE(n);
            const bool old_or_new =
                !fs::exists(folder / "new.redraw") || is_run_file(folder / "new.redraw");
            CHECK(old_or_new);
            fs::remove(folder / "new.redraw");
            int left = 0;
            for (const auto& entry : fs::directory_iterator(folder.path())) left += entry.exists();
            CHECK(left == 1);
            ++n;
        }
        CHECK(n > 3);
        CHECK(is_run_file(folder / "new.redraw"));
        fs::remove(folder / "new.redraw");
    };
    try_all([](const fs::path& path) { small_run(path); });
    try_all([&](const fs::path& path) { run.branch(path, 3); });
    try_all([&](const fs::path& path) { run.copy_to(path); });
    CHECK(holds(run.path(), 5));
}
