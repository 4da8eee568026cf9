// Shares the options and the progress of films between the commands that make them.
#include "app/cli/film_flags.h"
#include "app/cli/checks.h"
#include "app/cli/output.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace redraw {

void FilmFlags::add_to(CLI::App& command, const std::string& caption_help) {
    add_run(command, run_path);
    add_file(command, "-o,--output", output, "FILM.gif, .mp4 or .webm, or FRAMES/ for PNGs")
        ->required();
    command
        .add_option("--size", sizes,
                    "1024 (longer side), 800x600, 4x, or the frame of a screen: 1080p, 1:1, 9:16")
        ->expected(1);
    command.add_option("--fps", frames_per_second, "frames a second")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    seconds_given = command.add_option("--seconds", seconds, "length of the film")
                        ->check(number_between(0.1, 600))
                        ->capture_default_str();
    command
        .add_option("--hold", hold,
                    "seconds for which the first and the last drawing stay; at most a quarter of "
                    "the length each")
        ->check(number_between(0, 60))
        ->capture_default_str();
    command.add_flag("--there-and-back", there_and_back,
                     "play forwards, then backwards, in the same time");
    command.add_flag("--caption", caption, caption_help);
    command.add_flag("--json", json, "one JSON object a line");
    backend.add_to(command);
}

FilmSpec FilmFlags::spec() const {
    return {.path = output,
            .size = {},
            .frames_per_second = frames_per_second,
            .seconds = seconds,
            .hold = hold,
            .caption = caption,
            .there_and_back = there_and_back};
}

std::vector<FilmSpec> FilmFlags::sized(const FilmSpec& spec, PixelSize picture) const {
    std::vector<FilmSpec> films;
    for (std::string size : sizes) {
        FilmSpec& film = films.emplace_back(spec);
        const auto shape = from_name<FilmShape>(size);
        if (shape)
            set_shape(film, *shape, picture);
        else
            film.size = size_flag(size, picture);
        if (sizes.size() > 1) {
            std::ranges::replace(size, ':', 'x');
            film.path = output.parent_path() / output.stem();
            film.path += "-" + size + output.extension().string();
        }
        require_output(film.path, {{run_path, "the run itself"}});
    }
    return films;
}

void FilmFlags::write(Job& film, const FilmSpec& spec, PixelSize frame,
                      std::size_t keyframes) const {
    const std::string name = display_name(spec.path);
    const double length = double(frame_count(spec)) / spec.frames_per_second;
    finish_job(film, name, talk(json), "Stopped: " + name + " was not written.");
    if (json) {
        nlohmann::json done{{"event", "done"},       {"film", name},
                            {"width", frame.width},  {"height", frame.height},
                            {"seconds", length},     {"frames_per_second", spec.frames_per_second},
                            {"keyframes", keyframes}};
        if (spec.dive || spec.neurons > 0) done.erase("keyframes");
        if (spec.neurons > 0) done["neurons"] = spec.neurons;
        return print_json(done);
    }
    print("{}: {} x {}, {:g} s at {} frames/s{}\n", name, frame.width, frame.height, length,
          spec.frames_per_second,
          spec.dive          ? ""
          : spec.neurons > 0 ? fmt::format(" from {} neurons", spec.neurons)
                             : fmt::format(" from {} keyframes", keyframes));
}

void require_film_memory(double more, const FilmSpec& film) {
    const auto [width, height] = film_size(film);
    require_memory(more, fmt::format("A film of {} x {} pixels", width, height),
                   "a smaller --size");
}

std::shared_ptr<const Image> picture_of(const RunFile& run) {
    auto source = run.source();
    return std::make_shared<const Image>(source ? *std::move(source) : run.target());
}

}  // namespace redraw
