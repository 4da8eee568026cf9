// All studies of the open run: a row for each.
#pragma once

#include "engine/features/explanation/explanation.h"
#include "engine/features/looks/looks.h"
#include "engine/features/microscope/microscope.h"
#include "engine/features/neurons/neuron_study.h"
#include "engine/features/scan_line/place_detail.h"
#include "engine/features/scan_line/scan_line.h"
#include "engine/features/studies/export_preview.h"
#include "engine/features/studies/keyframe_changes.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/features/studies/original_psnr.h"
#include "engine/features/studies/pixel_history.h"
#include "engine/features/studies/psnr_study.h"
#include "engine/features/studies/results.h"
#include "engine/features/studies/study.h"
#include "engine/features/studies/then_and_now.h"
#include "engine/training/share_of_time.h"

#include <cstddef>
#include <tuple>

namespace redraw {

using AllStudies = std::tuple<  //
    PixelStudy,                 //
    NeuronStudy,                //
    MicroscopeStudy,            //
    ScanLineStudy,              //
    PlaceStudy,                 //
    ExplanationStudy,           //
    LookStudy,                  //
    ThenAndNowStudy,            //
    CropStudy,                  //
    ChangeStudy,                //
    OriginalStudy,              //
    PsnrStudy,                  //
    KeyframeThumbnails          //
    >;

// Lets the studies take turns. While the run trains, they take a tenth of the time. Owned by the
// open run, on the session thread.
class RunStudies {
public:
    explicit RunStudies(const StudyTools& tools);
    RunStudies(const RunStudies&) = delete;
    RunStudies& operator=(const RunStudies&) = delete;

    // Does a part of the studies' work; returns true if more can be done at once. Throws Error.
    bool update(Trainer& trainer, const ViewRequest& view, bool training);
    // Copies their results; returns true if any of them is new, or if PSNR was measured, which the
    // trainer records.
    bool publish(Results& results);

private:
    AllStudies all_;
    ShareOfTime share_{0.1};
    std::size_t turn_ = 0;  // counts update(): decides which study goes first
    int known_measurements_ = 0;
};

}  // namespace redraw
