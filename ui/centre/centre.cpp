#include "ui/centre/centre.h"

#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/actions/against.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/centre_tabs.h"
#include "ui/centre/cool_down_bar.h"
#include "ui/centre/neurons.h"
#include "ui/centre/pane.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {
namespace {

std::string drawing_label(const Ui& ui) {
    const auto steps = std::max<std::int64_t>(1, ui.status.steps_per_epoch);
    const std::int64_t step = ui.view.frame ? ui.view.frame->step : ui.status.step;
    const bool past = ui.state.timelapse.at_step.has_value();
    const double epoch = double(past ? *ui.state.timelapse.at_step : step) / double(steps);
    const std::string when = epoch_number(epoch);
    const std::string race = race_label(ui.status);
    if (!past && !race.empty()) return race;
    const auto& original = ui.status.original;
    const bool known = !past && original && original->step == step;
    if (known && original->own_half)
        return fmt::format("network, epoch {}: {} from the picture's own half", when,
                           decibels(original->psnr));
    if (known && ui.status.phase != Phase::training)
        return fmt::format("network, epoch {}: {} on its pixels, {} from {}the original", when,
                           decibels(ui.status.last.psnr), decibels(original->psnr),
                           original->whole ? "" : "a detail of ");
    return (past ? "network as it was at epoch " : "network, epoch ") + when;
}

// That a drawing of this many pixels takes next to no time, a training step being about three times
// the drawing of its pixels.
bool is_cheap(const Status& status, ImVec2 pane) {
    constexpr double kSeconds = 0.004;
    const double batch = double(status.target->pixel_count()) /
                         double(std::max<std::int64_t>(1, status.steps_per_epoch));
    return double(pane.x) * double(pane.y) <= kSeconds * 3 * status.steps_per_second * batch;
}

// Else the pixels that are learned, which training draws by the way.
bool wants_every_pixel(const Ui& ui) {
    const UiState& s = ui.state;
    if (s.mode == ViewMode::neurons || s.mode == ViewMode::difference)
        return ui.requests.look.bicubic;
    // Which would draw from the picture itself what is larger than it.
    if (ui.status.config.network.encoding == Encoding::window) return false;
    if (s.preferences.training_pixels) return ui.requests.look.bicubic;
    const bool at_rest = ui.status.phase != Phase::training || s.timelapse.at_step;
    return at_rest || ui.requests.look.bicubic || is_cheap(ui.status, s.pane);
}

// What the session is asked to draw for this.
void ask(Ui& ui, Against against, const Placement& placement) {
    const UiState& s = ui.state;
    const Image& target = *ui.status.target;
    const Grid picture = picture_grid(target.width, target.height);
    Requests& r = ui.requests;
    r.look.bicubic = against == Against::bicubic && s.mode != ViewMode::neurons;
    r.look.region = placement.zoom > 1 && wants_every_pixel(ui)
                        ? screen_region(placement, s.pane, picture)
                        : visible_region(s.canvas, s.pane, picture);
    r.difference = {s.mode == ViewMode::difference, float(s.difference_gain),
                    s.preferences.signed_difference, against};
}

void draw_back_to_now(Ui& ui, const Rect& whole) {
    if (!ui.state.timelapse.at_step) return;
    ImGui::SetCursorScreenPos({whole.x1 - ui.px(118), whole.y1 - ui.px(40)});
    if (ui.state.mode == ViewMode::difference)
        ImGui::SetCursorScreenPos({whole.x0 + ui.px(10), whole.y1 - ui.px(40)});
    if (button(ui, "now", "Back to now", ButtonLook::accent, {ui.px(108), ui.px(30)}))
        perform(ui, Action::now);
    tooltip(ui, "Training is where it was; only the view went back (End).");
}

}  // namespace

void draw_centre(Ui& ui, const Rect& area) {
    UiState& s = ui.state;
    const float pad = ui.px(20), top = ui.px(50), gap = ui.px(16);
    Rect whole{area.x0 + pad, area.y0 + top + s.notice_band, area.x1 - pad, area.y1 - ui.px(12)};
    if (ui.status.cool_down) {
        const float bar = ui.px(40);
        draw_cool_down_bar(ui, {whole.x0, whole.y1 - bar, whole.x1, whole.y1});
        whole.y1 -= bar + ui.px(8);
    }
    const bool two = s.mode == ViewMode::side_by_side;
    Rect left = whole, right = whole;
    if (two) {
        left.x1 = std::floor((whole.x0 + whole.x1 - gap) / 2);
        right.x0 = right.x1 - left.width();
    }
    s.pane = {left.width(), left.height()};
    const Against against = against_shown(ui);
    const std::string drawing = capital(drawing_label(ui));
    const std::string other = reference(ui, against).label;
    const bool peek = s.mode == ViewMode::drawing && ImGui::GetIO().KeyShift;
    switch (s.mode) {
        case ViewMode::side_by_side:
            draw_pane(ui, {.rect = left, .against = true, .label = other});
            draw_pane(ui, {.rect = right, .drawing = true, .label = drawing});
            break;
        case ViewMode::wipe:
            draw_pane(ui, {.rect = whole,
                           .against = true,
                           .drawing = true,
                           .label = other,
                           .right_label = drawing});
            break;
        case ViewMode::difference:
            draw_pane(ui, {.rect = whole,
                           .difference = true,
                           .label = drawing + ", against " + reference(ui, against).phrase});
            break;
        case ViewMode::drawing:
            draw_pane(ui, {.rect = whole,
                           .against = peek,
                           .drawing = !peek,
                           .label = peek ? other : drawing});
            break;
        case ViewMode::neurons:
            draw_neurons(ui, whole);
            break;
    }
    const Image& target = *ui.status.target;
    const Placement placement = place(s.canvas, s.pane, target.width, target.height);
    draw_centre_tabs(ui, area, placement.zoom);
    ask(ui, against, placement);
    draw_back_to_now(ui, whole);
    handle_pane_mouse(ui, left, "left pane");
    if (two) handle_pane_mouse(ui, right, "right pane");
}

}  // namespace redraw
