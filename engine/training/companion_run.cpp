#include "engine/training/companion_run.h"

namespace redraw {

CompanionRun::CompanionRun(const std::filesystem::path&, const Trainer&, const BackendOptions&) {}

CompanionRun::CompanionRun(const Config&, const std::filesystem::path&, const Trainer&,
                           const BackendOptions&) {}

bool CompanionRun::train_until(double) {
    return false;
}

void CompanionRun::close() {}

}  // namespace redraw
