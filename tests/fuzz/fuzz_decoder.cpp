// Any bytes as a picture of one format, past the sniffing: FUZZ_DECODE decodes it whole, FUZZ_ROWS
// by rows (tests/fuzz/CMakeLists.txt).
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
        // Turned it would be no longer row by row.
        if (decoded.orientation == 1) image = std::move(decoded.image);
    });
    promise_rows(FUZZ_ROWS, source, image);
    return 0;
}
