// `--detail`: an earlier, softer moment of a run, by how far its drawing had come and not by its
// step (engine/film/detail.h), or the one that was kept in the studio.
#pragma once

#include "app/cli/run_view.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace redraw {

struct DetailFlag {
    std::string asked;  // empty: not given
    void add_to(CLI::App& command);
    bool given() const { return !asked.empty(); }
};

struct DetailMoment {
    std::optional<std::int64_t> at_step;  // absent: the network as it is now
    double detail = 1;
    double psnr = 0, psnr_now = 0;  // dB, of the whole drawing
    double epoch = 0;

    // "That is the drawing of epoch 12 (step 300, detail 0.41), 23.1 dB; now it is 31.2 dB."
    std::string text() const;
};
// Throws Error where the run has no such moment.
DetailMoment moment_of(const DetailFlag& flag, const RunView& view);

}  // namespace redraw
