#include "ui/sheets/race_sheet.h"

#include "engine/error.h"
#include "engine/network/names.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/kit/fields.h"
#include "ui/kit/preset_choices.h"
#include "ui/kit/sheet.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_text.h"
#include "ui/sheets/sheet_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace redraw::ui {
namespace {

float field_room() {
    return ImGui::GetContentRegionAvail().x;
}

// "128 128 64", "128, 128, 64".
std::optional<std::vector<int>> parse_layers(std::string text) {
    std::replace(text.begin(), text.end(), ',', ' ');
    std::istringstream words(text);
    std::vector<int> layers;
    for (std::string word; words >> word;) {
        const auto width = parse_number(word);
        if (!width || *width < 1 || *width > 1e6) return std::nullopt;
        layers.push_back(int(*width));
    }
    if (layers.empty()) return std::nullopt;
    return layers;
}

void draw_preset(Ui& ui, Config& rival) {
    sheet_row(ui, "Preset", "Network, optimizer and schedule of B at once. Default SIREN.");
    if (!begin_choice(ui, "##preset", preset_title(ui, rival), field_room())) return;
    if (const auto chosen = draw_preset_choices(ui, rival)) rival = *chosen;
    ImGui::EndCombo();
}

void draw_layers(Ui& ui, Config& rival) {
    sheet_row(ui, "Layers",
              "Neurons in each hidden layer, with spaces between. More draw finer and take longer "
              "a step, so that B makes fewer of them in the same time.");
    std::string taken;
    const std::string shown = fmt::format("{}", fmt::join(rival.network.layers, " "));
    if (!text_field(ui, "##layers", shown, field_room(), taken)) return;
    if (const auto layers = parse_layers(taken)) rival.network.layers = *layers;
}

void draw_activation(Ui& ui, Config& rival) {
    Activation& activation = rival.network.activation;
    sheet_row(ui, "Activation", "What a neuron does with its sum. Default Sine, as in SIREN.");
    if (!begin_choice(ui, "##activation", title(name_of(activation)), field_room())) return;
    for (const auto& [candidate, name] : kNames<Activation>)
        if (choice(ui, title(name), candidate == activation)) activation = candidate;
    ImGui::EndCombo();
}

void draw_rate(Ui& ui, Config& rival) {
    sheet_row(ui, "Rate max",
              "B's highest learning rate, above 0. Default 2e-3. Higher learns faster until it "
              "turns into noise.");
    std::string taken;
    if (!text_field(ui, "##rate", number(rival.schedule.lr_max), field_room(), taken)) return;
    if (const auto rate = parse_number(taken)) rival.schedule.lr_max = *rate;
}

std::string what_differs(const Ui& ui, const Config& rival) {
    const auto found = differences(ui.state.settings.edited, rival);
    if (found.empty()) return "So far B is the same as A: change something.";
    std::string text = "B differs in ";
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::string_view what = found[i].what;
        text += i == 0 ? "" : i + 1 == found.size() ? " and " : ", ";
        text.append(lower(what.substr(0, 1))).append(what.substr(1));
    }
    return text + ".";
}

}  // namespace

void draw_race_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Race", 420)) return;
    RaceSheet& sheet = ui.state.sheets.race;
    if (!ui.has_run()) {
        close_dialog(ui);
        return end_sheet(ui);
    }
    note(ui,
         "Two networks learn this picture in turn, with equal time: A with the settings on the "
         "left, B with these. Both begin with new weights; the run so far is kept.",
         ui.palette.muted);
    ImGui::Dummy({1, ui.px(2)});
    draw_preset(ui, sheet.rival);
    draw_layers(ui, sheet.rival);
    draw_activation(ui, sheet.rival);
    draw_rate(ui, sheet.rival);
    note(ui, what_differs(ui, sheet.rival), ui.palette.muted);
    if (!sheet.problem.empty()) note(ui, sheet.problem, ui.palette.error);
    if (draw_sheet_foot(ui, "Start the race", ui.can_train())) {
        try {
            validate(sheet.rival);
            ui.requests.ask(command::Race{sheet.rival});
            close_dialog(ui);
        } catch (const Error& error) {
            sheet.problem = error.what();
        }
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
