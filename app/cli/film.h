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

// The flags of all films.
struct FilmFlags {
    std::filesystem::path run_path, output;
    std::string size = "1x";
    int frames_per_second = 30;
    double seconds = 10, hold = 1;
    bool caption = false, there_and_back = false, json = false;
    BackendFlags backend;
    void add_to(CLI::App& command, const std::string& caption_help);
    FilmSpec spec(const RunView& view) const;
    // Writes the film in frames of this size, with progress, and reports the file. A signal stops
    // it and leaves no file.
    void write(Job& film, const FilmSpec& spec, PixelSize frame, std::size_t keyframes) const;
};

struct TimelapseCommand {
    FilmFlags film;
    std::string pace;  // empty: the default
    bool before_after = false;
    std::optional<std::int64_t> at_step;  // the last step
    DetailFlag detail;
    std::vector<std::filesystem::path> against;  // the runs to race against
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
