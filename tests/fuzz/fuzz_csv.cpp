// Fuzzes the lines of CSV pictures, after each of some beginnings that select a dialect.
#include "engine/image/picture.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const char* header :
         {"x,y,pixel_value\n", "sep=;\nx;y;value\n", ",x,y,pixel_value\n", "0.0,0,1\n"}) {
        const std::string file = header + std::string(text(data, size));
        attempt([&] {
            const Image image = decode_picture(std::as_bytes(std::span(file)), "x").image;
            promise(image.pixel_count() * 6 <= file.size() + 1, "every pixel had its line");
            for (const float value : image.values) promise(value >= 0 && value <= 1, "0 to 1");
        });
    }
    return 0;
}
