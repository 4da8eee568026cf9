// The rows and tiles of a TIFF, one after the other. Internal to the module. One owner, one thread.
#pragma once

#include "formats/tiff_file.h"
#include "formats/tiff_samples.h"

#include <cstdint>
#include <string>
#include <vector>

namespace redraw::formats {

class Reader {
public:
    // The header's scales are those of choose_scales(), once that was called. All outlive it.
    Reader(const PictureSource& source, const TiffFile& file, TIFF* tiff, TiffHeader& header);

    // Fails before the picture is allocated, where already the first part does.
    void try_first() { header_.tiled ? read_tile(0, 0, 0) : read_row(0, 0); }
    // Reads all of a file of signed numbers or of ones with a point, to see which are to be black
    // and white: the least and the largest, but 0 and 1 where most numbers with a point lie between
    // them. `note` gets what there is to say of it.
    void choose_scales(std::string& note);

    // Rows [first, first + those of `to`); of tiles, `first` begins one.
    void read(Samplings& to, std::uint32_t first);
    std::uint32_t rows_at_once() const {
        return header_.tiled ? std::min(tile_height_, header_.height) : 1;
    }

private:
    // use(Row, x, y, count) for the rows [first, first + rows), or parts of them, of a plane.
    template <class Use>
    void visit(std::uint32_t first, std::uint32_t rows, int plane, Use use);
    void read_row(std::uint32_t y, int plane);
    void read_tile(std::uint32_t x, std::uint32_t y, int plane);
    [[noreturn]] void refuse() const;

    const PictureSource& source_;
    const TiffFile& file_;
    TIFF* tiff_;
    TiffHeader& header_;
    std::uint32_t tile_width_ = 0, tile_height_ = 0;
    std::int64_t row_bytes_ = 0;
    std::vector<unsigned char> buffer_;
};

}  // namespace redraw::formats
