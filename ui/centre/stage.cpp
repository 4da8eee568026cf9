#include "ui/centre/centre.h"

#include "engine/session/status.h"
#include "ui/actions/race_words.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

constexpr float kHead = 92, kPad = 28;

std::string progress_of(const Status& status) {
    if (is_race(status)) return standing(status) + " · " + race_detail(status);
    const std::string then = status.phase == Phase::finished ? " · finished"
                             : status.phase == Phase::paused ? " · paused"
                             : status.steps_per_second > 0
                                 ? " · " + duration(status.seconds_left) + " left"
                                 : "";
    return fmt::format("epoch {} / {}{}", thousands(std::int64_t(status.epoch)),
                       epoch_number(status.config.schedule.epochs), then);
}

void draw_head(Ui& ui, const Rect& head) {
    const Status& status = ui.status;
    const Fonts& fonts = ui.view.fonts;
    const Palette& p = ui.palette;
    const float mid = std::floor((head.y0 + head.y1) / 2);
    std::string psnr = status.step > 0 ? decibels(status.psnr) : "";
    ImU32 ink = p.text;
    if (is_race(status)) {  // of who is ahead, in the colour of its curve
        const auto leader = leader_of(status);
        psnr = leader ? letter_of(*leader) + "  " + decibels(racers_of(status)[*leader].psnr) : "";
        ink = !leader || *leader == 0 ? p.accent_text : companion_colour(ui, *leader - 1);
    }
    const float x = head.x0 + ui.px(kPad), end = head.x1 - ui.px(kPad);
    const float number = end - text_size(fonts.display, psnr).x;
    read_out(ui, "closeness", fonts.display, {number, mid - fonts.display->FontSize / 2}, ink, psnr,
             kDecibels);
    const float room = number - x - ui.px(kPad);
    if (room < ui.px(80)) return;
    read_out(ui, "picture's name", fonts.number, {x, mid - ui.px(2) - fonts.number->FontSize},
             p.text, shortened(fonts.number, status.picture_name, room),
             "The picture that is learned.");
    read_out(ui, "epochs done", fonts.menu, {x, mid + ui.px(6)}, p.muted,
             shortened(fonts.menu, progress_of(status), room),
             "An epoch is every pixel of the picture seen once: so many are done of all, and the "
             "rest takes about so long.");
    const double part =
        status.total_steps > 0 ? double(status.step) / double(status.total_steps) : 0;
    ImGui::GetWindowDrawList()->AddRectFilled(
        {head.x0, head.y1 - ui.px(3)}, {head.x0 + float(part) * head.width(), head.y1}, p.accent);
}

}  // namespace

bool on_stage(const Ui& ui) {
    return ui.has_run() && (ui.view.fullscreen || ui.state.presentation);
}

void draw_stage(Ui& ui, const Rect& window) {
    Rect panes = window;
    if (ui.state.presentation) {
        panes.y0 += ui.px(kHead);
        draw_head(ui, {window.x0, window.y0, window.x1, panes.y0});
    }
    draw_panes(ui, panes);
}

}  // namespace redraw::ui
