// The results that the session publishes in Status beside the run itself: a row for each. A result
// is an immutable value, made on the session thread; null: not requested, or not made yet.
#pragma once

#include <memory>
#include <tuple>

namespace redraw {

template <class... Result>
using ResultsOf = std::tuple<std::shared_ptr<const Result>...>;

using Results = ResultsOf<    //
    struct PixelHistory,      // features/studies/pixel_history.h
    struct NeuronPictures,    // features/neurons/neuron_study.h
    struct Microscope,        // features/microscope/microscope.h
    struct ScanLine,          // features/scan_line/scan_line.h
    struct PlaceDetail,       // features/scan_line/place_detail.h
    struct RunExplanation,    // features/explanation/explanation.h
    struct NineLooks,         // features/looks/looks.h
    struct Diagnosis,         // features/doctor/doctor.h, of CheckUp
    struct ThenAndNow,        // features/studies/then_and_now.h
    struct EnlargingMeasure,  // features/enlarge/enlarging_measure.h, of RunExports
    struct ExportCrop,        // features/studies/export_preview.h
    struct KeyframeChanges,   // features/studies/keyframe_changes.h
    struct OriginalPsnr,      // features/studies/original_psnr.h
    struct Thumbnails         // features/studies/keyframe_thumbnails.h
    >;

}  // namespace redraw
