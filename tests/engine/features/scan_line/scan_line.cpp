// Tests the scan line (the drawing along one row, as a curve), of the present network and of
// keyframes, and the spectrum.
#include "engine/data/batch_by_size.h"
#include "engine/data/internal_examples.h"
#include "engine/drawing/drawing.h"
#include "engine/features/scan_line/place_detail.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "engine/image/resample.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <chrono>
#include <set>
#include <thread>

using namespace redraw;
using namespace redraw_test;

namespace {

template <class Study>
struct Scanned {
    TemporaryFolder folder;
    Trainer trainer;
    Study study;
    ViewRequest view;

    explicit Scanned(const Image& picture = disc(3, 0.2f), std::int64_t steps = 30,
                     Config config = small_config({8, 8}, 60))
        : trainer(begun_run(folder / "run.redraw", picture, config, steps)) {
        view.place = Point{0.5, 0.5};
    }
    auto settle() {
        for (int i = 0; i < 10'000 && study.update(trainer, view, nullptr); ++i) continue;
        return study.newest();
    }
    LearnedSpectrum spectrum() {
        SpectrumMeasure measure(trainer);
        for (;;)
            if (auto measured = measure.advance(trainer)) return *measured;
    }
    // Returns the luminance of the drawing at training size, at a keyframe or now.
    Image drawn(std::optional<std::int64_t> step = {}) {
        const Grid grid = trainer.dataset().grid;
        return luminance(trainer.backend()
                             .render(grid, whole(grid),
                                     trainer.parameters_at(step.value_or(trainer.step())).value())
                             ->on_host());
    }
};

std::vector<float> row_of(const Image& plane, int row) {
    return {plane.row(row), plane.row(row) + plane.width};
}

std::vector<float> at_centres(const ScanLine& line) {
    std::vector<float> values;
    const std::size_t each = std::size_t(line.samples);
    for (std::size_t i = each / 2; i < line.drawing.size(); i += each)
        values.push_back(line.drawing[i]);
    return values;
}

// A share of the time so small that the first millisecond of work uses it up for the whole test.
struct UsedUp {
    ShareOfTime share{1e-9};
    UsedUp() {
        const ShareOfTime::Part part(&share);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
};

}  // namespace

TEST_CASE("the scan line equals the render at the pixels' centres bit for bit, now and before") {
    for (const int channels : {1, 3, 4}) {
        Scanned<ScanLineStudy> bench(disc(channels, 0.2f));
        const int height = bench.trainer.target()->height;
        for (const int row : {0, 14, height - 1}) {
            bench.view.place = Point{0.5, (row + 0.5) / height};
            for (const auto step : {std::optional<std::int64_t>(), {7}, {0}}) {
                bench.view.at_step = step;
                const auto line = bench.settle();
                REQUIRE(line);
                CHECK(line->step == step.value_or(30));
                CHECK(line->row == row);
                CHECK(line->samples == 31);
                CHECK(at_centres(*line) == row_of(bench.drawn(step), row));
                CHECK(line->picture == row_of(luminance(*bench.trainer.target()), row));
            }
        }
    }
}

TEST_CASE("between the pixels it is what an enlarged drawing shows") {
    Scanned<ScanLineStudy> bench;
    const auto line = bench.settle();
    const Grid grid = bench.trainer.dataset().grid;
    const Grid finer = resized(grid, grid.width * line->samples, grid.height);
    CHECK(line->drawing ==
          row_of(luminance(bench.trainer.backend().render(finer, whole(finer))->on_host()),
                 line->row));
}

TEST_CASE("wide rows have fewer samples") {
    Config config = small_config({8}, 10);
    config.data.train_size = {.longer_side = 900};
    Scanned<ScanLineStudy> bench(waves(900, 6, 1), 3, config);
    const auto line = bench.settle();
    CHECK(line->samples == 3);
    CHECK(line->picture.size() == 900);
    CHECK(at_centres(*line) == row_of(bench.drawn(), 3));
}

TEST_CASE("a window network draws its row as in the drawing") {
    const Config config = with_preset(small_config({8}, 10), "enlarge", {48, 40});
    Scanned<ScanLineStudy> bench(waves(48, 40, 1), 2, config);
    const auto line = bench.settle();
    CHECK(line->samples == 1);
    CHECK(line->drawing == row_of(bench.drawn(), 20));
    // A window network has the low frequencies from the start: it reads the reduced picture.
    CHECK(bench.spectrum().learned.front() > 0.5f);
}

TEST_CASE("closed it does nothing; moved while training it is there at once, else in its share") {
    Scanned<ScanLineStudy> bench;
    UsedUp never;
    // Step and row of the newest scan line after one more update; absent: there is no line.
    using Seen = std::optional<std::pair<std::int64_t, int>>;
    const auto look = [&](std::optional<double> row, std::optional<std::int64_t> at_step = {}) {
        bench.view.place = row ? std::optional(Point{0.5, *row}) : std::nullopt;
        bench.view.at_step = at_step;
        CHECK_FALSE(bench.study.update(bench.trainer, bench.view, &never.share));
        const auto line = bench.study.newest();
        return line ? Seen({line->step, line->row}) : Seen();
    };
    CHECK(look({}) == Seen());
    CHECK(look(0.5) == Seen({30, 15}));
    advance_to(bench.trainer, 40);
    CHECK(look(0.5) == Seen({30, 15}));  // step 40 waits: the time is used up
    CHECK(look(0.2) == Seen({40, 6}));
    CHECK(look(0.2, 12'345) == Seen({40, 6}));  // a step without a keyframe: the last line stays
    CHECK(look(0.5, 12'345) == Seen());         // the last line is of another row
    CHECK(look(0.5) == Seen({40, 15}));
    CHECK(look({}) == Seen());
}

TEST_CASE("the spectrum compares the drawing with the picture") {
    for (const std::int64_t step : {0, 7, 200}) {
        Scanned<ScanLineStudy> bench(waves(64, 48), step, small_config({16, 16}, 200));
        const Image picture = luminance(*bench.trainer.target());
        const LearnedSpectrum spectrum = bench.spectrum();
        CHECK(spectrum.step == step);
        CHECK(spectrum.finest == 32);
        // Clamps the drawing to [0, 1] before it becomes gray, as the window does.
        const Grid grid = bench.trainer.dataset().grid;
        Image error = draw_on(bench.trainer.backend(), grid, grid, whole(grid),
                              bench.trainer.parameters_at(step).value());
        for (float& value : error.values) value = std::clamp(value, 0.0f, 1.0f);
        error = luminance(error);
        for (std::size_t i = 0; i < error.values.size(); ++i) error.values[i] -= picture.values[i];
        CHECK(spectrum.learned == learned_of(bands_of(picture), bands_of(error)));
        if (step == 0)
            for (const float learned : spectrum.learned) CHECK(learned < 0.2f);
        if (step < 200) continue;
        // The sine waves are learned, but not yet the edges of the chequerboard.
        CHECK(spectrum.learned[4] > 0.5f);
        CHECK(spectrum.learned.back() < 0.5f);
    }
}

TEST_CASE("a large picture is reduced for its spectrum by a whole number") {
    Config config = small_config({8}, 10);
    config.data.train_size = TrainSize{.longer_side = 523};
    Scanned<ScanLineStudy> bench(waves(523, 301, 1), 2, config);
    REQUIRE(bench.trainer.target()->width == 523);
    const LearnedSpectrum spectrum = bench.spectrum();
    CHECK(spectrum.finest == 174 / 2.0);  // half of the reduced width, 523 / 3
    CHECK(spectrum.learned.size() == 13);
    // The expected shares come from the picture and the drawing's error, both reduced by three.
    const Image picture = luminance(*bench.trainer.target());
    Image error = bench.drawn();
    for (std::size_t i = 0; i < error.values.size(); ++i)
        error.values[i] = std::clamp(error.values[i], 0.0f, 1.0f) - picture.values[i];
    const auto reduced = [](const Image& plane) {
        return bands_of(resample_area(crop(plane, {0, 0, 522, 300}), 174, 100));
    };
    const auto expected = learned_of(reduced(picture), reduced(error));
    for (std::size_t b = 0; b < expected.size(); ++b)
        CHECK(spectrum.learned[b] == doctest::Approx(expected[b]).epsilon(0.001));
}

TEST_CASE_FIXTURE(SessionInFolder, "a session has both while they are wanted, live and after it") {
    const auto picture = folder / "disc.png";
    write_image(picture, disc());
    open(picture, small_config({16, 16}, 4000), folder / "run.redraw");
    CHECK_FALSE(status->result<ScanLine>());
    ask(ViewRequest{.place = Point{0.5, 0.5}});
    std::set<std::int64_t> lines, details;
    until([&] {
        if (status->result<ScanLine>()) lines.insert(status->result<ScanLine>()->step);
        if (status->result<PlaceDetail>()) details.insert(status->result<PlaceDetail>()->step);
        return status->phase == Phase::finished;
    });
    CHECK(lines.size() > 1);
    CHECK(details.size() > 1);
    rest();
    CHECK(status->result<ScanLine>()->step == status->step);
    CHECK(status->result<PlaceDetail>()->step == status->step);
    // A restarted run draws both without another request, at its own steps.
    ask(ViewRequest{.at_step = 0, .place = Point{0.5, 0.5}});
    const std::uint64_t before = status->run_serial;
    ask(command::Restart{small_config({8}, 60)}, 0);
    rest();
    CHECK(status->run_serial > before);
    REQUIRE(status->result<ScanLine>());
    CHECK(status->result<ScanLine>()->step == status->step);
    REQUIRE(status->result<PlaceDetail>());
    CHECK(status->result<PlaceDetail>()->step == status->step);
    ask(ViewRequest{});
    rest();
    CHECK_FALSE(status->result<ScanLine>());
    CHECK_FALSE(status->result<PlaceDetail>());
}
