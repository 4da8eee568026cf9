#include "ui/sheets/sheets.h"

#include "engine/data/own_preset.h"
#include "engine/system/shell_line.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "ui/actions/dialogs.h"
#include "ui/kit/fields.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/batch_plan.h"
#include "ui/sheets/batch_row.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

constexpr float kOrderWidth = 600;

std::string preview_words(const BatchSheet& sheet, const PlanPreview* preview) {
    if (!preview || preview->pictures < 0)
        return "Searching " + display_name(sheet.paths.front().filename()) + "…";
    std::string said = counted(preview->pictures, "picture");
    if (preview->pictures > preview->found.added)
        said += ", " + thousands(preview->found.added) + " of them new";
    if (preview->found.links) said += "; " + counted(preview->found.links, "link") + " to them";
    if (preview->found.others)
        said += "; " + counted(preview->found.others, "other file") + " ignored";
    return said + ".";
}

std::string making_of(const BatchSheet& sheet) {
    switch (sheet.making) {
        case BatchMaking::enlarge:
            return fmt::format("Enlarge {}×", sheet.times);
        case BatchMaking::learn:
            return "Learn" + (sheet.seconds > 0 ? ", " + time_span(sheet.seconds) + " each" : "");
        case BatchMaking::learn_alike:
            return "Learn with the current settings";
        case BatchMaking::learn_by_preset:
            return "Learn with preset " + sheet.preset;
    }
    return "";
}

void draw_making(Ui& ui, BatchSheet& sheet) {
    sheet_row(ui, "Action", "What to do with each picture.");
    if (!begin_choice(ui, "##making", making_of(sheet), ImGui::GetContentRegionAvail().x,
                      "What to do with each picture: learn it as a run, or enlarge it."))
        return;
    const std::string before = making_of(sheet);
    const auto offer = [&](BatchMaking making, const char* help, int times,
                           const std::string& preset) {
        BatchSheet wanted = sheet;
        wanted.making = making;
        wanted.times = times;
        wanted.preset = preset;
        if (choice(ui, making_of(wanted), making_of(wanted) == before)) sheet = wanted;
        tooltip(ui, help);
    };
    const int times = sheet.times;
    const std::string preset = sheet.preset;
    offer(BatchMaking::learn, "One run per picture, with settings chosen from its size.", times,
          preset);
    if (!sheet.settings.empty())
        offer(BatchMaking::learn_alike,
              "One run per picture, with the current settings. Size and colours follow the "
              "picture.",
              times, preset);
    for (const PresetEntry& entry : ui.view.presets)
        if (entry.problem.empty())
            offer(BatchMaking::learn_by_preset, "One run per picture, with one of your presets.",
                  times, entry.name);
    for (const int larger : {2, 4})
        offer(BatchMaking::enlarge, "One larger picture per picture, as redraw enlarge writes it.",
              larger, preset);
    ImGui::EndCombo();
    if (!sheet.to_chosen && making_of(sheet) != before) sheet.to.clear();
}

void draw_order_time(Ui& ui, const BatchSheet& sheet, const PlanPreview* preview) {
    sheet_row(ui, "In parallel",
              "How many pictures to work on at once. Default 1, which keeps the machine "
              "responsive.");
    draw_at_once(ui);
    ImGui::SameLine(0, ui.px(20));
    const double seconds =
        preview ? estimated_seconds(sheet, preview->pictures, ui.view.batch.newest.at_once) : 0;
    row_text(ui, "time of all", ui.fonts.small, ui.palette.muted,
             seconds > 0 ? "About " + duration(seconds) + " in total."
                         : "The total time is known once the first picture has started.",
             "The time for all pictures together.");
}

void draw_copy_command(Ui& ui, const PlanOrder& order) {
    if (next_button(ui, "copy command", "Copy command", 130, !order.to.empty(),
                    "Copies a command for a terminal, which prints one command for each picture."))
        ImGui::SetClipboardText(shell_line(plan_command(order, "redraw")).c_str());
}

}  // namespace

const Purpose kBatchFolder{FileQuestion::Kind::folder,
                           "Choose a folder for the results",
                           "Choose this folder",
                           [](const Ui& ui) { return ui.state.of<BatchSheet>().to.parent_path(); },
                           [](Ui& ui, const std::filesystem::path& chosen) {
                               ui.state.of<BatchSheet>().to = chosen;
                               ui.state.of<BatchSheet>().to_chosen = true;
                           },
                           nullptr,
                           true};

void offer_batch(Ui& ui, const DropListing& found) {
    if (!found.folders && !found.more &&
        std::ranges::count(found.files, true, &DroppedFile::picture) < 2)
        return;
    BatchSheet& sheet = ui.state.of<BatchSheet>();
    sheet.paths = ui.state.sheets.drop.paths;
    sheet.listed = found.files.size();
    sheet.to.clear();
    sheet.to_chosen = false;
    sheet.scouted.reset();
    sheet.finish = ui.state.preferences.finish;
    sheet.seconds = ui.state.preferences.seconds;
    sheet.settings = ui.has_run() ? preset_json(ui.state.settings.edited) : std::string();
    if (sheet.settings.empty() && sheet.making == BatchMaking::learn_alike)
        sheet.making = BatchMaking::learn;
    ui.requests.ask(PresetRequest{presets::Refresh{}});
    open_dialog(ui, Dialog::batch_order);
}

void draw_batch_order_sheet(Ui& ui) {
    BatchSheet& sheet = ui.state.of<BatchSheet>();
    if (!begin_sheet(ui, "Batch", kOrderWidth, !sheet.paths.empty())) return;
    const batch::Preview asked = preview_of(sheet, ui.view.pictures_folder);
    if (sheet.scouted != asked.order) {
        sheet.scouted = asked.order;
        ui.requests.ask(BatchRequest{asked});
    }
    const PlanPreview* preview = ui.view.batch.preview.get();
    if (preview && preview->order != asked.order) preview = nullptr;
    if (preview && !preview->to.empty()) sheet.to = preview->to;
    const PlanOrder order = order_of(sheet);
    const std::string problem = preview ? preview->problem : "";
    draw_problem(ui, 2, problem, preview_words(sheet, preview));
    ImGui::Dummy({1, ui.px(2)});
    draw_making(ui, sheet);
    sheet_row(ui, "Save to", "The folder of the results, named after their pictures.");
    if (draw_chosen_folder(ui, "batch results folder", sheet.to,
                           "Choose another folder for the results."))
        go_to_dialog(ui, Dialog::batch_folder);

    draw_order_time(ui, sheet, preview);
    if (draw_sheet_foot(ui, "Start", preview && problem.empty() && preview->pictures > 0,
                        [&] { draw_copy_command(ui, order); })) {
        ui.requests.ask(BatchRequest{batch::Start{order}});
        ui.state.of<BatchList>() = {};
        go_to_dialog(ui, Dialog::batch);
    } else if (sheet.listed > 0 &&
               end_button(ui, "open one", "Open one of them…", 150, true,
                          "Lists the pictures, to open one in this window instead.")) {
        go_to_dialog(ui, Dialog::choose_dropped);
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
