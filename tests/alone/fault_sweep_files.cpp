// Makes each wrapped file system call of the engine fail in turn (failing_calls.h, fault_sweep.h).
#include "tests/support/failing_calls.h"
#include "tests/support/fault_sweep.h"

#include <utility>

using namespace fault_sweep;

namespace {

Faults calls(int error, bool for_good) {
    return {[=](int n) {
                failing_calls::error = error;
                failing_calls::stays_broken = for_good;
                failing_calls::countdown = n;
            },
            [] { return std::exchange(failing_calls::countdown, 0) < 0; }};
}

}  // namespace

TEST_CASE("a call that fails once, as on a worn disk") {
    sweep_all(calls(EIO, false), 1);
}

TEST_CASE("calls that fail for good, as on a full disk") {
    sweep_all(calls(ENOSPC, true), 1);
}
