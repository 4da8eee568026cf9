// Rescues a run whose file cannot be written or is gone: saves a copy elsewhere, from memory and
// from what the file still holds.
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "engine/run/run_tables.h"

namespace redraw {

std::string RunFile::rescue(const std::filesystem::path& path, const Image& target,
                            const Image* picture) const {
    const RunChanges& changes = *changes_;
    if (!changes.state) throw Error("There is nothing to save.");
    const bool ours = [this] {
        try {
            return database_->is_as_remembered();
        } catch (const Error&) {
            return false;
        }
    }();
    std::optional<std::vector<std::byte>> source = changes.source;
    if (!source && has_source_ && picture) source = encode_exactly(*picture);
    try {
        if (!source && ours) source = read_png(*database_, "source");
    } catch (const Error&) {
    }
    std::size_t lost = 0;
    const auto read = [&](std::int64_t step) {
        std::optional<std::vector<float>> parameters;
        try {
            if (ours || changes.keyframes.contains(step)) parameters = parameters_at(step);
        } catch (const Error&) {
        }
        lost += !parameters;
        return parameters;
    };
    std::size_t tiles = 0;
    try {
        for (; tiles < mosaic_tiles_.size(); ++tiles) packed_mosaic_tile(tiles);
    } catch (const Error&) {
        lost += mosaic_tiles_.size() - tiles;
    }
    write_to(path, *changes.state, encode_exactly(target), source, read, EventKind::branched,
             Existing::refuse, tiles);
    std::string missing;
    if (has_source_ && !source) missing = "the picture at its own size";
    if (lost > 0)
        missing += (missing.empty() ? "" : " and ") + std::to_string(lost) +
                   (lost == 1 ? " moment" : " moments");
    return missing;
}

}  // namespace redraw
