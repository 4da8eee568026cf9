// Presets of one's own, as the studio lists and changes them. Of the window's thread: they are few
// and small.
#pragma once

#include "ui/state/presets.h"

#include <span>
#include <string>
#include <vector>

namespace redraw {

class PresetList {
public:
    PresetList() { refresh(); }
    std::span<const ui::PresetEntry> entries() const { return entries_; }
    // Does it; what is to be said of it, or empty.
    std::string answer(const ui::PresetRequest& asked);

private:
    void refresh();
    std::string keep(const ui::presets::Save& asked);
    std::string take(const ui::presets::Import& asked);

    std::vector<ui::PresetEntry> entries_;
};

}  // namespace redraw
