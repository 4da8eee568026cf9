// `redraw`: the engine with no window. One subcommand a file; here are only their flags and how a
// run ends: 0 done, 1 the world refused (one sentence on standard error), 2 wrong usage, 128 + n
// after a signal n stopped it.
#include "app/bench/bench.h"
#include "app/cli/choices.h"
#include "app/cli/enlarge.h"
#include "app/cli/export.h"
#include "app/cli/fit.h"
#include "app/cli/inspect.h"
#include "app/cli/numbers.h"
#include "app/cli/print.h"
#include "app/cli/stop_signal.h"
#include "app/process/memory_end.h"
#include "engine/error.h"
#include "engine/export/weights.h"
#include "engine/film/pace.h"
#include "engine/text/display_name.h"
#include "engine/text/errno_text.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <functional>
#include <iostream>
#include <new>

namespace {

using namespace redraw;

struct Commands {
    FitCommand fit;
    ResumeCommand resume;
    EnlargeCommand enlarge;
    ExportCommand export_picture;
    TimelapseCommand timelapse;
    CompareCommand compare;
    InfoCommand info;
    ImportCommand import;
    WeightsCommand weights;
    DevicesCommand devices;
    BenchCommand bench;
    std::function<int()> chosen;
};

template <class Command>
CLI::App* add(CLI::App& app, Commands& all, Command& command, const char* name, const char* help) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&all, &command] { all.chosen = [&command] { return command.run(); }; });
    return sub;
}

void add_run(CLI::App* sub, std::filesystem::path& run) {
    sub->add_option("RUN", run, "a .redraw file")->required();
}

