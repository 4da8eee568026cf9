// The study that previews a detail of an export: the pixels of the exported file beside those of
// another method. It also measures how close both come to the picture as it was opened. Works in
// small parts. Owned by the session, on its thread.
#pragma once

#include "engine/features/studies/export_source.h"
#include "engine/features/studies/original_psnr.h"
#include "engine/image/quality.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace redraw {

// A detail of an exported picture, with exactly the pixels of its file.
struct ExportDetail {
    PixelSize size;  // size of the whole exported picture
    PixelRect part;  // the detail's place in the exported picture
    Method method = Method::network;
    std::shared_ptr<const Image> image;  // pixels of the detail; null: not rendered yet
};

// A preview of a detail of an export, and the same detail as made by the compared method.
struct ExportCrop {
    ExportDetail file, other;
    // Quality of the network and of every interpolation, compared with the picture as it was
    // opened. Empty until measured, or if that picture is unknown or not above the training size.
    std::vector<Quality> methods;
};

// Previews a detail of an export by two methods: that of the exported file, and another beside it.
class CropStudy : public StudyOf<ExportCrop> {
public:
    static constexpr PixelSize kMost{512, 512};  // largest size of a previewed detail

    explicit CropStudy(StudyTools tools)
        : picture_(std::move(tools.picture)), find_(std::move(tools.find_enlargement)) {}
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
