#include "app/studio_frame_log.h"

#include <imgui.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace redraw {

FrameLog::FrameLog() {
    const char* name = std::getenv("REDRAW_FRAME_LOG");
    if (name && *name) file_.open(name, std::ios::app);
}

void FrameLog::add(const FrameCost& cost) {
    if (!file_.is_open()) return;
    const ImDrawData& data = *ImGui::GetDrawData();
    int calls = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) calls += data.CmdLists[i]->CmdBuffer.Size;
    file_ << nlohmann::json{{"frame", frames_++},
                            {"milliseconds", cost.milliseconds},
                            {"training", cost.training},
                            {"draw_calls", calls},
                            {"vertices", data.TotalVtxCount},
                            {"drawings", cost.drawings},
                            {"uploads", cost.uploads}}
                 .dump()
          << std::endl;  // a reader may look while the studio runs
}

}  // namespace redraw
