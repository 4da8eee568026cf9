// Any bytes as a picture, through the one function that files, the clipboard and run files use.
#include "engine/image/picture.h"
#include "engine/image/sniff.h"
#include "tests/fuzz/promised_image.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Small limits keep the wildest header cheap; the checks are the same.
    const PictureLimits limits{.max_side = 500, .max_pixels = 50'000};
    Picture picture;
    attempt([&] {
        picture = decode_picture(bytes(data, size), "x", limits);
        promise_image(picture.image, limits);
        promise(can_be_shown(picture.note), "a note can be shown");
    });
    const std::string name = "x";
    promise_rows(sniff(bytes(data, size)).rows, {bytes(data, size), name, limits}, picture.image);
    return 0;
}
