// Many pictures, before they are begun: how many there are, what becomes of each, and where to.
#pragma once

#include "ui/state/context.h"

#include <filesystem>
#include <vector>

namespace redraw::ui {

// `listed`: of what was dropped, so many can be opened one by one instead.
void open_queue_order(Ui& ui, std::vector<std::filesystem::path> paths, std::size_t listed);
void draw_queue_order_sheet(Ui& ui);

}  // namespace redraw::ui
