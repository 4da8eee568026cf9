#include "engine/session/open_tiles.h"

#include "engine/run/outputs.h"
#include "engine/tiles/tiled_export.h"

namespace redraw {

void OpenTiles::on(const command::ExportTiles& asked) {
    report_.dismiss();
    require_output(asked.spec.path, {{report_.status.run_path, "the picture in tiles itself"}});
    jobs_.add(
        {.target = asked.spec.path, .notice = saved_notice(asked.spec.path)},
        [&drawing = view_.drawing(), spec = asked.spec] { return tiled_export(drawing, spec); });
}

void OpenTiles::fill_status() {
    Status& status = report_.status;
    status.tiled = view_.newest();
    status.backend = view_.device();
    status.picture_name = view_.tiling().picture;
}

double OpenTiles::work() {
    bool more = !jobs_.empty();
    if (more) report_.guarded([&] { jobs_.advance(); });
    report_.guarded([&] {
        if (view_.seconds_until_look() <= 0) view_.look_for_runs();
        more |= view_.update();
    });
    fill_status();
    return more ? 0 : view_.seconds_until_look();
}

}  // namespace redraw
