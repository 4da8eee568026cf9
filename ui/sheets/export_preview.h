// A detail of the export before it is made.
#pragma once

#include "ui/state/context.h"

#include <string>
#include <vector>

namespace redraw {

// Of one of the sizes that will be exported; asks the session for it.
void draw_export_preview(Ui& ui, const std::vector<PixelSize>& sizes);

// Whether the network or plain interpolation is closer to the larger picture as it was opened, in
// one sentence. `crop` is null until it is drawn.
std::string export_verdict(const Status& status, const ExportCrop* crop);

}  // namespace redraw
