// Allocations find no memory, in turn: see fault_sweep.h.
#include "tests/failing_memory.h"
#include "tests/fault_sweep.h"

using namespace fault_sweep;

namespace {

Faults memory(bool for_good) {
    return {[=](int n) {
                failing_memory::stays_out = for_good;
                failing_memory::countdown = n;
            },
            [] { return failing_memory::countdown.exchange(0) < 0; }};
}

}  // namespace

TEST_CASE("one allocation that finds no memory") {
    sweep_all(memory(false), 97);
}

TEST_CASE("no memory from there on") {
    sweep_all(memory(true), 97);
}
