// The names of the closed sets in config.h.
#pragma once

#include "engine/network/config.h"
#include "engine/text/names.h"

namespace redraw {

template <>
inline constexpr auto kNames<Activation> = names<Activation>({{Activation::sine, "sine"},
                                                              {Activation::tanh, "tanh"},
                                                              {Activation::sigmoid, "sigmoid"},
                                                              {Activation::relu, "relu"},
                                                              {Activation::gelu, "gelu"}});
template <>
inline constexpr auto kNames<Encoding> = names<Encoding>({{Encoding::none, "none"},
                                                          {Encoding::fourier, "fourier"},
                                                          {Encoding::grid, "grid"},
                                                          {Encoding::window, "window"}});
template <>
inline constexpr auto kNames<Tones> = names<Tones>({{Tones::automatic, "auto"},
                                                    {Tones::relative, "relative"},
                                                    {Tones::absolute, "absolute"}});
template <>
inline constexpr auto kNames<PixelModel> = names<PixelModel>({{PixelModel::automatic, "auto"},
                                                              {PixelModel::point, "point"},
                                                              {PixelModel::area, "area"}});
template <>
inline constexpr auto kNames<OutputMap> = names<OutputMap>({{OutputMap::linear, "linear"},
                                                            {OutputMap::sigmoid, "sigmoid"}});
template <>
inline constexpr auto kNames<Loss> =
    names<Loss>({{Loss::mse, "mse"}, {Loss::l1, "l1"}, {Loss::bce, "bce"}});
template <>
inline constexpr auto kNames<Optimizer> = names<Optimizer>({{Optimizer::adam, "adam"},
                                                            {Optimizer::sgd, "sgd"}});
template <>
inline constexpr auto kNames<BatchMode> = names<BatchMode>({{BatchMode::full, "full"},
                                                            {BatchMode::random, "random"},
                                                            {BatchMode::rows, "rows"},
                                                            {BatchMode::stratified, "stratified"}});
template <>
inline constexpr auto kNames<TableUpdates> =
    names<TableUpdates>({{TableUpdates::all, "all"}, {TableUpdates::touched, "touched"}});
template <>
inline constexpr auto kNames<ChannelMode> = names<ChannelMode>({{ChannelMode::automatic, "auto"},
                                                                {ChannelMode::black_white, "bw"},
                                                                {ChannelMode::gray, "gray"},
                                                                {ChannelMode::color, "color"},
                                                                {ChannelMode::alpha, "alpha"}});
template <>
inline constexpr auto kNames<Precision> = names<Precision>({{Precision::automatic, "auto"},
                                                            {Precision::fp32, "fp32"},
                                                            {Precision::bf16x3, "bf16x3"},
                                                            {Precision::bf16, "bf16"}});

}  // namespace redraw
