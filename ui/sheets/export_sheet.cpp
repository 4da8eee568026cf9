#include "ui/sheets/export_sheet.h"

#include "engine/data/batch_by_size.h"
#include "engine/studies/held_out.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/network_edits.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/sheet.h"
#include "ui/kit/widgets.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/export_preview.h"
#include "ui/sheets/sheet_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw::ui {
namespace {

void draw_sizes(Ui& ui, ExportSheet& sheet) {
    sheet_row(ui, "Sizes",
              "One file for each chosen size. 50, 512 and 1024 are the longer side; 2×, 4× "
              "and 8× are times the picture's. Default 1024.");
    for (int i = 0; i < kExportPresets; ++i) {
        if (i) ImGui::SameLine(0, ui.px(6));
        if (toggle_chip(ui, export_preset_name(i), export_preset_name(i), sheet.chosen[i]))
            sheet.chosen[i] = !sheet.chosen[i];
        const PixelSize size = export_preset_size(i, ui.status);
        tooltip(ui, fmt::format("{} × {} pixels", size.width, size.height));
    }
    sheet_row(ui, "Own size", "Any width and height; with the aspect kept one follows the other.");
    if (toggle_chip(ui, "custom", "W × H", sheet.custom)) sheet.custom = !sheet.custom;
    ImGui::SameLine(0, ui.px(6));
    for (const bool width : {true, false}) {
        int& side = width ? sheet.width : sheet.height;
        std::string taken;
        if (text_field(ui, width ? "##w" : "##h", thousands(side), ui.px(72), taken))
            if (const auto value = parse_number(taken)) {
                side = int(std::clamp(*value, 0.0, 1e9));
                keep_aspect(sheet, ui.status, width);
                sheet.custom = true;
            }
        ImGui::SameLine(0, ui.px(6));
    }
    if (toggle_chip(ui, "aspect", "Keep aspect", sheet.keep_aspect)) {
        sheet.keep_aspect = !sheet.keep_aspect;
        keep_aspect(sheet, ui.status, true);
    }
}

// The largest of the chosen sizes: what the row below speaks of.
DrawnBy chosen_drawing(const ExportSheet& sheet, const Status& status) {
    const auto sizes = chosen_sizes(sheet, status);
    return sizes.empty() ? DrawnBy::network : drawn_by(sheet, status, sizes.back());
}

std::string with_decibels(const std::string& name, const std::vector<Quality>* methods) {
    return methods && !methods->empty() ? name + ", " + decibels(methods->front().psnr) : name;
}

void draw_choice(Ui& ui, ExportSheet& sheet, DrawnBy by, const std::string& label) {
    if (toggle_chip(ui, fmt::format("drawn by {}", int(by)).c_str(), label,
                    chosen_drawing(sheet, ui.status) == by))
        sheet.drawn_by = by;
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
    return fmt::format(
        "From the picture's own half the enlarging network is {:.1f} dB {} than Lanczos.",
        std::abs(ahead), ahead < 0 ? "further from it" : "closer to it");
}

// What was measured of the enlarging network, and the way to look inside it: two lines from the
// start, so that nothing moves under the mouse when it is known.
void draw_enlarging(Ui& ui) {
    note(ui, said_of_enlarging(ui.status), ui.palette.muted);
    if (text_button(ui, "open enlarging", "Open the enlarging network as a run", false)) {
        ui.requests.ask(
            command::Restart{with_preset(ui.status.config, "enlarge", ui.picture_size())});
        close_dialog(ui);
    }
    tooltip(ui,
            "A new run that learns the same once more: its timelapse, its neurons, its curves. The "
            "run at hand stays in the library.");
}

// Beyond the picture there is a network of its own for the task, which is learned while the sheet
// is open; what is between the size that was learned and the picture's own is the run's.
void draw_method(Ui& ui, ExportSheet& sheet) {
    constexpr std::size_t kLearnedUnasked = 1 << 23;  // pixels: some seconds
    const Status& status = ui.status;
    constexpr int kLeastSide = 8;  // that teaches its own enlargement (internal_examples.h)
    const PixelSize known = ui.picture_size();
    const bool beyond = goes_beyond(sheet, status) &&
                        std::min(known.width, known.height) >= kLeastSide &&
                        status.config.network.encoding != Encoding::window;
    const auto better = enlarges(sheet, status) ? better_interpolation(status) : std::nullopt;
    if (!beyond && !better) return;
    sheet_row(ui, "Drawn by",
              "Who draws what is larger than the picture: this network, one that learned from the "
              "picture how to enlarge it, or the interpolation that was measured to be closer. "
              "Unless you choose, the one that was measured to come closest. Smaller sizes are "
              "always this network's.");
    const bool of_half = learns_own_half(status.config.network);
    draw_choice(
        ui, sheet, DrawnBy::network,
        with_decibels("Network", of_half && status.held_out ? &status.held_out->methods : nullptr));
    if (beyond) {
        ImGui::SameLine(0, ui.px(6));
        draw_choice(ui, sheet, DrawnBy::enlarging,
                    with_decibels("Enlarging network",
                                  status.enlarging ? &status.enlarging->methods : nullptr));
    }
    if (better) {
        ImGui::SameLine(0, ui.px(6));
        draw_choice(ui, sheet, DrawnBy::interpolation, title(name_of(*better)));
    }
    if (!beyond) return;
    const bool wanted = sheet.drawn_by == DrawnBy::enlarging ||
                        (sheet.drawn_by == DrawnBy::best &&
                         std::size_t(known.width) * known.height <= kLearnedUnasked);
    if (wanted && !status.enlarging && !std::exchange(sheet.enlarging_asked, true))
        ui.requests.ask(command::LearnEnlargement{});
    draw_enlarging(ui);
}

void draw_format(Ui& ui, ExportSheet& sheet) {
    sheet_row(ui, "Format",
              "PNG and WebP keep every value; JPEG is smaller and loses some. Default PNG.");
    const std::pair<ImageFormat, const char*> formats[] = {{ImageFormat::png, "PNG"},
                                                           {ImageFormat::jpeg, "JPEG"},
                                                           {ImageFormat::webp, "WebP"},
                                                           {ImageFormat::bmp, "BMP"},
                                                           {ImageFormat::tga, "TGA"}};
    for (const auto& [format, name] : formats) {
        if (format != ImageFormat::png) ImGui::SameLine(0, ui.px(6));
        if (toggle_chip(ui, name, name, sheet.format == format)) sheet.format = format;
    }
    if (sheet.format == ImageFormat::png) {
        sheet_row(ui, "Depth", "Levels of each value: 256 or 65,536. Default 8 bit.");
        if (toggle_chip(ui, "8 bit", "8 bit", !sheet.sixteen_bit)) sheet.sixteen_bit = false;
        ImGui::SameLine(0, ui.px(6));
        if (toggle_chip(ui, "16 bit", "16 bit", sheet.sixteen_bit)) sheet.sixteen_bit = true;
    } else if (sheet.format == ImageFormat::jpeg) {
        sheet_row(ui, "Quality", "1 to 100. Default 92. Higher looks better and is larger.");
        std::string taken;
        if (text_field(ui, "##quality", std::to_string(sheet.quality), ui.px(72), taken))
            if (const auto value = parse_number(taken))
                sheet.quality = int(std::clamp(*value, 1.0, 100.0));
    }
}

void draw_plan(Ui& ui, const std::vector<ExportSpec>& plan) {
    constexpr std::size_t kListed = 4;
    for (std::size_t i = 0; i < std::min(plan.size(), kListed); ++i)
        note(ui,
             fmt::format("{}, {} × {}, about {}", plan[i].path.filename().string(),
                         plan[i].size.width, plan[i].size.height,
                         bytes(estimated_bytes(plan[i], ui.status.target->channels))),
             ui.palette.muted);
    if (plan.size() > kListed)
        note(ui, fmt::format("and {} more", plan.size() - kListed), ui.palette.muted);
    if (const double seconds = estimated_seconds(plan, ui.status); seconds > 0)
        note(ui,
             "Takes about " + duration(seconds) +
                 (ui.running() ? "; training goes on meanwhile, a little slower." : "."),
             ui.palette.muted);
}

}  // namespace

