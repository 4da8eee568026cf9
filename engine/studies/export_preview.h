// The study that previews a detail of an export: the pixels of the exported file beside those of
// another method. It also measures how close the network and the interpolations come to the picture
// as it was opened. Works in small parts. Owned by the session, on its thread.
#pragma once

#include "engine/studies/studies.h"

#include <array>
#include <iterator>

namespace redraw {

// The most pixels of a picture that is compared as a whole; larger pictures are compared only over
// a detail.
inline constexpr std::size_t kComparedWhole = 2'100'000;
inline bool compared_whole(const Image& picture) {
    return picture.pixel_count() <= kComparedWhole;
}

// Measures the quality of the network, at one step, and of each interpolation. The reference is the
// picture as it was opened, at its own size, which must be above the training size. Covers the
// whole picture, or a detail of a very large one.
class OriginalComparison : public Measure {
public:
    // `part`: the detail to compare if the picture is too large to compare as a whole, in pixels of
    // a render at `size`. `parameters`: the network's; empty: those of the trainer. The trainer
    // must outlive this object.
    OriginalComparison(Trainer& trainer, std::shared_ptr<const Image> picture, PixelSize size,
                       const PixelRect& part, std::vector<float> parameters = {});
    // Measures the next rows of one method; returns true when all methods are measured.
    bool advance() override;
    double progress() const override { return double(next_row_) / area_.height; }
    std::vector<Quality> methods() const override;

private:
    // Sums over the rows measured so far, of one method.
    struct Sum {
        std::int64_t squared_levels = 0;
        double ssim = 0;  // sum of the mean SSIM of each row of windows
    };
    int window_rows() const;
    void begin_band();

    Trainer& trainer_;
    std::vector<float> parameters_;
    std::shared_ptr<const Image> picture_;
    PixelRect area_;  // part of the picture that is compared
    int channels_ = 1;
    int next_row_ = 0;  // first row of the current band, counted in the area
    // Number of rows of the current band, without the rows below into which its SSIM windows reach.
    int rows_ = 0;
    std::size_t next_method_ = 0;
    Image reference_;  // the current band of the picture as opened
    std::array<Sum, 1 + std::size(kNames<Filter>)> sums_;
};

// Previews a detail of an export by two methods: that of the exported file, and another beside it.
class CropStudy : public StudyOf<std::shared_ptr<const ExportCrop>> {
public:
    static constexpr PixelSize kMost{512, 512};  // largest size of a previewed detail

    // `picture`: the picture as it was opened; null if only the training target is known.
    CropStudy(std::shared_ptr<const Image> picture, FindEnlargement find)
        : picture_(std::move(picture)), find_(std::move(find)) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Wanted {  // request for one side of the preview
        PixelSize size;
        PixelRect part;
        Method method = Method::network;
        std::optional<std::int64_t> step{};  // a keyframe; absent: the present step
        NetworkEdits edits{};
        bool operator==(const Wanted&) const = default;
    };
    struct Side {  // one of the two renders: of the file's method or of the compared one
        Wanted of{};
        std::int64_t step = -1;  // step of the network that renders, or last rendered, this side
        std::optional<ExportSource> source{};
        Image drawing{};
        int next_row = 0;
        ExportDetail drawn{};
        bool drawn_once = false;  // `of` was rendered at least once, perhaps at an earlier step
        bool under_way() const { return source.has_value(); }
    };
    void follow(Side& side, Trainer& trainer, const Wanted& wanted, bool due) const;
    void begin(Side& side, Trainer& trainer, const Wanted& wanted) const;
    static bool advance(Side& side);  // true once the side is rendered
    void begin_measure(Trainer& trainer, const ViewRequest& view, bool due);
    bool measure();  // true once the measurement is done
    void publish();

    std::shared_ptr<const Image> picture_;
    FindEnlargement find_;
    Side file_, other_;
    std::unique_ptr<OriginalComparison> original_;  // the measurement in progress
    std::optional<Wanted> measured_;                // the request that is being or was measured
    std::int64_t measured_step_ = -1;
    std::vector<Quality> methods_;
};

// Both return the part of an export to preview, at most as large as the visible space (`room`) and
// CropStudy::kMost. It lies around the given middle; without one, around the part of the picture
// with the most detail.
PixelRect export_part(const Image& target, const ExportView& view);
PixelRect export_part(PixelSize size, PixelSize room, Point middle);
// Returns the detail over which a very large picture is compared, in pixels of a render at `size`.
PixelRect detail_of(const Image& target, PixelSize size);

}  // namespace redraw
