// THE interface: one network, one dataset, the whole model behind it. Not tensor operations: a
// burst of steps is one call, so that fused kernels, AMX and CUDA graphs fit behind it without
// being seen. Used by one thread at a time. All backends start from the same bits and differ by
// rounding only.
#pragma once

#include "engine/arithmetic.h"
#include "engine/backend/surface.h"
#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/image/grid.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/text/names.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redraw {

enum class BackendKind { automatic, cpu, cuda };
// The set of CPU kernels; `automatic` takes the best this machine has. `scalar` is the plain
// reference; `avx512_bf16` and `amx` compute in bf16x3 and bf16 only, the others in fp32;
// `emulated_amx` computes the same as `amx` on processors without it, slowly.
enum class InstructionSet { automatic, scalar, avx2, avx512, avx512_bf16, amx, emulated_amx };

template <>
inline constexpr auto kNames<BackendKind> = names<BackendKind>({{BackendKind::automatic, "auto"},
                                                                {BackendKind::cpu, "cpu"},
                                                                {BackendKind::cuda, "cuda"}});
// The names that the environment variable REDRAW_INSTRUCTION_SET takes: no `automatic`.
template <>
inline constexpr auto kNames<InstructionSet> =
    names<InstructionSet>({{InstructionSet::scalar, "scalar"},
                           {InstructionSet::avx2, "avx2"},
                           {InstructionSet::avx512, "avx512"},
                           {InstructionSet::avx512_bf16, "avx512_bf16"},
                           {InstructionSet::amx, "amx"},
                           {InstructionSet::emulated_amx, "emulated_amx"}});

struct BackendOptions {
    BackendKind kind = BackendKind::automatic;
    Precision precision = Precision::automatic;
    InstructionSet instruction_set = InstructionSet::automatic;
    int threads = 0;  // 0: as many as this process may use. Never changes a result.
};

struct StepResult {
    float loss = 0;  // the configured loss, mean over the batch, from this step's own forward pass
    float squared_error =
        0;  // mean squared error of values in [0, 1], before clamping and rounding
};

// The device is lost or out of memory, and with it what was computed since the last save(). The
// backend stays as it is; a new one can go on from a state that was saved.
class DeviceFailed : public Error {
public:
    using Error::Error;
};

class Backend {
public:
    virtual ~Backend() = default;

    virtual void load(const State& state) = 0;
    virtual State save() const = 0;
    // The parameters of save() alone; empty if any number of the state is not finite any more.
    virtual std::vector<float> parameters() const { return save().parameters; }
    virtual std::optional<std::vector<float>> finite_parameters() const {
        State state = save();
        if (!all_finite(state.parameters) || !all_finite(state.first_moment) ||
            !all_finite(state.second_moment))
            return std::nullopt;
        return std::move(state.parameters);
    }

    // One optimizer step per learning rate; the results come back together. results.size() ==
    // learning_rates.size().
    virtual void train(std::span<const float> learning_rates, std::span<StepResult> results) = 0;

    // The drawing that the last step's forward pass made on the training grid, with the parameters
    // before that step's update: free, so live previews use it. Null before the first step, with
    // minibatches, and if the picture is too large to be shown whole.
    virtual std::shared_ptr<const Surface> last_forward() const = 0;

    // The part of `grid` drawn by the network being trained or, if given, by other parameters (a
    // keyframe). A pixel's bits do not depend on `part` nor on the number of threads.
    virtual std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                                  std::span<const float> parameters = {}) = 0;

    // For a network of windows (encodings.h) only: draws the quarters of every pixel of
    // `plane` (luminance) except within the windows' radius of the border; twice that size.
    virtual Image draw_windows(const Image& /*plane*/, std::span<const float> /*parameters*/ = {}) {
        check_failed("draw_windows", __FILE__, __LINE__, "only a network of windows draws windows");
    }
    // Samples across a pixel of the training grid that make a drawing of what was learned: 2 of
    // area pixels, whose value is no single point's.
    virtual int samples_across() const { return 1; }
    // Pixels around a part of a drawing that are computed for its sake: parts should be larger.
    virtual int margin(const Grid& /*grid*/) const { return 0; }

    // A description for the status bar: "CPU AVX-512 fp32, 2 threads".
    virtual std::string description() const = 0;
    virtual std::string_view kind_name() const = 0;       // "cpu", "cuda"
    virtual std::string_view precision_name() const = 0;  // "fp32", ...
};

// One line a device for `redraw devices`; `available` false carries the reason in `detail`.
struct DeviceInfo {
    std::string name;    // "cpu", "cuda:0"
    std::string detail;  // "Intel Xeon ..., AVX-512, 2 threads" or "no NVIDIA driver is installed"
    bool available = false;
};

}  // namespace redraw
