// Fuzzes text pasted from the clipboard: a path found in it can be given to the operating system
// unchanged.
#include "engine/text/display_name.h"
#include "tests/fuzz/target.h"
#include "ui/actions/pasted_path.h"

using namespace redraw;
using namespace redraw::ui;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const char* home : {"", "/home/somebody"}) {
        const auto path = pasted_path(text(data, size), home);
        if (!path) continue;
        promise(path->is_absolute(), "absolute");
        promise(path->native().size() <= 4095, "no longer than paths are");
        promise(path->native().find('\0') == std::string::npos, "no zero in it");
        promise(can_be_shown(display_name(*path)), "can be shown");
    }
    return 0;
}
