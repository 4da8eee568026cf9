// Fuzzes picture files through decode_picture(), which files, the clipboard and run files all use.
#include "tests/fuzz/promised_image.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    redraw::fuzz::promise_picture(redraw::fuzz::bytes(data, size));
    return 0;
}
