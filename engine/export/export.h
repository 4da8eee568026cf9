// A picture export as a job of small parts: each advance() draws some rows and streams them into
// the file. Whoever owns the backend calls advance() when it likes (the command line in a loop, the
// session between two bursts); destroying the job cancels it and leaves nothing behind. A tiled
// export has the same bits as a whole one. A black and white run is exported as the grays that its
// network draws.
#pragma once

#include "engine/backend/backend.h"
#include "engine/drawing/method.h"
#include "engine/image/grid.h"
#include "engine/image/image_writer.h"
#include "engine/job.h"

#include <string>

namespace redraw {

inline constexpr int kLargestExport = 65536;  // pixels a side

// The picture's aspect at this longer side; at least 1 x 1.
PixelSize with_longer_side(PixelSize picture, int longer_side);

// "512" (longer side), "800x600", "4x" or "2.5x" (times the picture's), applied to a picture of
// this size. Throws Error with the reason ("--size 0: ..."), and above 65536 a side.
PixelSize parse_export_size(const std::string& text, PixelSize picture);

struct ExportSpec {
    std::filesystem::path path;
    ImageFormat format = ImageFormat::png;
    PixelSize size;
    ImageWriterOptions encoding;
    Method method = Method::network;  // what draws it
    ByteSink sink{};                  // the bytes go there; `path` is then their name for messages
    std::optional<PixelRect> part{};  // of the drawing at `size`, where not all of it is written

    PixelRect written() const { return part.value_or(PixelRect{0, 0, size.width, size.height}); }
};

// "X,Y,WIDTH,HEIGHT" of a drawing of this size. Throws Error with the reason ("--crop 9,9,0,1:
// ...").
PixelRect parse_crop(const std::string& text, PixelSize drawing);

class PictureExport : public Job {
public:
    // `parameters` empty: the network as the backend holds it now, at each part: whoever trains in
    // between gives a copy. `channels` are the network's outputs.
    PictureExport(Backend& backend, const Grid& picture, int channels,
                  std::vector<float> parameters, const ExportSpec& spec);
    // Interpolates instead of drawing by a network.
    PictureExport(const std::shared_ptr<const Image>& picture, Filter filter,
                  const ExportSpec& spec);
    // Whatever draws so many rows from the first on, so many at a time.
    using DrawRows = std::function<Image(int first_row, int rows)>;
    PictureExport(DrawRows draw, int rows_each, int channels, const ExportSpec& spec);
    // Draws and writes the next rows; true when the file is there. Throws Error.
    bool advance() override;
    double progress() const override;

private:
    DrawRows draw_;
    int height_;
    int rows_each_;
    std::unique_ptr<ImageWriter> writer_;
    int next_row_ = 0;
};

}  // namespace redraw
