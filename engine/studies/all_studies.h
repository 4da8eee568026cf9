// All studies of the open run: a row for each.
#pragma once

#include "engine/studies/explanation.h"
#include "engine/studies/export_preview.h"
#include "engine/studies/keyframe_changes.h"
#include "engine/studies/keyframe_thumbnails.h"
#include "engine/studies/looks.h"
#include "engine/studies/microscope.h"
#include "engine/studies/neuron_study.h"
#include "engine/studies/original_psnr.h"
#include "engine/studies/pixel_history.h"
#include "engine/studies/psnr_study.h"
#include "engine/studies/results.h"
#include "engine/studies/scan_line.h"
#include "engine/studies/study.h"
#include "engine/studies/then_and_now.h"
#include "engine/training/share_of_time.h"

#include <cstddef>
#include <tuple>

namespace redraw {

using AllStudies = std::tuple<  //
    PixelStudy,                 //
    NeuronStudy,                //
    MicroscopeStudy,            //
    ScanLineStudy,              //
    SpectrumStudy,              //
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
