// Tests the metadata of an enlarged copy (tests/cli/test_metadata.py: what other programs find).
#include "engine/image/metadata.h"
#include "tests/support/picture_files.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::test;

namespace {

Metadata copy_of(const Bytes& block, std::string* note = nullptr) {
    std::string said;
    return metadata_for_copy({exif_of(block)}, {80, 60}, note ? *note : said);
}

}  // namespace

TEST_CASE("a copy's block says that it is upright") {
    for (const bool big_endian : {false, true}) {
        for (int orientation = 1; orientation <= 8; ++orientation) {
            const Bytes block = exif_block(orientation, big_endian);
            CHECK(copy_of(block).exif == exif_block(1, big_endian));
            Bytes of_jpeg = bytes_of(std::string("Exif\0\0", 6));
            append(of_jpeg, block);
            CHECK(copy_of(of_jpeg).exif == exif_block(1, big_endian));
        }
    }
}

TEST_CASE("a block cut or changed anywhere stays within bounds, and its copy is a good block") {
    const Bytes good = exif_block(6, false);
    const auto check = [](const Bytes& block) {
        const Metadata copy = copy_of(block);
        CHECK(copy.exif.size() <= block.size() + 4);
        if (copy.exif.empty()) return;
        CHECK(exif_orientation(copy.exif) == 1);
        CHECK(copy_of(copy.exif).exif == copy.exif);
    };
    for (std::size_t size = 0; size < good.size(); ++size)
        check({good.begin(), good.begin() + std::ptrdiff_t(size)});
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (int value = 0; value < 256; ++value) {
            Bytes changed = good;
            changed[i] = std::byte(value);
            check(changed);
        }
    }
}

TEST_CASE("a block that is too large or damaged is left out, and said so") {
    std::string note;
    Bytes block = exif_block(1, false);
    block.resize(kMostExif);
    CHECK(copy_of(block, &note).exif == exif_block(1, false));
    CHECK(note.empty());
    block.resize(kMostExif + 1);
    CHECK(copy_of(block, &note).exif.empty());
    CHECK_FALSE(note.empty());
    note.clear();
    CHECK(copy_of(bytes_of("no TIFF header"), &note).empty());
    CHECK_FALSE(note.empty());
    note.clear();
    CHECK(copy_of({}, &note).empty());
    CHECK(note.empty());
}
