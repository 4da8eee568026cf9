// `redraw import`: a run of another program's model.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "engine/data/dataset.h"
#include "engine/device/devices.h"
#include "engine/export/iron_learn.h"

namespace redraw {
namespace {

struct ImportCommand {
    std::filesystem::path model, run_path, picture;
    // Width and height of the picture that the imported model was trained on, in pixels.
    int trained_size = 200;
    void run();
};

// Returns the training picture for an imported model. The model file contains none. If the user
// gives no picture either, uses the network's render.
Dataset target_of(const ImportCommand& command, const IronLearnModel& model) {
    if (!command.picture.empty()) {
        Config config = model.config;
        config.data.train_size = {.width = command.trained_size, .height = command.trained_size};
        return make_dataset(read_picture(command.picture).image, config);
    }
    const Grid grid = picture_grid(command.trained_size, command.trained_size);
    const auto backend = make_backend({}, model.config.network, model.config.optimizer, 1, nullptr);
    const auto drawing = backend->render(grid, whole(grid), model.parameters);
    Config as_drawn = model.config;
    as_drawn.data.channels = ChannelMode::gray;
    return make_dataset(drawing->on_host(), as_drawn);
}

}  // namespace

void add_import(CLI::App& app) {
    const auto [command, asked] =
        add_command<ImportCommand>(app, "import", "Make a run from an iron_learn model");
    add_file_or_stream(command, "MODEL", asked.model, "the model.json file; -: from standard input")
        ->required();
    add_file(command, "-o,--run", asked.run_path, "the run file to write")->required();
    add_file_or_stream(command, "--picture", asked.picture,
                       "the picture that the model learned; -: from standard input");
    command
        .add_option("--trained-size", asked.trained_size,
                    "side of that square picture at training, in pixels")
        ->check(CLI::Range(2, 4096));
}

void ImportCommand::run() {
    if (is_stream(model) && is_stream(picture))
        throw CLI::ValidationError("--picture", "standard input is already used for the model");
    catch_stop_signals();
    require_no_input(run_path, {input_of(model, "the model"),
                                input_of(picture, "the picture that the model learned")});
    const IronLearnModel imported = decode_iron_learn(read_input(model, kLargestIronLearnFile),
                                                      input_name(model), trained_size);
    const Dataset dataset = target_of(*this, imported);
    if (dataset.target.width != trained_size || dataset.target.height != trained_size)
        throw Error(input_name(picture) + " is smaller than the picture the model was trained on.");
    const std::string name = picture.empty() ? imported.name : input_name(picture);
    const RunFile::Start start{
        fresh_state(imported.parameters, imported.config.optimizer.kind, imported.epoch),
        EventKind::imported, imported.config.network};
    RunFile::create(run_path, imported.config, dataset.target, name, RunFile::Existing::refuse,
                    start);
    print("{}: {} parameters at epoch {}\n", display_name(run_path), start.state.parameters.size(),
          imported.epoch);
    if (picture.empty())
        print(
            "The model holds no picture, so its own drawing takes its place; --picture gives the "
            "picture.\n");
}

}  // namespace redraw
