// The records of a run, step by step, without its file. Plain values.
#pragma once

#include "engine/run/event.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace redraw {

inline constexpr std::size_t kLongestRunName = 200;  // bytes

struct Metric {
    std::int64_t step = 0;  // the step whose forward pass this is; 1 is the first
    float loss = 0;
    // dB, of this step's batch before its update; no drawing is as close as that (see
    // MeasuredPsnr).
    float batch_psnr = 0;
    float learning_rate = 0;
    double seconds = 0;  // of training so far, pauses left out, across resumes
    bool operator==(const Metric&) const = default;
};

struct Keyframe {
    std::int64_t step = 0;  // parameters after this many updates; 0 is the untrained network
    float batch_psnr = 0;   // as in the metric of the same step; NaN at step 0
    bool operator==(const Keyframe&) const = default;
};

// A measurement: how close the drawing after `step` updates comes to the picture at the size that
// is learned, as any program measures it on the exported file: values clamped and rounded to 8
// bits.
struct MeasuredPsnr {
    std::int64_t step = 0;
    float psnr = 0;      // dB; +infinity when every pixel is exact
    double seconds = 0;  // of training until then, as in a metric
    bool whole = false;  // measured over the whole picture (drawn_psnr.h), else on a sample of it
    bool operator==(const MeasuredPsnr&) const = default;
};

// Where a run came from, by "Continue from here".
struct Branch {
    std::string from;  // the file's name, as events show it
    std::int64_t step = 0;
    bool operator==(const Branch&) const = default;
};
// The newest branching: events of the run it came from lie before it.
std::optional<Branch> branch_of(std::span<const Event> events);

}  // namespace redraw
