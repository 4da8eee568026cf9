// The door of a module: which of the decoders is behind it, the build says.
#include "engine/image/format_module.h"
#include "engine/module/loaded_module.h"
#include "formats/formats.h"

#include <string_view>

extern "C" __attribute__((visibility("default"))) const redraw::FormatModule* redraw_format_module(
    const char* version) {
    static constexpr redraw::FormatModule module{&redraw::formats::REDRAW_DECODE};
    return std::string_view(version) == redraw::module_version() ? &module : nullptr;
}
