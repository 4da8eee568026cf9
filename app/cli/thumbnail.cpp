#include "app/cli/thumbnail.h"

#include "app/cli/options.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/run/outputs.h"
#include "engine/text/display_name.h"

namespace redraw {

void ThumbnailCommand::add_to(CLI::App& command) {
    add_run(command, run_path);
    add_file(command, "-o,--output", output, "a PNG, whatever its name")->required();
    command.add_option("--size", longer_side, "pixels of the longer side, at most")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
}

void ThumbnailCommand::run() {
    require_output(output, {{run_path, "the run itself"}});
    // One thread: a folder's worth of them are made while somebody works, or a run learns.
    const auto drawing = draw_run(run_path, longer_side, {.kind = BackendKind::cpu, .threads = 1});
    if (!drawing)
        throw Error("Cannot draw " + display_name(run_path) + ": it holds no trained network.");
    // File managers name a file of their own, often without an extension.
    const auto writer = open_image_writer(output, ImageFormat::png, drawing->width, drawing->height,
                                          drawing->channels);
    writer->write_rows(drawing->values);
    writer->finish();
}

}  // namespace redraw
