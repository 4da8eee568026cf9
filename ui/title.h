// What the window's title says: a task bar shows it while the window itself is hidden.
#pragma once

#include "engine/studies/status.h"

#include <string>

namespace redraw {

// "37 % – lion.png – Redraw" while it trains; "Done, 48.2 dB – lion.png – Redraw" once it is
// finished, as long as the user looks elsewhere (`away`: the window has no focus or is minimised).
std::string window_title(const Status& status, bool away);

}  // namespace redraw
