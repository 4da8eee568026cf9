#include "app/studio/neuron_textures.h"

#include "app/studio/scene_textures.h"
#include "engine/features/neurons/neuron_study.h"
#include "ui/centre/neuron_view.h"

#include <algorithm>

namespace redraw {
namespace {

// Values of neuron pictures uploaded per frame. The layer uploaded last may exceed this number.
constexpr std::size_t kValuesAFrame = 200'000;

void upload_answers(GlTexture& texture, const Image& answers, const AnswerScale& scale) {
    const ui::NeuronAtlas atlas = ui::neuron_atlas(answers.channels, answers.width, answers.height);
    texture.upload(ui::atlas_pixels(answers, scale), atlas.columns * atlas.width,
                   atlas.rows * atlas.height, TextureFilter::linear);
}

}  // namespace

int NeuronTextures::update(const Status& status) {
    const auto& pictures = status.result<NeuronPictures>();
    if (!pictures) return 0;
    const Activation activation = status.config.network.activation;
    if (pictures_ != pictures) {
        pictures_ = pictures;
        left_ = pictures->layers.size();
        if (pictures->chosen) {
            upload_answers(large_, pictures->large,
                           ui::own_scale(activation, pictures->large.values));
            large_grid_ = pictures->large_grid;
        }
    }
    layers_.resize(std::max(layers_.size(), pictures->layers.size()));
    for (std::size_t values = 0; left_ > 0 && values < kValuesAFrame; --left_) {
        // Continues with the layer after the one uploaded last. If each set of neuron pictures
        // began at the first layer, the last layers would never be updated while new sets come
        // quickly.
        next_ = (next_ + 1) % pictures->layers.size();
        const Image& answers = pictures->layers[next_];
        const AnswerScale scale = answer_scale(activation, answers.values);
        Layer& layer = layers_[next_];
        upload_answers(layer.texture, answers, scale);
        layer.grid = pictures->grid;
        layer.limit = scale.high;
        values += answers.values.size();
    }
    return left_ > 0 ? 2 : 0;
}

void NeuronTextures::put_into(ui::View& view) const {
    for (const Layer& layer : layers_) {
        view.neurons.layers.push_back(texture_of(layer.texture, layer.grid));
        view.neurons.limits.push_back(layer.limit);
    }
    view.neurons.large = texture_of(large_, large_grid_);
}

}  // namespace redraw
