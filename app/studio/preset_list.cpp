#include "app/studio/preset_list.h"

#include "app/library/trash.h"
#include "engine/error.h"
#include "engine/overloaded.h"
#include "engine/run/outputs.h"
#include "engine/run/preset_folder.h"
#include "engine/text/display_name.h"

namespace redraw {
namespace fs = std::filesystem;
namespace {

ui::PresetEntry entry_of(const fs::path& path) {
    ui::PresetEntry entry{path, preset_name_of(path), {}, {}, {}};
    try {
        entry.text = read_preset_file(path);
        entry.preset = own_preset_from_json(entry.text);
    } catch (const Error& error) {
        entry.problem = error.what();
    }
    return entry;
}

}  // namespace

void PresetList::refresh() {
    entries_.clear();
    for (const fs::path& path : preset_files()) entries_.push_back(entry_of(path));
}

std::string PresetList::keep(const ui::presets::Save& asked) {
    write_preset_file(preset_path(asked.name), asked.text);
    return "Saved the preset " + asked.name + ".";
}

std::string PresetList::take(const ui::presets::Import& asked) {
    const std::string text = read_preset_file(asked.path);
    try {
        own_preset_from_json(text);
    } catch (const Error& error) {
        throw Error("Cannot use " + display_name(asked.path.filename()) +
                    " as a preset: " + error.what());
    }
    const fs::path kept = import_preset(preset_name_of(asked.path), text);
    return preset_name_of(kept) + " is now among the presets of the network.";
}

std::string PresetList::answer(const ui::PresetRequest& asked) {
    try {
        std::string said = std::visit(
            Overloaded{
                [](const ui::presets::Refresh&) { return std::string(); },
                [&](const ui::presets::Save& save) { return keep(save); },
                [](const ui::presets::Rename& rename) {
                    rename_preset(rename.path, rename.name);
                    return std::string();
                },
                [](const ui::presets::Trash& trash) {
                    move_to_trash(trash.path);
                    return "Moved the preset " + preset_name_of(trash.path) + " to the trash.";
                },
                [&](const ui::presets::Import& import) { return take(import); },
                [](const ui::presets::Export& asked_export) {
                    require_no_input(asked_export.to, {{asked_export.path, "the preset itself"}});
                    write_preset_file(asked_export.to, read_preset_file(asked_export.path));
                    return "Saved " + display_name(asked_export.to.filename()) + ".";
                },
            },
            asked);
        refresh();
        return said;
    } catch (const Error& error) {
        refresh();
        return error.what();
    }
}

}  // namespace redraw
