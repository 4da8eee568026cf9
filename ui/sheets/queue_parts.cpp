#include "ui/sheets/queue_parts.h"

#include "ui/actions/dialogs.h"

#include <algorithm>
#include <string>

namespace redraw::ui {

void open_queue(Ui& ui, const std::filesystem::path& results) {
    ui.requests.ask(BatchRequest{batch::Open{results}});
    ui.state.sheets.queue = {};
    open_dialog(ui, Dialog::queue);
}

void draw_at_once(Ui& ui) {
    const int now = ui.view.queue_at_once, most = std::max(1, ui.view.usable_cpus);
    const ImVec2 size{ui.px(28), ui.px(26)};
    const std::string help =
        "How many pictures are made at the same time, each on a thread of its own: up to " +
        std::to_string(most) + " on this machine.";
    const auto change = [&](const char* id, const char* label, int by) {
        if (button(ui, id, label, ButtonStyle::plain, size,
                   {.enabled = now + by >= 1 && now + by <= most}))
            ui.requests.ask(BatchRequest{batch::AtOnce{now + by}});
        tooltip(ui, help);
    };
    change("fewer at once", "–", -1);
    ImGui::SameLine(0, 0);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ui.px(40);
    const std::string text = std::to_string(now);
    ImFont* font = ui.view.fonts.body;
    read_out(ui, "at once", font,
             {at.x + (width - text_size(font, text).x) / 2, at.y + (size.y - font->FontSize) / 2},
             ui.palette.text, text, help);
    ImGui::SetCursorScreenPos({at.x + width, at.y});
    change("more at once", "+", +1);
}

void draw_pause_or_go_on(Ui& ui, ButtonStyle style, ImVec2 size, bool settings_shown) {
    const auto& status = ui.view.queue;
    const bool going = status && status->going;
    const bool ending = status && !going && !status->being_made.empty();
    const bool left = status && (status->batch.count(PictureState::waiting) > 0 ||
                                 status->batch.count(PictureState::stopped) > 0);
    if (button(ui, "queue goes",
               going    ? "Pause"
               : ending ? "Pausing…"
                        : "Go on",
               style, size,
               {.icon = going ? Icon::pause : Icon::play, .enabled = going || (left && !ending)})) {
        // Of one built by ?: g++ 14 says that it may be used uninitialised.
        if (going)
            ui.requests.ask(BatchRequest{batch::Pause{}});
        else if (settings_shown || status->settings_known)
            ui.requests.ask(BatchRequest{batch::GoOn{.settings_shown = settings_shown}});
        else
            open_dialog(ui, Dialog::queue);
    }
    tooltip(ui, going
                    ? "Stops what is being made. A run goes on from there later, to the same bits."
                    : "Goes on with what is not done, from where it was stopped.");
}

void draw_queue_bar(Ui& ui, const Rect& bar, double progress, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float round = bar.height() / 2;
    list.AddRectFilled(bar.min(), bar.max(), ui.palette.field_hovered, round);
    if (progress > 0)
        list.AddRectFilled(bar.min(),
                           {bar.x0 + std::max(2 * round, float(progress) * bar.width()), bar.y1},
                           colour, round);
}

}  // namespace redraw::ui
