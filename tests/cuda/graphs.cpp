// Tests how StepGraphs groups a burst's steps into graphs, with steps that only count or fail.
#include "cuda/step_graphs.h"
#include "engine/error.h"
#include "tests/cuda/emulation/control.h"

#include <doctest/doctest.h>

#include <vector>

using namespace redraw::cuda;

namespace {

__global__ void count_step(int* steps) {
    ++*steps;
}

struct Counting {
    Stream stream = make_stream();
    DeviceBuffer<int> steps =
        uploaded(std::span<const int>(std::vector<int>{0}), stream.get(), "counting");
    StepGraphs graphs{[this](cudaStream_t on) { launch(count_step, 1, 1, 0, on, steps.get()); }};

    void burst(int count) {
        graphs.enqueue(stream.get(), count);
        check(cudaStreamSynchronize(stream.get()), "counting");
        graphs.finished();
    }
    int counted() {
        int count = 0;
        download(steps.get(), &count, 1, stream.get(), "counting");
        check(cudaStreamSynchronize(stream.get()), "counting");
        return count;
    }
};

}  // namespace

TEST_CASE("a burst is as many steps as it says, before and after the measurement") {
    for (const int first : {0, 1, 2, 3, 60}) {
        CAPTURE(first);
        Counting counting;
        int expected = 0;
        for (const int count : {first, 1, 0, 2, 1, 60, 1, 255, 256, 257, 7, 1000}) {
            counting.burst(count);
            expected += count;
            CHECK(counting.counted() == expected);
        }
    }
}

TEST_CASE("short steps are launched many at once") {
    Counting counting;
    counting.burst(1);
    CHECK(counting.graphs.steps_a_launch() == 1);  // no step has been measured yet
    counting.burst(60);
    const int steps = counting.graphs.steps_a_launch();
    CHECK(steps > 1);
    CHECK((steps & (steps - 1)) == 0);
    const auto before = emulation::counters().graph_launches;
    counting.burst(10 * steps + 1);
    CHECK(emulation::counters().graph_launches == before + 11);
}

TEST_CASE("a step that cannot be captured leaves nothing behind") {
    const auto before = emulation::alive();
    {
        const Stream stream = make_stream();
        int calls = 0;
        StepGraphs graphs([&](cudaStream_t) {
            if (++calls == 2) throw redraw::Error("No.");
        });
        CHECK_THROWS_AS(graphs.enqueue(stream.get(), 3), redraw::Error);
        CHECK(calls == 2);
        CHECK_NOTHROW(graphs.enqueue(stream.get(), 3));
    }
    CHECK(emulation::alive() == before);
}
