#include "app/cli/commands.h"

#include "app/cli/checks.h"
#include "engine/error.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "engine/tiles/tiled_drawing.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace redraw {
namespace {

std::string names_of(const std::vector<TilePlace>& tiles) {
    constexpr std::size_t kMost = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(kMost, tiles.size()); ++i)
        names += (i > 0 ? ", " : "") + tile_name(tiles[i]);
    return names + (tiles.size() > kMost ? ", ..." : "");
}

const char* channels_flag(int channels) {
    return channels == 1 ? "gray" : channels == 3 ? "color" : "alpha";
}

Json json_of(const Tiling& tiling, const std::filesystem::path& join_file) {
    const TileAxis across = tiling.grid().across, down = tiling.grid().down;
    const PixelRect first = tiling.rect({0, 0});
    return {{"tiles", display_name(join_file)},
            {"picture", tiling.picture},
            {"width", tiling.width},
            {"height", tiling.height},
            {"channels", tiling.channels},
            {"columns", across.count()},
            {"rows", down.count()},
            {"tile", {first.width, first.height}},
            {"overlap", tiling.overlap}};
}

}  // namespace

void TilesCommand::add_to(CLI::App& command) {
    add_file(
        command, "PICTURE", spec.picture,
        "PNG, JPEG or TIFF of any size, read row by row; other formats up to the limits of fit")
        ->required();
    command.add_option("--to", spec.folder, "folder for the tiles and their runs")
        ->type_name("FOLDER")
        ->required();
    command.add_option("--tile", spec.tile, "largest side of a tile, in pixels")
        ->check(CLI::Range(kSmallestTile, kLargestTile))
        ->capture_default_str();
    command.add_option("--overlap", spec.overlap, "pixels that neighbouring tiles share")
        ->check(CLI::Range(1, kLargestTile))
        ->capture_default_str();
    command.add_flag("--force", spec.replace,
                     "replace the tiles of an earlier cut, and the runs of those that changed");
    command.add_flag("--json", json, "one JSON object a line");
}

void TilesCommand::run() {
    catch_stop_signals();
    PictureCut cut(spec);
    const std::string name = cut.tiling().picture;
    finish_job(cut, name, json ? Talk::quiet : talk(false),
               "Stopped: " + name + " is not cut; the same command begins anew.");
    const Tiling& tiling = cut.tiling();
    const std::filesystem::path tiles = spec.folder / kTilesFolder;
    if (json) return print_json(json_of(tiling, cut.join_file()));
    const PixelRect first = tiling.rect({0, 0});
    print("{}: {} x {}, {} tiles of {} x {} pixels in {}\n", name, tiling.width, tiling.height,
          tiling.count(), first.width, first.height, display_name(tiles));
    if (!cut.note().empty()) print("{}\n", cut.note());
    print(
        "Learn each tile in any order, on any machine: redraw fit {} -o {} --train-size original "
        "--channels {}\n",
        display_name(tiles / (tile_name({0, 0}) + ".png")),
        display_name(tile_run(cut.join_file(), {0, 0})), channels_flag(tiling.learned_channels()));
    print("redraw export {} draws the joined picture.\n", display_name(cut.join_file()));
}

TiledDrawing open_tiles(const std::filesystem::path& join_file, const BackendOptions& options) {
    TiledDrawing drawing(join_file, options);
    const std::vector<TilePlace> missing = drawing.missing();
    if (!missing.empty())
        throw Error(fmt::format("Cannot draw {}: {} of {} tiles have no run in its folder: {}",
                                display_name(join_file.filename()), missing.size(),
                                drawing.tiling().count(), names_of(missing)));
    return drawing;
}

void print_tiles(const std::filesystem::path& join_file, bool json) {
    const TiledDrawing drawing(join_file);
    const Tiling& tiling = drawing.tiling();
    const std::vector<TilePlace> missing = drawing.missing();
    if (json) {
        Json info = json_of(tiling, join_file);
        Json names = Json::array();
        for (const TilePlace place : missing) names.push_back(tile_name(place));
        info["missing"] = names;
        return print_json(info);
    }
    const PixelRect first = tiling.rect({0, 0});
    print("{}: \"{}\", {} x {}, {} channel{}\n", display_name(join_file), tiling.picture,
          tiling.width, tiling.height, tiling.channels, tiling.channels == 1 ? "" : "s");
    print("tiles     {} x {} of {} x {} pixels, neighbours share {}\n",
          tiling.grid().across.count(), tiling.grid().down.count(), first.width, first.height,
          tiling.overlap);
    if (missing.empty())
        print("runs      all {}\n", tiling.count());
    else
        print("runs      {} of {}; there is none of {}\n",
              tiling.count() - std::int64_t(missing.size()), tiling.count(), names_of(missing));
}

std::shared_ptr<const Image> draw_tiles(const std::filesystem::path& join_file, int side,
                                        const BackendOptions& options) {
    TiledDrawing drawing = open_tiles(join_file, options);
    const Tiling& tiling = drawing.tiling();
    const PixelSize size = with_longer_side({tiling.width, tiling.height},
                                            std::min(side, std::max(tiling.width, tiling.height)));
    const Grid grid = resized(drawing.grid(), size.width, size.height);
    constexpr int kSamples = 2;  // few samples per pixel, for speed
    return std::make_shared<const Image>(drawing.draw(grid, whole(grid), kSamples));
}

void compare_tiles(const std::filesystem::path& join_file, const std::filesystem::path& reference,
                   const BackendOptions& options, bool json) {
    TiledDrawing drawing = open_tiles(join_file, options);
    TiledPsnr job(drawing, reference);
    const std::string name = display_name(join_file);
    finish_job(job, name, json ? Talk::quiet : talk(false), "Stopped: nothing was compared.");
    const TiledPsnr::Result result = job.result();
    const std::string said = display_name(reference);
    if (json) {
        Json line{{"reference", said},
                  {"width", drawing.tiling().width},
                  {"height", drawing.tiling().height}};
        put_psnr(line, result.whole);
        line["psnr_where_tiles_overlap"] = finite_or_null(result.overlapping);
        line["psnr_elsewhere"] = finite_or_null(result.elsewhere);
        return print_json(line);
    }
    print("against {} at {} x {}\n", said, drawing.tiling().width, drawing.tiling().height);
    print("  network    {:>10}\n", precise_decibels(result.whole));
    if (drawing.tiling().count() > 1)
        print("  where tiles overlap {:>10}, elsewhere {}\n", precise_decibels(result.overlapping),
              precise_decibels(result.elsewhere));
}

}  // namespace redraw
