// `redraw timelapse` and `dive`: films of a run.
#pragma once

#include "app/cli/detail.h"
#include "app/cli/options.h"
#include "engine/film/film.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct RunView;

// What all films are asked for.
struct FilmFlags {
    std::filesystem::path run_path, output;
    std::string size = "1x";
    int frames_per_second = 30;
    double seconds = 10, hold = 1;
    bool caption = false, there_and_back = false, json = false;
    BackendFlags backend;
    void add_to(CLI::App& command, const std::string& caption_help);
    FilmSpec spec(const RunView& view) const;
    // With progress, and what was written, in frames of this size. A signal stops it: nothing is
    // then.
    void write(Job& film, const FilmSpec& spec, PixelSize frame, std::size_t keyframes) const;
};

struct TimelapseCommand {
    FilmFlags film;
    std::string pace;  // empty: the usual one
    bool before_after = false;
    std::optional<std::int64_t> at_step;  // the last one
    DetailFlag detail;
    std::vector<std::filesystem::path> against;  // of a race
    std::optional<double> finish_line;
    void add_to(CLI::App& command);
    void run();

private:
    void run_race(const RunView& view, const FilmSpec& spec) const;
};

struct DiveCommand {
    FilmFlags film;
    std::string to;
    double deepest = Dive().deepest;
    std::optional<std::int64_t> at_step;
    void add_to(CLI::App& command);
    void run();
};

}  // namespace redraw
