// The interface of a backend: trains and renders one network with one dataset on one device. It has
// no tensor operations: a burst of training steps is one call, so that fused kernels, AMX and CUDA
// graphs stay hidden behind it. Used by one thread at a time. All backends start from the same
// parameters, bit for bit, and then differ by rounding.
#pragma once

#include "engine/arithmetic.h"
#include "engine/backend/surface.h"
#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/image/grid.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/text/names.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redraw {

enum class BackendKind { automatic, cpu, cuda, gl };
// The set of CPU kernels; choose_kernels() (engine/cpu/instruction_set.h) replaces `automatic`.
// `scalar` (the plain reference), `avx2` and `avx512` compute in fp32; the others only in bf16 or
// bf16x3 (which learns about as well as fp32). `emulated_amx` is `amx` emulated with AVX2, slowly.
enum class InstructionSet { automatic, scalar, avx2, avx512, avx512_bf16, amx, emulated_amx };

template <>
inline constexpr auto kNames<BackendKind> = names_up_to<BackendKind::gl>("auto", "cpu", "cuda",
                                                                         "gl");
// Names for the environment variable REDRAW_INSTRUCTION_SET, which has no name for `automatic`.
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
    int threads = 0;  // 0: as many threads as this process may use; does not change results
    // OpenGL runs in a process of its own, if it can (engine/device/driver_process.h). For tests of
    // a driver; a driver that fails then throws driver_failed().
    bool apart = false;
};

struct StepResult {
    float loss = 0;  // the configured loss, mean over the batch, from this step's own forward pass
    float squared_error = 0;  // mean squared error over the batch, before clamping and rounding
    bool operator==(const StepResult&) const = default;
};

// Thrown if the device is lost, out of memory or refuses a call. All computation since the last
// save() is then lost. The backend is unusable; a new one can continue from a saved state.
class DeviceFailed : public Error {
public:
    explicit DeviceFailed(const std::string& sentence, std::string fault = {})
        : Error(sentence), fault_(std::move(fault)) {}
    // Names the fault of the device's driver in one clause ("its driver crashed") if a second try
    // would end likewise; else empty.
    const std::string& fault() const { return fault_; }

private:
    std::string fault_;
};
// For a driver that crashed, hangs or computes nothing.
inline DeviceFailed driver_failed(const std::string& fault) {
    return DeviceFailed("The GPU failed: " + fault + ".", fault);
}

class Backend {
public:
    virtual ~Backend() = default;

    virtual void load(const State& state) = 0;
    virtual State save() const = 0;
    // Returns the network's present parameters. finite_parameters() returns nothing if any
    // parameter or optimizer moment is not finite.
    virtual std::vector<float> parameters() const { return save().parameters; }
    virtual std::optional<std::vector<float>> finite_parameters() const {
        State state = save();
        if (!all_finite(state.parameters) || !all_finite(state.first_moment) ||
            !all_finite(state.second_moment))
            return std::nullopt;
        return std::move(state.parameters);
    }

    // Does one optimizer step per learning rate, in order, and stores its result at the same index
    // of `results`. Precondition: results.size() == learning_rates.size().
    virtual void train(std::span<const float> learning_rates, std::span<StepResult> results) = 0;

    // Returns the picture that the last step's forward pass computed at the training pixels, with
    // the parameters before that step's update. It needs no further forward pass, so live previews
    // use it. Null before the first step after load(), with minibatches, for a mosaic, and on some
    // backends for large pictures.
    virtual std::shared_ptr<const Surface> last_forward() const = 0;

    // Renders `part` of `grid` with the network's present parameters or, if given, with other
    // `parameters` (those of a keyframe). A pixel's bits depend neither on `part` nor on the number
    // of threads.
    virtual std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                                  std::span<const float> parameters = {}) = 0;

    // Evaluates a window network (encodings.h) at the four quarters of each pixel of `plane`
    // (luminance or opacity), without a border of the windows' reach. Returns a pixel for each
    // quarter: its correction of bicubic interpolation plus kNothingLacking. For window networks
    // only.
    virtual Image draw_windows(const Image& /*plane*/, std::span<const float> /*parameters*/ = {}) {
        check_failed("draw_windows", __FILE__, __LINE__, "only a network of windows draws windows");
    }
    // Renders one pixel for each block of samples: the mean of the samples, each clamped to [0, 1].
    // Gives the bits of draw_on() (engine/drawing/drawing.h). `part`: whole blocks of the grid
    // `samples`. Null if the backend cannot do this; the caller then averages on the host.
    virtual std::shared_ptr<const Surface> render_means(const Grid& /*samples*/,
                                                        const PixelRect& /*part*/,
                                                        PixelSize /*block*/,
                                                        std::span<const float> /*parameters*/) {
        return nullptr;
    }
    // Returns how many network samples lie along each side of a pixel whose value is their mean: 2
    // for area pixels, 1 for other pixels.
    virtual int samples_across() const { return 1; }
    // The resolution at which the network can draw the whole picture: its pixels, and the samples
    // along each side of a pixel (samples_across()).
    struct Resolution {
        PixelSize pixels;
        int across = 1;
    };
    // Returns the resolution with these parameters (see render()). `picture`: the training grid.
    virtual Resolution resolution(const Grid& picture,
                                  std::span<const float> /*parameters*/) const {
        return {{picture.width, picture.height}, samples_across()};
    }
    // Returns about how many extra pixels render() has to compute on each side of a part of `grid`.
    // Parts should be larger than that.
    virtual int margin(const Grid& /*grid*/) const { return 0; }

    // Calls work(item) once for every item in [0, items), in any order, perhaps on several threads.
    // The backend must be idle. Rethrows an exception of `work`; other items may then be skipped.
    virtual void share_out(int items, const std::function<void(int item)>& work) {
        for (int item = 0; item < items; ++item) work(item);
    }

    // Returns a description for the status bar: "CPU AVX-512 fp32, 2 threads".
    virtual std::string description() const = 0;
    virtual BackendKind kind() const = 0;                 // of its device, never `automatic`
    virtual std::string_view precision_name() const = 0;  // "fp32", ...
    // True if training takes the cores that this and other programs need.
    bool shares_cpu() const { return kind() == BackendKind::cpu; }
    // Returns how long a call of train() should last: shorter by OpenGL, because the desktop waits
    // in the same queue of the GPU.
    double burst_seconds() const { return kind() == BackendKind::gl ? 0.015 : 0.030; }
};

// A device as one line of the command `redraw devices` shows it; if not `available`, `detail` gives
// the reason.
struct DeviceInfo {
    std::string name;    // "cpu", "cuda:0", "gl"
    std::string detail;  // "Intel Xeon ..., AVX-512, 2 threads" or "no NVIDIA driver is installed"
    bool available = false;
};

}  // namespace redraw
