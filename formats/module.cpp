// The door of a module: which of the decoders is behind it, and whether it reads by rows, the build
// says.
#include "engine/image/decode.h"
#include "engine/module/loaded_module.h"
#include "formats/formats.h"

extern "C" __attribute__((visibility("default"))) const redraw::FormatModule* redraw_format_module(
    const char* version) {
    using namespace redraw::formats;
    static constexpr redraw::FormatModule module{&REDRAW_DECODE, REDRAW_ROWS};
    return std::string_view(version) == redraw::module_version() ? &module : nullptr;
}
