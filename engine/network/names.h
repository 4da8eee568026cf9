// The names of the closed sets in config.h.
#pragma once

#include "engine/network/config.h"
#include "engine/text/names.h"

namespace redraw {

template <>
inline constexpr Named<Activation> kNames<Activation>[] = {{Activation::sine, "sine"},
                                                           {Activation::tanh, "tanh"},
                                                           {Activation::sigmoid, "sigmoid"},
                                                           {Activation::relu, "relu"},
                                                           {Activation::gelu, "gelu"}};
template <>
inline constexpr Named<Encoding> kNames<Encoding>[] = {{Encoding::none, "none"},
                                                       {Encoding::fourier, "fourier"},
                                                       {Encoding::grid, "grid"},
                                                       {Encoding::window, "window"}};
template <>
inline constexpr Named<Tones> kNames<Tones>[] = {
    {Tones::automatic, "auto"}, {Tones::relative, "relative"}, {Tones::absolute, "absolute"}};
template <>
inline constexpr Named<PixelModel> kNames<PixelModel>[] = {
    {PixelModel::automatic, "auto"}, {PixelModel::point, "point"}, {PixelModel::area, "area"}};
template <>
inline constexpr Named<OutputMap> kNames<OutputMap>[] = {{OutputMap::linear, "linear"},
                                                         {OutputMap::sigmoid, "sigmoid"}};
template <>
inline constexpr Named<Loss> kNames<Loss>[] = {
    {Loss::mse, "mse"}, {Loss::l1, "l1"}, {Loss::bce, "bce"}};
template <>
inline constexpr Named<Optimizer> kNames<Optimizer>[] = {{Optimizer::adam, "adam"},
                                                         {Optimizer::sgd, "sgd"}};
template <>
inline constexpr Named<BatchMode> kNames<BatchMode>[] = {{BatchMode::full, "full"},
                                                         {BatchMode::random, "random"},
                                                         {BatchMode::rows, "rows"},
                                                         {BatchMode::stratified, "stratified"}};
template <>
inline constexpr Named<TableUpdates> kNames<TableUpdates>[] = {{TableUpdates::all, "all"},
                                                               {TableUpdates::touched, "touched"}};
template <>
inline constexpr Named<ChannelMode> kNames<ChannelMode>[] = {{ChannelMode::automatic, "auto"},
                                                             {ChannelMode::black_white, "bw"},
                                                             {ChannelMode::gray, "gray"},
                                                             {ChannelMode::color, "color"},
                                                             {ChannelMode::alpha, "alpha"}};

}  // namespace redraw
