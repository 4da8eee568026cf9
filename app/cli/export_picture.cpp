#include "app/cli/export_picture.h"

#include "engine/text/display_name.h"

namespace redraw {

std::string drawing_at(const ExportSpec& spec) {
    return fmt::format("Drawing it at {} x {}", spec.size.width, spec.size.height);
}

std::string stopped_while_writing(const ExportSpec& spec) {
    return "Stopped: " + (spec.sink ? "the drawing on standard output is not whole."
                                    : display_name(spec.path) + " was not written.");
}

std::string size_drawn(const PictureExport& job, const ExportSpec& spec) {
    const PixelRect written = spec.written();
    const bool grayed = spec.format == ImageFormat::csv && job.channels() >= 3;
    return fmt::format("{} x {}{}", written.width, written.height,
                       grayed ? ", in gray, because CSV holds no colours" : "");
}

void export_picture(PictureExport& job, const ExportSpec& spec, Talk talk) {
    const std::string name = display_name(spec.path);
    finish_job(job, name, talk == Talk::json ? Talk::quiet : talk, stopped_while_writing(spec));
    if (talk != Talk::json) print("{}: {}\n", name, size_drawn(job, spec));
}

}  // namespace redraw
