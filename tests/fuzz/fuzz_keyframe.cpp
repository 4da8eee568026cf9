// Fuzzes the packed parameters of a keyframe. Half of the inputs are packed bytes, unpacked with
// and without a base. The others are levels and exponents, which must survive packing and
// unpacking.
#include "engine/arithmetic.h"
#include "engine/run/packed_parameters.h"
#include "tests/fuzz/target.h"

#include <cstring>

using namespace redraw;
using namespace redraw::fuzz;

namespace {

// The tensors of the corpus's "sine" network (make_corpus.py).
std::vector<Tensor> tensors() {
    NetworkSpec network;
    network.layers = {4, 4};
    return tensors_of(network, 1);
}

RoundedParameters levels_of(std::span<const std::byte> bytes, std::span<const Tensor> tensors,
                            bool exact) {
    RoundedParameters parameters;
    parameters.levels.resize(tensors.back().end());
    const auto take = [&](void* to, std::size_t size) {
        const std::size_t taken = std::min(size, bytes.size());
        if (taken > 0) std::memcpy(to, bytes.data(), taken);
        bytes = bytes.subspan(taken);
    };
    if (!exact) {
        parameters.exponents.resize(tensors.size());
        take(parameters.exponents.data(), tensors.size());
        for (std::int8_t& exponent : parameters.exponents)
            exponent = std::int8_t(exponent % (kMostExponent + 1));
    }
    take(parameters.levels.data(), parameters.levels.size() * sizeof(std::int32_t));
    if (!exact)
        for (std::int32_t& level : parameters.levels) level /= 64;  // keeps levels within 2^25
    return parameters;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::vector<Tensor> all = tensors();
    const auto rest = bytes(data + 1, size - 1);
    const RoundedParameters base = levels_of(rest.subspan(rest.size() / 2), all, data[0] & 2);
    if (data[0] & 1) {
        const RoundedParameters parameters = levels_of(rest, all, data[0] & 4);
        promise(unpack(pack(parameters, all, &base), all, &base) == parameters, "nothing is lost");
        promise(unpack(pack(parameters, all, nullptr), all, nullptr) == parameters,
                "nor without a base");
        return 0;
    }
    for (const RoundedParameters* from : {static_cast<const RoundedParameters*>(nullptr), &base})
        if (const auto read = unpack(rest, all, from)) {
            promise(read->count() == all.back().end(), "as many as there are");
            promise(read->exponents.empty() || all_finite(values_of(*read, all)), "finite numbers");
            promise(unpack(pack(*read, all, from), all, from) == read, "packed again, the same");
        }
    return 0;
}
