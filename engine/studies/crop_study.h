// Draws a detail of an export before it is made, beside plain interpolation, and measures both
// against the picture as it was opened. Everything in small parts. Owned by the session, on
// its thread.
#pragma once

#include "engine/studies/original_study.h"
#include "engine/studies/study.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace redraw {

class CropStudy : public StudyOf<&Status::export_crop> {
public:
    // At most so large: what a sheet can show without scaling.
    static constexpr PixelSize kCrop{230, 172};

    // `picture` as it was opened; null when only the target is known.
    explicit CropStudy(std::shared_ptr<const Image> picture) : picture_(std::move(picture)) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Moment {  // whose drawing it is
        PixelSize size;
        std::int64_t step = -1;
        bool operator==(const Moment&) const = default;
    };
    bool begin(const Trainer& trainer, const Moment& moment);
    void advance(Trainer& trainer);
    void tell();

    std::shared_ptr<const Image> picture_;
    std::optional<Moment> moment_;   // being drawn and measured, or done
    std::vector<float> parameters_;  // of that moment: training goes on between two parts
    PixelRect part_;
    std::shared_ptr<const Image> bicubic_;
    Image drawing_;
    int next_row_ = 0;  // of drawing_
    std::unique_ptr<OriginalStudy> original_;
    bool asked_ = false;  // the detail at hand is one that was asked for anew: shown at once
};

// The detail of a drawing at `size` that is worth looking at.
PixelRect detail_of(const Image& target, PixelSize size);

}  // namespace redraw
