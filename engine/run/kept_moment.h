// The look of a run: a moment of its learning that somebody keeps because it is liked as it is,
// such as one at which a photograph is a painting still. An event of the run says so, so that it is
// there wherever the run goes; its keyframe is not thinned out. Pure functions.
#pragma once

#include "engine/run/run_values.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace redraw {

// The step that the newest of such events keeps; nothing when there is none, or it was let go.
std::optional<std::int64_t> kept_moment(std::span<const Event> events);

// Its keyframe; the nearest where it is gone, for the run went back behind it or an older Redraw
// thinned it out.
std::optional<Keyframe> kept_keyframe(std::span<const Event> events,
                                      std::span<const Keyframe> keyframes);

// "the nearest kept are 630 and 640", around a step that was not.
std::string kept_around(std::span<const Keyframe> keyframes, std::int64_t step);

}  // namespace redraw
