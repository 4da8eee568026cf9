// Fuzzes the rollback journal beside a run: whatever it contains, opening the run read-only neither
// enlarges nor empties the run.
#include "engine/run/run_file.h"
#include "tests/fuzz/run_place.h"
#include "tests/fuzz/target.h"
#include "tests/support/run_samples.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const RunPlace place("journal");
    static const std::string whole = [] {
        run_samples::whole_run(place.run());
        std::ifstream file(place.run(), std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    place.put(whole);
    place.put_journal(text(data, size));
    attempt([&] { RunFile::open(place.run(), RunFile::Access::read_only); });
    const auto bytes = std::filesystem::file_size(place.run());
    promise(bytes > 0 && bytes <= whole.size(), "a reader makes a run no longer, and empties none");
    return 0;
}
