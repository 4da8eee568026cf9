// Any bytes as a picture, through the one function that files, the clipboard and run files use.
#include "engine/image/picture.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Small limits keep the wildest header cheap; the checks are the same.
    const PictureLimits limits{.max_side = 500, .max_pixels = 50'000};
    attempt([&] {
        const Picture picture = decode_picture(bytes(data, size), "x", limits);
        const Image& image = picture.image;
        promise(image.width > 0 && image.height > 0, "a picture has pixels");
        promise(std::int64_t(image.pixel_count()) <= limits.max_pixels, "the limits hold");
        promise(image.channels >= 1 && image.channels <= 4, "1 to 4 channels");
        promise(image.values.size() == image.pixel_count() * std::size_t(image.channels),
                "a value for every pixel and channel");
        for (const float value : image.values) promise(value >= 0 && value <= 1, "0 to 1");
        promise(can_be_shown(picture.note), "a note can be shown");
    });
    return 0;
}
