// Any bytes as TIFF, past the sniffing, as a whole and by rows.
#include "tests/fuzz/format_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace redraw::fuzz;
    const redraw::Image whole = decode_any(redraw::formats::decode_tiff, data, size);
    const std::string name = "x";
    promise_rows(redraw::formats::tiff_rows, {bytes(data, size), name, kFuzzLimits}, whole);
    return 0;
}
