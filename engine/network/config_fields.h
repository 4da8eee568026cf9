// Every setting with the name files give it, written once: the JSON writer and the reader both
// visit these. `visit(name, value)` is called for values and for groups of them. Group: the struct
// or its const.
#pragma once

#include "engine/network/config.h"

#include <concepts>
#include <type_traits>

namespace redraw {

template <class Group, class Spec>
concept GroupOf = std::same_as<std::remove_const_t<Group>, Spec>;

template <class Group, class Visit>
void visit_fields(Group& group, Visit&& visit) {
    if constexpr (GroupOf<Group, FourierSpec>) {
        visit("count", group.count);
        visit("sigma", group.sigma);
    } else if constexpr (GroupOf<Group, GridSpec>) {
        visit("levels", group.levels);
        visit("features", group.features);
        visit("base", group.base);
        visit("finest", group.finest);
        visit("table_bits", group.table_bits);
        visit("width", group.width);
        visit("height", group.height);
    } else if constexpr (GroupOf<Group, HalvingMix>) {
        visit("area", group.area);
        visit("bicubic", group.bicubic);
        visit("lanczos", group.lanczos);
    } else if constexpr (GroupOf<Group, WindowSpec>) {
        visit("radius", group.radius);
        visit("tones", group.tones);
        visit("made_by", group.made_by);
    } else if constexpr (GroupOf<Group, NetworkSpec>) {
        visit("layers", group.layers);
        visit("parameters", group.parameters);
        visit("activation", group.activation);
        visit("encoding", group.encoding);
        visit("fourier", group.fourier);
        visit("grid", group.grid);
        visit("window", group.window);
        visit("output", group.output);
        visit("pixel", group.pixel);
        visit("first_omega", group.first_omega);
        visit("hidden_omega", group.hidden_omega);
        visit("hidden_gain", group.hidden_gain);
    } else if constexpr (GroupOf<Group, OptimizerSpec>) {
        visit("kind", group.kind);
        visit("loss", group.loss);
        visit("beta1", group.beta1);
        visit("beta2", group.beta2);
        visit("epsilon", group.epsilon);
        visit("momentum", group.momentum);
        visit("tables", group.tables);
        visit("total_variation", group.total_variation);
    } else if constexpr (GroupOf<Group, Schedule>) {
        visit("lr_max", group.lr_max);
        visit("lr_min", group.lr_min);
        visit("epochs", group.epochs);
        visit("seconds", group.seconds);
        visit("epoch_offset", group.epoch_offset);
        visit("start_epoch", group.start_epoch);
        visit("warmup_epochs", group.warmup_epochs);
        visit("restart_epochs", group.restart_epochs);
        visit("restart_multiplier", group.restart_multiplier);
    } else if constexpr (GroupOf<Group, TrainSize>) {
        visit("longer_side", group.longer_side);
        visit("width", group.width);
        visit("height", group.height);
    } else if constexpr (GroupOf<Group, DataSpec>) {
        visit("train_size", group.train_size);
        visit("channels", group.channels);
        visit("batch", group.batch);
        visit("batch_size", group.batch_size);
    } else if constexpr (GroupOf<Group, BySize>) {
        visit("batch", group.batch);
        visit("lr_max", group.lr_max);
        visit("epochs", group.epochs);
        visit("warmup_epochs", group.warmup_epochs);
    } else {
        static_assert(GroupOf<Group, Config>);
        visit("preset", group.preset);
        visit("network", group.network);
        visit("optimizer", group.optimizer);
        visit("schedule", group.schedule);
        visit("data", group.data);
        visit("seed", group.seed);
        visit("precision", group.precision);
        visit("by_size", group.by_size);
    }
}

}  // namespace redraw
