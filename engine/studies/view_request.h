// What the window wants to see: the newest is answered, and what it does not ask for is not
// drawn.
#pragma once

#include "engine/image/grid.h"
#include "engine/network/edits.h"

#include <cstdint>
#include <optional>

namespace redraw {

struct ViewRequest {
    std::optional<Grid> region{};           // absent: the whole picture at training size
    std::optional<std::int64_t> at_step{};  // a keyframe; absent: now
    bool bicubic = false;                   // Frame::bicubic is wanted
    bool changes = false;                   // Status::keyframe_changes are wanted
    bool neurons = false;                   // Status::neurons are wanted, of `region` and `at_step`
    std::optional<NeuronIndex> neuron{};    // with `neurons`: this one large
    NetworkEdits edits{};                   // what is drawn is the network so changed
    std::optional<Point> history_of{};      // Status::pixel_history of this pixel is wanted
    std::optional<PixelSize> export_size{};  // Status::export_crop at this size is wanted
    // That, and Status::then_and_now, are of this keyframe; absent: now.
    std::optional<std::int64_t> export_step{};
    // Status::then_and_now is wanted: the whole picture, or the detail that export_crop is of.
    enum class ThenAndNow { none, whole, detail } then_and_now = ThenAndNow::none;
    bool operator==(const ViewRequest&) const = default;
};

}  // namespace redraw
