// Previews a detail of an export: the pixels of its file beside those of another method. Compares
// both with the picture as it was opened. In small parts. Owned by the session, on its thread.
#pragma once

#include "engine/studies/studies.h"

#include <array>
#include <iterator>

namespace redraw {

// Pictures of up to so many pixels are compared whole.
inline constexpr std::size_t kComparedWhole = 2'100'000;
inline bool compared_whole(const Image& picture) {
    return picture.pixel_count() <= kComparedWhole;
}

// Compares the network and plain interpolation with the larger picture as it was opened, at its
// size: the whole, or a detail of a large one, at one moment of the network.
class OriginalComparison : public Measure {
public:
    // `part`: the detail of a drawing at `size` that a large picture is compared over.
    // `parameters`: of the network; empty: as the trainer, which outlives this, has it.
    OriginalComparison(Trainer& trainer, std::shared_ptr<const Image> picture, PixelSize size,
                       const PixelRect& part, std::vector<float> parameters = {});
    // The next rows of one method; true when all is measured.
    bool advance() override;
    double progress() const override { return double(next_row_) / area_.height; }
    std::vector<Quality> methods() const override;

private:
    // Sums of one method over the rows so far.
    struct Sum {
        std::int64_t squared_levels = 0;
        double ssim = 0;  // over rows of windows
    };
    int window_rows() const;
    void begin_band();

    Trainer& trainer_;
    std::vector<float> parameters_;
    std::shared_ptr<const Image> picture_;
    PixelRect area_;  // of the picture
    int channels_ = 1;
    int next_row_ = 0;  // of the area: where the band at hand begins
    int rows_ = 0;      // of the band, without those its last windows reach down to
    std::size_t next_method_ = 0;
    Image reference_;  // the band of the picture
    std::array<Sum, 1 + std::size(kNames<Filter>)> sums_;
};

class CropStudy : public StudyOf<std::shared_ptr<const ExportCrop>> {
public:
    static constexpr PixelSize kMost{512, 512};  // of the detail

    // `picture` as it was opened; null when only the target is known.
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
        std::int64_t step = -1;  // of the network that draws it, or drew it last
        std::optional<ExportSource> source{};
        Image drawing{};
        int next_row = 0;
        ExportDetail drawn{};
        bool drawn_once = false;  // `of` was drawn, perhaps of an earlier step
        bool under_way() const { return source.has_value(); }
    };
    void follow(Side& side, Trainer& trainer, const Wanted& wanted, bool due) const;
    void begin(Side& side, Trainer& trainer, const Wanted& wanted) const;
    static bool advance(Side& side);  // true when it is drawn
    void begin_measure(Trainer& trainer, const ViewRequest& view, bool due);
    bool measure();  // true when it is measured
    void publish();

    std::shared_ptr<const Image> picture_;
    FindEnlargement find_;
    Side file_, other_;
    std::unique_ptr<OriginalComparison> original_;  // being measured
    std::optional<Wanted> measured_;                // that is being measured, or was
    std::int64_t measured_step_ = -1;
    std::vector<Quality> methods_;
};

// The previewed part, no larger than the room: around the middle, else the busiest place.
PixelRect export_part(const Image& target, const ExportView& view);
PixelRect export_part(PixelSize size, PixelSize room, Point middle);
// The part of a drawing at `size` that a large original is compared over.
PixelRect detail_of(const Image& target, PixelSize size);

}  // namespace redraw
