// Exports a race as a film: two to four runs in one frame, each after the same training time,
// labelled with letter, name, decibels and rank. Their curves and the finish line are next to the
// renders. A job like timelapse_film() with the same writers.
#pragma once

#include "engine/features/film/film.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"

namespace redraw {

// One run of the race. Its functions are called during the whole export; the backend may be
// replaced after a device failed.
struct FilmedRun {
    std::string name{};  // label in the film: "SIREN"
    std::function<Backend&()> backend{};
    Grid picture{};  // training grid, the same for all runs
    std::vector<Keyframe> keyframes{};
    std::vector<Metric> metrics{};  // provide the keyframes' training seconds
    std::vector<MeasuredPsnr> measured{};
    std::int64_t steps_per_epoch = 1;
    ReadFilmed read_parameters{};
};

// Returns what a race film needs of a run in its current state; `read` returns the parameters of
// its keyframes.
FilmedRun filmed(const RunFile& run, std::function<Backend&()> backend, ReadFilmed read);

// Creates the job of a race's film. `spec.size`: size of each render. Captions show each run's
// epoch. `spec.pace` chooses equal (steps) or growing (log) time between frames. `finish_line`:
// PSNR in dB. Throws Error for settings that no film can have.
std::unique_ptr<Job> race_film(std::vector<FilmedRun> runs, std::optional<double> finish_line,
                               const FilmSpec& spec);

// Returns the size of the whole frame for a number of runs.
PixelSize race_film_size(const FilmSpec& spec, std::size_t runs);

}  // namespace redraw
