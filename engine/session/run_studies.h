// All studies of the open run. While it trains, each in turn has a part of a tenth of the time. One
// owner, the session thread.
#pragma once

#include "engine/session/status.h"
#include "engine/studies/export_preview.h"
#include "engine/studies/studies.h"

#include <array>
#include <cstddef>
#include <memory>

namespace redraw {

class RunStudies {
public:
    // `picture` as it was opened; null when only the target is known.
    RunStudies(const std::shared_ptr<const Image>& picture, FindEnlargement find);
    RunStudies(const RunStudies&) = delete;
    RunStudies& operator=(const RunStudies&) = delete;

    // A part of each; true when more is to be done at once. Throws Error.
    bool update(Trainer& trainer, const ViewRequest& view, bool training);
    // Copies what they made into the status; true when something of it is new.
    bool publish(Status& status);

private:
    KeyframeThumbnails thumbnails_;
    NeuronStudy neurons_;
    PixelStudy pixel_;
    CropStudy crop_;
    ThenAndNowStudy then_and_now_;
    ChangeStudy changes_;
    PsnrStudy psnr_;
    OriginalStudy original_;
    std::array<Study*, 8> all_;  // a new study is added here and in publish()
    ShareOfTime share_{0.1};
    std::size_t turn_ = 0;        // of the study that begins
    int known_measurements_ = 0;  // of psnr_
};

}  // namespace redraw
