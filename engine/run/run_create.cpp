// A new run, alone or in the place of another one, however many programs want to make it.
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/run/keyframes.h"
#include "engine/run/new_database.h"
#include "engine/run/run_file.h"
#include "engine/run/run_impl.h"
#include "engine/run/run_schema.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <limits>
#include <random>

namespace redraw {
namespace {

// The bits a channel that hold every value exactly; a target lies on 16-bit levels.
int exact_depth(const Image& picture) {
    const bool eight = std::all_of(picture.values.begin(), picture.values.end(), [](float value) {
        return float(quantise(value, 255)) / 255.0f == value;
    });
    return eight ? 8 : 16;
}

// The run that is to be replaced, with its writer's lock: until the new one has its name, nobody
// else opens it for writing or replaces it, too. A writer would go on in a file without a name, and
// play its journal back into the new one. Nothing where there is no such run, or a damaged one,
// which nobody writes.
std::optional<Database> locked_for_replacement(const std::filesystem::path& path) {
    std::optional<Database> old;
    bool free = false;
    try {
        old.emplace(path, Database::Mode::read_write);
        old->wait_for_locks(0);
        free = old->try_execute("BEGIN IMMEDIATE") && !old->has_moved();
    } catch (const Error&) {
        return std::nullopt;
    }
    if (!free)
        throw Error("Cannot replace " + display_name(path.filename()) + ": " + kOpenElsewhere);
    remove_leftover_journal(*old);
    return old;
}

}  // namespace

std::vector<std::byte> encode_exactly(const Image& picture) {
    return encode_png(picture, exact_depth(picture));
}

std::int64_t new_writer() {
    std::random_device random;
    return std::int64_t(std::uint64_t(random()) << 31 ^ random()) | 1;
}

RunFile RunFile::create(const std::filesystem::path& path, const Config& config,
                        const Image& target, const std::string& picture_name, Existing existing,
                        const std::optional<Start>& start) {
    validate(config);
    // A file that appears from here on belongs to another program, which may be writing it already.
    std::error_code ignored;
    const bool replaces = existing == Existing::replace && std::filesystem::exists(path, ignored);
    std::optional<Database> old;
    if (replaces) old = locked_for_replacement(path);
    RunHeader header;
    header.config = config;
    header.config.by_size = {};
    header.by_size = config.by_size;
    header.asked = start ? start->asked : config.network;
    header.picture_name = display_name(std::filesystem::path(picture_name).filename());
    header.width = target.width;
    header.height = target.height;
    header.channels = target.channels;
    header.keyframe_budget = keyframe_budget_for(header.keyframe_table().bytes_each());
    header.writer = new_writer();

    NewDatabase file(path);
    Database& database = file.database();
    database.execute("BEGIN");
    create_run_schema(database);
    write_header(database, header);
    write_png(database, "target", encode_exactly(target));
    if (start) {
        const State& state = start->state;
        const Keyframe first{state.step, std::numeric_limits<float>::quiet_NaN()};
        KeyframeTable table = header.keyframe_table();
        table.write(database, first, table.kept(state.parameters, first.batch_psnr));
        write_event(database, {state.step, start->event});
        write_state(database, {state, 0});
    }
    database.execute("COMMIT");
    file.publish(replaces ? NewDatabase::Existing::replace : NewDatabase::Existing::refuse);
    old.reset();
    // From here on it is anybody's: who comes first has it, and it stays whatever happens.
    RunFile run = open(path);
    if (run.impl_->header.writer != header.writer)
        throw Error("Cannot open " + display_name(path.filename()) + ": it was replaced just now");
    return run;
}

}  // namespace redraw
