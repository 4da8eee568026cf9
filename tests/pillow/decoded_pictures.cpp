// What Redraw makes of picture files, for those who compare it with another decoder: a line for
// each file on standard output, "WIDTH HEIGHT CHANNELS" and then its values as 32-bit floats, or "!
// WHY". With --notes first, the line goes on with " note " and what was done to the picture.
#include "engine/error.h"
#include "engine/image/picture.h"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
    const bool notes = argc > 1 && std::string_view(argv[1]) == "--notes";
    for (int i = notes ? 2 : 1; i < argc; ++i) {
        try {
            const auto [image, name, format, bit_depth, note] = redraw::load_picture(argv[i]);
            std::printf("%d %d %d", image.width, image.height, image.channels);
            if (notes) std::printf(" note %s", note.c_str());
            std::printf("\n");
            std::fwrite(image.values.data(), sizeof(float), image.values.size(), stdout);
        } catch (const redraw::Error& error) {
            std::printf("! %s\n", error.what());
        }
    }
}
