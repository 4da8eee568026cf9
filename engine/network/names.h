// The names of the closed sets in config.h.
#pragma once

#include "engine/network/config.h"
#include "engine/text/names.h"

namespace redraw {

template <>
struct Names<Activation> {
    static constexpr Named<Activation> all[] = {{Activation::sine, "sine"},
                                                {Activation::tanh, "tanh"},
                                                {Activation::sigmoid, "sigmoid"},
                                                {Activation::relu, "relu"},
                                                {Activation::gelu, "gelu"}};
};
template <>
struct Names<Encoding> {
    static constexpr Named<Encoding> all[] = {{Encoding::none, "none"},
                                              {Encoding::fourier, "fourier"},
                                              {Encoding::grid, "grid"},
                                              {Encoding::window, "window"}};
};
template <>
struct Names<Tones> {
    static constexpr Named<Tones> all[] = {
        {Tones::automatic, "auto"}, {Tones::relative, "relative"}, {Tones::absolute, "absolute"}};
};
template <>
struct Names<PixelModel> {
    static constexpr Named<PixelModel> all[] = {
        {PixelModel::automatic, "auto"}, {PixelModel::point, "point"}, {PixelModel::area, "area"}};
};
template <>
struct Names<OutputMap> {
    static constexpr Named<OutputMap> all[] = {{OutputMap::linear, "linear"},
                                               {OutputMap::sigmoid, "sigmoid"}};
};
template <>
struct Names<Loss> {
    static constexpr Named<Loss> all[] = {{Loss::mse, "mse"}, {Loss::l1, "l1"}, {Loss::bce, "bce"}};
};
template <>
struct Names<Optimizer> {
    static constexpr Named<Optimizer> all[] = {{Optimizer::adam, "adam"}, {Optimizer::sgd, "sgd"}};
};
template <>
struct Names<BatchMode> {
    static constexpr Named<BatchMode> all[] = {
        {BatchMode::full, "full"}, {BatchMode::random, "random"}, {BatchMode::rows, "rows"}};
};
template <>
struct Names<ChannelMode> {
    static constexpr Named<ChannelMode> all[] = {{ChannelMode::automatic, "auto"},
                                                 {ChannelMode::black_white, "bw"},
                                                 {ChannelMode::gray, "gray"},
                                                 {ChannelMode::color, "color"},
                                                 {ChannelMode::alpha, "alpha"}};
};

}  // namespace redraw
