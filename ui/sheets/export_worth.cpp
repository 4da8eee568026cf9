#include "ui/sheets/export_worth.h"

#include "engine/data/batch_by_size.h"
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/features/studies/export_preview.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/session/status.h"
#include "engine/text/numbers.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/sheet.h"
#include "ui/kit/tooltips.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/export_preview.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

constexpr double kSameDecibels = 0.05;  // methods whose PSNR differs by less count as equally close
constexpr float kLabels = 84, kLine = 18, kTablePad = 5;  // layout units

// The methods of the table's columns.
constexpr std::array kColumns{Method::network, Method::enlarging, Method::lanczos, Method::bicubic};

// Returns the results of the methods that have a column. `measured`: may be null.
std::vector<Quality> shown_results(const auto& measured) {
    std::vector<Quality> all = measured ? measured->methods : std::vector<Quality>();
    std::erase_if(all, [](const Quality& each) {
        return !std::ranges::count(kColumns, each.method, name_of<Method>);
    });
    return all;
}

std::string head_of(Method method) {
    return method == Method::enlarging ? "Sharpest" : method_name(method);
}

std::string cell_text(double psnr) {
    if (std::isnan(psnr)) return "–";
    return std::isinf(psnr) ? "exact" : fmt::format("{:.1f}", psnr);
}

// Draws a table with one column per method and one row per test. Frames the column of the chosen
// method and highlights the best value of each row.
void draw_table(Ui& ui, const std::vector<MethodTest>& tests, Method chosen) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float pad = ui.px(kTablePad), line = ui.px(kLine), labels = ui.px(kLabels);
    const float column = std::floor((width - labels) / float(kColumns.size()));
    const float height = float(1 + tests.size()) * line + 2 * pad;
    ImFont* font = ui.fonts.small;
    const auto row = [&](std::size_t i) { return at.y + pad + float(i) * line; };
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
        const Method method = kColumns[i];
        const std::string_view name = name_of(method);
        const float x = at.x + labels + float(i) * column;
        const auto write = [&](std::size_t line_of, ImU32 colour, const std::string& text) {
            draw_centred(ui, font, box(x, row(line_of), column, font->FontSize), colour, text);
        };
        if (method == chosen)
            frame(box(x, at.y, column, height), ui.palette.accent_text, ui.px(5), ui.px(1.5f));
        write(0, method == chosen ? ui.palette.text : ui.palette.muted, head_of(method));
        for (std::size_t t = 0; t < tests.size(); ++t) {
            const bool best = !tests[t].methods.empty() && closest(tests[t].methods).method == name;
            write(1 + t, best ? ui.palette.accent_text : ui.palette.text,
                  cell_text(psnr_of(tests[t].methods, name)));
        }
    }
    ImGui::InvisibleButton("quality", {width, height});
    name_control(ui, "quality");
    tooltip(ui, std::string("How close each method comes, in decibels; more is closer. The frame "
                            "marks the file's method. ") +
                    kDecibels);
    for (std::size_t t = 0; t < tests.size(); ++t) {
        draw_text(ui, font, {at.x, row(1 + t)}, ui.palette.muted, tests[t].label);
        read_out(ui, tests[t].where, {at.x, row(1 + t), at.x + width, row(1 + t) + line},
                 tests[t].help);
    }
}

// Returns the timelapse's thumbnail of a training step. Without a step, returns the newest
// thumbnail, which stands in for the present network.
Texture picture_of(const Ui& ui, std::optional<std::int64_t> step) {
    const auto& drawn = ui.status.result<Thumbnails>();
    for (std::size_t i = drawn ? drawn->size() : 0; i-- > 0;)
        if (!step || (*drawn)[i].step == step) return ui.texture((*drawn)[i].image);
    return {};
}

// Draws thumbnails of a softer checkpoint, the exported one and a more detailed one. A click on a
// thumbnail selects its checkpoint for export.
void draw_neighbours(Ui& ui, ExportSheet& sheet, float height) {
    const auto at = sheet.at_step;
    const std::array moments{turned(ui, at, -1), at, turned(ui, at, +1)};
    constexpr std::array kNames{"softer", "this moment", "more detail"};
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float gap = ui.px(8), caption = ui.px(20), room = ImGui::GetContentRegionAvail().x;
    const float width = std::floor((room - 2 * gap) / 3);
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const std::optional<std::int64_t> step = moments[i];
        if (i != 1 && step == at) continue;  // no earlier (or later) keyframe
        if (step) ui.requests.view.moments.push_back(*step);
        const Rect cell = box(from.x + float(i) * (width + gap), from.y, width, height - caption);
        if (picture_button(ui, kNames[i], cell, picture_of(ui, step), step == at,
                           "Click to export this moment."))
            sheet.at_step = step;
        ImFont* font = ui.fonts.small;
        draw_centred(ui, font, {cell.x0, cell.y1, cell.x1, cell.y1 + caption}, ui.palette.muted,
                     shortened(font, step ? moment_name(ui, *step) : "Now", width));
    }
    ImGui::SetCursorScreenPos(from);
    ImGui::Dummy({room, height});
}

