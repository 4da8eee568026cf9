// Fuzzes ICC profiles: any bytes as the profile of gray, RGB and CMYK pictures of 8 and 16 bits.
#include "engine/image/colour_conversion.h"
#include "tests/fuzz/target.h"

#include <array>

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto profile = bytes(data, size);
    // Colours are converted one by one or, for a tenth of the inputs, by the table that large
    // pictures get.
    const std::size_t pixels = size % 10 == 0 ? 1 << 24 : 6;
    for (const int depth : {8, 16}) {
        for (const int channels : {2, 4}) {
            Image image = make_image(3, 2, channels, 0.25f);
            image.values[0] = 1;
            const Image before = image;
            std::string note;
            const Samples samples = channels == 2 ? Samples::gray : Samples::rgb;
            if (auto to_srgb = ToSrgb::by(profile, {samples, depth, pixels}, note))
                to_srgb->convert(image);
            promise(can_be_shown(note) && note.size() < 200, "a note can be shown");
            for (std::size_t i = 0; i < image.values.size(); ++i) {
                promise(image.values[i] >= 0 && image.values[i] <= 1, "0 to 1");
                const bool alpha = i % std::size_t(channels) == std::size_t(channels) - 1;
                promise(!alpha || image.values[i] == before.values[i], "alpha stays");
            }
            if (note.find("converted") == note.npos) promise(image == before, "it is as it was");
        }
        std::string note;
        const std::array<float, 8> inks{0, 0, 0, 1, 0.5f, 1, 0, 0.25f};
        std::array<float, 6> rgb{};
        if (auto to_srgb = ToSrgb::by(profile, {Samples::cmyk, depth, pixels}, note))
            to_srgb->convert_inks(inks.data(), rgb.data(), 2);
        for (const float value : rgb) promise(value >= 0 && value <= 1, "0 to 1");
    }
    return 0;
}
