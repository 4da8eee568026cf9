// Any bytes as JPEG XL, past the sniffing.
#include "tests/fuzz/format_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    redraw::fuzz::decode_any(redraw::formats::decode_jxl, data, size);
    return 0;
}
