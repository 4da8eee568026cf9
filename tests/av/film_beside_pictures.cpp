// Writes a film on one thread while another decodes pictures. Both mute libraries that print on
// standard error, which belongs to the whole process, so they must share one way of muting it.
#include "engine/features/film/film.h"
#include "engine/image/picture.h"
#include "tests/support/film_frames.h"
#include "tests/support/picture_samples.h"
#include "tests/support/tiny_pictures.h"

#include <cstdio>
#include <thread>

using namespace redraw;
using namespace redraw::test;

namespace {

// Returns a gray TIFF of 2 x 2 pixels.
Bytes tiny_tiff() {
    return bytes_of_hex(
        "49492a0008000000"  // the image file directory starts at byte 8
        "0800"
        "000103000100000002000000010103000100000002000000020103000100000008000000030103000100000001"
        "00"
        "000006010300010000000100000011010400010000007200000016010300010000000200000017010400010000"
        "00"
        "040000000000000000000000"
        "004080ff");
}

struct Counts {
    int decoded = 0, refused = 0;
};

// Decodes a picture of each format `rounds` times: whole in every fourth round, else damaged.
void decode_pictures(Counts& counts, unsigned rounds) {
    const Bytes pictures[] = {bytes_of_hex(kTinyHeic), bytes_of_hex(kTinyAvif),
                              bytes_of_hex(kTinyJxl), tiny_tiff()};
    for (unsigned round = 0; round < rounds; ++round) {
        for (const Bytes& picture : pictures) {
            const std::size_t half = picture.size() / 2;
            const Bytes bytes = round % 4 == 0 ? picture : damaged(picture, round, half);
            const std::string error = error_of([&] { decode_picture(bytes, "x"); });
            ++(error.empty() ? counts.decoded : counts.refused);
        }
    }
}

void write_film(const std::filesystem::path& path) {
    const auto writer = open_film_writer({path, {64, 48}, 10, 1, Pace::steps}, 3);
    for (unsigned i = 0; i < 10; ++i) write_frame(*writer, random_image(64, 48, 3, 255, i), 0.1);
    writer->finish();
}

}  // namespace

TEST_CASE("a film is written while pictures are decoded") {
    const ScratchFolder folder;
    std::FILE* const before = stderr;
    Counts counts;
    std::thread decoding([&] { decode_pictures(counts, 60); });
    std::string error;
    for (int i = 0; i < 4 && error.empty(); ++i)
        error = error_of([&] { write_film(folder / (i % 2 == 0 ? "a.mp4" : "b.webm")); });
    decoding.join();
    CHECK(error == "");
    // At least the undamaged pictures decode, 15 of each format.
    CHECK(counts.decoded >= 15 * REDRAW_FORMAT_MODULES);
    CHECK(counts.decoded + counts.refused == 240);
    CHECK(stderr == before);
}
