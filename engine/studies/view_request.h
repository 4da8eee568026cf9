// Says what the window wants to see. The newest request is answered; nothing else is drawn.
#pragma once

#include "engine/drawing/method.h"
#include "engine/image/grid.h"
#include "engine/network/edits.h"

#include <cstdint>
#include <optional>

namespace redraw {

// The part of an export that is looked at before it is made.
struct ExportView {
    PixelSize size{};  // of the file
    PixelSize room{};  // as much as is seen of it
    // The middle of what is seen: 0 to 1 of the width and of the height. Absent: where the picture
    // has most going on.
    std::optional<Point> middle{};
    Method method = Method::network;    // what draws the file
    Method compared = Method::lanczos;  // what it is compared with, now
    bool operator==(const ExportView&) const = default;
};

struct ViewRequest {
    std::optional<Grid> region{};           // absent: the whole picture at training size
    std::optional<std::int64_t> at_step{};  // a keyframe; absent: now
    bool bicubic = false;                   // Frame::bicubic is wanted
    bool changes = false;                   // Status::keyframe_changes are wanted
    bool neurons = false;                   // Status::neurons are wanted, of `region` and `at_step`
    std::optional<NeuronIndex> neuron{};    // with `neurons`: this one large
    NetworkEdits edits{};                   // changes of the network that is drawn
    std::optional<Point> history_of{};      // Status::pixel_history of this pixel is wanted
    std::optional<ExportView> export_view{};  // Status::export_crop is wanted
    // The file of that is of this keyframe; absent: of now.
    std::optional<std::int64_t> export_step{};
    bool then_and_now = false;  // Status::then_and_now is wanted, of `export_step`
    bool operator==(const ViewRequest&) const = default;
};

}  // namespace redraw
