// Checks that runs and drawings of the fused path are bitwise equal however bursts are divided,
// with and without a graph, and on every device. tests/engine/backend checks their values.
#include "tests/support/fused_run.h"

using namespace redraw_test;

namespace {

struct Outcome {
    std::vector<float> parameters, first, second, values;
    std::vector<StepResult> results;
};

Outcome outcome_of(FusedRun& run, std::vector<StepResult> results) {
    return {run.parameters(), run.first_moment(), run.second_moment(), run.forward_values(),
            std::move(results)};
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

void check_same(const Outcome& a, const Outcome& b) {
    CHECK(same_bits(a.parameters, b.parameters));
    CHECK(same_bits(a.first, b.first));
    CHECK(same_bits(a.second, b.second));
    CHECK(same_bits(a.values, b.values));
    CHECK(same_bits(a.results, b.results));
}

const std::vector<float> kRates{3e-3f, 2e-3f, 1e-3f};

std::vector<float> drawing(const NetworkSpec& network, Precision precision, const Grid& grid,
                           const PixelRect& part, const std::vector<float>& parameters) {
    FusedRun run(network, {}, precision, noise_picture(4, 4, 3), parameters);
    return run.draw(grid, part, parameters);
}

}  // namespace

TEST_CASE("bursts may be cut anywhere, and a graph of one step replayed") {
    const EmulatedDevice device(2);
    const NetworkSpec network = network_of({20, 33}, Activation::sine);
    const auto dataset = noise_picture(11, 9, 1);
    const auto parameters = random_parameters(network, 1);
    FusedRun whole(network, {}, Precision::automatic, dataset, parameters);
    const auto results = whole.train(0, kRates);

    FusedRun cut(network, {}, Precision::automatic, dataset, parameters);
    auto first = cut.train(0, {kRates[0]});
    const auto rest = cut.train(1, {kRates[1], kRates[2]});
    first.insert(first.end(), rest.begin(), rest.end());
    check_same(outcome_of(whole, results), outcome_of(cut, first));

    FusedRun replayed(network, {}, Precision::automatic, dataset, parameters);
    replayed.replay(kRates, 3);
    check_same(outcome_of(whole, results), outcome_of(replayed, results));
}

TEST_CASE("a part of a drawing has the bits of the whole, on any device") {
    const NetworkSpec network = network_of({40, 33, 20}, Activation::sine);
    const auto parameters = random_parameters(network, 3);
    const Grid grid = picture_grid(37, 23);
    for (const Precision precision : {Precision::bf16x3, Precision::bf16}) {
        std::vector<float> all;
        {
            const EmulatedDevice device(1);
            all = drawing(network, precision, grid, whole(grid), parameters);
        }
        const EmulatedDevice device(7, emulation::Order::shuffled);
        for (const PixelRect& part :
             {whole(grid), PixelRect{0, 0, 1, 1}, {5, 3, 20, 17}, {36, 0, 1, 23}, {0, 22, 37, 1}}) {
            const auto values = drawing(network, precision, grid, part, parameters);
            bool same = true;
            for (int y = 0; y < part.height; ++y)
                for (int x = 0; x < part.width * 3; ++x)
                    same = same && values[y * part.width * 3 + x] ==
                                       all[(part.y + y) * grid.width * 3 + part.x * 3 + x];
            CHECK(same);
        }
    }
}
