#include "ui/sheets/batch_row.h"
#include "ui/sheets/batch_plan.h"

#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

// Describes a picture's state: briefly for its row, and in a sentence for its tooltip. `ours`: this
// process is working on the picture.
std::pair<std::string, std::string> words_of(const PictureStatus& status, const std::string& name,
                                             bool ours) {
    if (ours) return {"working", name + " is in progress."};
    switch (status.state) {
        case PictureState::done: {
            const std::string size = status.size.width > 0 ? pixels_of(status.size) : "";
            const std::string time = status.seconds > 0 ? whole_duration(status.seconds) : "";
            const std::string detail = size + (size.empty() || time.empty() ? "" : " · ") + time;
            return {detail.empty() ? "done" : detail,
                    name + " is done. Double click to open its result."};
        }
        case PictureState::running:
            return {"in progress in another Redraw",
                    name + " is being worked on by another Redraw."};
        case PictureState::failed:
        case PictureState::stopped:
            return {status.reason,
                    name + ": " + status.reason + (status.reason.ends_with('.') ? "" : ".")};
        case PictureState::waiting:
            break;
    }
    return {"waiting", name + " is waiting for its turn."};
}

// Draws the icon of a state; states differ in shape as well as colour.
void draw_state_mark(Ui& ui, ImVec2 c, PictureState state, bool ours) {
    const Palette& p = ui.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float r = ui.px(6);
    if (ours || state == PictureState::running) {
        list.AddCircleFilled(c, ui.px(4), p.running);
    } else if (state == PictureState::done) {
        tick_mark(c, r, p.accent_text, ui.px(1.8f));
    } else if (state == PictureState::failed) {
        error_mark(ui, c);
    } else if (state == PictureState::stopped) {
        fill({c.x - r * 0.7f, c.y - r, c.x - r * 0.2f, c.y + r}, p.muted, 1);
        fill({c.x + r * 0.2f, c.y - r, c.x + r * 0.7f, c.y + r}, p.muted, 1);
    } else {
        list.AddCircle(c, ui.px(4), p.muted, 0, ui.px(1.5f));
    }
}

constexpr float kBandHeight = 44, kBandPad = 20;

std::string band_words(const BatchView& status) {
    std::string said =
        display_name(status.batch.plan().folder.filename()) + ": " + status.batch.tally();
    if (status.going && status.seconds_left > 0)
        said += ", " + duration(status.seconds_left) + " left";
    return said + (status.problem.empty() ? "." : ". " + status.problem);
}

}  // namespace

void open_batch(Ui& ui, const std::filesystem::path& results) {
    ui.requests.ask(BatchRequest{batch::Open{results}});
    ui.state.of<BatchList>() = {};
    open_dialog(ui, Dialog::batch);
}

void draw_at_once(Ui& ui) {
    const int now = ui.view.batch.newest.at_once, most = std::max(1, ui.view.batch.usable_cpus);
    const ImVec2 size{ui.px(28), ui.px(26)};
    const std::string help = "How many pictures to work on at once, one thread each: up to " +
                             std::to_string(most) + " on this machine.";
    const auto change = [&](const char* id, const char* label, int by) {
        if (button(ui, id, label, ButtonStyle::plain, size,
                   {.enabled = now + by >= 1 && now + by <= most, .help = help}))
            ui.requests.ask(BatchRequest{batch::AtOnce{now + by}});
    };
    change("fewer at once", "–", -1);
    ImGui::SameLine(0, 0);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect place = box(at.x, at.y, ui.px(40), size.y);
    draw_centred(ui, ui.fonts.body, place, ui.palette.text, std::to_string(now));
    read_out(ui, "at once", place, help);
    ImGui::SetCursorScreenPos({place.x1, at.y});
    change("more at once", "+", +1);
}

void draw_pause_or_go_on(Ui& ui, ButtonStyle style, ImVec2 size, bool settings_shown) {
    const auto& status = ui.view.batch.open;
    const bool going = status && status->going;
    const bool ending = status && !going && !status->being_made.empty();
    const bool left = status && (status->batch.count(PictureState::waiting) > 0 ||
                                 status->batch.count(PictureState::stopped) > 0);
    if (button(ui, "batch goes",
               going    ? "Pause"
               : ending ? "Pausing…"
                        : "Resume",
               style, size,
               {.icon = going ? Icon::pause : Icon::play,
                .enabled = going || (left && !ending),
                .help = going ? "Pauses the batch. Resume continues every run exactly from here."
                              : "Continues the unfinished pictures from where they stopped."})) {
        // Uses `if` instead of `?:`, for which g++ 14 warns about uninitialised use.
        if (going)
            ui.requests.ask(BatchRequest{batch::Pause{}});
        else if (settings_shown || status->settings_known)
            ui.requests.ask(BatchRequest{batch::GoOn{.settings_shown = settings_shown}});
        else
            open_dialog(ui, Dialog::batch);
    }
}

const PictureBeingMade* being_made(const BatchView& status, std::size_t index) {
    const auto found = std::ranges::find(status.being_made, index, &PictureBeingMade::index);
    return found == status.being_made.end() ? nullptr : &*found;
}

