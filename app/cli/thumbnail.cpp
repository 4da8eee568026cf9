// `redraw thumbnail`: a small picture of a run, for file managers.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/image_writer.h"
#include "engine/system/atomic_file.h"

namespace redraw {
namespace {

// Opens the run read-only, because another program may be training it at the same time.
struct ThumbnailCommand {
    std::filesystem::path run_path, output;
    int longer_side = 256;  // in pixels; the desktop's "large" thumbnail size
    void run();
};

bool is_empty_file(const std::filesystem::path& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none) &&
           std::filesystem::file_size(path, none) == 0 && !none;
}

}  // namespace

void add_thumbnail(CLI::App& app) {
    const auto [command, asked] =
        add_command<ThumbnailCommand>(app, "thumbnail", "Draw a thumbnail, for file managers");
    add_run(command, asked.run_path);
    add_file(command, "-o,--output", asked.output, "a PNG, whatever its name")->required();
    command.add_option("--size", asked.longer_side, "largest longer side, in pixels")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
}

void ThumbnailCommand::run() {
    require_output(output, {{run_path, "the run itself"}});
    // Uses one thread, because file managers request many thumbnails while the user works or a run
    // trains.
    const BackendOptions options{.kind = BackendKind::cpu, .threads = 1};
    const auto drawing = draw_run(run_path, longer_side, options);
    if (!drawing)
        throw Error("Cannot draw " + display_name(run_path) + ": it holds no trained network.");
    const std::vector<std::byte> png = encode_image(*drawing, ImageFormat::png);
    if (!is_empty_file(output)) return write_file_atomically(output, png);
    // In place, because Xfce's Tumbler keeps the file open.
    if (const int error = overwrite_file(output, png))
        throw Error("Cannot write " + display_name(output.filename()) + ": " + errno_text(error));
}

}  // namespace redraw
