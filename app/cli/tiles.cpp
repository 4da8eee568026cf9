
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/fit.h"
#include "app/cli/program.h"
#include "engine/features/tiles/picture_cut.h"
#include "engine/features/tiles/tile_join.h"
#include "engine/file/read_file.h"
#include "engine/system/atomic_file.h"
#include "engine/system/shell_line.h"
#include "engine/training/new_run.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace redraw {
namespace {

// `redraw tiles`: cuts a picture that is too large for one machine into runs, and joins what they
// have learned into one run.
struct TilesCommand {
    std::filesystem::path picture;  // to join: the picture's run
    std::filesystem::path folder;
    bool joins = false, force = false, json = false;
    FitCommand fit;  // the settings of the picture's own network, and of the device
    void run();

private:
    void cut();
    void join();
};

constexpr std::size_t kMostTilesNamed = 10;

Json json_of(const RunFile& run, const TileGrid& tiles) {
    const PixelRect first = tiles.rect({0, 0});
    return {{"run", display_name(run.path())},
            {"width", tiles.across.length},
            {"height", tiles.down.length},
            {"columns", tiles.across.count()},
            {"rows", tiles.down.count()},
            {"tile", {first.width, first.height}},
            {"overlap", {tiles.across.overlap, tiles.down.overlap}}};
}

}  // namespace

void add_tiles(CLI::App& app) {
    const auto [command, asked] = add_command<TilesCommand>(
        app, "tiles", "Cut a picture too large for one run into tiles, and join them");
    add_file(command, "PICTURE", asked.picture,
             "PNG, JPEG or TIFF of any size, read row by row; other formats up to the limits of "
             "fit. With --join: the run that was made of it")
        ->required();
    CLI::Option* to =
        command.add_option("--to", asked.folder, "folder for the runs")->type_name("FOLDER");
    CLI::Option* join =
        command.add_flag("--join", asked.joins,
                         "add the tiles learned so far to the picture's run, which draws them");
    to->excludes(join);
    command.add_flag("--force", asked.force, "replace the runs of an earlier cut")->excludes(join);
    command.add_flag("--json", asked.json, "one JSON object a line");
    asked.fit.config.add_to(command);
    asked.fit.backend.add_to(command);
}

void TilesCommand::run() {
    catch_stop_signals();
    if (joins) return join();
    if (folder.empty()) throw CLI::RequiredError("--to");
    if (fit.config.given("--time"))
        throw CLI::ValidationError(
            "--time does not apply: tiles are learned on other machines. --epochs says how long.");
    cut();
}

void TilesCommand::cut() {
    fit.whole = true;
    const Config wanted = fit.config.config();
    const auto existing = force ? RunFile::Existing::replace : RunFile::Existing::refuse;
    PictureRows rows(picture);
    const PixelSize size{rows.width(), rows.height()};
    const std::filesystem::path path = folder / (picture.stem().string() + ".redraw");
    std::error_code ignored;
    if (!force && std::filesystem::exists(path, ignored))
        throw Error(display_name(path) +
                    " already exists. Continue with its tiles, or cut them again with --force.");
    Image copy = read_small_copy(rows);
    auto [config, whole, why] = fit.choose(wanted, copy);
    whole.value().picture = size;
    mosaic_for(size, copy.channels, *whole);  // throws if there would be too many tiles
    make_folder(folder);
    NewRun made = make_run(path, std::move(copy), rows.name(), config, existing, {}, whole);
    PictureCut cut(picture, std::move(made.run), made.dataset->target, existing);
    finish_job(cut, rows.name(), json ? Talk::quiet : talk(false),
               "Stopped: " + rows.name() + " is not cut; the same command begins anew.");
    const TileGrid& tiles = cut.tiles();
    if (json) return print_json(json_of(cut.run(), tiles));
    for (std::int64_t i = 0; i < tiles.count(); ++i) {
        const std::string run = absolute_path(tile_run(path, tiles.place(i))).string();
        print_text(
            shell_line(std::vector<std::string>{program(), "resume", run, "--threads", "1"}) +
            "\n");
    }
    flush_printed();
    std::cerr << fmt::format(
        "redraw: {}: {} x {}, {} tiles. Each line learns one, in any order, on any machine; then "
        "redraw tiles {} --join makes one run of them.\n",
        rows.name(), size.width, size.height, tiles.count(), display_name(path));
    if (!cut.note().empty()) std::cerr << "redraw: " << cut.note() << "\n";
}

void TilesCommand::join() {
    Trainer trainer(RunFile::open(picture), fit.backend.options());
    TileJoin job(trainer);
    const std::string name = display_name(picture.filename());
    finish_job(job, name, json ? Talk::quiet : talk(false),
               "Stopped: the same command joins the tiles that are left.");
    const RunFile& run = trainer.run();
    const auto& mosaic = run.mosaic() ? run.mosaic() : run.planned_mosaic();
    const double psnr = psnr_of(*mosaic, run.mosaic_tiles());
    trainer.commit();
    if (json) {
        Json line = json_of(run, mosaic->tiles);
        line["learned"] = run.mosaic_tiles().size();
        line["psnr"] = finite_or_null(psnr);
        line["refused"] = job.refused();
        print_json(line);
    } else {
        print("{}: {} of {} tiles{}\n", name, run.mosaic_tiles().size(), mosaic->tiles.count(),
              run.mosaic_tiles().empty() ? "" : ", " + precise_decibels(psnr));
        for (std::size_t i = 0; i < job.refused().size() && i < kMostTilesNamed; ++i)
            print("  {}\n", job.refused()[i]);
    }
    if (!job.refused().empty())
        throw Error(counted(std::ssize(job.refused()), "tile") +
                    " could not be joined. Learn them, and join again.");
}

}  // namespace redraw
