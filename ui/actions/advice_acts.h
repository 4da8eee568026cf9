// What the buttons of advice do.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void follow_advice(Ui& ui, AdviceAct act);

}  // namespace redraw
