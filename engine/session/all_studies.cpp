#include "engine/session/all_studies.h"

#include "engine/studies/change_study.h"
#include "engine/studies/crop_study.h"
#include "engine/studies/neuron_study.h"
#include "engine/studies/original_measure.h"
#include "engine/studies/pixel_study.h"
#include "engine/studies/thumbnails.h"

namespace redraw {

std::vector<std::unique_ptr<Study>> all_studies(const std::shared_ptr<const Image>& picture) {
    std::vector<std::unique_ptr<Study>> all;
    all.push_back(std::make_unique<Thumbnails>());
    all.push_back(std::make_unique<NeuronStudy>());
    all.push_back(std::make_unique<PixelStudy>());
    all.push_back(std::make_unique<CropStudy>(picture));
    all.push_back(std::make_unique<ChangeStudy>());
    all.push_back(std::make_unique<OriginalMeasure>(picture));
    return all;
}

}  // namespace redraw
