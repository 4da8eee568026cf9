// Under the list of runs: what is chosen, or asked, in a line that is always there so that nothing
// moves; and what can be done with it.
#pragma once

#include "ui/runs/run_choice.h"
#include "ui/state/context.h"

#include <cstddef>
#include <string>

namespace redraw::ui {

// Returns the height of the foot in a sheet with contents of this width; both in pixels.
float runs_foot_height(const Ui& ui, float width);
// `runs`: those listed. `open`: the chosen one, as if its button were pressed.
void draw_runs_foot(Ui& ui, const ListedRuns& runs, bool open);

// The actions of buttons and keys on the chosen runs.
void rename_chosen(Ui& ui, const ListedRuns& runs);  // asks for the name
void trash_chosen(Ui& ui, const ListedRuns& runs);
void undo_trash(Ui& ui);

std::string runs_of(std::size_t count);  // "1 run", "12 runs"
double bytes_of(const ListedRuns& runs);

}  // namespace redraw::ui
