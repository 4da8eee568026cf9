// Makes disk operations of SQLite fail in turn, every 11th or all (fault_sweep.h).
#include "tests/support/fault_sweep.h"
#include "tests/support/faulty_disk.h"

#include <utility>

using namespace fault_sweep;

namespace {

Faults disk(int failure, bool for_good) {
    faulty_disk::install();
    faulty_disk::all_calls = true;
    return {[=](int n) {
                faulty_disk::failure = failure;
                faulty_disk::stays_broken = for_good;
                faulty_disk::countdown = n;
            },
            [] { return std::exchange(faulty_disk::countdown, 0) < 0; }};
}

}  // namespace

TEST_CASE("an operation that fails once, as on a worn disk") {
    sweep_all(disk(SQLITE_IOERR_WRITE, false), 11);
}

TEST_CASE("operations that fail for good, as on a disk that is gone") {
    sweep_all(disk(SQLITE_FULL, true), 11);
}
