#include "engine/cpu/usable_cpus.h"

#include "engine/error.h"
#include "engine/system/machine.h"
#include "tests/support/temporary_folder.h"

#include <sched.h>
#include <thread>
#include <utility>

using namespace redraw;
using redraw::cpu::usable_cpus;
namespace fs = std::filesystem;

namespace {

// A file system as the kernel shows it to a process in a control group.
struct Machine : TemporaryFolder {
    void put(const fs::path& file, const std::string& text) const {
        fs::create_directories((path() / file).parent_path());
        std::ofstream(path() / file) << text;
    }
    std::optional<int> cpus() const { return cpu_quota(path()); }
    std::optional<std::uint64_t> memory() const { return allowed_memory(path()); }
};

// A file to write, and the limits that hold once it and the files before it are written.
struct Written {
    std::string file, text;
    std::optional<int> cpus = {};
    std::optional<std::uint64_t> memory = {};
};

void write_and_check(std::initializer_list<Written> files) {
    const Machine machine;
    for (const Written& written : files) {
        INFO(written.file << ": " << written.text);
        machine.put(written.file == "group" ? "proc/self/cgroup" : "sys/fs/cgroup/" + written.file,
                    written.text);
        CHECK(machine.cpus() == written.cpus);
        CHECK(machine.memory() == written.memory);
    }
}

struct ThreadsVariable {
    explicit ThreadsVariable(const char* value) { setenv("REDRAW_THREADS", value, 1); }
    ~ThreadsVariable() { unsetenv("REDRAW_THREADS"); }
};

}  // namespace

TEST_CASE("a quota is read as processors, rounded up") {
    write_and_check({{"group", "0::/\n"},
                     {"cpu.max", "200000 100000\n", 2},
                     {"cpu.max", "150000 100000\n", 2},
                     {"cpu.max", "1000 100000\n", 1},
                     {"cpu.max", "99999999999999 1", 4096}});
    for (const char* none :
         {"max 100000\n", "-1\n 100000\n", "0 100000", "100000 0", "100000", "", "x"})
        write_and_check({{"group", "0::/\n"}, {"cpu.max", none}});
}

TEST_CASE("version 2: the least of the group's own quota and its ancestors'") {
    CHECK(!Machine().cpus());
    CHECK(!Machine().memory());
    write_and_check({{"group", "0::/user.slice\n"}, {"user.slice/cpu.max", "max 100000\n"}});
    write_and_check({{"group", "0::/a/b/c\n"},
                     {"a/b/c/cpu.max", "800000 100000\n", 8},
                     {"a/cpu.max", "250000 100000\n", 3},
                     {"a/b/cpu.max", "max 100000\n", 3},
                     {"cpu.max", "100000 100000\n", 1},
                     {"a/b/c/d/cpu.max", "1000 100000\n", 1},  // another group, so ignored
                     {"e/cpu.max", "1000 100000\n", 1}});
    for (const char* group :
         {"/", "/docker/0123456789abcdef"}) {  // in a container: the host's path
        const Machine machine;
        machine.put("sys/fs/cgroup/cpu.max", "300000 100000\n");
        machine.put("proc/self/cgroup", std::string("0::") + group + "\n");
        CHECK(machine.cpus() == 3);
    }
}

TEST_CASE("version 1: only the controller named cpu, wherever it stands in the list") {
    for (const std::string names : {"cpu", "cpu,cpuacct", "cpuacct,cpu"})
        write_and_check({{"group", "5:cpuset:/set\n4:memory:/m\n3:" + names +
                                       ":/group/inner\n2:cpuacct:/wrong\n1:name=systemd:/\n"},
                         {"cpu/group/inner/cpu.cfs_quota_us", "-1\n"},
                         {"cpu/group/inner/cpu.cfs_period_us", "100000\n"},
                         {"cpu/wrong/cpu.cfs_quota_us", "100000\n"},
                         {"cpu/wrong/cpu.cfs_period_us", "100000\n"},
                         {"cpu/set/cpu.cfs_quota_us", "100000\n"},
                         {"cpu/set/cpu.cfs_period_us", "100000\n"},
                         {"cpu/group/cpu.cfs_quota_us", "40000\n"},
                         {"cpu/group/cpu.cfs_period_us", "20000\n", 2}});
}

TEST_CASE("a memory limit is what it leaves, of the group and its ancestors") {
    write_and_check(
        {{"group", "0::/a/b\n"},
         {"a/b/memory.max", "max\n"},
         {"a/memory.max", "600\n", {}, 600},
         {"a/memory.current", "250\n", {}, 350},
         // The cache of file contents can be freed, so it counts as free memory.
         {"a/memory.stat", "anon 30\ninactive_file 150\nactive_file 50\nfile 220\n", {}, 550},
         {"memory.max", "100\n", {}, 100},
         {"memory.current", "101\n", {}, 0}});
    for (const char* none : {"", "x", "max", "99999999999999999999999"})
        write_and_check({{"group", "0::/\n"}, {"memory.max", none}});
}

TEST_CASE("version 1 has a folder for memory, and a number for no limit") {
    write_and_check(
        {{"group", "4:memory:/m\n3:cpu,cpuacct:/group\n"},
         {"memory/memory.limit_in_bytes", "9223372036854771712\n"},
         {"cpu/group/memory.limit_in_bytes", "1\n"},  // not a file of the memory controller
         {"memory/m/memory.limit_in_bytes", "1000\n", {}, 1000},
         {"memory/m/memory.usage_in_bytes", "400\n", {}, 600},
         {"memory/m/memory.stat",
          "inactive_file 1\ntotal_inactive_file 30\ntotal_active_file 20\n",
          {},
          650}});
}

TEST_CASE("damaged descriptions are no limit and no fault") {
    for (const char* text : {"", "\n", ":", "::", "0:", "0::", "cpu", "1:cpu", "1:cpu:relative",
                             "0:://///", "0::/../../..", "\xff\xfe::/"})
        write_and_check({{"group", text}});
}

TEST_CASE("the affinity mask binds") {
    // Sets the mask of a new thread only, so that the other tests keep theirs.
    std::thread([] {
        cpu_set_t all;
        REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
        CHECK(allowed_cpus() <= CPU_COUNT(&all));
        int first = 0;
        while (!CPU_ISSET(first, &all)) ++first;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
        CHECK(allowed_cpus() == 1);
        CHECK(usable_cpus() == 1);
    }).join();
}

TEST_CASE("REDRAW_THREADS limits and never adds") {
    const int all = usable_cpus();
    CHECK(all >= 1);
    for (const auto& [value, threads] : {std::pair{"1", 1}, {"100000", all}, {"", all}}) {
        const ThreadsVariable variable(value);
        CHECK(usable_cpus() == threads);
    }
    for (const char* wrong : {"0", "-2", "two", "2 ", "1.5", "99999999999999999999"}) {
        const ThreadsVariable variable(wrong);
        CHECK_THROWS_AS(usable_cpus(), redraw::Error);
    }
}
