#include "engine/cpu/thread_pool.h"

#include "tests/support/eventually.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace redraw::cpu;
using redraw::eventually;

namespace {
constexpr double kMuch = 1e9;  // multiply-adds; enough to wake all threads

// Returns true if all other threads sleep, as the kernel reports. A spinning thread is awake.
bool others_sleep() {
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        if (task.path().filename() == std::to_string(gettid())) continue;
        std::string stat;
        std::getline(std::ifstream(task.path() / "stat"), stat);
        if (const auto name_end = stat.rfind(") "); stat.substr(name_end + 2, 1) != "S")
            return false;
    }
    return true;
}
}  // namespace

TEST_CASE("every item is done exactly once, with threads asleep or awake") {
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        CHECK(pool.threads() == threads);
        for (int round = 0; round < 300; ++round) {
            const int items = round % 17;
            std::vector<int> done(items), by(items, -1);
            pool.run(items, kMuch, [&](int item, int thread) {
                ++done[item];
                by[item] = thread;
            });
            for (int i = 0; i < items; ++i) {
                REQUIRE(done[i] == 1);
                REQUIRE(by[i] >= 0);
                REQUIRE(by[i] < threads);
            }
            if (round % 100 == 99) CHECK(eventually(others_sleep));
        }
    }
}

TEST_CASE("a little work wakes nobody") {
    ThreadPool pool(3);
    for (int round = 0; round < 300; ++round) {
        std::vector<int> by(8, -1);
        pool.run(8, 1000.0, [&](int item, int thread) { by[item] = thread; });
        CHECK(by == std::vector<int>(8, 0));
    }
}

TEST_CASE("work of one call is seen by the next") {
    ThreadPool pool(4);
    std::vector<long> sums(64);
    for (long round = 1; round <= 200; ++round)
        pool.run(64, kMuch, [&](int item, int) { sums[(item + int(round)) % 64] += round; });
    CHECK(std::accumulate(sums.begin(), sums.end(), 0L) == 64 * 200 * 201 / 2);
}

TEST_CASE("a pool that may not start its threads works with fewer") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    MESSAGE("SKIP: sanitizers need the address space that this test takes away");
#else
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        // Limits memory to fewer than 50 thread stacks of 8 MiB; 200 need 1,600 MiB.
        rlimit limit{};
        getrlimit(RLIMIT_AS, &limit);
        limit.rlim_cur = 400u << 20;
        setrlimit(RLIMIT_AS, &limit);
        ThreadPool pool(200);
        std::vector<int> done(1000);
        pool.run(1000, kMuch, [&](int item, int) { ++done[item]; });
        const bool all = std::accumulate(done.begin(), done.end(), 0) == 1000;
        _exit(all && pool.threads() >= 1 && pool.threads() < 200 ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
#endif
}

TEST_CASE("threads with nothing to do sleep") {
    ThreadPool pool(4);
    std::vector<int> done(4);
    pool.run(4, kMuch, [&](int item, int) { ++done[item]; });
    CHECK(eventually(others_sleep));
    // While one thread runs a slow item, be it the caller or another, all others sleep.
    bool slept = false;
    pool.run(4, kMuch, [&](int item, int) {
        if (item == 0) slept = eventually(others_sleep);
    });
    CHECK(slept);
}
