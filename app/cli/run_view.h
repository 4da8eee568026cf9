// A run and its network for commands that draw it, and the flags that choose its moment.
#pragma once

#include "engine/backend/backend.h"
#include "engine/run/bookmarks.h"
#include "engine/run/run_file.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

RunFile open_run(const std::filesystem::path& path);  // opens the run read-only

// Reads the network's parameters from the run: those of a checkpoint, or the latest. If there is no
// checkpoint at this step, throws Error that names the nearest ones.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step = {},
                                 std::int64_t* step = nullptr);

struct RunView {
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    RunFile run;
    Grid grid;  // the training picture's grid
    int channels = 1;
    std::unique_ptr<Backend> backend;
};

// Throws Error unless the runs `rival` and `view` learned the same pixels. `target`: those of
// `view`.
void require_same_picture(const Image& target, const RunView& rival, const RunView& view);

struct ChosenMoment {
    // Training step of the checkpoint; absent: the present network.
    std::optional<std::int64_t> at_step;
    // Describes the choice made by --detail or --bookmark: "That is the drawing of epoch 12
    // (step 300, detail 0.41), 23.1 dB; now it is 31.2 dB."
    std::string note{};
};

// Flags that select a checkpoint of a run. `--at` selects it by training step. `--detail`
// selects it by how much detail its render has, from 0 to 1 (engine/drawing/pace.h), or
// "kept" for the newest bookmark. `--bookmark` selects it by the name of a bookmark.
struct MomentFlags {
    std::optional<std::int64_t> at_step;
    std::string detail, bookmark;  // values of the flags; empty: not given
    void add_to(CLI::App& command, const char* at_help);
    bool given() const { return at_step || !detail.empty() || !bookmark.empty(); }
    // Throws Error if no checkpoint fits --detail or --bookmark; does not check --at.
    ChosenMoment of(const RunView& view) const;
};

// Returns a bookmark's name, or "epoch 12" if it has none.
std::string bookmark_label(const RunFile& run, const Bookmark& bookmark);

}  // namespace redraw
