#include "ui/actions/action_controls.h"
#include "ui/actions/comparison.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/differences.h"
#include "ui/actions/race.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/centre.h"
#include "ui/kit/widgets.h"
#include "ui/panels.h"
#include "ui/time/curves.h"
#include "ui/time/timelapse.h"

namespace redraw::ui {
namespace {

constexpr float kHead = 104, kPad = 28, kCard = 380;  // sizes in layout units

ImU32 colour_of(const Ui& ui, std::size_t racer) {
    return racer == 0 ? ui.palette.accent_text : compared_colour(ui, racer - 1);
}

void draw_racer(Ui& ui, const Rect& area, std::size_t racer, const Racer& now, bool leads) {
    const Fonts& fonts = ui.fonts;
    const ImU32 ink = colour_of(ui, racer);
    const std::string psnr = std::isnan(now.psnr) ? "" : decibels(now.psnr);
    ImFont* large = leads ? fonts.display : fonts.number;
    const std::string id = "racer " + letter_of(racer);
    read_out(ui, id.c_str(), fonts.number, {area.x0, area.y0 + ui.px(14)}, ink,
             shortened(fonts.number, letter_of(racer) + "  " + racer_name(ui.status, racer),
                       area.width() - ui.px(12)),
             kDecibels);
    const float base =
        area.y0 + ui.px(40) + fonts.display->FontSize;  // the baseline of both digit sizes
    const float end = area.x0 + ui.px(12) +
                      draw_text(ui, large, {area.x0, base - large->FontSize},
                                leads ? ink : ui.palette.text, psnr);
    if (!psnr.empty())
        draw_text(ui, fonts.small, {end, base - fonts.small->FontSize - ui.px(6)}, ui.palette.muted,
                  shortened(fonts.small, measured_where(ui.status, racer), area.x1 - end));
}

// Draws the PSNR curves of all networks in the race, without network A's loss and learning rate.
void draw_race_curves(Ui& ui, const Rect& area) {
    Preferences& shown = ui.state.preferences;
    const Preferences before = shown;
    shown.show_psnr = true;
    shown.show_loss = shown.show_rate = false;
    draw_curves(ui, area, time_axis(ui, area), false);
    shown = before;
}

// Draws the card that says which network leads. At the end of the race it says which one won, and
// has the buttons that write the race as a film and, of two networks, as a page.
void draw_card(Ui& ui, const Rect& area, std::span<const Racer> racers) {
    const auto leader = leader_of(ui.status);
    const bool over = race_is_over(ui.status);
    const Fonts& fonts = ui.fonts;
    fill(area, ui.palette.panel, ui.px(8));
    frame(area, over && leader ? colour_of(ui, *leader) : ui.palette.line, ui.px(8), ui.px(1.5f));
    const float x = area.x0 + ui.px(20), room = area.width() - ui.px(40);
    float y = area.y0 + ui.px(14);
    // A long text is wrapped where that leaves room for the two lines below it.
    const float end = area.y1 - ui.px(over ? 50 : 8) - 2 * (fonts.body->FontSize + ui.px(6));
    const auto line = [&](const char* id, ImFont* font, ImU32 ink, const std::string& text) {
        const bool fits = y + wrapped_size(font, text, room).y <= end;
        const float height =
            draw_wrapped(font, {x, y}, room, ink, fits ? text : shortened(font, text, room));
        read_out(ui, id, box(x, y, room, height),
                 "Who is ahead: the closest drawing, or the first to reach the finish line.");
        y += height + ui.px(6);
    };
    const auto places = places_of(racers);
    const bool even = std::ranges::count(places, 1) > 1;
    line("podium head", fonts.caption, ui.palette.muted,
         !leader ? "READY"
         : even  ? "TIED"
         : over  ? "WINNER"
                 : "IN THE LEAD");
    if (leader && !even)
        line("leader", fonts.number, colour_of(ui, *leader),
             racer_name(ui.status, *leader) + " · " +
                 racer_closeness(ui.status, *leader, racers[*leader].psnr));
    line("standing", fonts.body, ui.palette.text, standing(ui.status));
    line("race time", fonts.body, ui.palette.muted, race_detail(ui.status));
    // Reports the running or finished export, such as that of the race film.
    const auto& job = ui.status.job;
    line("film written", fonts.body, ui.palette.muted,
         job ? fmt::format("Writing {}: {:.0f} %", job->what, job->progress * 100)
         : ui.status.notice.saved.empty() ? ""
                                          : ui.status.notice.text);
    if (!over || job) return;
    action_button_at(ui, Action::race_film, "race film", "Save race film", ButtonStyle::accent,
                     box(x, area.y1 - ui.px(46), std::min(room, ui.px(150)), ui.px(32)));
    if (can_perform(ui, Action::race_page))
        action_button_at(ui, Action::race_page, "race page", "Save page", ButtonStyle::plain,
                         box(x + ui.px(158), area.y1 - ui.px(46),
                             std::min(room - ui.px(158), ui.px(110)), ui.px(32)));
}

}  // namespace

void draw_racers(Ui& ui, const Rect& area) {
    const std::vector<Racer> racers = racers_of(ui.status);
    const std::vector<int> places = places_of(racers);
    const float each = area.width() / float(racers.size()), head = area.y0 + ui.px(kHead);
    for (std::size_t i = 0; i < racers.size(); ++i) {
        const float x = area.x0 + each * float(i);
        draw_racer(ui, {x, area.y0, x + each, head}, i, racers[i], places[i] == 1);
    }
    draw_panes(ui, {area.x0, head, area.x1, area.y1});
}

Rect draw_podium(Ui& ui, const Rect& window) {
    const float pad = ui.px(kPad), width = window.width() - 2 * pad;
    const float low = std::max(ui.px(166), std::floor(window.height() * 0.24f));
    draw_racers(ui, {window.x0 + pad, window.y0, window.x1 - pad, window.y1 - low});
    const Rect below{window.x0 + pad, window.y1 - low + ui.px(12), window.x1 - pad,
                     window.y1 - ui.px(16)};
    const float card = std::min(ui.px(kCard), std::floor(width * 0.4f));
    draw_race_curves(ui, {below.x0, below.y0, below.x1 - card - ui.px(24), below.y1});
    draw_card(ui, {below.x1 - card, below.y0, below.x1, below.y1}, racers_of(ui.status));
    return {below.x0, below.y1 - ui.px(44), below.x1 - card - ui.px(24), below.y1};
}

}  // namespace redraw::ui
