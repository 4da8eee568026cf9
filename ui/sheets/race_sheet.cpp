#include "ui/sheets/race_sheet.h"
#include "ui/sheets/sheets.h"

#include "engine/data/batch_by_size.h"
#include "engine/error.h"
#include "engine/network/presets.h"
#include "engine/run/race.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/actions/differences.h"
#include "ui/actions/race.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"
#include "ui/kit/sheet.h"
#include "ui/runs/run_card.h"
#include "ui/sheets/sheet_rows.h"

#include <cctype>
#include <sstream>

namespace redraw::ui {
namespace {

// Parses the widths of hidden layers, as in "128 128 64" or "128, 128, 64".
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

const Config& first_racer(const Ui& ui) {
    const auto& first = ui.state.of<RaceSheet>().first;
    return first ? *first : ui.state.settings.edited;
}

// Returns the index of a rival with A's settings, the chosen one if possible; the number of rivals
// if there is none.
std::size_t identical_rival(const Ui& ui) {
    const RaceSheet& sheet = ui.state.of<RaceSheet>();
    const auto same = [&](const Config& rival) {
        return differences(first_racer(ui), rival).empty();
    };
    if (same(sheet.rivals[sheet.at])) return sheet.at;
    return std::size_t(std::ranges::find_if(sheet.rivals, same) - sheet.rivals.begin());
}

void draw_settings(Ui& ui, Config& rival) {
    const Config plain = preset_config(rival.preset);
    sheet_row(ui, "Preset",
              "Sets this rival's network, optimiser and schedule. Default " +
                  preset_title(ui, ui.state.settings.edited) + ", as in this run.");
    const float room = ImGui::GetContentRegionAvail().x;
    if (begin_choice(ui, "##preset", preset_title(ui, rival), room)) {
        if (const auto chosen = draw_preset_choices(ui, rival)) rival = *chosen;
        ImGui::EndCombo();
    }
    sheet_row(
        ui, "Layers",
        "Neurons in each hidden layer, separated by spaces. More draw finer detail, but train "
        "fewer steps in the same time.");
    std::string taken;
    const std::string layers = fmt::format("{}", fmt::join(rival.network.layers, " "));
    if (text_field(ui, "##layers", layers, room, taken))
        if (const auto parsed = parse_layers(taken)) rival.network.layers = *parsed;
    sheet_row(ui, "Activation",
              "The function each neuron applies to its sum. Default " +
                  title(name_of(plain.network.activation)) + ", as in its preset.");
    choose_named(ui, "##activation", rival.network.activation, room);
    sheet_row(ui, "Max rate",
              "The learning rate at the start, above 0. Default " +
                  shown_number(plain.schedule.lr_max) +
                  ", as in its preset. Higher learns faster, until it no longer settles.");
    if (text_field(ui, "##rate", shown_number(rival.schedule.lr_max), room, taken))
        if (const auto rate = parse_number(taken)) {
            rival.schedule.lr_max = *rate;
            rival.by_size.lr_max = false;
        }
}

// Returns the settings of a new rival, if possible with a preset that is not in the race yet. Skips
// presets that take hours or only enlarge.
Config another_rival(const Ui& ui) {
    const RaceSheet& sheet = ui.state.of<RaceSheet>();
    for (const char* preset : {"siren", "fourier", "grid", "lineart"})
        if (ui.state.settings.edited.preset != preset &&
            std::ranges::count(sheet.rivals, preset, &Config::preset) == 0)
            return with_preset(sheet.rivals.back(), preset, ui.picture_size());
    return sheet.rivals.back();
}

// Draws the list of ready-made races, whose networks differ in one setting. The sheet's other rows
// show the settings of the chosen race, which the user can change.
void draw_ready_races(Ui& ui, RaceSheet& sheet) {
    sheet_row(ui, "Race",
              "Ready-made races differ in one setting and show what it does. Default: your own.");
    if (!begin_choice(ui, "##ready", sheet.ready.empty() ? "Your own" : sheet.ready,
                      ImGui::GetContentRegionAvail().x))
        return;
    if (choice(ui, "Your own", sheet.ready.empty())) prepare_race_sheet(ui);
    for (const auto& [race, name] : kNames<ReadyRace>) {
        if (!choice(ui, std::string(name), sheet.ready == name)) continue;
        const auto runs = ready_race(race, ui.state.settings.edited, ui.picture_size());
        sheet.ready = name;
        sheet.first = runs[0];
        sheet.rivals.assign(runs.begin() + 1, runs.end());
        sheet.at = 0;
    }
    ImGui::EndCombo();
}

void draw_rivals(Ui& ui, RaceSheet& sheet) {
    sheet_row(ui, "Rivals",
              "The networks that race against A: one to three, each with its own settings. All "
              "train in turn, for equal time. Default: one.");
    for (std::size_t i = 0; i < sheet.rivals.size(); ++i) {
        const std::string letter = letter_of(i + 1);
        if (toggle_chip(ui, letter.c_str(), letter, sheet.at == i, {ui.px(34), ui.px(26)}))
            sheet.at = i;
        ImGui::SameLine(0, ui.px(6));
    }
    if (button(ui, "add rival", "Add", ButtonStyle::plain, ImVec2{ui.px(70), ui.px(26)},
               {.icon = Icon::plus,
                .enabled = sheet.rivals.size() < kMostRivals,
                .help = "Adds a network with another preset."})) {
        sheet.rivals.push_back(another_rival(ui));
        sheet.at = sheet.rivals.size() - 1;
    }
    ImGui::SameLine(0, ui.px(6));
    if (button(ui, "remove rival", "Remove " + letter_of(sheet.at + 1), ButtonStyle::plain,
               ImVec2{ui.px(92), ui.px(26)}, {.enabled = sheet.rivals.size() > 1})) {
        sheet.rivals.erase(sheet.rivals.begin() + std::ptrdiff_t(sheet.at));
        sheet.at = std::min(sheet.at, sheet.rivals.size() - 1);
    }
}

void draw_finish_line(Ui& ui, RaceSheet& sheet) {
    sheet_row(ui, "Finish line",
              "The first network to reach this PSNR, in dB, wins; all train to the end. Empty "
              "(default): the closest drawing at the end wins.");
    std::string taken;
    const std::string shown = sheet.finish_line ? shown_number(*sheet.finish_line) + " dB" : "none";
    if (!text_field(ui, "##finish line", shown, ImGui::GetContentRegionAvail().x, taken)) return;
    if (taken.ends_with("dB")) taken.resize(taken.size() - 2);
    const auto typed = parse_number(taken);
    sheet.finish_line = typed && *typed > 0 ? typed : std::nullopt;
}

// Returns a difference as it is said of the rival: "ReLU activation", "max rate 0.01".
std::string said_of_rival(const Difference& found) {
    const std::string_view name = found.what;
    const std::string what = lower(name.substr(0, 1)).append(name.substr(1));
    if (name == "Layers") return found.b;
    if (std::isalpha(static_cast<unsigned char>(found.b[0])) == 0) return what + " " + found.b;
    // Keeps the letters of "ReLU" and of a preset's name.
    const std::string small = lower(found.b);
    return (capital(small) == found.b && name != "Preset" ? small : found.b) + " " + what;
}

// Returns how the chosen rival differs from A or, first, which rival does not differ.
std::string what_differs(const Ui& ui, const RaceSheet& sheet) {
    constexpr std::size_t kMost = 3;
    if (const auto same = identical_rival(ui); same < sheet.rivals.size())
        return letter_of(same + 1) + " is identical to A: change one setting.";
    const auto found = differences(first_racer(ui), sheet.rivals[sheet.at]);
    std::string text = letter_of(sheet.at + 1) + ":";
    for (std::size_t i = 0; i < std::min(found.size(), kMost); ++i)
        text += (i == 0 ? " " : ", ") + said_of_rival(found[i]);
    return found.size() > kMost ? fmt::format("{} and {} more", text, found.size() - kMost) : text;
}

}  // namespace

void prepare_race_sheet(Ui& ui) {
    ui.state.of<RaceSheet>() = {.rivals = {ui.state.settings.edited},
                                .finish_line = ui.state.of<RaceSheet>().finish_line};
}

void draw_race_sheet(Ui& ui) {
    RaceSheet& sheet = ui.state.of<RaceSheet>();
    if (!begin_sheet(ui, "Race", 420, ui.has_run() && !sheet.rivals.empty())) return;
    note(ui, sheet.first ? "A is " + settings_line(*sheet.first) +
                               ". All start with new weights. The run so far is kept."
                         : "A uses your settings. Set up its rivals here. All start with new "
                           "weights and train for equal time. The run so far is kept.");
    ImGui::Dummy({1, ui.px(2)});
    draw_ready_races(ui, sheet);
    draw_rivals(ui, sheet);
    Config& rival = sheet.rivals[sheet.at];
    ImGui::PushID(int(sheet.at));  // keeps typed text with its rival
    draw_settings(ui, rival);
    ImGui::PopID();
    draw_problem(ui, 2, "", what_differs(ui, sheet));
    draw_finish_line(ui, sheet);
    if (!sheet.problem.empty()) note(ui, sheet.problem, ui.palette.error);
    if (draw_sheet_foot(ui, "Start the race",
                        ui.can_train() && identical_rival(ui) == sheet.rivals.size())) {
        try {
            for (const Config& each : sheet.rivals) validate(each);
            ui.requests.ask(command::Race{sheet.rivals, sheet.finish_line, sheet.first});
            close_dialog(ui);
        } catch (const Error& error) {
            sheet.problem = error.what();
        }
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
