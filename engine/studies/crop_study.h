// Draws a detail of an export before it is made, beside plain interpolation, and measures both
// against the picture as it was opened. Everything in small parts. Owned by Studies, on the session
// thread.
#pragma once

#include "engine/studies/insights.h"
#include "engine/studies/original_study.h"
#include "engine/studies/study.h"
#include "engine/training/share_of_time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

class CropStudy : public Study {
public:
    // At most so large: what a sheet can show without scaling.
    static constexpr PixelSize kCrop{230, 172};

    void reset(std::uint64_t run_serial, std::shared_ptr<const Image> picture) override;
    bool update(Trainer& trainer, const Look& look, bool training) override;
    bool publish(Status& status) const override;
    std::shared_ptr<const ExportCrop> newest() const { return newest_; }

private:
    struct Moment {  // whose drawing it is
        PixelSize size;
        std::int64_t step = -1;
        bool operator==(const Moment&) const = default;
    };
    bool begin(const Trainer& trainer, const Moment& moment);
    void advance(Trainer& trainer);
    void publish();

    std::uint64_t run_serial_ = 0;
    std::shared_ptr<const Image> picture_;
    std::optional<Moment> moment_;   // being drawn and measured, or done
    std::vector<float> parameters_;  // of that moment: training goes on between two parts
    PixelRect part_;
    std::optional<PixelSize> bicubic_size_;  // of bicubic_
    std::shared_ptr<const Image> bicubic_;
    Image drawing_;
    int next_row_ = 0;  // of drawing_
    std::unique_ptr<OriginalStudy> original_;
    bool asked_ = false;  // the detail at hand is one that was asked for anew: shown at once
    ShareOfTime share_{0.1};
    std::uint64_t serial_ = 0;
    std::shared_ptr<const ExportCrop> newest_;
};

// The detail of a drawing at `size` that is worth looking at.
PixelRect detail_of(const Image& target, PixelSize size);

}  // namespace redraw
