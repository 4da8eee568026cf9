#include "ui/panels.h"

#include "ui/actions/keymap.h"
#include "ui/actions/shortcuts.h"

namespace redraw::ui {
namespace {

// Describes the last second of training.
std::string progress_note(const Status& status) {
    if (status.phase == Phase::finished) return "finished";
    if (!status.view_only.empty()) return "view only";
    if (status.phase == Phase::paused) return "paused";
    if (!status.measured || status.measured->size() < 2) return "";
    const auto& measured = *status.measured;
    const double before = measured.back().seconds - 1;
    const auto found = std::ranges::lower_bound(measured, before, {}, &MeasuredPsnr::seconds);
    if (before < 0 || found == measured.end() || !std::isfinite(status.psnr)) return "";
    return fmt::format("{:+.1f} dB in the last second", status.psnr - found->psnr);
}

// Whole ones, but of a few; as much of it as there is room for.
std::string epochs_done(const Ui& ui, float room) {
    constexpr double kFew = 20;
    const double all = ui.status.config.schedule.epochs;
    const bool finished = ui.status.phase == Phase::finished;
    std::string done = finished && all < kFew ? epoch_number(ui.status.epoch)
                                              : thousands(std::int64_t(ui.status.epoch));
    const std::string of_all =
        done + " / " + (all < kFew ? epoch_number(all) : thousands(std::int64_t(all)));
    for (const std::string& text : {"epoch " + of_all, of_all})
        if (text_size(ui.view.fonts.small, text).x <= room) return text;
    return done;
}

void draw_progress(Ui& ui, const Rect& area) {
    const Status& status = ui.status;
    const Fonts& fonts = ui.view.fonts;
    const Palette& p = ui.palette;
    const float mid = std::floor((area.y0 + area.y1) / 2);
    const std::string right = status.phase == Phase::finished ? "done"
                              : status.steps_per_second > 0
                                  ? duration(status.seconds_left) + " left"
                                  : "";
    const float top = mid - ui.px(20), width = text_size(fonts.small, right).x;
    read_out(ui, "epochs done", fonts.small, {area.x0, top}, p.muted,
             epochs_done(ui, area.width() - width - ui.px(10)),
             "An epoch is every pixel of the picture seen once. So many are done, of so many that "
             "the schedule asks for.");
    read_out(ui, "time left", fonts.small, {area.x1 - width, top}, p.muted, right,
             "How long the rest takes at the pace of now; done when every epoch is.");
    const float y = mid - ui.px(1), r = ui.px(2);
    const double part =
        status.total_steps > 0 ? double(status.step) / double(status.total_steps) : 0;
    progress_bar(ui, {area.x0, y - r, area.x1, y + r}, part, p.accent);
    const double epochs_per_second =
        status.steps_per_second / std::max<double>(1, double(status.steps_per_epoch));
    const std::string quiet =
        status.duty_percent < 100 ? fmt::format(" (quiet, {} %)", status.duty_percent) : "";
    if (status.phase == Phase::training && epochs_per_second > 0)
        read_out(ui, "pace", fonts.small, {area.x0, mid + ui.px(6)}, p.muted,
                 shortened(fonts.small, per_second(epochs_per_second) + " epochs/s" + quiet,
                           area.width()),
                 "How often in a second it sees every pixel of the picture.");
}

void draw_backend(Ui& ui, const Rect& area) {
    if (ui.status.backend.empty()) return;
    const Palette& p = ui.palette;
    ImFont* font = ui.view.fonts.body;
    const std::string text = shortened(font, ui.status.backend, area.width() - ui.px(44));
    const float width = text_size(font, text).x + ui.px(42), height = ui.px(28);
    const float x = area.x1 - width, y = std::floor((area.y0 + area.y1 - height) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({x, y}, {area.x1, y + height}, p.field, height / 2);
    list.AddRect({x, y}, {area.x1, y + height}, p.line, height / 2);
    const ImVec2 dot{x + ui.px(16), y + height / 2};
    if (ui.running())
        list.AddCircleFilled(dot, ui.px(4), p.running);
    else
        list.AddCircle(dot, ui.px(3.5f), p.muted, 0, ui.px(1.5f));
    draw_text(ui, font, {x + ui.px(28), y + (height - font->FontSize) / 2}, p.text, text);
    read_out(
        ui, "backend", {x, y, area.x1, y + height},
        std::string("The processor and arithmetic that train this network") +
            (ui.running() ? "; training now." : "; not training now.") +
            (ui.view.no_cuda.empty() ? "" : "\nCUDA is not available: " + ui.view.no_cuda + ".") +
            (ui.view.drawing_route.empty()
                 ? ""
                 : "\nDrawings reach the window by " + ui.view.drawing_route + ". " +
                       ui.view.drawing_route_reason) +
            (ui.status.duty_percent < 100
                 ? fmt::format("\nQuiet mode: {} % of the time (Settings).", ui.status.duty_percent)
                 : ""));
}

void draw_step_and_restart(Ui& ui, float gap, bool finished) {
    ImGui::SameLine(0, gap);
    action_button(ui, Action::step, "step", "Step", ButtonStyle::plain,
                  ImVec2{ui.px(64), ui.px(32)}, {.enabled = ui.can_train() && !finished});
    ImGui::SameLine(0, gap);
    action_button(ui, Action::restart, "restart", "Restart", ButtonStyle::plain,
                  ImVec2{ui.px(80), ui.px(32)}, {.enabled = ui.can_train()});
}

}  // namespace

void draw_top_bar(Ui& ui, const Rect& area) {
    const Status& status = ui.status;
    const float y = std::floor((area.y0 + area.y1 - ui.px(32)) / 2), gap = ui.px(8);
    const bool running = ui.running(), finished = status.phase == Phase::finished;
    action_button_at(
        ui, Action::train_or_pause, "train", running ? "Pause" : "Train", ButtonStyle::accent,
        box(area.x0 + ui.px(24), y, ui.px(92), ui.px(32)),
        {.icon = running ? Icon::pause : Icon::play,
         .enabled = ui.can_train() && !finished,
         .help = finished ? ui.help("Every epoch is done. More epochs in the schedule go "
                                    "on from here.")
                          : ""});
    // If there is room for only one of them, it is the number.
    constexpr float kTrain = 24 + 92, kOthers = 64 + 80 + 16, kNumber = 120;
    const bool tight = area.width() < ui.px(kTrain + kOthers + kNumber);
    if (!tight) draw_step_and_restart(ui, gap, finished);
    const float buttons = area.x0 + ui.px(kTrain + (tight ? 0 : kOthers));
    const bool wide = area.x1 - buttons > ui.px(760), roomy = area.x1 - buttons > ui.px(300);
    const float pill_width = ui.px(wide ? 220 : roomy ? 150 : 0);
    const float number_width = ui.px(wide ? 232 : 100);
    const Rect pill{area.x1 - ui.px(20) - pill_width, area.y0, area.x1 - ui.px(20), area.y1};
    if (ui.has_run()) {
        const float number_x = pill.x0 - number_width;
        const Rect progress{buttons + ui.px(28), area.y0,
                            std::min(number_x - ui.px(36), buttons + ui.px(28 + 460)), area.y1};
        if (progress.width() > ui.px(80)) draw_progress(ui, progress);
        if (status.step > 0 && number_x > buttons + ui.px(12)) {
            const Fonts& fonts = ui.view.fonts;
            const float mid = (area.y0 + area.y1) / 2;
            const float end =
                number_x + read_out(ui, "closeness", fonts.number,
                                    {number_x, mid - fonts.number->FontSize / 2}, ui.palette.text,
                                    decibels(status.psnr), kDecibels);
            if (wide)
                read_out(ui, "progress", fonts.small,
                         {end + ui.px(12), mid - fonts.small->FontSize / 2 + 1}, ui.palette.muted,
                         progress_note(status),
                         "How many decibels the last second of training brought, or why there is "
                         "none.");
        }
    }
    if (roomy) draw_backend(ui, pill);
    ImGui::GetWindowDrawList()->AddRectFilled({area.x0, area.y1 - ui.hair()}, area.max(),
                                              ui.palette.line);
}

}  // namespace redraw::ui
