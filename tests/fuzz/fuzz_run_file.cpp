// Fuzzes .redraw files. Every input is read as by `info` and the list of runs. One in four is also
// drawn small, and one in four is also written: either takes as long as all reading. The run is a
// file in memory, since SQLite opens files.
#include "engine/drawing/run_summary.h"
#include "engine/export/curves_csv.h"
#include "engine/run/database.h"
#include "tests/fuzz/run_place.h"
#include "tests/fuzz/target.h"

#include <cmath>

using namespace redraw;
using namespace redraw::fuzz;
namespace fs = std::filesystem;

namespace {

constexpr int kThumbnail = 16;  // side in pixels

bool all_finite(const std::vector<float>& values) {
    for (const float value : values)
        if (!std::isfinite(value)) return false;
    return true;
}

void read_all(const RunFile& run) {
    promise(can_be_shown(run.picture_name()), "a name can be shown");
    for (const Event& event : run.events())
        promise(can_be_shown(text_of(event)), "an event can be shown");
    curves_csv(run.metrics(), run.measured(), 3);
    const std::size_t count = [&] {
        std::size_t found = 0;
        attempt([&] { found = parameter_count(run.config().network, run.target().channels); });
        return found;
    }();
    attempt([&] { run.source(); });
    for (const Keyframe& keyframe : run.keyframes()) {
        attempt([&] {
            const auto parameters = run.parameters_at(keyframe.step);
            promise(parameters && all_finite(*parameters), "a keyframe is there, and finite");
            promise(count == 0 || parameters->size() == count, "and of this network");
        });
    }
    for (std::size_t i = 0; i < run.mosaic_tiles().size(); ++i)
        attempt([&] {
            const auto parameters = run.mosaic_parameters(i);
            promise(parameters.size() == run.mosaic()->tile_parameters(run.channels()) &&
                        all_finite(parameters),
                    "a tile is of its network, and finite");
        });
    attempt([&] {
        run.seconds();
        if (const auto state = run.state()) promise(all_finite(state->parameters), "finite state");
    });
}

// Checks that a run that could be opened for writing can be written and read again.
void write(const fs::path& path, const fs::path& copy) {
    const Event said{7, EventKind::branched, 0, 0, "looked at"};
    {
        RunFile run = RunFile::open(path);
        if (!run.keyframes().empty())
            attempt([&] { run.branch(copy, run.keyframes().back().step); });
        run.add_event(said);
        run.commit();
    }
    const RunFile again = RunFile::open(path, RunFile::Access::read_only);
    promise(again.events().back() == said, "what was committed is there");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const RunPlace place("run");
    // The scalar kernels draw alike on every machine and are built with the sanitizers.
    const BackendOptions one_thread{
        .kind = BackendKind::cpu, .instruction_set = InstructionSet::scalar, .threads = 1};
    place.put(text(data, size));
    const bool opened = attempt([&] {
        const RunFile run = RunFile::open(place.run(), RunFile::Access::read_only);
        read_all(run);
        attempt([&] { summary_of(run); });
    });
    if (!opened) return 0;
    Checksum content;  // equal inputs always take the same branch
    content.add(bytes(data, size));
    const auto way = content.value() % 4;
    if (way == 0) attempt([&] { draw_run(place.run(), kThumbnail, one_thread); });
    if (way == 1) attempt([&] { write(place.run(), place.other()); });
    return 0;
}
