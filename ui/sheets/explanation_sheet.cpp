// The sheet that explains the run in three sentences, each with a button to the view that shows it.
#include "engine/features/explanation/explanation.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/race_sheet.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

struct Way {
    const char *label, *help;
};
constexpr Way kWays[] = {
    {"Show the scan line", "Shows one row as a curve, and how much of each size is learned."},
    {"Show the curves", "Shows the loss and the learning rate from the first step to now."},
    {"Show the neurons", "Shows what every neuron draws."},
    {"Race the two", "Prepares a race on this picture: these settings, and the tested change."}};

void go_to(Ui& ui, const RunExplanation& explanation, RunExplanation::View view) {
    close_dialog(ui);
    switch (view) {
        case RunExplanation::View::scan_line:
            return perform(ui, Action::view_scan_line);
        case RunExplanation::View::curves:
            ui.state.curves.steps_shown = {};
            return;
        case RunExplanation::View::neurons:
            return perform(ui, Action::view_neurons);
        case RunExplanation::View::race:
            go_to_dialog(ui, Dialog::race);
            ui.state.of<RaceSheet>().first = ui.status.config;
            ui.state.of<RaceSheet>().rivals = {*explanation.changed};
    }
}

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
            const Way& way = kWays[std::size_t(view)];
            if (button(ui, "way", way.label, ButtonStyle::plain, {0, 0},
                       {.enabled = !tests && (view != RunExplanation::View::race || ui.can_train()),
                        .help = way.help}))
                go_to(ui, *explanation, view);
            ImGui::PopID();
        }
    end_sheet(ui);
}

}  // namespace redraw::ui
