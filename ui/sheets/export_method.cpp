#include "ui/sheets/export_method.h"

#include "engine/data/batch_by_size.h"
#include "engine/studies/held_out.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/actions/network_edits.h"
#include "ui/kit/sheet.h"
#include "ui/kit/widgets.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheet_room.h"
#include "ui/sheets/sheet_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw::ui {
namespace {

// Who can be chosen for the sizes that are.
struct Choices {
    bool beyond = false;           // a size is larger than a picture that can teach its enlargement
    std::optional<Filter> better;  // than the network, where a size is larger than it learned
};

Choices choices_of(const Ui& ui, const ExportSheet& sheet) {
    if (sheet.at_step) return {};
    constexpr int kLeastSide = 8;  // that teaches its own enlargement (internal_examples.h)
    const PixelSize known = ui.picture_size();
    return {goes_beyond(sheet, ui.status) && std::min(known.width, known.height) >= kLeastSide &&
                ui.status.config.network.encoding != Encoding::window,
            enlarges(sheet, ui.status) ? better_interpolation(ui.status) : std::nullopt};
}

// The largest of the chosen sizes: what the row speaks of.
DrawnBy chosen_drawing(const ExportSheet& sheet, const Status& status) {
    const auto sizes = chosen_sizes(sheet, status);
    return sizes.empty() ? DrawnBy::network : drawn_by(sheet, status, sizes.back());
}

void draw_choice(Ui& ui, ExportSheet& sheet, DrawnBy by, const char* name, bool possible,
                 const std::string& help) {
    if (by != DrawnBy::network) ImGui::SameLine(0, ui.px(6));
    if (toggle_chip(ui, name, name, chosen_drawing(sheet, ui.status) == by, {0, 0}, possible))
        sheet.drawn_by = by;
    tooltip(ui, help);
}

std::string said_of_enlarging(const Status& status) {
    const auto& measure = status.enlarging;
    if (!measure) return "The enlarging network learns from the picture itself, once it is chosen.";
    if (!measure->finished)
        return fmt::format(
            "The enlarging network learns from the picture itself: {:.0f} %{}.",
            100 * measure->progress,
            measure->seconds_left > 0 ? ", " + duration(measure->seconds_left) + " left" : "");
    const double ahead = enlarging_advantage(status);
    if (std::isnan(ahead))
        return "The picture is too small to say what the enlarging network is worth.";
    const bool of_half = learns_own_half(status.config.network) && status.held_out &&
                         !status.held_out->methods.empty();
    return fmt::format(
        "From the picture's own half the enlarging network comes to {}, {:.1f} dB {} than "
        "Lanczos{}.",
        decibels(measure->methods.front().psnr), std::abs(ahead),
        ahead < 0 ? "further from it" : "closer to it",
        of_half ? "; this network to " + decibels(status.held_out->methods.front().psnr) : "");
}

std::string said_of(const Ui& ui, const ExportSheet& sheet, const Choices& choices) {
    if (sheet.at_step) return "An earlier moment is drawn by the network of this run, at any size.";
    if (choices.beyond) return said_of_enlarging(ui.status);
    if (choices.better)
        return title(name_of(*choices.better)) + " was measured to be closer than the network.";
    return "What is no larger than the picture is drawn by its own network.";
}

}  // namespace

// Beyond the picture there is a network of its own for the task, which is learned while the sheet
// is open; what is between the size that was learned and the picture's own is the run's.
void draw_export_method(Ui& ui, ExportSheet& sheet) {
    constexpr std::size_t kLearnedUnasked = 1 << 23;  // pixels: some seconds
    const Choices choices = choices_of(ui, sheet);
    sheet_row(ui, "Drawn by",
              "Who draws what is larger than the picture: this network, one that learned from the "
              "picture how to enlarge it, or the interpolation that was measured to be closer. "
              "Unless you choose, the one that was measured to come closest. Smaller sizes are "
              "always this network's.");
    draw_choice(ui, sheet, DrawnBy::network, "Network", true, "The network of this run.");
    draw_choice(ui, sheet, DrawnBy::enlarging, "Enlarging network", choices.beyond,
                "For sizes larger than the picture: it learned from the picture's smaller selves.");
    draw_choice(ui, sheet, DrawnBy::interpolation, "Interpolation", choices.better.has_value(),
                choices.better
                    ? title(name_of(*choices.better)) + " was measured to be closer."
                    : "For sizes larger than was learned, where it was measured to be closer.");
    {
        const SheetRoom kept(note_height(ui, 2));
        note(ui, said_of(ui, sheet, choices), ui.palette.muted);
    }
    if (choices.beyond) {
        const PixelSize known = ui.picture_size();
        const bool wanted = sheet.drawn_by == DrawnBy::enlarging ||
                            (sheet.drawn_by == DrawnBy::best &&
                             std::size_t(known.width) * known.height <= kLearnedUnasked);
        if (wanted && !ui.status.enlarging && !std::exchange(sheet.enlarging_asked, true))
            ui.requests.ask(command::LearnEnlargement{});
    }
    const SheetRoom kept(ui.px(18));
    if (!choices.beyond) return;
    if (text_button(ui, "open enlarging", "Open the enlarging network as a run", false)) {
        ui.requests.ask(
            command::Restart{with_preset(ui.status.config, "enlarge", ui.picture_size())});
        close_dialog(ui);
    }
    tooltip(ui,
            "A new run that learns the same once more: its timelapse, its neurons, its curves. The "
            "run at hand stays in the library.");
}

}  // namespace redraw::ui
