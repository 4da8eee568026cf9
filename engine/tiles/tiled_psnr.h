// Measures how close a tiled drawing comes to the picture that was cut, row by row, as a job of
// small parts, and separately where tiles overlap, which would show a seam. One owner, one thread.
#pragma once

#include "engine/image/picture.h"
#include "engine/job.h"
#include "engine/tiles/tiled_drawing.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace redraw {

class TiledPsnr : public Job {
public:
    // `drawing` outlives it. Throws Error: as PictureRows, or the picture has another size.
    TiledPsnr(TiledDrawing& drawing, const std::filesystem::path& reference);
    bool advance() override;
    double progress() const override;

    struct Result {
        double whole = 0, overlapping = 0, elsewhere = 0;  // dB, as psnr() (quality.h)
    };
    Result result() const;

private:
    struct Sum {
        double squares = 0;
        std::int64_t values = 0;
    };
    void add_row(const Image& drawn, const Image& wanted, int row);

    TiledDrawing& drawing_;
    PictureRows reference_;
    std::vector<char> column_overlaps_;
    int next_row_ = 0;
    Sum overlapping_, elsewhere_;
};

}  // namespace redraw
