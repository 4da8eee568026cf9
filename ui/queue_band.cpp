#include "ui/panels.h"

#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/sheets/queue_row.h"

namespace redraw::ui {
namespace {

constexpr float kBandHeight = 44, kBandPad = 20;

std::string band_words(const BatchView& status) {
    std::string said =
        display_name(status.batch.plan().folder.filename()) + ": " + status.batch.tally();
    if (status.going && status.seconds_left > 0)
        said += ", " + duration(status.seconds_left) + " left";
    return said + (status.problem.empty() ? "." : ". " + status.problem);
}

}  // namespace

float queue_band_height(const Ui& ui) {
    return ui.view.queue ? ui.px(kBandHeight) : 0;
}

void draw_queue_band(Ui& ui, const Rect& band) {
    const BatchView& status = *ui.view.queue;
    begin_area("queue band", band, ui.palette.panel, {0, 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    fill({band.x0, band.y0, band.x1, band.y0 + ui.hair()}, ui.palette.line);
    const float line = ui.px(3);
    fill(
        box(band.x0, band.y0, band.width() * float(status.batch.progress(status.being_made)), line),
        ui.palette.accent);

    const float gap = ui.px(8), go = ui.px(110), show = ui.px(84), close = ui.px(26);
    const float y = band.y0 + std::floor((band.height() + line - ui.px(28)) / 2);
    float x = band.x1 - ui.px(kBandPad) - close - gap - show - gap - go;
    ImFont* font = ui.fonts.body;
    const std::string said = band_words(status);
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, said);
    read_out(ui, "queue", font,
             {band.x0 + ui.px(kBandPad),
              band.y0 + std::floor((band.height() + line - font->FontSize) / 2)},
             status.problem.empty() ? ui.palette.text : ui.palette.error,
             shortened(font, said, x - band.x0 - ui.px(kBandPad + 16)),
             "Many pictures, made one after another: " + said);
    ImGui::SetCursorScreenPos({x, y});
    draw_pause_or_go_on(ui, ButtonStyle::plain, {go, ui.px(28)}, false);
    x += go + gap;
    if (button_at(
            ui, "show queue", "Show…", ButtonStyle::plain, box(x, y, show, ui.px(28)),
            {.help = "Lists them: what is done, what is being made, what has failed and why."}))
        open_dialog(ui, Dialog::queue);
    if (button_at(ui, "leave queue", "", ButtonStyle::bare,
                  box(x + show + gap, y + ui.px(1), close, ui.px(26)),
                  {.icon = Icon::close,
                   .help = "Pauses it and takes it away from here. File > Recent, or its folder of "
                           "results dropped on the window, brings it back as it was."}))
        ui.requests.ask(BatchRequest{batch::Leave{}});
    ImGui::End();
}

}  // namespace redraw::ui