bool draw_batch_row(Ui& ui, const BatchView& status, std::size_t index, const Rect& row,
                    bool chosen) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const PictureStatus& picture = status.batch.pictures()[index];
    const PictureBeingMade* made = being_made(status, index);
    const PlannedPicture& planned = status.batch.plan().pictures[index];
    const std::string name = display_name(planned.picture.filename());
    const bool done = picture.state == PictureState::done;
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, name);
    const bool pressed = ImGui::InvisibleButton("picture", row.size());
    draw_chosen_row(ui, row, chosen);
    focus_ring(ui, name);
    const auto [detail, help] = words_of(picture, name, made);
    tooltip(ui, help);

    const float thumbnail = row.x0 + ui.px(40), y = row.y0 + ui.px(4);
    const float side = ui.px(kBatchThumbnail), x = thumbnail + ui.px(kBatchThumbnail + 12);
    draw_thumbnail(
        ui,
        file_thumbnail(ui, done ? status.batch.plan().result_of(planned) : planned.picture, side),
        {thumbnail, y}, side);
    draw_state_mark(ui, {row.x0 + ui.px(20), (row.y0 + row.y1) / 2}, picture.state, made);
    float end = row.x1 - ui.px(14);
    if (made) {
        const float width = ui.px(150), middle = row.y0 + ui.px(30);
        draw_text_before(ui, fonts.body, {end, y}, p.text,
                         fmt::format("{:.0f} %", std::floor(100 * made->progress)));
        progress_bar(ui, {end - width, middle - ui.px(2), end, middle + ui.px(2)}, made->progress,
                     p.muted);
        end -= width + ui.px(16);
    } else if (done && !std::isnan(picture.psnr)) {
        end -= draw_text_before(ui, fonts.strong, {end, y}, p.text, decibels(picture.psnr)) +
               ui.px(16);
    }
    draw_text(ui, fonts.body, {x, y}, p.text, shortened(fonts.body, name, end - x));
    const bool failed = !made && picture.state == PictureState::failed;
    draw_text(ui, fonts.small, {x, y + ui.px(20)}, failed ? p.error : p.muted,
              shortened(fonts.small, detail, end - x));
    return pressed;
}

std::string batch_title(const std::shared_ptr<const BatchView>& view) {
    if (!view || !view->going) return "";
    return fmt::format("{:.0f} % of {}", std::floor(100 * view->batch.progress(view->being_made)),
                       counted(view->batch.total(), "picture"));
}

void draw_recent_batch(Ui& ui) {
    const std::filesystem::path& folder = ui.view.batch.newest.folder;
    if (folder.empty()) return;
    const std::string name = "Batch: " + display_name(folder.filename());
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, name);
    if (menu_entry(ui, name.c_str())) open_batch(ui, folder);
    tooltip(ui, "Opens this batch as it was left.");
    ImGui::Separator();
}

float batch_band_height(const Ui& ui) {
    return ui.view.batch.open ? ui.px(kBandHeight) : 0;
}

void draw_batch_band(Ui& ui) {
    if (!ui.view.batch.open) return;
    const BatchView& status = *ui.view.batch.open;
    const Rect band{0, ui.view.window.y - batch_band_height(ui), ui.view.window.x,
                    ui.view.window.y};
    begin_area("batch band", band, ui.palette.panel, {0, 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    fill({band.x0, band.y0, band.x1, band.y0 + ui.hair()}, ui.palette.line);
    const float line = ui.px(3);
    fill(
        box(band.x0, band.y0, band.width() * float(status.batch.progress(status.being_made)), line),
        ui.palette.muted);

    const float gap = ui.px(8), go = ui.px(110), show = ui.px(84), close = ui.px(26);
    const float y = band.y0 + std::floor((band.height() + line - ui.px(28)) / 2);
    float x = band.x1 - ui.px(kBandPad) - close - gap - show - gap - go;
    ImFont* font = ui.fonts.body;
    const std::string said = band_words(status);
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, said);
    read_out(ui, "batch", font,
             {band.x0 + ui.px(kBandPad),
              band.y0 + std::floor((band.height() + line - font->FontSize) / 2)},
             status.problem.empty() ? ui.palette.text : ui.palette.error,
             shortened(font, said, x - band.x0 - ui.px(kBandPad + 16)), "The batch: " + said);
    ImGui::SetCursorScreenPos({x, y});
    draw_pause_or_go_on(ui, ButtonStyle::plain, {go, ui.px(28)}, false);
    x += go + gap;
    if (button_at(ui, "show batch", "Show…", ButtonStyle::plain, box(x, y, show, ui.px(28)),
                  {.help = "Lists the pictures: done, working, failed and why."}))
        open_dialog(ui, Dialog::batch);
    if (close_button(ui, "leave batch", {x + show + gap, y + ui.px(2)},
                     "Pauses and closes the batch. Reopen it under File > Recent, or drop its "
                     "results folder on the window."))
        ui.requests.ask(BatchRequest{batch::Leave{}});
    ImGui::End();
}

}  // namespace redraw::ui
