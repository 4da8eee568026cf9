// The table of keyframes of a run file.
#pragma once

#include "engine/run/database.h"
#include "engine/run/packed_parameters.h"
#include "engine/run/run_file.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace redraw {

struct KeptKeyframe {
    Keyframe keyframe;
    KeptParameters parameters;
};

// The keyframes of a run file: rounded, and stored in short chains of differences, each to an
// earlier keyframe. Only this class deals with the chains.
class KeyframeTable {
public:
    explicit KeyframeTable(const RunHeader& header);

    // Returns the rounded parameters that write() would store.
    KeptParameters kept(std::span<const float> parameters, float psnr,
                        const InParallel& in_parallel = in_turn);
    std::vector<float> values(const RoundedParameters& kept) const {
        return values_of(kept, tensors_);
    }
    // Estimates the bytes of one keyframe in the file.
    std::int64_t bytes_each() const;

    std::vector<Keyframe> read_steps(const Database& database) const;
    // Returns the parameters of the keyframe at `step`, or null if there is none. All functions
    // throw Error on damage or a failed write.
    KeptParameters read(Database& database, std::int64_t step);
    // Stores keyframes, given in the order of steps; replaces those of the same steps. Packs those
    // after the last stored one with `in_parallel`, which changes no byte.
    void write(Database& database, std::span<const KeptKeyframe> keyframes,
               const InParallel& in_parallel = in_turn);
    void write(Database& database, const KeptKeyframe& keyframe) {
        write(database, {&keyframe, 1});
    }
    // Erases the keyframes at these steps. Repacks each later keyframe once at most.
    void erase(Database& database, const std::set<std::int64_t>& steps);

private:
    struct Base {
        std::optional<std::int64_t> step;
        std::size_t chain = 0;  // number of keyframes to read to decode the base; 0: no base
    };
    // Chooses the base of the keyframe at `step`: the earlier keyframe to which its difference is
    // stored. Returns the last step before `step` that is not in `gone`; nothing if there is none
    // or the chain would become too long. `height`: keyframes in the longest chain from `step` on.
    Base base_for(const Database& database, std::int64_t step,
                  const std::set<std::int64_t>& gone = {}, std::size_t height = 1) const;
    // Repacks the keyframes whose base is in `gone`, so that those in `gone` can be erased.
    void move_to_other_bases(Database& database, const std::set<std::int64_t>& gone);
    void insert(Database& database, const KeptKeyframe& keyframe, std::optional<std::int64_t> base);
    void insert(Database& database, const KeptKeyframe& keyframe, std::optional<std::int64_t> base,
                std::span<const std::byte> packed);

    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t count_;
    std::optional<DrawingRounding> rounding_;  // set once a keyframe is stored
    // The keyframe read or written last: usually the base of the next one.
    struct Recent {
        std::int64_t step = -1, checksum = 0;  // of its packed parameters
        KeptParameters parameters;
    } recent_;
};

}  // namespace redraw