void add_commands(CLI::App& app, Commands& all) {
    CLI::App* fit = add(app, all, all.fit, "fit", "Learn a picture");
    fit->add_option("PICTURE", all.fit.picture, "PNG, JPEG, WebP, GIF, BMP, TGA or CSV")
        ->required();
    fit->add_option("-o,--run", all.fit.run_path, "the run file; default: in the runs folder");
    fit->add_flag("--force", all.fit.force, "replace an existing run file");
    fit->add_flag("--any-size", all.fit.any_size, "lift the limits on the picture's size");
    fit->add_flag("--json", all.fit.json, "one JSON object a line");
    all.fit.config.add_to(*fit);
    all.fit.backend.add_to(*fit);
    all.fit.stop.add_to(*fit);
    all.fit.output.add_to(*fit);

    all.enlarge.add_to(*add(app, all, all.enlarge, "enlarge",
                            "Draw a picture larger, as its own smaller selves teach"));

    CLI::App* resume = add(app, all, all.resume, "resume", "Go on with a run");
    add_run(resume, all.resume.run_path);
    resume->add_option("--epochs", all.resume.epochs, "the run's new number of epochs")
        ->check(whole_number<std::int64_t>(0));
    resume->add_flag("--json", all.resume.json, "one JSON object a line");
    all.resume.backend.add_to(*resume);
    all.resume.stop.add_to(*resume);
    all.resume.output.add_to(*resume);

    CLI::App* export_picture =
        add(app, all, all.export_picture, "export", "Draw a picture of any size");
    add_run(export_picture, all.export_picture.run_path);
    export_picture->add_option("-o,--output", all.export_picture.output)->required();
    export_picture->add_option("--size", all.export_picture.size,
                               "1024 (longer side), 800x600 or 4x");
    export_picture->add_option("--at", all.export_picture.at_step, "a kept step")
        ->check(whole_number<std::int64_t>());
    export_picture->add_flag("--16bit", all.export_picture.sixteen_bit, "16 bits a channel (PNG)");
    export_picture->add_option("--quality", all.export_picture.quality, "of JPEG")
        ->check(CLI::Range(1, 100));
    all.export_picture.backend.add_to(*export_picture);

    CLI::App* timelapse = add(app, all, all.timelapse, "timelapse", "Draw the learning as a film");
    add_run(timelapse, all.timelapse.run_path);
    timelapse
        ->add_option("-o,--output", all.timelapse.output,
                     "FILM.gif, .mp4 or .webm, or FRAMES/ for PNGs")
        ->required();
    timelapse->add_option("--size", all.timelapse.size, "1024 (longer side), 800x600 or 4x");
    timelapse->add_option("--fps", all.timelapse.frames_per_second, "frames a second")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    timelapse->add_option("--seconds", all.timelapse.seconds, "how long the film is")
        ->check(number_between(0.1, 600))
        ->capture_default_str();
    timelapse
        ->add_option(
            "--hold", all.timelapse.hold,
            "seconds of them that the first and the last drawing stay, a quarter each at most")
        ->check(number_between(0, 60))
        ->capture_default_str();
    timelapse->add_option("--pace", all.timelapse.pace, "what passes from frame to frame is equal")
        ->check(one_of<Pace>())
        ->capture_default_str();
    timelapse->add_flag("--caption", all.timelapse.caption, "epoch and PSNR in a corner");
    timelapse->add_flag("--json", all.timelapse.json, "one JSON object a line");
    all.timelapse.backend.add_to(*timelapse);

    CLI::App* compare = add(app, all, all.compare, "compare",
                            "PSNR and SSIM beside nearest, bilinear, bicubic and Lanczos");
    add_run(compare, all.compare.run_path);
    CLI::Option* reference = compare->add_option("REFERENCE", all.compare.reference,
                                                 "the true picture; without it a copy learns one "
                                                 "pixel in four, to be held against the rest");
    compare->add_option("--size", all.compare.longer_side, "compare at this longer side")
        ->check(CLI::Range(1, 16384))
        ->needs(reference);
    compare->add_option("--epochs", all.compare.epochs, "of the copy; default: the run's")
        ->check(CLI::Range(1, 1'000'000'000))
        ->excludes(reference);
    compare->add_option("--drawing", all.compare.drawing,
                        "also write what the network drew, a PNG");
    compare->add_flag("--json", all.compare.json);
    all.compare.backend.add_to(*compare);

    CLI::App* info = add(app, all, all.info, "info", "What a run holds");
    add_run(info, all.info.run_path);
    info->add_option("--csv", all.info.csv, "also write its learning curves to this file");
    info->add_flag("--json", all.info.json);

    CLI::App* import = add(app, all, all.import, "import", "Make a run of an iron_learn model");
    import->add_option("MODEL", all.import.model, "its model.json")->required();
    import->add_option("-o,--run", all.import.run_path)->required();
    import->add_option("--picture", all.import.picture, "the picture it learned");
    import->add_option("--trained-size", all.import.trained_size, "of that picture, a side")
        ->check(CLI::Range(2, 4096));

    CLI::App* weights =
        add(app, all, all.weights, "weights", "The network as .safetensors or C header");
    add_run(weights, all.weights.run_path);
    weights->add_option("-o,--output", all.weights.output)->required();
    weights->add_option("--at", all.weights.at_step, "a kept step")
        ->check(whole_number<std::int64_t>());
    weights
        ->add_option("--as", all.weights.numbers,
                     "the numbers of a .safetensors: f16 halves it, i8 is bytes with scales; says "
                     "what the drawing keeps")
        ->check(one_of<Numbers>())
        ->capture_default_str();
    all.weights.backend.add_to(*weights);

    add(app, all, all.devices, "devices", "What can compute here")
        ->add_flag("--json", all.devices.json);
    all.bench.add_to(*add(app, all, all.bench, "bench", "How fast this machine trains and draws"));
}

int refuse(const std::string& sentence, int status) {
    std::cerr << "redraw: " << sentence << std::endl;
    return status;
}

// Output that nobody could read (a full disk, a closed pipe) is no success. What a signal ended has
// the status that a shell gives it.
int after_printing(int status) {
    flush_printed();
    if (stop_signal() != 0) return 128 + stop_signal();
    if (print_error() == 0) return status;
    return refuse("cannot print the results: " + errno_text(print_error()) + ".", 1);
}

}  // namespace

int main(int argc, char** argv) {
    // A closed pipe and a file-size limit are errors to report, not signals to die of.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    redraw::end_with_a_sentence_without_memory("redraw");
    CLI::App app{"Redraw: a small network learns to redraw a picture"};
    app.set_version_flag("--version", "redraw " REDRAW_VERSION);
    app.require_subcommand(1);
    app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    Commands commands;
    add_commands(app, commands);
    try {
        app.parse(argc, argv);
        return after_printing(commands.chosen());
    } catch (const CLI::Success& success) {  // --help, --version
        return after_printing(app.exit(success));
    } catch (const CLI::ParseError& error) {
        return refuse(display_name(error.what()), 2);
    } catch (const redraw::Stopped& stopped) {
        return refuse(stopped.what(), 128 + stop_signal());
    } catch (const redraw::Error& error) {
        return refuse(error.what(), 1);
    } catch (const std::bad_alloc&) {
        return refuse("there is not enough memory for that.", 1);
    } catch (const std::exception& error) {
        return refuse(display_name(error.what()), 1);
    }
}
