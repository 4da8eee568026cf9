// Who draws what is larger than the picture: a row of the export sheet that is always there.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Has the enlarging network learned where a chosen size is larger than the picture.
void draw_export_method(Ui& ui, ExportSheet& sheet);

}  // namespace redraw::ui
