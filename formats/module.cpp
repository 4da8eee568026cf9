// The entry point of a decoder module. Macros set by the build choose its decoder, and whether that
// can read a picture row by row.
#include "engine/image/decode.h"
#include "engine/module/loaded_module.h"
#include "formats/formats.h"

extern "C" __attribute__((visibility("default"))) const redraw::FormatModule* redraw_format_module(
    const char* version) {
    using namespace redraw::formats;
    static constexpr redraw::FormatModule module{&REDRAW_DECODE, REDRAW_ROWS};
    return std::string_view(version) == redraw::module_version() ? &module : nullptr;
}
