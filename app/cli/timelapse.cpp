// `redraw timelapse`: films of the training, of a race, and of the sum of the neurons.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/film_flags.h"
#include "app/cli/run_view.h"
#include "engine/data/dataset.h"
#include "engine/features/film/race_film.h"
#include "engine/features/neurons/neuron_film.h"
#include "engine/run/race.h"

#include <utility>

namespace redraw {
namespace {

// `redraw timelapse`: makes a film of the training.
struct TimelapseCommand {
    FilmFlags film;
    std::string pace;  // name of the pace; empty: the default
    bool before_after = false, inset = false, curve = false, clip = false;
    bool add_up = false;
    MomentFlags last;
    std::vector<std::filesystem::path> against;  // the runs that a race film compares with this one
    std::optional<double> finish_line;
    void run();

private:
    void run_race(const RunView& view, FilmSpec spec) const;
};

constexpr double kSumSeconds = 6;  // default length of a film that adds up neurons

FilmedRun filmed(const RunView& view) {
    return filmed(
        view.run, [&view]() -> Backend& { return *view.backend; },
        [&view](std::int64_t step) { return view.run.require_parameters(step); });
}

// Returns the parameters of the run's own network, without the tile networks of a mosaic.
std::vector<float> network_of(const RunFile& run, std::optional<std::int64_t> at_step) {
    std::vector<float> parameters = parameters_of(run, at_step);
    parameters.resize(run.parameter_count());
    return parameters;
}

}  // namespace

void add_timelapse(CLI::App& app) {
    const auto [command, asked] =
        add_command<TimelapseCommand>(app, "timelapse", "Draw the training as a film");
    asked.film.add_to(command, "show epoch and PSNR in a corner");
    command.get_option("--size")->take_all()->allow_extra_args(false);  // RUN may follow --size
    command.get_option("--size")->description(command.get_option("--size")->get_description() +
                                              "; repeat the option for a film of each size");
    command.add_flag("--before-after", asked.before_after,
                     "show the picture in the left half and the network in the right half");
    command.add_flag("--inset", asked.inset, "show the picture, small, in a corner");
    command.add_flag("--curve", asked.curve, "show the learning curve below the drawing");
    command
        .add_flag("--clip", asked.clip,
                  "make a short film to share: 4 s of learning, then 2 s of before and after")
        ->excludes("--fps", "--seconds", "--hold", "--there-and-back", "--before-after");
    command
        .add_option("--pace", asked.pace,
                    "what is equal between frames: change (visible change), steps, or log (steps "
                    "on a logarithmic scale); default: change, log for a race")
        ->check(one_of<Pace>());
    asked.last.add_to(command, "the step of the keyframe at which the film ends");
    command
        .add_option("--against", asked.against,
                    "another run to race with: drawings after the same training time; repeat the "
                    "option for up to three")
        ->type_name("FILE")
        ->expected(1)
        ->take_all()
        ->check(no_stream());
    command
        .add_option("--finish", asked.finish_line,
                    "finish line of a race, in dB: the run that reaches it first wins")
        ->check(number_between(0.1, 200));
    command
        .add_flag("--add-up", asked.add_up,
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
    for (FilmSpec each : sizes.sized(spec, view.run.picture_size())) {
        if (clip) fill_frame(each);
        require_film_memory(film_bytes(view.run, each), each);
        std::unique_ptr<Job> job;
        if (add_up)
            job = neuron_film(*view.backend, view.grid, target, view.run.config().network,
                              network_of(view.run, moment.at_step), each);
        if (!job)
            job = timelapse_film(
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
    bool others = before_after || inset || curve || clip || film.there_and_back || last.given();
    others |= film.sizes.size() > 1;
    others |= add_up;
    if (others)
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
    require_film_memory(needed, all);
    const auto job = race_film(std::move(racers), finish_line, spec);
    film.write(*job, spec, frame, keyframes);
}

}  // namespace redraw
