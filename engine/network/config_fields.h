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

template <GroupOf<FourierSpec> Group, class Visit>
void visit_fields(Group& fourier, Visit&& visit) {
    visit("count", fourier.count);
    visit("sigma", fourier.sigma);
}

template <GroupOf<GridSpec> Group, class Visit>
void visit_fields(Group& grid, Visit&& visit) {
    visit("levels", grid.levels);
    visit("features", grid.features);
    visit("base", grid.base);
    visit("finest", grid.finest);
    visit("table_bits", grid.table_bits);
}

template <GroupOf<HalvingMix> Group, class Visit>
void visit_fields(Group& mix, Visit&& visit) {
    visit("area", mix.area);
    visit("bicubic", mix.bicubic);
    visit("lanczos", mix.lanczos);
}

template <GroupOf<WindowSpec> Group, class Visit>
void visit_fields(Group& window, Visit&& visit) {
    visit("radius", window.radius);
    visit("tones", window.tones);
    visit("made_by", window.made_by);
}

template <GroupOf<NetworkSpec> Group, class Visit>
void visit_fields(Group& network, Visit&& visit) {
    visit("layers", network.layers);
    visit("activation", network.activation);
    visit("encoding", network.encoding);
    visit("fourier", network.fourier);
    visit("grid", network.grid);
    visit("window", network.window);
    visit("output", network.output);
    visit("pixel", network.pixel);
    visit("first_omega", network.first_omega);
    visit("hidden_omega", network.hidden_omega);
    visit("hidden_gain", network.hidden_gain);
}

template <GroupOf<OptimizerSpec> Group, class Visit>
void visit_fields(Group& optimizer, Visit&& visit) {
    visit("kind", optimizer.kind);
    visit("loss", optimizer.loss);
    visit("beta1", optimizer.beta1);
    visit("beta2", optimizer.beta2);
    visit("epsilon", optimizer.epsilon);
    visit("momentum", optimizer.momentum);
    visit("total_variation", optimizer.total_variation);
}

template <GroupOf<Schedule> Group, class Visit>
void visit_fields(Group& schedule, Visit&& visit) {
    visit("lr_max", schedule.lr_max);
    visit("lr_min", schedule.lr_min);
    visit("epochs", schedule.epochs);
    visit("epoch_offset", schedule.epoch_offset);
    visit("start_epoch", schedule.start_epoch);
    visit("warmup_epochs", schedule.warmup_epochs);
    visit("restart_epochs", schedule.restart_epochs);
    visit("restart_multiplier", schedule.restart_multiplier);
}

template <GroupOf<TrainSize> Group, class Visit>
void visit_fields(Group& size, Visit&& visit) {
    visit("longer_side", size.longer_side);
    visit("width", size.width);
    visit("height", size.height);
}

template <GroupOf<DataSpec> Group, class Visit>
void visit_fields(Group& data, Visit&& visit) {
    visit("train_size", data.train_size);
    visit("channels", data.channels);
    visit("batch", data.batch);
    visit("batch_size", data.batch_size);
}

template <GroupOf<Config> Group, class Visit>
void visit_fields(Group& config, Visit&& visit) {
    visit("preset", config.preset);
    visit("network", config.network);
    visit("optimizer", config.optimizer);
    visit("schedule", config.schedule);
    visit("data", config.data);
    visit("seed", config.seed);
}

}  // namespace redraw
