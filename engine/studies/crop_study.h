// Previews a detail of an export: the pixels that its file will hold, beside those of another
// method. Compares the network and plain interpolation with the picture as it was opened. Works in
// small parts. Owned by the session, on its thread.
#pragma once

#include "engine/studies/original_comparison.h"
#include "engine/studies/studies.h"

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

// The part of an export that is previewed: around the middle, no larger than the room; without a
// middle, where the picture is busiest.
PixelRect export_part(const Image& target, const ExportView& view);
PixelRect export_part(PixelSize size, PixelSize room, Point middle);
// The part of a drawing at `size` that a large original is compared over.
PixelRect detail_of(const Image& target, PixelSize size);

}  // namespace redraw
