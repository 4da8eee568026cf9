#include "engine/features/explanation/explanation.h"
#include "ui/actions/keymap.h"
#include "ui/centre/why.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

// Makes the tested change as if the user had edited the settings, so that Ctrl+Z undoes it.
void mend(Ui& ui, const RunExplanation& explanation) {
    Settings& settings = ui.state.settings;
    if (explanation.changed)
        settings.edited = *explanation.changed;
    else
        settings.edited.schedule.epochs *= 2;
    commit(settings, ui.requests);
    ui.requests.ask(command::SetRunning{true});
}

}  // namespace

void draw_mend(Ui& ui) {
    if (ui.status.config.network.encoding == Encoding::window) return;
    ui.requests.view.explanation = true;
    const auto& explanation = ui.status.result<RunExplanation>();
    if (!explanation || explanation->sentences.empty()) return note(ui, "Measuring the drawing…");
    note(ui, "The whole picture", ui.palette.text);
    for (std::size_t i = 0; i + 1 < explanation->sentences.size(); ++i)
        note(ui, explanation->sentences[i]);
    const std::string& test = explanation->sentences.back();
    note(ui, explanation->finished()
                 ? test
                 : fmt::format("{} {:.0f} %", test, 100 * explanation->progress));
    if (!explanation->finished() || !explanation->helps || !ui.can_train()) return;
    const float width = ImGui::GetContentRegionAvail().x;
    if (button(ui, "mend", shortened(ui.fonts.body, "Use it: " + explanation->tested, width),
               ButtonStyle::accent, {0, 0},
               {.help = with_keys("Learns with this change. {} undoes it.", Action::undo)}))
        mend(ui, *explanation);
}

}  // namespace redraw::ui
