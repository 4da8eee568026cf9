// Draws a detail of an export before it is made: the pixels that its file will hold, beside those
// of another method, and measures the network and plain interpolation against the picture as it was
// opened. Everything in small parts. Owned by the session, on its thread.
#pragma once

#include "engine/studies/export_source.h"
#include "engine/studies/original_study.h"
#include "engine/studies/study.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace redraw {

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
        bool drawn_once = false;  // what is wanted, perhaps of an earlier step
        bool under_way() const { return source.has_value(); }
    };
    void follow(Side& side, Trainer& trainer, const Wanted& wanted, bool due) const;
    void begin(Side& side, Trainer& trainer, const Wanted& wanted) const;
    static bool advance(Side& side);  // true when it is drawn
    void begin_measure(const Trainer& trainer, const ViewRequest& view, bool due);
    bool measure(Trainer& trainer);  // true when it is measured
    void tell();

    std::shared_ptr<const Image> picture_;
    FindEnlargement find_;
    Side file_, other_;
    std::unique_ptr<OriginalStudy> original_;  // being measured
    std::vector<float> parameters_;            // that are being measured
    std::optional<Wanted> measured_;           // that is being measured, or was
    std::int64_t measured_step_ = -1;
    std::vector<Quality> methods_;
};

// What is seen of an export: the part of the file around the middle, no larger than the room, or,
// without a middle, where the picture has most going on.
PixelRect export_part(const Image& target, const ExportView& view);
PixelRect export_part(PixelSize size, PixelSize room, Point middle);
// The part of a drawing at `size` that a large original is compared over.
PixelRect detail_of(const Image& target, PixelSize size);

}  // namespace redraw
