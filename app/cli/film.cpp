#include "app/cli/commands.h"

#include "app/cli/checks.h"
#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/features/film/dive.h"
#include "engine/features/film/race_film.h"
#include "engine/features/neurons/neuron_film.h"
#include "engine/run/outputs.h"
#include "engine/run/race.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <utility>

namespace redraw {
namespace {

constexpr double kSumSeconds = 6;  // default length of a film that adds up neurons

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

std::string filming_at(const FilmSpec& film) {
    const auto [width, height] = film_size(film);
    return fmt::format("A film of {} x {} pixels", width, height);
}

FilmedRun filmed(const RunView& view) {
    return filmed(
        view.run, [&view]() -> Backend& { return *view.backend; },
        [&view](std::int64_t step) { return view.run.require_parameters(step); });
}

// Returns the original picture if the run file contains it, otherwise the training picture.
std::shared_ptr<const Image> picture_of(const RunFile& run) {
    auto source = run.source();
    return std::make_shared<const Image>(source ? *std::move(source) : run.target());
}

// Returns the parameters of the run's own network, without the tile networks of a mosaic.
std::vector<float> network_of(const RunFile& run, std::optional<std::int64_t> at_step) {
    std::vector<float> parameters = parameters_of(run, at_step);
    parameters.resize(run.parameter_count());
    return parameters;
}

}  // namespace

void require_same_picture(const Image& target, const RunView& rival, const RunView& view) {
    if (rival.run.target() == target) return;
    throw Error(display_name(rival.run.path().filename()) + " has learned other pixels than " +
                display_name(view.run.path().filename()) +
                ": a race needs runs of the same picture at the same size.");
}

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

void TimelapseCommand::add_to(CLI::App& command) {
    film.add_to(command, "show epoch and PSNR in a corner");
    command.get_option("--size")->take_all()->allow_extra_args(false);  // RUN may follow --size
    command.get_option("--size")->description(command.get_option("--size")->get_description() +
                                              "; repeat the option for a film of each size");
    command.add_flag("--before-after", before_after,
                     "show the picture in the left half and the network in the right half");
    command.add_flag("--inset", inset, "show the picture, small, in a corner");
    command.add_flag("--curve", curve, "show the learning curve below the drawing");
    command
        .add_flag("--clip", clip,
                  "make a short film to share: 4 s of learning, then 2 s of before and after")
        ->excludes("--fps", "--seconds", "--hold", "--there-and-back", "--before-after");
    command
        .add_option("--pace", pace,
                    "what is equal between frames: change (visible change), steps, or log (steps "
                    "on a logarithmic scale); default: change, log for a race")
        ->check(one_of<Pace>());
    last.add_to(command, "the step of the keyframe at which the film ends");
    command
        .add_option("--against", against,
                    "another run to race with: drawings after the same training time; repeat the "
                    "option for up to three")
        ->type_name("FILE")
        ->expected(1)
        ->take_all()
        ->check(no_stream());
    command
        .add_option("--finish", finish_line,
                    "finish line of a race, in dB: the run that reaches it first wins")
        ->check(number_between(0.1, 200));
    command
        .add_flag("--add-up", add_up,
                  "show the drawing of 0, 1, 2 and more neurons of the last layer, the strongest "
                  "first; default length 6 s")
        ->excludes("--clip", "--curve", "--against");
}

void TimelapseCommand::run() {
    catch_stop_signals();
    const RunView view(film.run_path, film.backend.options());
    const auto original = before_after || inset || clip ? picture_of(view.run) : nullptr;
    FilmSpec spec = clip ? clip_spec(film.output, FilmShape::own, original) : film.spec();
    // A race film shows its runs at equal training times, so its default pace is "log", not
    // "change".
    const std::string usual = against.empty() ? "change" : "log";
    spec.pace = from_name<Pace>(pace.empty() ? usual : pace).value();
    if (!against.empty()) return run_race(view, spec);
    if (finish_line) throw Error("--finish needs a race: add --against RUN.");
    spec.caption = film.caption;
    if (const PixelSize learned = view.run.target_size();
        learned.width < view.run.picture_size().width)
        spec.learned = learned;
    if (view.run.mosaic()) spec.own_step = view.run.state_step();
    spec.curve = curve;
    if (before_after) spec.beside = original;
    if (inset) spec.inset = original;
    const ChosenMoment moment = last.of(view);
    spec.last = moment.at_step;
    // Throws if there is no checkpoint at this step.
    if (spec.last) parameters_of(view.run, spec.last);
    std::vector<Keyframe> keyframes = view.run.moments();
    if (spec.last)
        std::erase_if(keyframes, [&](const Keyframe& kept) { return kept.step > *spec.last; });
    const std::shared_ptr<const Image> target = std::make_shared<const Image>(view.run.target());
    if (add_up) spec.neurons = view.run.config().network.layers.back();
    if (add_up && film.seconds_given->empty()) spec.seconds = kSumSeconds;
    FilmFlags sizes = film;
    if (clip && film.sizes == FilmFlags{}.sizes) sizes.sizes = {"as it is"};
    for (const FilmSpec& each : sizes.sized(spec, view.run.picture_size())) {
        require_memory(film_bytes(view.run, each), filming_at(each), "a smaller --size");
        std::unique_ptr<FilmExport> job;
        if (add_up)
            job = neuron_film(*view.backend, view.grid, target, view.run.config().network,
                              network_of(view.run, moment.at_step), each);
        if (!job)
            job = std::make_unique<FilmExport>(
                *view.backend, view.grid, target, keyframes, view.run.measured(),
                steps_per_epoch(view.run.config(), view.run.target_size()),
                [&](std::int64_t step) { return parameters_of(view.run, step); }, each);
        film.write(*job, each, film_size(each), keyframes.size());
    }
    if (!moment.note.empty() && !film.json) print("At the end: {}\n", moment.note);
}

void TimelapseCommand::run_race(const RunView& view, FilmSpec spec) const {
    if (against.size() > kMostRivals)
        throw Error(fmt::format("--against: a race has at most {} rivals.", kMostRivals));
    if (before_after || inset || curve || clip || film.there_and_back || last.given() ||
        film.sizes.size() > 1)
        throw Error(
            "--against shows the whole race once, and only the networks: leave out the other "
            "choices.");
    spec = film.sized(spec, view.run.picture_size()).front();
    spec.frame = {};
    std::vector<std::unique_ptr<RunView>> rivals;
    std::vector<FilmedRun> racers{filmed(view)};
    const Image target = view.run.target();
    std::size_t keyframes = racers.front().keyframes.size();
    for (const std::filesystem::path& path : against) {
        require_output(film.output, {{path, "a run of the race"}});
        rivals.push_back(std::make_unique<RunView>(path, film.backend.options()));
        require_same_picture(target, *rivals.back(), view);
        racers.push_back(filmed(*rivals.back()));
        keyframes += racers.back().keyframes.size();
    }
    const PixelSize frame = race_film_size(spec, racers.size());
    FilmSpec all = spec;
    all.size = frame;
    double needed = film_bytes(view.run, all);
    FilmSpec beside;  // the frames are counted once
    beside.size = {};
    for (const auto& rival : rivals) needed += film_bytes(rival->run, beside);
    require_memory(needed, filming_at(all), "a smaller --size");
    RaceExport job(std::move(racers), finish_line, spec);
    film.write(job, spec, frame, keyframes);
}

void DiveCommand::add_to(CLI::App& command) {
    film.add_to(command, "show the magnification in a corner");
    command.add_option("--to", to,
                       "the pixel of the picture to dive to, for example 1200,340; default: the "
                       "most detailed place");
    command.add_option("--deepest", deepest, "magnification at the end of the dive")
        ->check(number_between(1.01, Dive::kDeepest))
        ->capture_default_str();
    moment.add_to(command, "the step of a keyframe");
}

void DiveCommand::run() {
    catch_stop_signals();
    const RunView view(film.run_path, film.backend.options());
    FilmSpec spec = film.sized(film.spec(), view.run.picture_size()).front();
    spec.frame = {};
    spec.dive = Dive{.deepest = deepest};
    const ChosenMoment chosen = moment.of(view);
    if (!to.empty()) spec.dive->to = point_of(to, view.run.picture_size(), view.grid);
    require_memory(film_bytes(view.run, spec), filming_at(spec), "a smaller --size");
    DiveExport job(*view.backend, view.grid, view.channels, picture_of(view.run),
                   parameters_of(view.run, chosen.at_step), spec);
    film.write(job, spec, film_size(spec), 0);
    if (!chosen.note.empty() && !film.json) print("{}\n", chosen.note);
}

}  // namespace redraw
