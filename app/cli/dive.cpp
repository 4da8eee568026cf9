// `redraw dive`: a film that zooms into a detail.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/film_flags.h"
#include "app/cli/run_view.h"
#include "engine/features/film/dive_film.h"

#include <cstdio>

namespace redraw {
namespace {

// `redraw dive`: makes a film that zooms into a detail.
struct DiveCommand {
    FilmFlags film;
    std::string to;
    double deepest = Dive().deepest;
    MomentFlags moment;
    void run();
};

// Parses the position of a pixel in the picture, such as "1200,340", and converts it to the
// network's coordinates.
Point point_of(const std::string& text, PixelSize picture, const Grid& grid) {
    double x = 0, y = 0;
    int read = 0;
    const bool is_point =
        std::sscanf(text.c_str(), "%lf,%lf%n", &x, &y, &read) == 2 && read == int(text.size());
    if (!is_point || !(x >= 0 && x <= picture.width && y >= 0 && y <= picture.height))
        throw Error(fmt::format(
            "--to {}: give a pixel of the picture, for example 120,80; the last one is {},{}",
            excerpt(text), picture.width, picture.height));
    return {grid.left + (grid.right - grid.left) * x / picture.width,
            grid.top + (grid.bottom - grid.top) * y / picture.height};
}

}  // namespace

void add_dive(CLI::App& app) {
    const auto [command, asked] = add_command<DiveCommand>(
        app, "dive", "Make a film that dives into a detail: the picture left, the drawing right");
    asked.film.add_to(command, "show the magnification in a corner");
    command.add_option("--to", asked.to,
                       "the pixel of the picture to dive to, for example 1200,340; default: the "
                       "most detailed place");
    command.add_option("--deepest", asked.deepest, "magnification at the end of the dive")
        ->check(number_between(1.01, Dive::kDeepest))
        ->capture_default_str();
    asked.moment.add_to(command, "the step of a keyframe");
}

void DiveCommand::run() {
    catch_stop_signals();
    const RunView view(film.run_path, film.backend.options());
    FilmSpec spec = film.sized(film.spec(), view.run.picture_size()).front();
    spec.frame = {};
    spec.dive = Dive{.deepest = deepest};
    const ChosenMoment chosen = moment.of(view);
    if (!to.empty()) spec.dive->to = point_of(to, view.run.picture_size(), view.grid);
    require_film_memory(film_bytes(view.run, spec), spec);
    const auto job = dive_film(*view.backend, view.grid, view.channels, picture_of(view.run),
                               parameters_of(view.run, chosen.at_step), spec);
    film.write(*job, spec, film_size(spec), 0);
    if (!chosen.note.empty() && !film.json) print("{}\n", chosen.note);
}

}  // namespace redraw
