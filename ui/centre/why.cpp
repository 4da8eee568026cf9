#include "ui/centre/why.h"

#include "engine/features/scan_line/place_detail.h"
#include "engine/features/studies/view_request.h"
#include "ui/actions/action_controls.h"
#include "ui/actions/reference.h"
#include "ui/actions/why.h"
#include "ui/centre/centre.h"
#include "ui/centre/pane.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

// Layout units: the column of words, the gaps, and the plots.
constexpr float kLeastWords = 250, kMostWords = 400, kWhyGap = 16, kBands = 150;
constexpr float kLeastRow = 90, kMostRow = 170;
constexpr float kWordsShare = 0.37f, kRowShare = 0.28f;  // of the view's width and height

struct Room {
    Rect pane, row, words;
};

// Lays the view out: the drawing above the row's curve, and the words at the right.
Room room_in(const Ui& ui, const Rect& whole) {
    const float gap = ui.px(kWhyGap);
    const float words =
        std::min(std::clamp(whole.width() * kWordsShare, ui.px(kLeastWords), ui.px(kMostWords)),
                 whole.width() / 2);
    const float right = std::max(whole.x0 + 1, whole.x1 - words - gap);
    float row = std::clamp(whole.height() * kRowShare, ui.px(kLeastRow), ui.px(kMostRow));
    if (whole.height() < ui.px(3 * kLeastRow)) row = 0;
    const auto [w, h] = ui.target_size();
    const float most = std::max(1.0f, whole.height() - row - (row > 0 ? gap : 0));
    const float height =
        std::clamp(std::floor((right - whole.x0) * float(h) / float(w)), 1.0f, most);
    return {{whole.x0, whole.y0, right, whole.y0 + height},
            {whole.x0, std::min(whole.y1, whole.y0 + height + gap), right, whole.y1},
            {right + gap, whole.y0, whole.x1, whole.y1}};
}

// Marks the chosen pixel by a frame, and by lines to the edges of the picture.
void mark_place(Ui& ui, const Rect& pane) {
    const MicroscopeView view = why_view(ui);
    const Placement at = ui.placement();
    const float size = std::max(ui.px(9), float(at.zoom) + 2);
    const float x = std::floor(pane.x0 + float(at.x + (view.column + 0.5) * at.zoom));
    const float y = std::floor(pane.y0 + float(at.y + (view.row + 0.5) * at.zoom));
    const Rect mark = box(x - std::floor(size / 2), y - std::floor(size / 2), size, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 thin = with_alpha(ui.palette.accent, 0.5f);
    list.PushClipRect(pane.min(), pane.max(), true);
    fill({pane.x0, y, pane.x1, y + ui.hair()}, thin);
    fill({x, pane.y0, x + ui.hair(), pane.y1}, thin);
    frame(mark, IM_COL32_BLACK, 0, ui.px(4));
    frame(mark, ui.palette.accent, 0, ui.px(2));
    list.PopClipRect();
}

// Returns the channel whose value at the place is farthest from the picture's.
int worst_channel(const PlaceDetail& place) {
    int worst = 0;
    const auto off = [&](std::size_t c) { return std::abs(place.drawing[c] - place.picture[c]); };
    for (std::size_t c = 1; c < place.picture.size(); ++c)
        if (off(c) > off(std::size_t(worst))) worst = int(c);
    return worst;
}

// Requests what the view shows of the place.
void ask_about_place(Ui& ui) {
    const auto [width, height] = ui.target_size();
    MicroscopeView view = why_view(ui);
    ui.requests.view.place = Point{(view.column + 0.5) / width, (view.row + 0.5) / height};
    const NetworkSpec& network = ui.status.config.network;
    if (network.encoding == Encoding::window) return;  // it reads parts of the picture, not places
    const auto& place = ui.status.result<PlaceDetail>();
    if (!view.unit && !ui.state.of<WhyState>().one_step)
        view.unit = NeuronIndex{int(network.layers.size()), place ? worst_channel(*place) : 0};
    ui.requests.view.microscope = view;
}

void draw_words(Ui& ui, const Rect& area) {
    ImGui::SetCursorScreenPos(area.min());
    ImGui::BeginChild("why", area.size(), false, ImGuiWindowFlags_NoSavedSettings);
    const auto& place = ui.status.result<PlaceDetail>();
    note(ui, place ? explain_place(*place) : "Looking at this place…", ui.palette.text);
    if (!ui.state.of<WhyState>().view) note(ui, "Click any other place of the picture.");
    ImGui::Dummy({1, ui.px(2)});
    draw_mend(ui);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect bands =
        box(at.x, at.y + ui.px(6), ImGui::GetContentRegionAvail().x - ui.px(10), ui.px(kBands));
    draw_spectrum(ui, bands);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({1, ui.px(kBands + 10)});
    if (ui.status.config.network.encoding != Encoding::window) {
        draw_strongest(ui);
        ImGui::Dummy({1, ui.px(2)});
        if (text_button(ui, "one step", "One step of learning, in numbers…")) {
            ui.state.of<WhyState>().one_step = true;
            look_at_unit(ui, std::nullopt);
        }
        tooltip(ui,
                "How the value is computed, how far off it is, and what the next step makes of "
                "one weight.");
    }
    ImGui::EndChild();
}

}  // namespace

std::vector<Rect> why_pane(const Ui& ui, const Rect& whole) {
    return {room_in(ui, whole).pane};
}

void choose_place(Ui& ui, const Rect& pane) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Placement at = ui.placement();
    const double x = (mouse.x - pane.x0 - at.x) / at.zoom;
    const double y = (mouse.y - pane.y0 - at.y) / at.zoom;
    const auto [width, height] = ui.target_size();
    if (x >= 0 && y >= 0 && x < width && y < height) look_at_pixel(ui, int(x), int(y));
}

void draw_why(Ui& ui, const PaneArea& area) {
    const Room room = room_in(ui, area.whole);
    ask_about_place(ui);
    draw_drawing(ui, area);
    mark_place(ui, room.pane);
    draw_row_curve(ui, room.pane, room.row);
    if (ui.state.of<WhyState>().one_step)
        draw_one_step(ui, room.words);
    else
        draw_words(ui, room.words);
}

}  // namespace redraw::ui
