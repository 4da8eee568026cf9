// A detail of the export before it is made: the network's drawing beside plain interpolation, and
// which of them is closer to the larger picture as it was opened, or, where there is none, to
// pixels that were held out from a copy's training.
#pragma once

#include "engine/image/quality.h"
#include "ui/state/context.h"

#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

// Of one of the sizes that will be exported; asks the session for it.
void draw_export_preview(Ui& ui, const std::vector<PixelSize>& sizes);

// Whether the network or plain interpolation is closer to the larger picture, in one sentence.
// `crop` is null until it is drawn.
std::string export_verdict(const Status& status, const ExportCrop* crop);
// Which is closer between the pixels and what to do about it, in one sentence.
std::string held_out_verdict(std::span<const Quality> methods);
// About how long measuring that takes; 0 while the pace of training is unknown.
double held_out_seconds(const Status& status);

}  // namespace redraw::ui
