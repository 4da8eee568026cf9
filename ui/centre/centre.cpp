#include "ui/centre/centre.h"
#include "ui/centre/stage.h"

#include "engine/features/studies/original_psnr.h"
#include "engine/text/words.h"
#include "ui/actions/action_controls.h"
#include "ui/actions/comparison.h"
#include "ui/actions/dive.h"
#include "ui/actions/keymap.h"
#include "ui/actions/lesson.h"
#include "ui/actions/race.h"
#include "ui/actions/reference.h"
#include "ui/actions/replay.h"
#include "ui/actions/shortcuts.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/centre/compared_panes.h"
#include "ui/centre/pane.h"
#include "ui/centre/readout.h"
#include "ui/runs/run_card.h"

namespace redraw::ui {
namespace {

constexpr float kEmptyWidth = 560, kDrop = 166;   // layout units: page width, drop area height
constexpr float kLessons = 44, kLessonsGap = 16;  // layout units
constexpr std::size_t kMostCards = 5;
constexpr double kSquare = 3;  // least zoom at which picture pixels are shown as squares

// Draws the dashed outline of the area for dropping files.
void draw_outline(Ui& ui, const Rect& f) {
    const auto side = [&](ImVec2 from, ImVec2 to) {
        draw_dashed({from, to}, ui.palette.line, ui.px(5), ui.px(5), ui.px(1.5f));
    };
    for (const float edge : {f.y0, f.y1}) side({f.x0, edge}, {f.x1, edge});
    for (const float edge : {f.x0, f.x1}) side({edge, f.y0}, {edge, f.y1});
}

void draw_drop(Ui& ui, const Rect& frame, bool opening) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const float middle = (frame.x0 + frame.x1) / 2;
    float y = frame.y0 + ui.px(34);
    const auto centred = [&](ImFont* font, ImU32 colour, const std::string& text, float height) {
        draw_text(ui, font, {middle - text_size(font, text).x / 2, y}, colour, text);
        y += ui.px(height);
    };
    draw_outline(ui, frame);
    read_out(ui, "drop a picture", frame,
             "Drop a picture, a run or a folder here or anywhere else in the window.");
    centred(fonts.number, p.text, opening ? "Opening…" : "Drop a picture anywhere", 34);
    centred(fonts.body, p.muted,
            opening ? ui.status.opening : "A small network starts to redraw it at once.", 34);
    if (opening) return;
    action_button_at(ui, Action::open, "open a picture", "Open…", ButtonStyle::accent,
                     box(middle - ui.px(56), y, ui.px(112), ui.px(32)));
}

void draw_recent(Ui& ui, const Rect& area, std::size_t count) {
    const Fonts& fonts = ui.fonts;
    read_out(ui, "RECENT", fonts.caption, area.min(), ui.palette.muted, "RECENT",
             "The most recent runs. Every run is kept.");
    const std::string all = ui.view.recent.size() > count
                                ? "All " + std::to_string(ui.view.recent.size()) + " runs…"
                                : "All runs…";
    action_link(ui, Action::runs, "all runs", all,
                {area.x1 - text_size(fonts.body, all).x, area.y0 - ui.px(4)});
    float y = area.y0 + ui.px(24);
    for (std::size_t i = 0; i < count; ++i, y += ui.px(kRunCard + kRunCardGap)) {
        const RecentEntry& run = ui.view.recent[i];
        if (run_card(ui, run, {area.x0, y, area.x1, y}, false))
            ui.requests.ask(request::Open{run.path});
        if (!run.problem.empty()) tooltip(ui, run.problem);
    }
}

std::string drawing_label(const Ui& ui) {
    if (const std::string edits = edits_text(ui.edits()); !edits.empty())
        return "drawing with " + edits;
    const auto& at = ui.state.timelapse.at_step;
    const bool past = at.has_value();
    // Names the step of the shown render, because the requested keyframe may not be rendered yet.
    const std::int64_t step = ui.view.frame ? ui.view.frame->step : at.value_or(ui.status.step);
    std::string label = "drawing, " + step_name(ui.status, step);
    if (!past && is_race(ui.status)) return racer_label(ui.status, 0);
    const auto& whole = ui.status.whole;
    if (whole && whole->learned > 0) {
        if (!is_tile(ui.status, step)) return label;
        return (!past && whole->learned == whole->tiles ? "drawing, the whole picture" : label) +
               ": " + closeness_at(ui.status, step);
    }
    const auto& original = ui.status.result<OriginalPsnr>();
    if (!past && original && original->step == step &&
        (original->own_half || ui.status.phase != Phase::training))
        return fmt::format("{}: {} {}", label, decibels(original->psnr),
                           original->own_half ? "in the half-size test"
                           : original->whole  ? "compared with the original"
                                              : "compared with a detail of the original");
    return label;
}

// Returns true if rendering a whole pane is cheap: at most about 4 ms, estimated from the training
// speed. A training step costs about three times as much as rendering its pixels.
bool is_cheap(const Status& status, ImVec2 pane) {
    constexpr double kSeconds = 0.004;
    const double batch = double(status.target->pixel_count()) / double(status.steps_per_epoch);
    return double(pane.x) * double(pane.y) <= kSeconds * 3 * status.steps_per_second * batch;
}

// Returns true if every screen pixel of the pane should be rendered; false if only the training
// pixels, which training computes anyway.
bool wants_every_pixel(const Ui& ui) {
    const UiState& s = ui.state;
    if (replaying(ui)) return false;
    if (!ui.centre_view().panes || s.centre.mode == ViewMode::difference)
        return ui.requests.view.bicubic;
    // A window network (Encoding::window) learns to enlarge the picture, so renders with more
    // pixels would not show what was learned.
    if (ui.status.config.network.encoding == Encoding::window) return false;
    if (s.preferences.training_pixels) return ui.requests.view.bicubic;
    if (shows_learned_pixels(ui)) return ui.requests.view.bicubic;
    const bool at_rest = ui.status.phase != Phase::training || s.timelapse.at_step;
    return at_rest || ui.requests.view.bicubic || is_cheap(ui.status, s.centre.pane);
}

// Requests the renders that the shown view needs from the session.
void ask(Ui& ui, Reference reference, const Placement& placement) {
    const UiState& s = ui.state;
    const Grid picture = ui.target_grid();
    Requests& r = ui.requests;
    r.view.edits = ui.edits();
    r.view.bicubic = reference == Reference::bicubic && ui.centre_view().compares;
    r.view.region = placement.zoom > 1 && wants_every_pixel(ui)
                        ? screen_region(placement, s.centre.pane, picture)
                        : visible_region(s.centre.canvas, s.centre.pane, picture);
    const double picture_width = ui.picture_size().width;
    r.squares = placement.zoom * picture.width >= kSquare * picture_width;
    r.difference = {s.centre.mode == ViewMode::difference, float(s.centre.difference_gain),
                    s.preferences.signed_difference, reference};
}

constexpr float kTabs = 38, kLowCentre = 190, kLeastLabelled = 90,
                kLowestPane = 40;  // layout units

std::vector<Rect> panes_now(const Ui& ui, const Rect& whole, bool labelled) {
    const CentreView& view = ui.centre_view();
    std::vector<Rect> panes{whole};
    if (view.places) panes = view.places(ui, whole);
    if (labelled && view.panes && !view.labels_inside)
        for (Rect& pane : panes) pane.y0 += ui.px(kCaption);
    return panes;
}

// Draws only the network's render, while the replay shows how it was learned.
void draw_replay(Ui& ui, const Rect& area) {
    ui.state.centre.pane = area.size();
    draw_pane(ui, {.rect = area, .drawing = ""});
    ask(ui, Reference::picture, ui.placement());
    surface(ui, "replay", area, "How the drawing was learned. Any key or click ends it.");
}

}  // namespace

