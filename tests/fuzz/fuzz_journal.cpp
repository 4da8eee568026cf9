// A rollback journal beside a run: whatever it says, looking at the run makes it no longer and
// never empties it.
#include "engine/run/run_file.h"
#include "tests/fuzz/target.h"
#include "tests/support/run_samples.h"

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace redraw;
using namespace redraw::fuzz;
namespace fs = std::filesystem;

namespace {

class Place {
public:
    Place() {
        const fs::path base = access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm")  //
                                                            : fs::temp_directory_path();
        folder_ = base / ("redraw-fuzz-journal-" + std::to_string(getpid()));
        fs::create_directories(folder_);
        run_samples::whole_run(run());
        std::ifstream file(run(), std::ios::binary);
        whole_ = {std::istreambuf_iterator<char>(file), {}};
    }
    ~Place() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    fs::path run() const { return folder_ / "a.redraw"; }
    std::size_t size() const { return whole_.size(); }
    void put(std::string_view journal) const {
        std::ofstream(run(), std::ios::binary | std::ios::trunc) << whole_;
        std::ofstream(run().native() + "-journal", std::ios::binary | std::ios::trunc) << journal;
    }

private:
    fs::path folder_;
    std::string whole_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Place place;
    place.put(text(data, size));
    attempt([&] { RunFile::open(place.run(), RunFile::Access::read_only); });
    const auto bytes = fs::file_size(place.run());
    promise(bytes > 0 && bytes <= place.size(), "a reader makes a run no longer, and empties none");
    return 0;
}
