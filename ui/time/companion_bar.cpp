#include "ui/time/companion_bar.h"

#include "engine/run/race.h"
#include "engine/text/numbers.h"
#include "ui/actions/race_words.h"
#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_text.h"
#include "ui/time/companion_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace redraw::ui {
namespace {

bool is_over(const Status& status) {
    return status.step >= status.total_steps &&
           std::ranges::none_of(status.companions, &Companion::goes_on,
                                [](const auto& other) -> const Companion& { return *other; });
}

// Returns the head of a column of the table.
std::string head_of(const Ui& ui, std::size_t companion) {
    const Companion& other = *ui.status.companions[companion];
    return other.racing
               ? companion_name(other, companion)
               : shortened(ui.view.fonts.small, companion_name(other, companion), ui.px(160));
}

// Collects the settings that differ from A's: a row a setting, a column a run.
std::vector<std::vector<std::string>> table_of_differences(const Ui& ui) {
    std::vector<std::vector<std::string>> rows;
    const std::size_t count = ui.status.companions.size();
    for (std::size_t i = 0; i < count; ++i)
        for (const Difference& found :
             differences(ui.status.config, ui.status.companions[i]->config)) {
            auto row = std::ranges::find_if(
                rows, [&](const auto& other) { return other[0] == found.what; });
            if (row == rows.end())
                row = rows.insert(rows.end(), std::vector<std::string>(count + 2, found.a));
            (*row)[0] = found.what;
            (*row)[i + 2] = found.b;
        }
    return rows;
}

// Draws the table in a popup whose lower right corner is `corner`.
void draw_differences(Ui& ui, const std::vector<std::vector<std::string>>& rows, ImVec2 corner) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(18), ui.px(14)});
    const bool open = ImGui::BeginPopup("what differs");
    ImGui::PopStyleVar();
    if (!open) return;
    const Palette& p = ui.palette;
    ImFont* font = ui.view.fonts.small;
    std::vector<std::string> heads{"", is_race(ui.status) ? "A" : "this run"};
    for (std::size_t i = 0; i < ui.status.companions.size(); ++i) heads.push_back(head_of(ui, i));
    const float line = ui.px(22);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float rule = at.y + line - ui.px(4);
    float x = at.x;
    for (std::size_t column = 0; column < heads.size(); ++column) {
        draw_text(ui, font, {x, at.y}, p.muted, heads[column]);
        float width = text_size(font, heads[column]).x, y = at.y + line + ui.px(4);
        for (const auto& row : rows) {
            draw_text(ui, font, {x, y}, column == 0 ? p.muted : p.text, row[column]);
            width = std::max(width, text_size(font, row[column]).x);
            y += line;
        }
        x += width + ui.px(24);
    }
    x -= ui.px(24);
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, rule}, {x, rule + ui.hair()}, p.line);
    ImGui::Dummy({x - at.x, line * float(rows.size() + 1)});
    ImGui::EndPopup();
}

void open_companion(Ui& ui, const Companion& other) {
    ui.requests.ask(request::Open{other.path});
    if (other.goes_on) ui.requests.ask(command::SetRunning{true});
}

// Asks in a popup, placed as above, which of several rivals goes on.
void draw_rival_choice(Ui& ui, ImVec2 corner) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    if (!ImGui::BeginPopup("which rival")) return;
    for (std::size_t i = 0; i < ui.status.companions.size(); ++i) {
        if (menu_entry(ui, companion_label(ui.status, i).c_str()))
            open_companion(ui, *ui.status.companions[i]);
        tooltip(ui, "Ends the race and goes on with this one.");
    }
    ImGui::EndPopup();
}

