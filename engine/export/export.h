// Exports a picture as a job of small parts: each advance() renders some rows and streams them into
// the file. The owner of the backend calls advance() (the command line in a loop, the session
// between training bursts). Destroying an unfinished job cancels it and leaves no file. Rendering
// in parts gives the same bits as at once. A black-and-white run exports its network's gray levels.
#pragma once

#include "engine/backend/backend.h"
#include "engine/drawing/method.h"
#include "engine/image/grid.h"
#include "engine/image/image_writer.h"
#include "engine/job.h"

#include <string>

namespace redraw {

inline constexpr int kLargestExport = 65536;  // pixels a side

// Parses "512" (longer side), "800x600", "4x" or "2.5x" (multiples of the picture's size). Throws
// Error with the reason ("--size 0: ..."), also above 65536 pixels per side.
PixelSize parse_export_size(const std::string& text, PixelSize picture);

struct ExportSpec {
    std::filesystem::path path;
    ImageFormat format = ImageFormat::png;
    PixelSize size;
    ImageWriterOptions encoding;
    Method method = Method::network;  // the network or an interpolation filter
    ByteSink sink{};      // if set, receives the bytes; `path` is then only a name for messages
    bool poster = false;  // neurons above the render (poster.h); its longer side is that of `size`
    std::optional<PixelRect> part{};  // part of the render at `size`; absent: all of it

    PixelRect written() const { return part.value_or(PixelRect{0, 0, size.width, size.height}); }
};

// Parses "X,Y,WIDTH,HEIGHT" within a render of this size. Throws Error with the reason ("--crop
// 9,9,0,1: ...").
PixelRect parse_crop(const std::string& text, PixelSize drawing);

// Renders the pixels of an exported picture, for its file and its preview.
struct ExportSource {
    // Renders a rectangle of the exported picture. A pixel's bits do not depend on the rectangle.
    // Throws Error.
    std::function<Image(const PixelRect&)> draw;
    int rows_each = 1;  // number of whole rows to render at once
    int channels = 1;
};
// Returns a source that resizes the picture by a filter, without the network.
ExportSource interpolated_source(std::shared_ptr<const Image> picture, PixelSize size,
                                 Filter filter);

class PictureExport : public Job {
public:
    // Exports the network's render. Empty `parameters` mean the backend's current ones at each
    // part, so pass a copy if training continues meanwhile. `channels`: channels of the render.
    PictureExport(Backend& backend, const Grid& picture, int channels,
                  std::vector<float> parameters, const ExportSpec& spec);
    // `source`: renders the picture at `spec.size`.
    PictureExport(ExportSource source, const ExportSpec& spec);
    // Renders and writes the next rows; true when the file is complete. Throws Error.
    bool advance() override;
    double progress() const override;
    int channels() const { return source_.channels; }

private:
    ExportSource source_;
    PixelRect part_;
    std::unique_ptr<ImageWriter> writer_;
    int next_row_ = 0;
};

}  // namespace redraw
