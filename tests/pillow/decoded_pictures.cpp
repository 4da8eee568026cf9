// What Redraw makes of picture files, for those who compare it with another decoder: a line for
// each file on standard output, "WIDTH HEIGHT CHANNELS" and then its values as 32-bit floats, or "!
// WHY".
#include "engine/error.h"
#include "engine/image/picture.h"

#include <cstdio>

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        try {
            const redraw::Image image = redraw::load_picture(argv[i]).image;
            std::printf("%d %d %d\n", image.width, image.height, image.channels);
            std::fwrite(image.values.data(), sizeof(float), image.values.size(), stdout);
        } catch (const redraw::Error& error) {
            std::printf("! %s\n", error.what());
        }
    }
}