bool shows_picture_alone(const Ui& ui) {
    return ui.state.page && ui.state.page->shows_picture_alone(ui);
}

void draw_panes(Ui& ui, const Rect& whole) {
    if (opening_is_seen(ui)) return draw_opening(ui, whole);
    if (shows_picture_alone(ui)) {
        ui.state.centre.pane = whole.size();
        return draw_pane(ui, {.rect = whole, .reference = "Picture"});
    }
    if (replaying(ui)) return draw_replay(ui, whole);
    UiState& s = ui.state;
    follow_dive(ui);
    const CentreView& view = ui.centre_view();
    const Reference reference = shown_reference(ui);
    bool labelled = !on_stage(ui) || s.presentation;
    labelled |= is_race(ui.status);
    labelled &= whole.height() >= ui.px(kLeastLabelled);
    const std::vector<Rect> panes = panes_now(ui, whole, labelled);
    s.centre.pane = panes.front().size();
    view.draw(ui, {.whole = whole,
                   .panes = panes,
                   .reference = reference,
                   .drawing = labelled ? capital(drawing_label(ui)) : "",
                   .labelled = labelled});
    ask(ui, reference, ui.placement());
    if (!view.panes) return;  // views without panes handle the mouse themselves
    constexpr std::array kNames{"left pane", "right pane", "third pane", "fourth pane"};
    const auto dragged = view.dragged ? view.dragged(ui) : std::nullopt;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        use_canvas(ui, panes[i], ui.target_size(), kNames[i],
                   dragged ? dragged->help
                           : "The picture or its drawing. The wheel zooms, dragging moves, Z "
                             "dives, I shows the history of a pixel.",
                   !dragged);
        if (dragged) dragged->drag(ui, panes[i]);
        if (view.clicked && ImGui::IsItemDeactivated() &&
            ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9)
            view.clicked(ui, panes[i]);
        if (ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
            !s.centre.dive.flying) {
            std::optional<std::size_t> of;
            of = compared_run_under_mouse(ui, panes[i], i, reference);
            read_pixel(ui, panes[i], place(s.centre.canvas, panes[i].size(), ui.target_size()), of);
        }
    }
}

