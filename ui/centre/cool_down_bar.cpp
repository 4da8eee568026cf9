#include "ui/centre/cool_down_bar.h"

#include "engine/text/numbers.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

struct Words {
    std::string strong, muted;
};

std::string plain_decibels(float psnr) {  // without the unit
    return std::isfinite(psnr) ? fmt::format("{:.1f}", psnr) : decibels(psnr);
}

Words words_of(const CoolDown& copy, std::int64_t steps_per_epoch) {
    const auto epochs_of = [&](std::int64_t steps) {
        return std::llround(double(steps) / double(std::max<std::int64_t>(1, steps_per_epoch)));
    };
    const std::string epochs = thousands(epochs_of(copy.steps));
    if (copy.finished())
        return {decibels(copy.psnr) + " instead of " + plain_decibels(copy.psnr_before),
                "after " + epochs + " more epochs, the rate going down"};
    const double part = copy.steps > 0 ? double(copy.done) / double(copy.steps) : 0;
    return {fmt::format("Cooling a copy down: {:.0f} %", 100 * part),
            fmt::format("{} after {} of {} epochs", decibels(copy.psnr),
                        thousands(epochs_of(copy.done)), epochs)};
}

}  // namespace

void draw_cool_down_bar(Ui& ui, const Rect& area) {
    const CoolDown& copy = *ui.status.cool_down;
    const Palette& p = ui.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.min(), area.max(), p.panel, ui.px(6));
    const float height = ui.px(26), y = std::floor((area.y0 + area.y1 - height) / 2);
    float right = area.x1 - ui.px(8);

    right -= ui.px(80);
    ImGui::SetCursorScreenPos({right, y});
    if (button(ui, "discard copy", "Discard", ButtonLook::plain, {ui.px(80), height}))
        ui.requests.ask(command::DropCoolDown{});
    tooltip(ui, "Forgets the copy. The run is as it was.");
    if (copy.finished() && ui.status.phase != Phase::finished) {
        right -= ui.px(128 + 8);
        ImGui::SetCursorScreenPos({right, y});
        if (button(ui, "cool down run", "Cool down now", ButtonLook::quiet, {ui.px(128), height},
                   Icon::none, ui.can_train()))
            ui.requests.ask(command::CoolDown{});
        tooltip(ui, ui.help("Does the same to the run itself, from where it is now."));
    }

    const Words words = words_of(copy, ui.status.steps_per_epoch);
    const Fonts& fonts = ui.view.fonts;
    const float line = std::floor((area.y0 + area.y1 - fonts.strong->FontSize) / 2);
    float x = area.x0 + ui.px(14);
    const float room = right - ui.px(12) - x;
    x += draw_text(ui, fonts.strong, {x, line}, p.text,
                   shortened(fonts.strong, words.strong, room)) +
         ui.px(12);
    if (x + text_size(fonts.body, words.muted).x < right - ui.px(12))
        draw_text(ui, fonts.body, {x, line}, p.muted, words.muted);

    if (!copy.finished() && copy.steps > 0) {
        const float done = float(copy.done) / float(copy.steps);
        list.AddRectFilled({area.x0, area.y1 - ui.px(3)}, {area.x0 + done * area.width(), area.y1},
                           p.accent, ui.px(2));
    }
    list.AddRect(area.min(), area.max(), p.line, ui.px(6), 0, std::max(1.0f, ui.px(1)));
}

}  // namespace redraw
