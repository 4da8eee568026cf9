// Prints pictures as Redraw decodes them, for comparison with another decoder. For each file,
// standard output gets a line "WIDTH HEIGHT CHANNELS" and the values as 32-bit floats, or "!
// REASON". With --notes as first argument, the line goes on with " note " and the picture's note.
// --rows does the same but reads the files row by row if possible.
#include "engine/error.h"
#include "engine/image/picture.h"

#include <cstdio>
#include <string_view>
#include <utility>

namespace {

redraw::Picture read_by_rows(const char* path) {
    redraw::PictureRows rows(path);
    auto image = redraw::make_image(rows.width(), rows.height(), rows.channels());
    const auto count = std::size_t(image.width) * std::size_t(image.channels);
    for (int y = 0; y < image.height; ++y) rows.read({image.row(y), count});
    return {std::move(image), rows.name(), "", rows.bit_depth(), rows.note()};
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    const bool rows = first == "--rows", notes = rows || first == "--notes";
    for (int i = notes ? 2 : 1; i < argc; ++i) {
        try {
            const auto [image, name, format, bit_depth, note, metadata] =
                rows ? read_by_rows(argv[i]) : redraw::load_picture(argv[i]);
            std::printf("%d %d %d", image.width, image.height, image.channels);
            if (notes) std::printf(" note %s", note.c_str());
            std::printf("\n");
            std::fwrite(image.values.data(), sizeof(float), image.values.size(), stdout);
        } catch (const redraw::Error& error) {
            std::printf("! %s\n", error.what());
        }
    }
}
