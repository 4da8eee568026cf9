#include "engine/session/studies.h"

#include "engine/session/status.h"

#include <utility>

namespace redraw {
namespace {

template <class Value>
bool put(std::shared_ptr<const Value>& place, std::shared_ptr<const Value> newest) {
    if (place == newest) return false;
    place = std::move(newest);
    return true;
}

}  // namespace

void Studies::reset(std::uint64_t run_serial, std::shared_ptr<const Image> picture) {
    neurons_.reset(run_serial);
    pixel_.reset(run_serial);
    crop_.reset(run_serial, picture);
    original_.reset(std::move(picture));
    changes_.reset(run_serial);
}

bool Studies::update(Trainer& trainer, const Look& look, bool training) {
    bool more = neurons_.update(trainer, look, training);
    more |= pixel_.update(trainer, look, training);
    more |= crop_.update(trainer, look, training);
    more |= changes_.update(trainer, look, training);
    more |= original_.update(trainer, training);
    return more;
}

bool Studies::publish(Status& status) const {
    bool changed = put(status.neurons, neurons_.newest());
    changed |= put(status.pixel_history, pixel_.newest());
    changed |= put(status.export_crop, crop_.newest());
    changed |= put(status.keyframe_changes, changes_.newest());
    if (status.original != original_.newest()) {
        status.original = original_.newest();
        changed = true;
    }
    return changed;
}

}  // namespace redraw
