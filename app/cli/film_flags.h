// The options and the progress of films, for the commands that make them.
#pragma once

#include "app/cli/options.h"
#include "engine/features/film/film.h"
#include "engine/run/run_file.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace redraw {

// Flags of all commands that make films.
struct FilmFlags {
    std::filesystem::path run_path, output;
    std::vector<std::string> sizes{"1x"};
    int frames_per_second = 30;
    double seconds = 10, hold = 1;
    bool caption = false, there_and_back = false, json = false;
    BackendFlags backend;
    const CLI::Option* seconds_given = nullptr;  // the option --seconds
    void add_to(CLI::App& command, const std::string& caption_help);
    // Describes the film without its size.
    FilmSpec spec() const;
    // Returns a film for each size. Several get the size in their names: "film-9x16.mp4".
    std::vector<FilmSpec> sized(const FilmSpec& spec, PixelSize picture) const;
    // Writes the film and reports the result: the size of a `frame`, and `keyframes`, the number
    // of checkpoints that the film can show. A signal during writing leaves no file.
    void write(Job& film, const FilmSpec& spec, PixelSize frame, std::size_t keyframes) const;
};

// Throws Error if writing the film needs more memory than there is; `more`: film_bytes().
void require_film_memory(double more, const FilmSpec& film);
// Returns the original picture if the run file contains it, otherwise the training picture.
std::shared_ptr<const Image> picture_of(const RunFile& run);

}  // namespace redraw
