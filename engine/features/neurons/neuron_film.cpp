#include "engine/features/neurons/neuron_film.h"

#include "engine/features/neurons/neuron_sum.h"

#include <utility>

namespace redraw {

std::unique_ptr<Job> neuron_film(Backend& backend, const Grid& picture,
                                 std::shared_ptr<const Image> target, const NetworkSpec& network,
                                 const std::vector<float>& parameters, FilmSpec spec) {
    const int channels = target->channels;
    spec.neurons = network.layers.back();
    spec.last.reset();
    std::vector<Keyframe> counts;
    for (int count = 0; count <= spec.neurons; ++count) counts.push_back({count, 0});
    auto order = loudest_first(
        std::make_shared<const NeuronForward>(network, channels, parameters, target), picture);
    const auto with = [=, order = std::move(order)](std::int64_t count) {
        std::vector<float> kept = parameters;
        apply(adding_up(network, order, int(count)), network, channels, kept);
        return kept;
    };
    return timelapse_film(backend, picture, std::move(target), std::move(counts),
                          std::vector<MeasuredPsnr>(), 1, with, spec);
}

}  // namespace redraw
