// The results that the session publishes in Status beside the run itself: a row for each. A result
// is an immutable value, made on the session thread; null: not requested, or not made yet.
#pragma once

#include <memory>
#include <tuple>

namespace redraw {

template <class... Result>
using ResultsOf = std::tuple<std::shared_ptr<const Result>...>;

using Results = ResultsOf<    //
    struct PixelHistory,      // studies/pixel_history.h
    struct NeuronPictures,    // studies/neuron_study.h
    struct Microscope,        // studies/microscope.h
    struct ScanLine,          // studies/scan_line.h
    struct LearnedSpectrum,   // studies/scan_line.h
    struct RunExplanation,    // studies/explanation.h
    struct NineLooks,         // studies/looks.h
    struct ThenAndNow,        // studies/then_and_now.h
    struct CoolDown,          // studies/trained_copies.h, of RunCopies
    struct HeldOutMeasure,    // studies/trained_copies.h, of RunCopies
    struct EnlargingMeasure,  // enlarge/enlarging_measure.h, of RunCopies
    struct ExportCrop,        // studies/export_preview.h
    struct KeyframeChanges,   // studies/keyframe_changes.h
    struct OriginalPsnr,      // studies/original_psnr.h
    struct Thumbnails         // studies/keyframe_thumbnails.h
    >;

}  // namespace redraw
