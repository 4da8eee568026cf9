#include "ui/runs/branch_line.h"

#include "engine/drawing/run_summary.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "ui/kit/widgets.h"

#include <algorithm>
#include <cmath>

namespace redraw {

void draw_branch_line(Ui& ui, ImVec2 at, float width) {
    if (!ui.status.events) return;
    const auto branch = branch_of(*ui.status.events);
    if (!branch) return;
    const double epoch =
        double(branch->step) / double(std::max<std::int64_t>(1, ui.status.steps_per_epoch));
    const std::string text =
        shortened(ui.view.fonts.body, "from epoch " + thousands(std::llround(epoch)), width);
    const auto parent =
        std::find_if(ui.view.recent.begin(), ui.view.recent.end(), [&](const RecentEntry& run) {
            return !run.open && display_name(run.path.filename()) == branch->from;
        });
    ImGui::SetCursorScreenPos(at);
    if (parent == ui.view.recent.end()) {
        ImGui::InvisibleButton("branched", {text_size(ui.view.fonts.body, text).x, ui.px(18)});
        draw_text(ui, ui.view.fonts.body,
                  {at.x, at.y + (ui.px(18) - ui.view.fonts.body->FontSize) / 2}, ui.palette.muted,
                  text);
        tooltip(ui, "Went on from " + branch->from + ", which is no longer among the runs.");
        return;
    }
    if (text_button(ui, "branched", text, false)) ui.requests.ask(request::Open{parent->path});
    tooltip(ui, "This run went on from there. Click to open the run it came from, " + branch->from +
                    ".");
}

}  // namespace redraw
