// Fuzzes metadata blocks without a picture around them: EXIF and the colour profile.
#include "engine/image/colour_conversion.h"
#include "engine/image/metadata.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const int orientation = exif_orientation(bytes(data, size));
    promise(orientation >= 1 && orientation <= 8, "one of the eight");
    exif_declares_adobe_rgb(bytes(data, size));
    is_srgb_profile(bytes(data, size));
    const Image turned = turned_upright(make_image(3, 2, 1), orientation);
    promise(turned.pixel_count() == 6, "turning loses nothing");
    return 0;
}