void draw_export_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Export picture", 520)) return;
    ExportSheet& sheet = ui.state.sheets.export_picture;
    if (!ui.has_run()) {
        close_dialog(ui);
        return end_sheet(ui);
    }
    const auto& at = ui.state.timelapse.at_step;
    note(ui,
         at ? "The drawing as it was at step " + thousands(*at) + ", " +
                  decibels(psnr_at(ui.status, *at)) + "."
            : "The drawing as it is when the export starts, now " + decibels(ui.status.last.psnr) +
                  ".",
         ui.palette.muted);
    ImGui::Dummy({1, ui.px(2)});
    draw_sizes(ui, sheet);
    draw_export_preview(ui, chosen_sizes(sheet, ui.status));
    draw_method(ui, sheet);
    draw_format(ui, sheet);
    draw_target_rows(ui, "The size and the extension are added to it.", sheet.name,
                     Dialog::export_folder);
    ImGui::Dummy({1, ui.px(2)});
    const auto plan = plan_export(sheet, ui.status, export_folder(ui));
    const std::string problem = export_problem(sheet, plan);
    if (problem.empty())
        draw_plan(ui, plan);
    else
        note(ui, problem, ui.palette.error);
    std::vector<std::filesystem::path> paths;
    for (const ExportSpec& spec : plan) paths.push_back(spec.path);
    if (draw_export_foot(ui, paths, sheet.replaced, problem.empty()))
        ui.requests.ask(command::ExportPictures{plan, at, edits_now(ui)});
    end_sheet(ui);
}

}  // namespace redraw::ui