void draw_centre(Ui& ui, const Rect& area) {
    if (replaying(ui)) return draw_replay(ui, area);
    const bool low = area.height() < ui.px(kLowCentre);  // no room for tabs; the menu has the views
    const float pad = ui.px(low ? 4 : 12), tabs = low ? pad : ui.px(kTabs);
    const float top = area.y0 + tabs, end = area.y1 - ui.px(low ? 4 : 6);
    const Rect whole{area.x0 + pad, top, std::max(area.x0 + pad + 1, area.x1 - pad),
                     std::max(top + ui.px(kLowestPane), end)};
    if (!ui.has_run()) return draw_opening(ui, whole);
    draw_panes(ui, whole);
    if (!low && !shows_picture_alone(ui))
        draw_centre_tabs(ui, {area.x0, area.y0, area.x1, whole.y0}, zoom_now(ui));
}

void draw_empty_centre(Ui& ui, const Rect& area) {
    const bool opening = ui.status.phase == Phase::opening;
    const float card = ui.px(kRunCard + kRunCardGap), head = ui.px(28 + 24);
    float offers = 0;  // height of the buttons below the drop area
    if (!opening) offers += ui.px(kLessons + kLessonsGap);
    const float room = area.height() - ui.px(kDrop + 2 * 36) - offers - head;
    const auto fit = std::size_t(std::max(0.0f, room / card));
    const auto count = opening ? 0 : std::min({fit, kMostCards, ui.view.recent.size()});
    const float height = ui.px(kDrop) + offers + (count ? head + card * float(count) : 0);
    const float width = std::min(ui.px(kEmptyWidth), area.width() - ui.px(40));
    const float x = area.left_of(width), y = area.top_of(height);
    const Rect frame{x, y, x + width, y + ui.px(kDrop)};
    draw_drop(ui, frame, opening);
    if (!opening)
        action_button_at(ui, Action::lessons, "lessons",
                         "Why does it learn? Ten one-minute lessons", ButtonStyle::quiet,
                         box(x, frame.y1 + ui.px(kLessonsGap), width, ui.px(kLessons)));
    if (count > 0) draw_recent(ui, {x, frame.y1 + offers + ui.px(28), x + width, area.y1}, count);
}

}  // namespace redraw::ui
