#include "ui/kit/preset_choices.h"

#include "engine/data/batch_by_size.h"
#include "engine/network/presets.h"
#include "engine/text/words.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"
#include "ui/kit/widgets.h"

#include <algorithm>

namespace redraw::ui {
namespace {

const PresetEntry* own_preset_of(const Ui& ui, const Config& asked) {
    if (!ui.has_run()) return nullptr;
    const auto found = std::ranges::find_if(ui.view.presets, [&](const PresetEntry& entry) {
        return entry.problem.empty() && is_as_preset(asked, entry.preset);
    });
    return found == ui.view.presets.end() ? nullptr : &*found;
}

}  // namespace

bool is_own_preset(const Ui& ui, const Config& asked) {
    return own_preset_of(ui, asked) != nullptr;
}

std::string preset_title(const Ui& ui, const Config& asked) {
    const PresetEntry* own = own_preset_of(ui, asked);
    return own ? own->name : title(asked.preset);
}

std::optional<Config> draw_preset_choices(Ui& ui, const Config& from) {
    std::optional<Config> chosen;
    const PresetEntry* own = own_preset_of(ui, from);
    for (const Preset& preset : kPresets) {
        if (choice(ui, title(preset.name), !own && preset.name == from.preset))
            chosen = with_preset(from, preset.name, ui.picture_size());
        tooltip(ui, preset_help(preset));
    }
    if (!ui.view.presets.empty()) ImGui::Separator();
    for (const PresetEntry& entry : ui.view.presets) {
        ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, entry.name);
        ImGui::PushID(entry.path.c_str());
        ImGui::BeginDisabled(!entry.problem.empty());
        const std::string shown = shortened(ui.view.fonts.body, entry.name, ui.px(200));
        if (choice(ui, shown, &entry == own))
            chosen = with_own_preset(from, entry.text, ui.picture_size());
        ImGui::EndDisabled();
        tooltip(ui, entry.problem.empty() ? "A preset of your own."
                                          : "It cannot be used: " + entry.problem);
        ImGui::PopID();
    }
    return chosen;
}

}  // namespace redraw::ui
