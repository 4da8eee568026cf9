// What other programs get: the drawing as a picture of its own size, and files in the forms in
// which they take them, from the clipboard or out of a drag. Pure, but for the file that is read.
#pragma once

#include "app/desktop/selection.h"
#include "engine/session/command.h"
#include "engine/studies/status.h"

#include <filesystem>
#include <string>
#include <vector>

namespace redraw {

// The picture's own size, or as large as programs take without a wait.
PixelSize handed_size(const Status& status);

enum class HandedAs { picture, file, both };
// Throws Error.
std::vector<OfferedForm> forms_of(const std::filesystem::path& file, HandedAs as);
// What those are called, what is liked best first.
std::vector<std::string> form_names(const std::filesystem::path& file, HandedAs as);

}  // namespace redraw
