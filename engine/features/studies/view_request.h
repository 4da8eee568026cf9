// What the window wants to see of the open run. Plain values.
#pragma once

#include "engine/drawing/method.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/parameters.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace redraw {

// ExportView and ViewRequest describe what the window wants to see. Only the newest request is
// answered.

// The part of an export that is previewed before the export is made.
struct ExportView {
    PixelSize size{};  // size of the exported file
    PixelSize room{};  // space in the window for the previewed part, in pixels of the file
    // The middle of the previewed part, 0 to 1 of the width and height. Absent: the part with the
    // most detail.
    std::optional<Point> middle{};
    Method method = Method::network;  // method that makes the exported file
    // Method previewed beside `method` for comparison, applied to the present step.
    Method compared = Method::lanczos;
    bool operator==(const ExportView&) const = default;
};

// The pixel and the unit that the microscope explains. A unit is an input of the first hidden layer
// (NeuronIndex::layer is -1), a hidden neuron, or an output (`layer` is the number of hidden
// layers).
struct MicroscopeView {
    int column = 0, row = 0;  // the pixel's place in the training picture; clamped to its size
    // Absent, or not part of the network: the neuron that contributes most to the first output.
    std::optional<NeuronIndex> unit{};
    // Index of the unit's input whose weight update is explained. Absent, or not among
    // MicroscopeUnit::strongest: the strongest input.
    std::optional<int> input{};
    bool operator==(const MicroscopeView&) const = default;
};

// The neurons whose activations are wanted.
struct NeuronsView {
    std::optional<NeuronIndex> chosen{};  // rendered alone, large; absent: all, small
    bool operator==(const NeuronsView&) const = default;
};

struct ViewRequest {
    // Zoomed region to render; absent: the whole picture, at most at training size.
    std::optional<Grid> region{};
    std::optional<std::int64_t> at_step{};  // keyframe to render; absent: the present step
    // Share of the keyframe after `at_step` that is mixed into it, 0 to 1 (drawing/keyframe_mix.h).
    // For the render alone; studies look at `at_step`.
    float next_share = 0;
    bool bicubic = false;                        // Frame::bicubic is wanted
    bool changes = false;                        // KeyframeChanges are wanted
    std::optional<NeuronsView> neurons{};        // NeuronPictures of `region` at `at_step`
    NetworkEdits edits{};                        // edits of the network to apply before rendering
    std::optional<Point> history_of{};           // Status::pixel_history of this pixel is wanted
    std::optional<MicroscopeView> microscope{};  // Status::microscope is wanted, for `at_step`
    std::optional<ExportView> export_view{};     // Status::export_crop is wanted
    // The keyframe to export in export_view; absent: the present step.
    std::optional<std::int64_t> export_step{};
    // The place that is explained, 0 to 1 of the width and height: ScanLine and PlaceDetail are
    // wanted, for `at_step`.
    std::optional<Point> place{};
    bool then_and_now = false;  // Status::then_and_now is wanted, for `export_step`
    // NineLooks are wanted, with this surprise (features/looks/looks.h).
    std::optional<std::uint64_t> looks{};
    bool explanation = false;             // Status::explanation is wanted
    std::vector<std::int64_t> moments{};  // keyframes wanted as large Status::thumbnails
    bool operator==(const ViewRequest&) const = default;
};

}  // namespace redraw