// Buttons from the right; returns where they begin.
float draw_buttons(Ui& ui, const Rect& area) {
    const auto& others = ui.status.companions;
    const float height = ui.px(26), y = std::floor((area.y0 + area.y1 - height) / 2);
    float x = area.x1 - ui.px(20);
    const auto act = [&](const char* id, const std::string& label, const char* help) {
        const float width = text_size(ui.view.fonts.body, label).x + ui.px(24);
        x -= width;
        ImGui::SetCursorScreenPos({x, y});
        const bool pressed = button(ui, id, label, ButtonStyle::plain, {width, height});
        tooltip(ui, help);
        x -= ui.px(8);
        return pressed;
    };
    const auto above = [&] {
        return ImVec2{ImGui::GetItemRectMax().x, ImGui::GetItemRectMin().y - ui.px(6)};
    };
    const bool racing = is_race(ui.status), over = is_over(ui.status), one = others.size() == 1;
    if (act("leave companion",
            !racing ? "Stop comparing"
            : over  ? "Leave the race"
                    : "Stop the race",
            !racing ? "Shows the picture beside the drawing again."
            : over  ? "A stays open. Its rivals stay under Recent."
                    : "A goes on alone. Its rivals stay under Recent as they are now."))
        ui.requests.ask(command::LeaveCompanions{});
    if (act("open companion",
            !racing ? "Open it"
            : !one  ? "Go on with…"
            : over  ? "Open B"
                    : "Go on with B",
            racing ? "Ends the race and opens a rival, which goes on alone. The others stay under "
                     "Recent."
                   : "Opens the other run instead of this one.")) {
        if (one)
            open_companion(ui, *others.front());
        else
            ImGui::OpenPopup("which rival");
    }
    draw_rival_choice(ui, above());
    const auto found = table_of_differences(ui);
    const std::string count = found.empty()       ? "Same settings"
                              : found.size() == 1 ? "1 setting differs"
                                                  : fmt::format("{} settings differ", found.size());
    if (act("differences", count, "What they were asked to do differently.") && !found.empty())
        ImGui::OpenPopup("what differs");
    draw_differences(ui, found, above());
    return x;
}

}  // namespace

float companion_bar_height(const Ui& ui) {
    return ui.status.companions.empty() ? 0 : ui.px(44);
}

void draw_companion_bar(Ui& ui, const Rect& area) {
    if (ui.status.companions.empty()) return;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const bool racing = is_race(ui.status);
    ImGui::GetWindowDrawList()->AddRectFilled(area.min(), {area.x1, area.y0 + ui.hair()}, p.line);
    float end = draw_buttons(ui, area);

    const float mid = std::floor((area.y0 + area.y1) / 2);
    const auto word = [&](ImFont* font, float x, ImU32 colour, const std::string& text) {
        return x + draw_text(ui, font, {x, mid - font->FontSize / 2}, colour,
                             shortened(font, text, std::max(0.0f, end - x)));
    };
    if (area.width() > ui.px(820)) {  // else there is no room for the curve's time
        const char* scale = ui.state.curves.companion_by_time ? "by training time" : "by epochs";
        end -= text_size(fonts.body, scale).x + ui.px(14);
        ImGui::SetCursorScreenPos({end, mid - ui.px(9)});
        if (text_button(ui, "companion scale", scale, false))
            ui.state.curves.companion_by_time = !ui.state.curves.companion_by_time;
        tooltip(ui,
                "How the dashed curves are laid over this run's: epoch by epoch, or each point "
                "where this run was after equally many seconds. Click to change.");
        end -= ui.px(16);
    }
    float x = area.x0 + ui.px(20);
    read_out(ui, "standing", {x, area.y0, end, area.y1},
             racing ? "Networks learn this picture at the same time, in turn: which one is ahead, "
                      "and by how many decibels (dB). The line is A's curve, the dashes its "
                      "rivals'."
                    : "The run that this one is compared with, and by how many decibels (dB) it is "
                      "ahead or behind. Its curve is dashed.");
    x = word(fonts.caption, x, p.muted, racing ? "RACE" : "COMPARED WITH") + ui.px(20);
    const float mark = ui.px(ui.status.companions.size() > 1 ? 18 : 29);
    if (racing) {  // which curve is whose
        ImGui::GetWindowDrawList()->AddRectFilled(
            {x, mid - ui.px(1)}, {x + std::min(mark, ui.px(20)), mid + ui.px(1)}, p.accent_text, 1);
        x = word(fonts.small, x + std::min(mark, ui.px(20)) + ui.px(8), p.text, "A") + ui.px(16);
    }
    for (std::size_t i = 0; i < ui.status.companions.size(); ++i) {
        draw_dashed(ui, {{x, mid}, {x + mark, mid}}, companion_colour(ui, i));
        x += mark + ui.px(8);
        if (racing) x = word(fonts.small, x, p.text, letter_of(i + 1)) + ui.px(16);
    }
    if (racing) x += ui.px(8);
    x = word(fonts.strong, x, p.text, racing ? standing(ui.status) : companion_label(ui.status, 0));
    word(fonts.small, x + ui.px(14), p.muted, race_detail(ui.status));
}

}  // namespace redraw::ui
