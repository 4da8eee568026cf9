#include "ui/time/dock.h"

#include "ui/actions/action_controls.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/settings/settings_panels.h"
#include "ui/time/timelapse.h"

namespace redraw::ui {
namespace {

// Layout units: heights of the parts, and the least height that is left for the picture. kFilm:
// with thumbnails. kSliderOnly: without them, in a low window.
constexpr float kCaptionRow = 32, kFilm = 66, kSliderOnly = 20, kLeastCentre = 190;
constexpr float kUncrowded = 1200;  // width in which a notice leaves room for all of it
constexpr float kButtonRow = 26, kPull = 24, kBetween = 8;
constexpr float kNow = 108, kKeep = 100, kContinue = 140, kAsLearned = 140, kCurvesButton = 80;

// Lets the mouse pull the dock open by its upper edge, or shut.
void pull_edge(Ui& ui, const Dock& dock) {
    const float half = ui.px(4);
    surface(ui, "dock edge",
            {dock.caption.x0, dock.top() - half, dock.caption.x1, dock.top() + half},
            "Pull up for the learning curves, down to close them.");
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    if (!ImGui::IsItemActive()) return;
    const float pulled = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0).y;
    if (std::abs(pulled) < ui.px(kPull)) return;
    ui.state.preferences.curves_open = pulled < 0;
    ImGui::ResetMouseDragDelta(ImGuiMouseButton_Left);
}

// Returns the text about the shown moment: its name and PSNR, or how far the preparation of the
// playback is. Empty while the present network is shown.
std::string headline(const Ui& ui) {
    const std::size_t count = ui.status.keyframes->size();
    const auto at = ui.state.timelapse.at_step;
    std::string text = at ? with_closeness(moment_name(ui, *at), " · ", ui.status, *at) : "";
    const double measured = double(measured_changes(ui)) / double(std::max<std::size_t>(1, count));
    if (!ui.state.timelapse.playing || !wants_changes(ui) || measured >= kDialKnown) return text;
    return fmt::format("Loading moments: {:.0f} %{}{}", 100 * measured, text.empty() ? "" : " · ",
                       text);
}

// Draws a button at the right end of the free part of the caption, which it shortens.
class RightToLeft {
public:
    RightToLeft(Ui& ui, Rect& row) : ui_(ui), row_(row) {}
    std::optional<Rect> place(float width) {
        if (row_.width() < ui_.px(width)) return std::nullopt;
        const Rect found = box(row_.x1 - ui_.px(width), row_.top_of(ui_.px(kButtonRow)),
                               ui_.px(width), ui_.px(kButtonRow));
        row_.x1 = found.x0 - ui_.px(kBetween);
        return found;
    }
    void button(Action action, const char* id, const std::string& label, float width,
                ButtonStyle style, bool enabled = true) {
        if (const auto at = place(width))
            action_button_at(ui_, action, id, label, style, *at, {.enabled = enabled});
    }

private:
    Ui& ui_;
    Rect& row_;
};

// Draws the buttons that return from an earlier moment or from an edited network. `crowded`: leaves
// out what the menu has too.
void draw_ways_back(Ui& ui, RightToLeft& row, bool crowded) {
    if (const auto& at = ui.state.timelapse.at_step) {
        const bool kept = bookmark_at(ui, at) != nullptr;
        row.button(Action::now, "now", "Back to now", kNow, ButtonStyle::quiet);
        if (!crowded)
            row.button(Action::continue_from_here, "continue", "Continue from here", kContinue,
                       ButtonStyle::plain, ui.can_train());
        row.button(Action::keep_look, "keep look", kept ? "Bookmarked" : "Bookmark", kKeep,
                   kept ? ButtonStyle::plain : ButtonStyle::quiet, ui.can_train());
    }
    if (ui.edits().empty() || ui.centre_view().edits) return;
    const auto at = row.place(kAsLearned);
    if (at && button_at(ui, "as learned", "Undo neuron edits", ButtonStyle::quiet, *at,
                        {.help = capital(edits_text(ui.edits())) +
                                 " in the drawing and in exports. Click to see the network as "
                                 "trained; the run itself is unchanged."}))
        change_network(ui.state.settings, {});
}

void draw_curves_button(Ui& ui, RightToLeft& row) {
    const auto place = row.place(kCurvesButton);
    if (!place) return;
    const bool open = ui.state.preferences.curves_open;
    action_link(ui, Action::curves, "curves button", "Curves",
                {place->x0 + ui.px(16), place->top_of(ui.px(18))}, open);
    const float line = std::floor((place->y0 + place->y1) / 2);  // the colour of the curve below
    fill({place->x0, line - ui.px(1), place->x0 + ui.px(12), line + ui.px(1)},
         ui.palette.accent_text);
    const float x = place->x1 - ui.px(8), y = std::floor((place->y0 + place->y1) / 2);
    const float r = ui.px(3.5f), tip = open ? y + r : y - r, base = open ? y - r : y + r;
    ImGui::GetWindowDrawList()->AddTriangleFilled({x - r, base}, {x + r, base}, {x, tip},
                                                  ui.palette.muted);
}

}  // namespace

Dock dock_in(const Ui& ui, const Rect& main) {
    const float height = main.height() / ui.view.scale;
    const float film = height >= kLeastCentre + kCaptionRow + kFilm ? kFilm : kSliderOnly;
    float curves = std::clamp(height * 0.26f, 118.0f, 230.0f);
    if (!ui.state.preferences.curves_open || height - film - kCaptionRow - curves < kLeastCentre)
        curves = 0;
    const float low = main.y1 - ui.px(film), mid = low - ui.px(kCaptionRow);
    return {{main.x0, mid - ui.px(curves), main.x1, mid},
            {main.x0, mid, main.x1, low},
            {main.x0, low, main.x1, main.y1}};
}

Rect draw_dock_caption(Ui& ui, const Dock& dock) {
    const Rect& area = dock.caption;
    fill({area.x0, dock.top(), area.x1, dock.top() + ui.hair()}, ui.palette.line);
    pull_edge(ui, dock);
    Rect row{area.x0 + ui.px(20), area.y0, area.x1 - ui.px(20), area.y1};
    RightToLeft buttons(ui, row);
    draw_curves_button(ui, buttons);
    const bool crowded = ui.state.notices.count > 0 && area.width() < ui.px(kUncrowded);
    draw_ways_back(ui, buttons, crowded);
    if (crowded) return row;
    if (ui.state.preferences.curves_open)
        row.x1 = draw_playback_controls(ui, row) - ui.px(kBetween);
    const std::string text = shortened(ui.fonts.body, headline(ui), row.width());
    if (!text.empty())
        row.x0 += read_out(ui, "moments", ui.fonts.body,
                           {row.x0, row.top_of(ui.fonts.body->FontSize)}, ui.palette.text, text,
                           "A moment is the whole network as it was then: view it, draw it at any "
                           "size, or branch a new run from it.") +
                  ui.px(16);
    return row;
}

}  // namespace redraw::ui
