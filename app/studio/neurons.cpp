// The neurons' pictures on the graphics card: one texture a layer, uploaded once for every new set,
// a few layers a frame, so that no frame is long.
#include "app/studio/app.h"
#include "ui/centre/neuron_map.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr std::size_t kValuesAFrame = 200'000;  // and the layer they end in

void upload(GlTexture& texture, const Image& answers, const AnswerScale& scale) {
    const NeuronAtlas atlas = neuron_atlas(answers.channels, answers.width, answers.height);
    texture.upload(atlas_pixels(answers, scale), atlas.columns * atlas.width,
                   atlas.rows * atlas.height, TextureFilter::linear);
}

}  // namespace

void StudioApp::update_neurons() {
    Pictures& p = pictures_;
    NeuronTextures& t = p.neurons;
    const auto& pictures = status_->neurons;
    if (!pictures || pictures->run_serial != p.run_serial) return;
    const Activation activation = status_->config.network.activation;
    if (t.serial != pictures->serial) {
        t.serial = pictures->serial;
        t.left = pictures->layers.size();
        if (pictures->chosen) {
            upload(t.large, pictures->large, own_scale(activation, pictures->large.values));
            t.large_grid = pictures->large_grid;
        }
    }
    t.layers.resize(std::max(t.layers.size(), pictures->layers.size()));
    for (std::size_t values = 0; t.left > 0 && values < kValuesAFrame; --t.left) {
        // From where the last set got to, or the last layers would wait while sets come quickly.
        t.next = (t.next + 1) % pictures->layers.size();
        const Image& answers = pictures->layers[t.next];
        const AnswerScale scale = answer_scale(activation, answers.values);
        NeuronTextures::Layer& layer = t.layers[t.next];
        upload(layer.texture, answers, scale);
        layer.grid = pictures->grid;
        layer.limit = scale.high;
        values += answers.values.size();
    }
    if (t.left > 0) frames_due_ = std::max(frames_due_, 2);
}

}  // namespace redraw
