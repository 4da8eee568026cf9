// A race as a film: the drawings of two to four runs side by side, each as it was after equally
// many seconds of training, with its letter, decibels and place; beside them their curves and the
// finish line. A job as FilmExport is, of the same writers; the same runs give the same bytes.
#pragma once

#include "engine/film/film.h"
#include "engine/run/run_values.h"

namespace redraw {

// One of those that race. The functions are called as long as the film is made; the backend may be
// another one after a device failed.
struct FilmedRun {
    std::string name{};  // "SIREN"
    std::function<Backend&()> backend{};
    Grid picture{};  // all learned the same one
    std::vector<Keyframe> keyframes{};
    std::vector<Metric> metrics{};  // whose seconds the keyframes have
    std::vector<MeasuredPsnr> measured{};
    std::int64_t steps_per_epoch = 1;
    FilmExport::ReadParameters read_parameters{};
};

// The film's view of a run as it is now; `read` gives the parameters of its keyframes.
FilmedRun filmed(const RunFile& run, std::function<Backend&()> backend,
                 FilmExport::ReadParameters read);

class RaceExport : public FilmJob {
public:
    // `spec.size` is that of each drawing; a caption says each one's epoch. `spec.pace`: equal
    // seconds from frame to frame (steps) or ever more (log). Throws Error for settings a film
    // cannot have.
    RaceExport(std::vector<FilmedRun> runs, std::optional<double> finish_line,
               const FilmSpec& spec);
};

// The size of the whole frame, for so many runs.
PixelSize race_film_size(const FilmSpec& spec, std::size_t runs);

}  // namespace redraw
