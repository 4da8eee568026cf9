// Writes a drawing for the commands that make one.
#pragma once

#include "app/cli/output.h"
#include "engine/export/export.h"

#include <string>

namespace redraw {

std::string drawing_at(const ExportSpec& spec);  // for require_memory()
// Returns the message for a signal during writing: no file was written, or standard output got
// only a part.
std::string stopped_while_writing(const ExportSpec& spec);

// Renders a picture and writes it, showing progress. After a signal, throws Error(cancelled)
// with the text of stopped_while_writing().
void export_picture(PictureExport& job, const ExportSpec& spec, Talk talk);
// Returns the size of an exported drawing as text, and that it is gray if its format requires that.
std::string size_drawn(const PictureExport& job, const ExportSpec& spec);

}  // namespace redraw
