// The sheet that explains the run in three sentences, each with a button to the view that shows it.
#include "engine/features/explanation/explanation.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/race_sheet.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

using Shown = RunExplanation::View;

// Shows, by the button of a sentence, what the sentence is about.
struct Way {
    Shown view;
    const char *label, *help;
    void (*go)(Ui&, const RunExplanation&);
};
constexpr Way kWays[] = {
    {Shown::scan_line, "Show the scan line",
     "Shows one row as a curve, and how much of each size is learned.",
     [](Ui& ui, const RunExplanation&) { perform(ui, Action::view_scan_line); }},
    {Shown::curves, "Show the curves",
     "Shows the loss and the learning rate from the first step to now.",
     [](Ui& ui, const RunExplanation&) { ui.state.curves.steps_shown = {}; }},
    {Shown::neurons, "Show the neurons", "Shows what every neuron draws.",
     [](Ui& ui, const RunExplanation&) { perform(ui, Action::view_neurons); }},
    {Shown::race, "Race the two",
     "Prepares a race on this picture: these settings, and the tested change.",
     [](Ui& ui, const RunExplanation& explanation) {
         go_to_dialog(ui, Dialog::race);
         ui.state.of<RaceSheet>().first = ui.status.config;
         ui.state.of<RaceSheet>().rivals = {*explanation.changed};
     }},
};

}  // namespace

void draw_explanation_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Explain this run", 520, ui.has_run())) return;
    ui.requests.view.explanation = true;
    const auto explanation = ui.status.result<RunExplanation>();
    if (!explanation || explanation->sentences.empty()) note(ui, "Measuring the drawing…");
    if (explanation)
        for (std::size_t i = 0; i < explanation->sentences.size(); ++i) {
            const auto& [text, view] = explanation->sentences[i];
            const bool tests = i + 1 == explanation->sentences.size() && !explanation->finished();
            ImGui::PushID(int(i));
            ImGui::Dummy({1, ui.px(4)});
            note(ui, tests ? fmt::format("{} {:.0f} %", text, 100 * explanation->progress) : text,
                 ui.palette.text);
            const auto way = std::ranges::find(kWays, view, &Way::view);
            if (way != std::end(kWays) &&
                button(ui, "way", way->label, ButtonStyle::plain, {0, 0},
                       {.enabled = !tests && (view != Shown::race || ui.can_train()),
                        .help = way->help})) {
                close_dialog(ui);
                way->go(ui, *explanation);
            }
            ImGui::PopID();
        }
    end_sheet(ui);
}

}  // namespace redraw::ui
