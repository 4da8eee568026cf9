// The names of the closed sets in config.h.
#pragma once

#include "engine/network/config.h"
#include "engine/text/names.h"

namespace redraw {

template <>
struct Names<Activation> {
    static constexpr std::array<std::pair<Activation, std::string_view>, 5> all{
        {{Activation::sine, "sine"},
         {Activation::tanh, "tanh"},
         {Activation::sigmoid, "sigmoid"},
         {Activation::relu, "relu"},
         {Activation::gelu, "gelu"}}};
};
template <>
struct Names<Encoding> {
    static constexpr std::array<std::pair<Encoding, std::string_view>, 4> all{
        {{Encoding::none, "none"},
         {Encoding::fourier, "fourier"},
         {Encoding::grid, "grid"},
         {Encoding::window, "window"}}};
};
template <>
struct Names<Tones> {
    static constexpr std::array<std::pair<Tones, std::string_view>, 3> all{
        {{Tones::automatic, "auto"}, {Tones::relative, "relative"}, {Tones::absolute, "absolute"}}};
};
template <>
struct Names<PixelModel> {
    static constexpr std::array<std::pair<PixelModel, std::string_view>, 3> all{
        {{PixelModel::automatic, "auto"},
         {PixelModel::point, "point"},
         {PixelModel::area, "area"}}};
};
template <>
struct Names<OutputMap> {
    static constexpr std::array<std::pair<OutputMap, std::string_view>, 2> all{
        {{OutputMap::linear, "linear"}, {OutputMap::sigmoid, "sigmoid"}}};
};
template <>
struct Names<Loss> {
    static constexpr std::array<std::pair<Loss, std::string_view>, 3> all{
        {{Loss::mse, "mse"}, {Loss::l1, "l1"}, {Loss::bce, "bce"}}};
};
template <>
struct Names<Optimizer> {
    static constexpr std::array<std::pair<Optimizer, std::string_view>, 2> all{
        {{Optimizer::adam, "adam"}, {Optimizer::sgd, "sgd"}}};
};
template <>
struct Names<BatchMode> {
    static constexpr std::array<std::pair<BatchMode, std::string_view>, 3> all{
        {{BatchMode::full, "full"}, {BatchMode::random, "random"}, {BatchMode::rows, "rows"}}};
};
template <>
struct Names<ChannelMode> {
    static constexpr std::array<std::pair<ChannelMode, std::string_view>, 5> all{
        {{ChannelMode::automatic, "auto"},
         {ChannelMode::black_white, "bw"},
         {ChannelMode::gray, "gray"},
         {ChannelMode::color, "color"},
         {ChannelMode::alpha, "alpha"}}};
};

}  // namespace redraw
