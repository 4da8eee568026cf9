#include "engine/cpu/usable_cpus.h"

#include "engine/error.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <thread>
#include <utility>

#if defined(__linux__)
#include <sched.h>
#endif

using namespace redraw::cpu;

namespace {

// A file system as the kernel shows it to a process in a control group.
struct Machine : TemporaryFolder {
    void put(const std::filesystem::path& file, const std::string& text) const {
        std::filesystem::create_directories((path() / file).parent_path());
        std::ofstream(path() / file) << text;
    }
    // Of processors, in hundredths.
    void quota(const std::string& group, int hundredths) const {
        put("sys/fs/cgroup/" + group + "cpu.max", std::to_string(hundredths * 1000) + " 100000\n");
    }
    std::optional<int> cpus() const { return control_group_cpus(path()); }
    std::optional<std::uint64_t> memory() const { return control_group_memory(path()); }
};

struct ThreadsVariable {
    explicit ThreadsVariable(const char* value) { setenv("REDRAW_THREADS", value, 1); }
    ~ThreadsVariable() { unsetenv("REDRAW_THREADS"); }
};

}  // namespace

TEST_CASE("a quota is read as processors, rounded up") {
    CHECK(quota_cpus("200000 100000\n") == 2);
    CHECK(quota_cpus("150000 100000\n") == 2);
    CHECK(quota_cpus("1000 100000\n") == 1);
    CHECK(quota_cpus("99999999999999 1") == 4096);
    for (const char* none :
         {"max 100000\n", "-1\n 100000\n", "0 100000", "100000 0", "100000", "", "x"})
        CHECK(!quota_cpus(none));
}

TEST_CASE("without control groups, or without a quota, there is no limit") {
    Machine machine;
    CHECK(!machine.cpus());
    machine.put("proc/self/cgroup", "0::/user.slice\n");
    CHECK(!machine.cpus());
    machine.put("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
    CHECK(!machine.cpus());
}

TEST_CASE("version 2: the least of the group's own quota and its ancestors'") {
    Machine machine;
    machine.put("proc/self/cgroup", "0::/a/b/c\n");
    machine.quota("a/b/c/", 800);
    CHECK(machine.cpus() == 8);
    machine.quota("a/", 250);
    CHECK(machine.cpus() == 3);
    machine.put("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
    CHECK(machine.cpus() == 3);
    machine.quota("", 100);
    CHECK(machine.cpus() == 1);
    machine.quota("a/b/c/d/", 1);  // not ours
    machine.quota("e/", 1);
    CHECK(machine.cpus() == 1);
}

TEST_CASE("version 2 in a container: its root's files are its own") {
    Machine machine;
    machine.quota("", 300);
    for (const char* group : {"/", "/docker/0123456789abcdef"}) {  // as the host names it
        machine.put("proc/self/cgroup", std::string("0::") + group + "\n");
        CHECK(machine.cpus() == 3);
    }
}

TEST_CASE("version 1: only the controller named cpu, wherever it stands in the list") {
    for (const char* names : {"cpu", "cpu,cpuacct", "cpuacct,cpu"}) {
        Machine machine;
        machine.put("proc/self/cgroup", "5:cpuset:/set\n4:memory:/m\n3:" + std::string(names) +
                                            ":/group/inner\n2:cpuacct:/wrong\n1:name=systemd:/\n");
        const auto put = [&](const std::string& group, int quota, int period) {
            const std::string folder = "sys/fs/cgroup/cpu/" + group;
            machine.put(folder + "/cpu.cfs_quota_us", std::to_string(quota) + "\n");
            machine.put(folder + "/cpu.cfs_period_us", std::to_string(period) + "\n");
        };
        put("group/inner", -1, 100000);
        for (const char* others : {"wrong", "set"}) put(others, 100000, 100000);
        CHECK(!machine.cpus());
        put("group", 40000, 20000);
        CHECK(machine.cpus() == 2);
    }
}

TEST_CASE("a memory limit is what it leaves, of the group and its ancestors") {
    Machine machine;
    CHECK(!machine.memory());
    machine.put("proc/self/cgroup", "0::/a/b\n");
    machine.put("sys/fs/cgroup/a/b/memory.max", "max\n");
    CHECK(!machine.memory());
    machine.put("sys/fs/cgroup/a/memory.max", "600\n");
    CHECK(machine.memory() == 600);
    machine.put("sys/fs/cgroup/a/memory.current", "250\n");
    CHECK(machine.memory() == 350);
    machine.put("sys/fs/cgroup/a/memory.stat", "anon 30\ninactive_file 200\nfile 220\n");
    CHECK(machine.memory() == 550);  // what was read from files makes room
    machine.put("sys/fs/cgroup/memory.max", "100\n");
    machine.put("sys/fs/cgroup/memory.current", "101\n");
    CHECK(machine.memory() == 0);
    for (const char* none : {"", "x", "max", "99999999999999999999999"}) {
        Machine damaged;
        damaged.put("proc/self/cgroup", "0::/\n");
        damaged.put("sys/fs/cgroup/memory.max", none);
        CHECK(!damaged.memory());
    }
}

TEST_CASE("version 1 has a folder for memory, and a number for no limit") {
    Machine machine;
    machine.put("proc/self/cgroup", "4:memory:/m\n3:cpu,cpuacct:/group\n");
    machine.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    machine.put("sys/fs/cgroup/cpu/group/memory.limit_in_bytes", "1\n");  // not there
    CHECK(!machine.memory());
    machine.put("sys/fs/cgroup/memory/m/memory.limit_in_bytes", "1000\n");
    machine.put("sys/fs/cgroup/memory/m/memory.usage_in_bytes", "400\n");
    machine.put("sys/fs/cgroup/memory/m/memory.stat", "inactive_file 1\ntotal_inactive_file 50\n");
    CHECK(machine.memory() == 650);
    CHECK(!machine.cpus());
}

TEST_CASE("damaged descriptions are no limit and no fault") {
    Machine machine;
    for (const char* text : {"", "\n", ":", "::", "0:", "0::", "cpu", "1:cpu", "1:cpu:relative",
                             "0:://///", "0::/../../..", "\xff\xfe::/"}) {
        machine.put("proc/self/cgroup", text);
        CHECK(!machine.cpus());
        CHECK(!machine.memory());
    }
}

TEST_CASE("the affinity mask binds") {
    // On a thread of its own: the mask is the thread's, and the other tests keep theirs.
    std::thread([] {
#if defined(__linux__)
        cpu_set_t all;
        REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
        CHECK(affinity_cpus() == CPU_COUNT(&all));
        int first = 0;
        while (!CPU_ISSET(first, &all)) ++first;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
        CHECK(affinity_cpus() == 1);
        CHECK(usable_cpus() == 1);
#else
        CHECK(affinity_cpus() >= 1);
#endif
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
