// All that is drawn beside the one drawing, a little at a time, when it is asked for.
#pragma once

#include "engine/studies/change_study.h"
#include "engine/studies/crop_study.h"
#include "engine/studies/neuron_study.h"
#include "engine/studies/original_measure.h"
#include "engine/studies/pixel_study.h"

namespace redraw {

struct Status;

class Studies {
public:
    // `picture` as it was opened; null when only the target is known.
    void reset(std::uint64_t run_serial, std::shared_ptr<const Image> picture);
    // True when more is to be done at once.
    bool update(Trainer& trainer, const Look& look, bool training);
    // Puts the newest of each into the status; true when something is new.
    bool publish(Status& status) const;

private:
    NeuronStudy neurons_;
    PixelStudy pixel_;
    CropStudy crop_;
    ChangeStudy changes_;
    OriginalMeasure original_;
};

}  // namespace redraw
