// Makes allocations fail in turn, every 61st or all (fault_sweep.h), in a child process each time,
// because running out of memory may end the process (memory_end.h).
#include "app/process/memory_end.h"
#include "tests/support/failing_memory.h"
#include "tests/support/fault_sweep.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace fault_sweep;

namespace {

// Exit statuses of the child process; kEnded is the one that memory_end.h exits with.
enum Status { kDone, kEnded, kNotReached, kRefused, kTooLong };

[[noreturn]] void attempt_here(const Action& action, const fs::path& folder, const Faults& faults,
                               int n) {
    end_with_a_sentence_without_memory("test");
    const Outcome outcome = attempt(action, folder, faults, n);
    const bool sentence = outcome.error.find('\n') == std::string::npos;
    _exit(!sentence                ? kTooLong
          : !outcome.error.empty() ? kRefused
          : outcome.reached        ? kDone
                                   : kNotReached);
}

void sweep_memory(bool for_good) {
    const Faults faults{[=](int n) {
                            failing_memory::stays_out = for_good;
                            failing_memory::countdown = n;
                        },
                        [] { return failing_memory::countdown.exchange(0) < 0; }};
    kitchen();
    int ended = 0;
    sweep_all(
        [&](const Action& action, const fs::path& folder, int n) -> Outcome {
            const pid_t child = fork();
            if (child == 0) attempt_here(action, folder, faults, n);
            int status = 0;
            REQUIRE(waitpid(child, &status, 0) == child);
            REQUIRE(WIFEXITED(status));  // the child exited and was not killed by a signal
            const int code = WEXITSTATUS(status);
            CHECK(code != kTooLong);
            ended += code == kEnded;
            return {code == kRefused ? "refused" : "", code != kNotReached, true};
        },
        61);
    MESSAGE(ended << " of them ended the process, with the sentence");
}

}  // namespace

TEST_CASE("one allocation that finds no memory") {
    sweep_memory(false);
}

TEST_CASE("no memory from there on") {
    sweep_memory(true);
}
