#include "ui/centre/compared_panes.h"

#include "engine/features/compare/compared_state.h"
#include "engine/session/status.h"
#include "ui/actions/comparison.h"
#include "ui/centre/pane.h"

namespace redraw::ui {

void draw_compared_side_by_side(Ui& ui, const PaneArea& area) {
    draw_pane(ui, {.rect = area.panes.front(), .drawing = area.drawing});
    // The other runs; an extra pane of a race shows the picture.
    for (std::size_t i = 1; i < area.panes.size(); ++i) {
        const Reference shown =
            i <= ui.status.compared_runs.size() ? kCompared[i - 1] : Reference::picture;
        draw_pane(
            ui, {.rect = area.panes[i], .against = shown, .reference = label_of(ui, area, shown)});
    }
}

std::optional<std::size_t> compared_run_under_mouse(const Ui& ui, const Rect& pane, std::size_t at,
                                                    Reference reference) {
    const auto shown = compared_run_of(reference);
    if (!shown) return std::nullopt;
    switch (ui.state.centre.mode) {
        case ViewMode::side_by_side:
            if (at == 0 || at > ui.status.compared_runs.size()) return std::nullopt;
            return at - 1;
        case ViewMode::wipe:  // the open run is left of the divider
            return ImGui::GetIO().MousePos.x > pane.x0 + ui.state.centre.wipe * pane.width()
                       ? shown
                       : std::nullopt;
        case ViewMode::drawing:
            return ImGui::GetIO().KeyShift ? shown : std::nullopt;
        default:
            return std::nullopt;
    }
}

std::optional<Sample> drawn_by_compared(const Ui& ui, std::size_t of, Point at) {
    if (of >= ui.status.compared_runs.size()) return std::nullopt;
    const ComparedState& other = *ui.status.compared_runs[of];
    if (const Image* closer = other.closer ? image_to_show(*other.closer) : nullptr)
        if (const auto sample = sample_at(*closer, other.closer_grid, at.x, at.y)) return sample;
    const Image* whole = other.drawing ? image_to_show(*other.drawing) : nullptr;
    return whole ? sample_at(*whole, ui.target_grid(), at.x, at.y) : std::nullopt;
}

std::string drawn_name(const Ui& ui, std::optional<std::size_t> of) {
    if (!of) return is_race(ui.status) ? "A" : "drawing";
    const ComparedState& other = *ui.status.compared_runs[*of];
    return other.racing ? compared_name(other, *of) : "other run";
}

}  // namespace redraw::ui
