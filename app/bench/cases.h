// The networks that `redraw bench` measures, and the picture for each. Plain values.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <memory>
#include <string>
#include <vector>

namespace redraw {

struct BenchCase {
    std::string network;  // "sine 2-128x4-1"
    std::string picture;  // "256x256 gray"
    Config config;
    int width = 0, height = 0, channels = 1;
};

// Returns the network that `fit` would train with these settings on a large enough picture. Throws
// CLI::ValidationError if that needs a real picture (--train-size original).
BenchCase bench_case(const Config& config, const std::string& preset = "");

// The presets, and the shapes that coordinate networks are usually measured with.
std::vector<BenchCase> standard_cases();

// Widths from 16 to 1024 at one depth and depths from 2 to 8 at two widths, on a small picture:
// whether any of them is slow for its size.
std::vector<BenchCase> sweep_cases();

// Smooth waves: speed does not depend on the picture.
std::shared_ptr<const Dataset> bench_dataset(const BenchCase& task);

// Floating-point operations of a step for each pixel: a multiply and an add a weight for the
// output, the gradient by the weight and the gradient by the input; of Fourier features, which are
// not trained, for the output alone. Sines, the optimizer and a grid's tables count nothing.
double step_operations(const BenchCase& task);

}  // namespace redraw
