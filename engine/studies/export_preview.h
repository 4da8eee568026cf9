// Previews a detail of an export: the pixels of its file beside those of another method. Compares
// both with the picture as it was opened. Works in small parts. Owned by the session, on its
// thread.
#pragma once

#include "engine/studies/studies.h"

#include <array>
#include <iterator>

namespace redraw {

// The largest picture, in pixels, that is compared as a whole.
inline constexpr std::size_t kComparedWhole = 2'100'000;
inline bool compared_whole(const Image& picture) {
    return picture.pixel_count() <= kComparedWhole;
}

// Compares the network and plain interpolation with the larger picture as it was opened, at that
// picture's size. Covers the whole picture, or a detail of a large one, at one step of the network.
class OriginalComparison : public Measure {
public:
    // `part`: the detail, of a drawing at `size`, that is compared if the picture is large.
    // `parameters`: the network's; empty: those of the trainer. The trainer outlives this object.
    OriginalComparison(Trainer& trainer, std::shared_ptr<const Image> picture, PixelSize size,
                       const PixelRect& part, std::vector<float> parameters = {});
    // Measures the next rows of one method; true when all is measured.
    bool advance() override;
    double progress() const override { return double(next_row_) / area_.height; }
    std::vector<Quality> methods() const override;

private:
    // Sums of one method's errors over the rows so far.
    struct Sum {
        std::int64_t squared_levels = 0;
        double ssim = 0;  // sum over rows of SSIM windows
    };
    int window_rows() const;
    void begin_band();

    Trainer& trainer_;
    std::vector<float> parameters_;
    std::shared_ptr<const Image> picture_;
    PixelRect area_;  // compared area of the picture
    int channels_ = 1;
    int next_row_ = 0;  // first row, in the area, of the current band
    int rows_ = 0;      // rows of the band, without the extra rows that its last windows reach
    std::size_t next_method_ = 0;
    Image reference_;  // the current band of the picture
    std::array<Sum, 1 + std::size(kNames<Filter>)> sums_;
};

class CropStudy : public StudyOf<std::shared_ptr<const ExportCrop>> {
public:
    static constexpr PixelSize kMost{512, 512};  // largest size of the detail

    // `picture`: as it was opened; null when only the target is known.
    CropStudy(std::shared_ptr<const Image> picture, FindEnlargement find)
        : picture_(std::move(picture)), find_(std::move(find)) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Wanted {
        PixelSize size;
        PixelRect part;
        Method method = Method::network;
        std::optional<std::int64_t> step{};  // absent: now
        NetworkEdits edits{};
        bool operator==(const Wanted&) const = default;
    };
    struct Side {
        Wanted of{};
        std::int64_t step = -1;  // step of the network that draws, or last drew, this side
        std::optional<ExportSource> source{};
        Image drawing{};
        int next_row = 0;
        ExportDetail drawn{};
        bool drawn_once = false;  // `of` was drawn at least once, perhaps at an earlier step
        bool under_way() const { return source.has_value(); }
    };
    void follow(Side& side, Trainer& trainer, const Wanted& wanted, bool due) const;
    void begin(Side& side, Trainer& trainer, const Wanted& wanted) const;
    static bool advance(Side& side);  // true when the side is drawn
    void begin_measure(Trainer& trainer, const ViewRequest& view, bool due);
    bool measure();  // true when the measurement is done
    void publish();

    std::shared_ptr<const Image> picture_;
    FindEnlargement find_;
    Side file_, other_;
    std::unique_ptr<OriginalComparison> original_;  // the measurement in progress
    std::optional<Wanted> measured_;                // the request that is being or was measured
    std::int64_t measured_step_ = -1;
    std::vector<Quality> methods_;
};

// Returns the part of the export to preview, no larger than the room: around the given middle, or
// else around the busiest place.
PixelRect export_part(const Image& target, const ExportView& view);
PixelRect export_part(PixelSize size, PixelSize room, Point middle);
// Returns the part of a drawing at `size` over which a large original is compared.
PixelRect detail_of(const Image& target, PixelSize size);

}  // namespace redraw
