// The keyframes in a run file: rounded, each as what differs from the one before it, a few in a
// chain. Who reads or changes one need not know of the chain.
#pragma once

#include "engine/run/database.h"
#include "engine/run/rounded_parameters.h"
#include "engine/run/run_file.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace redraw {

class KeyframeTable {
public:
    KeyframeTable(const NetworkSpec& network, int channels);

    // Parameters as a run keeps them.
    RoundedParameters kept(std::span<const float> parameters, float psnr);
    std::vector<float> values(const RoundedParameters& kept) const;
    // About what one takes in the file.
    std::int64_t bytes_each() const;

    std::vector<Keyframe> read_steps(const Database& database) const;
    // Nothing when there is none of this step. All throw Error: damaged, not written.
    std::optional<RoundedParameters> read(Database& database, std::int64_t step);
    void write(Database& database, const Keyframe& keyframe, const RoundedParameters& kept);
    // All at once, in about the time that one takes.
    void erase(Database& database, const std::set<std::int64_t>& steps);
    void erase_after(Database& database, std::int64_t step);

private:
    // The last one before `step` that is not in `gone`, unless a chain became too long by that;
    // `height`: the rows of the longest chain from `step` on.
    std::optional<std::int64_t> base_for(const Database& database, std::int64_t step,
                                         const std::set<std::int64_t>& gone = {},
                                         std::size_t height = 1) const;
    // Packs again what was made from those in `gone`, so that these can go.
    void move_to_other_bases(Database& database, const std::set<std::int64_t>& gone);
    void insert(Database& database, const Keyframe& keyframe, const RoundedParameters& kept,
                std::optional<std::int64_t> base);

    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t count_;
    std::optional<DrawingRounding> rounding_;  // once something is kept
    // The keyframe read or written last: the base of the next one when they come in order.
    struct Recent {
        std::int64_t step = -1, checksum = 0;  // of its row
        RoundedParameters parameters;
    } recent_;
};

}  // namespace redraw
