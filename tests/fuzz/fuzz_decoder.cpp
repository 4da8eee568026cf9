// Fuzzes the decoder of one format, without format detection: FUZZ_DECODE decodes a whole picture,
// FUZZ_ROWS decodes row by row (tests/fuzz/CMakeLists.txt).
#include "formats/formats.h"
#include "tests/fuzz/promised_image.h"
#include "tests/fuzz/target.h"

#include <utility>

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string name = "x";
    const PictureSource source{bytes(data, size), name, kFuzzLimits};
    Image image;
    attempt([&] {
        Decoded decoded = FUZZ_DECODE(source);
        promise_image(decoded.image, kFuzzLimits);
        promise(decoded.bit_depth == 8 || decoded.bit_depth == 16, "8 or 16 bits");
        promise(decoded.orientation >= 1 && decoded.orientation <= 8, "an orientation");
        promise(can_be_shown(decoded.note), "a note can be shown");
        // Turning a picture upright changes its rows, so only upright ones are compared row by row.
        if (decoded.orientation == 1) image = std::move(decoded.image);
    });
    promise_rows(FUZZ_ROWS, source, image);
    return 0;
}
