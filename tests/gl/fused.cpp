// Tests that the fused kernels give the same bits as the kernels that compute one layer a dispatch.
#include "gl/gl_network.h"
#include "tests/support/opengl.h"
#include "tests/support/tested_backends.h"

using namespace redraw_test;

namespace {

// Counts OpenGL's compute dispatches during its lifetime.
class CountedDispatches {
public:
    CountedDispatches() {
        gl::Context::shared();  // loads OpenGL's functions into gl::api
        real_ = gl::api.DispatchCompute;
        count_ = 0;
        gl::api.DispatchCompute = [](GLuint x, GLuint y, GLuint z) {
            ++count_;
            real_(x, y, z);
        };
    }
    ~CountedDispatches() { gl::api.DispatchCompute = real_; }
    CountedDispatches(const CountedDispatches&) = delete;
    CountedDispatches& operator=(const CountedDispatches&) = delete;
    int count() const { return count_; }

private:
    static inline int count_ = 0;
    static inline decltype(gl::api.DispatchCompute) real_ = nullptr;
};

struct Outcome {
    State state;
    std::vector<float> results;
    Image forward, drawn;
    bool operator==(const Outcome&) const = default;
};

struct Run {
    NetworkSpec network;
    std::shared_ptr<Dataset> dataset;
    int steps = 3;

    std::pair<Outcome, int> trained(bool fused) const {
        const int channels = dataset->target.channels;
        gl::fuses_layers = fused;
        const auto backend =
            loaded(kGl, network, {}, channels, dataset, random_state(network, channels));
        gl::fuses_layers = true;
        const CountedDispatches dispatches;
        Outcome outcome;
        for (const StepResult& result : train_at(*backend, std::vector<float>(steps, 1e-2f)))
            outcome.results.insert(outcome.results.end(), {result.loss, result.squared_error});
        const int count = dispatches.count();
        outcome.state = backend->save();
        if (const auto forward = backend->last_forward()) outcome.forward = forward->on_host();
        const Grid grid = picture_grid(23, 17);
        outcome.drawn = backend->render(grid, {1, 2, 21, 13}, {})->on_host();
        return {outcome, count};
    }
    // Returns the dispatches of training by the fused kernels, then those by one layer a dispatch.
    std::pair<int, int> check_same_bits() const {
        const auto [fused, few] = trained(true);
        const auto [layered, many] = trained(false);
        CHECK(fused.results == layered.results);
        CHECK(fused.state == layered.state);
        CHECK(fused.forward == layered.forward);
        CHECK(fused.drawn == layered.drawn);
        for (const float loss : fused.results) CHECK(std::isfinite(loss));
        return {few, many};
    }
};

}  // namespace

TEST_CASE("the fused kernels have the bits of one layer a dispatch") {
    if (!opengl_is_there()) return;
    for (const Encoding encoding : {Encoding::none, Encoding::fourier, Encoding::grid})
        for (const Activation activation : kActivations)
            for (const std::vector<int>& widths :
                 {std::vector{128, 128}, {64, 64, 64}, {70, 33}, {5}}) {
                INFO(name_of(encoding) << ' ' << name_of(activation) << ' ' << widths.front());
                const int channels = widths.size() == 2 ? 3 : 1;
                const auto [fused, layered] = Run{encoded(network_of(widths, activation), encoding),
                                                  noise_picture(20, 7, channels)}
                                                  .check_same_bits();
                CHECK((widths.size() == 1 ? fused <= layered : fused < layered));
            }
}

TEST_CASE("the fused kernels have these bits for area pixels and chunks that end within a tile") {
    if (!opengl_is_there()) return;
    for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
        NetworkSpec network = encoded(network_of({33, 20}, Activation::gelu), Encoding::grid);
        network.pixel = pixel;
        const auto dataset = noise_picture(97, 91, 3);  // 8,827 pixels: 8,192 samples a chunk
        dataset->pixel = pixel;
        Run{network, dataset, 1}.check_same_bits();
        const InjectedLimit limit(200 << 10);  // buffers of 200 KiB need more chunks
        Run{network, dataset, 1}.check_same_bits();
    }
}

TEST_CASE("a chunk split into several dispatches has these bits") {
    if (!opengl_is_there()) return;
    // 114,944 hidden weights: for 1,900 samples, more products than the 200 million of a dispatch.
    const NetworkSpec network = network_of(std::vector<int>(8, 128), Activation::sine);
    const auto [split, layered] = Run{network, noise_picture(95, 20, 1), 1}.check_same_bits();
    const auto [whole, other] = Run{network, noise_picture(19, 7, 1), 1}.check_same_bits();
    CHECK(split == whole + 2);  // one more forward dispatch, one more backward
    CHECK(layered == other);
}

TEST_CASE("a layer too wide for the fused kernels has a dispatch of its own") {
    if (!opengl_is_there()) return;
    const auto [fused, layered] =
        Run{network_of({130, 20}, Activation::relu), noise_picture(9, 7, 1), 1}.check_same_bits();
    CHECK(fused == layered);
}
