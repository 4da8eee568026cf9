#include "ui/time/companion_bar.h"

#include "engine/text/numbers.h"
#include "ui/actions/against.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_text.h"
#include "ui/time/companion_curves.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {
namespace {

constexpr const char* kTable = "what differs";

bool is_over(const Status& status) {
    const Companion& other = *status.companion;
    return status.step >= status.total_steps && other.step >= other.total_steps;
}

std::string detail(const Status& status) {
    const Companion& other = *status.companion;
    if (!other.racing) return standing(status);
    const bool a = status.step >= status.total_steps, b = other.step >= other.total_steps;
    if (a && b) return "done after " + duration(status.seconds) + " and " + duration(other.seconds);
    if (a) return "A was done after " + duration(status.seconds);
    if (b) return "B was done after " + duration(other.seconds);
    return "after " + duration(std::min(status.seconds, other.seconds)) + " of training each";
}

// Buttons from the right; returns where they begin.
float draw_buttons(Ui& ui, const Rect& area) {
    const Companion& other = *ui.status.companion;
    const float height = ui.px(26), y = std::floor((area.y0 + area.y1 - height) / 2);
    float x = area.x1 - ui.px(20);
    const auto act = [&](const char* id, const std::string& label, const char* help) {
        const float width = text_size(ui.view.fonts.body, label).x + ui.px(24);
        x -= width;
        ImGui::SetCursorScreenPos({x, y});
        const bool pressed = button(ui, id, label, ButtonLook::plain, {width, height});
        tooltip(ui, help);
        x -= ui.px(8);
        return pressed;
    };
    const bool over = is_over(ui.status);
    if (act("leave companion",
            !other.racing ? "Stop comparing"
            : over        ? "Leave the race"
                          : "Stop the race",
            !other.racing ? "Shows the picture beside the drawing again."
            : over        ? "A stays open. B stays under Recent."
                          : "A goes on alone. B stays under Recent as it is now."))
        ui.requests.ask(command::LeaveCompanion{});
    if (act("open companion",
            !other.racing ? "Open it"
            : over        ? "Open B"
                          : "Go on with B",
            other.racing ? "Ends the race and opens B, which goes on alone. A stays under Recent."
                         : "Opens the other run instead of this one.")) {
        ui.requests.ask(request::Open{other.path});
        if (other.racing && other.step < other.total_steps)
            ui.requests.ask(command::SetRunning{true});
    }
    const auto found = differences(ui.status.config, other.config);
    const std::string count = found.empty()       ? "Same settings"
                              : found.size() == 1 ? "1 setting differs"
                                                  : fmt::format("{} settings differ", found.size());
    if (act("differences", count, "What the two were asked to do differently.") && !found.empty())
        ImGui::OpenPopup(kTable);
    draw_differences(ui, kTable, {ImGui::GetItemRectMax().x, ImGui::GetItemRectMin().y - ui.px(6)});
    return x;
}

}  // namespace

void draw_differences(Ui& ui, const char* popup, ImVec2 corner) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(18), ui.px(14)});
    const bool open = ImGui::BeginPopup(popup);
    ImGui::PopStyleVar();
    if (!open) return;
    const Companion& other = *ui.status.companion;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const auto found = differences(ui.status.config, other.config);
    float label = 0, first = text_size(fonts.caption, "THIS RUN").x, second = 0;
    const std::string name = other.racing ? "B" : shortened(fonts.small, other.name, ui.px(160));
    second = text_size(fonts.small, name).x;
    for (const Difference& row : found) {
        label = std::max(label, text_size(fonts.small, row.what).x);
        first = std::max(first, text_size(fonts.small, row.a).x);
        second = std::max(second, text_size(fonts.small, row.b).x);
    }
    const float gap = ui.px(24), line = ui.px(22);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x1 = at.x + label + gap, x2 = x1 + first + gap;
    draw_text(ui, fonts.small, {x1, at.y}, p.muted, other.racing ? "A" : "this run");
    draw_text(ui, fonts.small, {x2, at.y}, p.muted, name);
    float y = at.y + line;
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, y - ui.px(4)}, {x2 + second, y - ui.px(4) + std::max(1.f, ui.px(1))}, p.line);
    y += ui.px(4);
    for (const Difference& row : found) {
        draw_text(ui, fonts.small, {at.x, y}, p.muted, row.what);
        draw_text(ui, fonts.small, {x1, y}, p.text, row.a);
        draw_text(ui, fonts.small, {x2, y}, p.text, row.b);
        y += line;
    }
    ImGui::Dummy({x2 + second - at.x, y - at.y - ui.px(4)});
    ImGui::EndPopup();
}

float companion_bar_height(const Ui& ui) {
    return ui.status.companion ? ui.px(44) : 0;
}

void draw_companion_bar(Ui& ui, const Rect& area) {
    if (!ui.status.companion) return;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const Companion& other = *ui.status.companion;
    ImGui::GetWindowDrawList()->AddRectFilled(
        area.min(), {area.x1, area.y0 + std::max(1.0f, ui.px(1))}, p.line);
    float end = draw_buttons(ui, area);

    const float mid = std::floor((area.y0 + area.y1) / 2);
    const auto word = [&](ImFont* font, float x, ImU32 colour, const std::string& text) {
        return x + draw_text(ui, font, {x, mid - font->FontSize / 2}, colour,
                             shortened(font, text, std::max(0.0f, end - x)));
    };
    // The curve's time, where there is room for it.
    const char* scale = ui.state.companion_by_time ? "by training time" : "by epochs";
    const float scale_width = text_size(fonts.body, scale).x;
    if (area.width() > ui.px(820)) {
        end -= scale_width + ui.px(14);
        ImGui::SetCursorScreenPos({end, mid - ui.px(9)});
        if (text_button(ui, "companion scale", scale, false))
            ui.state.companion_by_time = !ui.state.companion_by_time;
        tooltip(ui,
                "How the dashed curve is laid over this run's: epoch by epoch, or each point where "
                "this run was after equally many seconds. Click to change.");
        end -= ui.px(16);
    }
    float x = area.x0 + ui.px(20);
    x = word(fonts.caption, x, p.muted, other.racing ? "RACE" : "COMPARED WITH") + ui.px(20);
    if (other.racing) {  // which curve is whose
        ImGui::GetWindowDrawList()->AddRectFilled(
            {x, mid - ui.px(1)}, {x + ui.px(20), mid + ui.px(1)}, p.accent_text, 1);
        x = word(fonts.small, x + ui.px(28), p.text, "A") + ui.px(16);
    }
    draw_companion_dashes(ui, {x, mid}, ui.px(29));
    x += ui.px(37);
    if (other.racing) x = word(fonts.small, x, p.text, "B") + ui.px(24);
    x = word(fonts.strong, x, p.text,
             other.racing ? standing(ui.status) : companion_label(ui.status));
    word(fonts.small, x + ui.px(14), p.muted, detail(ui.status));
}

}  // namespace redraw