// Draws the link that opens the enlarging network as a separate run.
void offer_to_open(Ui& ui) {
    if (text_button(ui, "open enlarging", "Open the enlarging network as a run", false)) {
        ui.requests.ask(
            command::Restart{with_preset(ui.status.config, "enlarge", ui.picture_size())});
        close_dialog(ui);
    }
    tooltip(
        ui,
        "Starts a new run with the enlarging network, to see its timelapse, neurons and curves. "
        "This run stays in the library.");
}

}  // namespace

std::vector<MethodTest> method_tests(const Status& status) {
    std::vector<MethodTest> tests;
    if (has_larger_original(status)) {
        const Image& original = *status.picture;
        tests.push_back({"Original, dB", "Compared with the original",
                         shown_results(status.result<ExportCrop>()),
                         fmt::format("Each method enlarges the learned picture, compared with the "
                                     "original, {}: {}.",
                                     dimensions(original.width, original.height),
                                     compared_whole(original) ? "all of it" : "a detail of it")});
    }
    tests.push_back(
        {"Half size, dB", "In a test on your picture",
         shown_results(status.result<EnlargingMeasure>()),
         "Each method enlarges your picture from half its size. Compared where the enlarging "
         "network has not learned."});
    return tests;
}

std::string verdict_of(const MethodTest& test, Method method) {
    const double own = psnr_of(test.methods, name_of(method));
    std::vector<Quality> others = test.methods;
    std::erase_if(others, [&](const Quality& other) { return other.method == name_of(method); });
    if (std::isnan(own) || others.empty()) return "";
    const Quality& rival = closest(others);
    const std::string name = method_name(from_name<Method>(rival.method).value_or(Method::network));
    const auto shown = [](double psnr) { return std::round(10 * psnr) / 10; };
    const double lead = shown(own) - shown(rival.psnr);  // the difference of the numbers one sees
    if (std::isinf(own)) return fmt::format("{}: exact.", test.where);
    if (std::isinf(rival.psnr)) return fmt::format("{}: {} is exact.", test.where, name);
    if (std::abs(lead) < kSameDecibels) return fmt::format("{}: as close as {}.", test.where, name);
    return fmt::format("{}: {:.1f} dB {} {}.", test.where, std::abs(lead),
                       lead > 0 ? "ahead of" : "behind", name);
}

std::string said_of_method(const ExportSheet& sheet, const Status& status, PixelSize size) {
    const Method method = method_for(sheet, status, size);
    const bool alone = offered_methods(sheet, status, size).size() == 1;
    std::string first = alone ? "Up to the original size only this drawing is available. " : "";
    if (const std::string waiting = waiting_text(status, method); !waiting.empty())
        return waiting + (waiting.ends_with("…") ? "" : ".");
    const auto tests = method_tests(status);
    for (const MethodTest& test : tests)
        if (const std::string said = verdict_of(test, method); !said.empty()) return first + said;
    if (method == Method::enlarging) return "The picture is too small or too plain to test.";
    if (!alone && !sheet.method && method == Method::network)
        return "Every size shows the drawing on the canvas. Sharpest enlargement would redraw the "
               "picture instead.";
    return first;
}

void draw_export_worth(Ui& ui, ExportSheet& sheet) {
    const auto sizes = chosen_sizes(sheet, ui.status);
    const auto shown = previewed_size(sheet, ui.status);
    const PixelSize size = shown ? *shown : sizes.empty() ? PixelSize{} : sizes.front();
    const float gap = ImGui::GetStyle().ItemSpacing.y, link = ui.px(18);
    const float table = ui.px(3 * kLine + 2 * kTablePad) + gap + note_height(ui, 2);
    // Users choose an earlier checkpoint for its look, so its quality is not compared.
    if (sheet.at_step) return draw_neighbours(ui, sheet, table + link + gap);
    {
        const SheetRoom kept(table);
        const auto tests = method_tests(ui.status);
        const bool measured = std::ranges::any_of(
            tests, [](const MethodTest& test) { return !test.methods.empty(); });
        if (measured || offered_methods(sheet, ui.status, size).size() > 1)
            draw_table(ui, tests, method_for(sheet, ui.status, size));
        note(ui, said_of_method(sheet, ui.status, size), ui.palette.text);
    }
    const SheetRoom kept(link);
    if (offered_methods(sheet, ui.status, size).size() > 1 && can_enlarge(ui.status))
        offer_to_open(ui);
}

}  // namespace redraw::ui
