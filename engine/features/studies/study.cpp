#include "engine/features/studies/study.h"

#include "engine/training/trainer.h"

namespace redraw {

std::optional<std::vector<float>> edited_parameters(const Trainer& trainer,
                                                    std::optional<std::int64_t> step,
                                                    const NetworkEdits& edits) {
    auto parameters = trainer.parameters_at(step.value_or(trainer.step()));
    if (parameters) apply(edits, trainer.config().network, trainer.channels(), *parameters);
    return parameters;
}

}  // namespace redraw
