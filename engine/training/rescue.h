// What was learned, saved in the end: in the run's own file, or, where that takes nothing any more
// (its disk is full or broken, the file is gone, somebody wrote over it), in the folder of runs.
#pragma once

#include "engine/training/trainer.h"

#include <string>

namespace redraw {

// Commits. Where that fails everything that is known of the run becomes a new run in the folder of
// runs, and the sentence that says why and where is returned; else nothing. Throws NotSaved when
// that fails, too. `picture`: as it was opened, where it is at hand.
std::string commit_or_rescue(Trainer& trainer, const Image* picture = nullptr);

}  // namespace redraw
