#include "app/studio/frame_log.h"

#include "app/gl/gl_debug.h"
#include "engine/system/process.h"

#include <imgui.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>

namespace redraw {

void log_frame(const FrameCost& cost, const std::vector<ui::Control>& controls) {
    static const char* const path = trusted_environment("REDRAW_FRAME_LOG");
    if (!path || !*path) return;
    static std::ofstream file(path, std::ios::app);
    static std::int64_t frames = 0;
    static std::string last_controls;
    const ImDrawData& data = *ImGui::GetDrawData();
    int calls = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) calls += data.CmdLists[i]->CmdBuffer.Size;
    nlohmann::json line{{"frame", frames++},
                        {"milliseconds", cost.milliseconds},
                        {"training", cost.training},
                        {"draw_calls", calls},
                        {"vertices", data.TotalVtxCount},
                        {"drawings", cost.drawings},
                        {"stayed_on_card", cost.stayed_on_card},
                        {"step", cost.step}};
    nlohmann::json places = nlohmann::json::array();
    for (const auto& [name, from, to, explained, item, window] : controls)
        places.push_back({name, from.x, from.y, to.x - from.x, to.y - from.y});
    constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
    if (std::string told = places.dump(-1, ' ', false, kReplace); told != last_controls) {
        last_controls = std::move(told);
        line["controls"] = std::move(places);
    }
    if (const auto errors = take_gl_errors()) line["gl_errors"] = *errors;
    file << line.dump(-1, ' ', false, kReplace)
         << std::endl;  // flushed, because a test may read the log while the studio runs
}

}  // namespace redraw
