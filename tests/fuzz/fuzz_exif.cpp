// Fuzzes metadata blocks without a picture around them: EXIF, also its copy, and the colour
// profile.
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
    // What is written into a copy is small, reads as upright, and needs no further change.
    std::string note;
    const Metadata copy = metadata_for_copy({exif_of(bytes(data, size))}, {60000, 40000}, note);
    promise(copy.exif.size() <= std::min(size + 64, kMostExif), "a copy is not larger");
    if (!copy.exif.empty()) {
        promise(exif_orientation(copy.exif) == 1, "a copy is upright");
        note.clear();
        promise(metadata_for_copy(copy, {60000, 40000}, note).exif == copy.exif && note.empty(),
                "a copy is whole");
    }
    return 0;
}
