// Any bytes as PNM, past the sniffing.
#include "tests/fuzz/format_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    redraw::fuzz::decode_any(redraw::decode_pnm, data, size);
    return 0;
}
