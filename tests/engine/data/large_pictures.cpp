// Tests large pictures: a single copy in memory and in the file, minibatches, and smaller drawings.
#include "engine/data/batch_by_size.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/network/presets.h"
#include "engine/run/run_file.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

using namespace redraw;

namespace {

// Returns an image whose values are multiples of 1 / `most`.
Image levels_of(int width, int height, int channels, int most) {
    Image image = make_image(width, height, channels);
    for (std::size_t i = 0; i < image.values.size(); ++i)
        image.values[i] = float(i * 7919 % std::size_t(most + 1)) / float(most);
    return image;
}

Config at_own_size() {
    Config config;
    config.network.layers = {8};
    config.data.train_size.longer_side = 0;
    return config;
}

constexpr PixelSize kPhotograph{6000, 4000};

}  // namespace

TEST_CASE("a picture that is learned as it is, is its own target") {
    const Config config = at_own_size();
    for (const int most : {255, 65535})
        for (const int channels : {1, 3}) {
            const Image picture = levels_of(40, 30, channels, most);
            CHECK(learns_as_it_is(picture, config));
            CHECK(make_dataset(picture, config).target == picture);
        }
    CHECK_FALSE(learns_as_it_is(levels_of(40, 30, 3, 1000), config));  // between 16-bit levels
    CHECK_FALSE(learns_as_it_is(make_image(4, 4, 4, 0.0f), config));   // hidden colour turns white
    Config smaller = config, gray = config;
    smaller.data.train_size.longer_side = 20;
    gray.data.channels = ChannelMode::gray;
    for (const Config& changed : {smaller, gray})
        CHECK_FALSE(learns_as_it_is(levels_of(40, 30, 3, 255), changed));
}

TEST_CASE("a picture learned as it is lies in memory once and in the run file once") {
    const TemporaryFolder folder;
    for (const int most : {255, 65535}) {
        CAPTURE(most);
        const auto path = folder / ("run" + std::to_string(most) + ".redraw");
        const Image picture = levels_of(40, 30, 3, most);
        {
            NewRun made = make_run(path, Image(picture), "picture.png", at_own_size());
            CHECK(made.picture.get() == &made.dataset->target);
            CHECK(*made.picture == picture);
            Trainer trainer(std::move(made.run), {.threads = 1}, made.dataset);
            CHECK(&trainer.dataset() == made.dataset.get());
            trainer.keep_source(made.picture, 8);
            trainer.advance(3);
            trainer.commit();
        }
        const RunFile run = RunFile::open(path);
        CHECK(run.target() == picture);  // 8 or 16 bits a value hold it exactly
        CHECK_FALSE(run.source());
    }
    NewRun apart = make_run(folder / "small.redraw", levels_of(400, 300, 3, 255), "p", Config{});
    CHECK(apart.picture.get() != &apart.dataset->target);
    CHECK(apart.picture->width == 400);
    CHECK(apart.dataset->target.width == 200);
}

TEST_CASE("a trainer goes on the same with the dataset at hand and with that of the file") {
    const TemporaryFolder folder;
    Config config = at_own_size();
    config.data.batch = BatchMode::stratified;
    config.data.batch_size = 64;
    std::vector<float> parameters[2];
    for (const bool at_hand : {false, true}) {
        NewRun made = make_run(folder / (at_hand ? "a.redraw" : "b.redraw"),
                               levels_of(40, 30, 3, 255), "p", config);
        Trainer trainer(std::move(made.run), {.threads = 1}, at_hand ? made.dataset : nullptr);
        trainer.advance(20);
        parameters[at_hand] = trainer.parameters();
    }
    CHECK(parameters[0] == parameters[1]);
}

TEST_CASE("a large picture takes minibatches where the batch was left open") {
    for (const Preset& preset : kPresets) {
        if (preset.name == "enlarge") continue;  // has its own batches (enlarge.cpp)
        CAPTURE(preset.name);
        Config config = preset_config(preset.name);
        const bool grid = config.network.encoding == Encoding::grid;  // minibatches sooner
        const TrainSize few{.longer_side = grid ? 40 : 200};
        config.data.train_size = few;
        const Config small = config;
        CHECK(with_batch_by_size(config, kPhotograph) == config);
        config.data.train_size.longer_side = 0;
        CHECK(with_batch_by_size(config, {grid ? 23 : 1024, grid ? 89 : 1024}) == config);
        const Config medium = with_batch_by_size(config, {512, 512});
        CHECK(medium.data.batch == (grid ? BatchMode::stratified : BatchMode::full));
        CHECK(with_train_size(medium, few, {512, 512}) == small);

        const Config large = with_batch_by_size(config, kPhotograph);
        CHECK_NOTHROW(validate(large));
        CHECK(large.data.batch == BatchMode::stratified);
        CHECK(large.network == config.network);
        CHECK(large.schedule.epochs < config.schedule.epochs);
        CHECK(large.schedule.warmup_epochs < 1);
        CHECK(with_batch_by_size(large, kPhotograph) == large);
        CHECK(with_train_size(small, {.longer_side = 0}, kPhotograph) == large);
        CHECK(with_train_size(large, few, kPhotograph) == small);  // equal to the bit
    }
}

TEST_CASE(
    "a grid's batch is an eighth of a small picture, and a step a small part of a large one") {
    Config config = preset_config("grid");
    config.data.train_size.longer_side = 0;
    const auto batch = [&](PixelSize size) {
        return with_batch_by_size(config, size).data.batch_size;
    };
    CHECK(batch({50, 50}) == 1024);
    CHECK(batch({200, 200}) == 4096);
    CHECK(batch({256, 256}) == 8192);
    CHECK(batch(kPhotograph) == 8192);
    CHECK(with_batch_by_size(config, {200, 200}).schedule.epochs == 40);
    CHECK(with_batch_by_size(config, {200, 200}).schedule.warmup_epochs == 5);
    CHECK(with_batch_by_size(config, {512, 512}).schedule.epochs == 20);
}

TEST_CASE("epochs follow from how far to go, and say how far they go") {
    for (const Preset& preset : kPresets) {
        if (preset.name == "enlarge") continue;
        CAPTURE(preset.name);
        double before = 0;
        for (const double finish : {kSketch, 11.0, kLikeness, kPerfect}) {
            for (const PixelSize size : {PixelSize{512, 512}, kPhotograph}) {
                Config config = preset_config(preset.name);
                config.data.train_size.longer_side = 0;
                config.by_size.finish = finish;
                const Config chosen = with_batch_by_size(config, size);
                CHECK(finish_of(chosen, size) ==
                      doctest::Approx(finish).epsilon(0.51 / chosen.schedule.epochs));
                Config other = chosen;
                other.schedule.epochs = 1, other.schedule.seconds = 9;
                other = with_finish(other, finish, size);
                CHECK(other.schedule.seconds == 0);
                CHECK(
                    other.schedule.epochs ==
                    doctest::Approx(chosen.schedule.epochs).epsilon(0.51 / chosen.schedule.epochs));
                if (size.width == 512) {
                    CHECK(chosen.schedule.epochs > before);
                    before = chosen.schedule.epochs;
                }
            }
        }
    }
}

TEST_CASE(
    "too little memory for a batch that was left open: a smaller one, as for a large picture") {
    Config config = preset_config("siren");
    config.data.train_size.longer_side = 0;
    const PixelSize size{1000, 1000};  // takes full batches
    Config smaller = *with_smaller_batch(config, size);
    std::vector<int> batches{smaller.data.batch_size};
    while (const auto next = with_smaller_batch(smaller, size)) {
        CHECK_NOTHROW(validate(*next));
        CHECK(next->schedule.lr_max == smaller.schedule.lr_max);
        CHECK(next->schedule.epochs < smaller.schedule.epochs);
        CHECK(next->network == config.network);
        batches.push_back((smaller = *next).data.batch_size);
    }
    CHECK(batches == std::vector<int>{8192, 4096, 2048, 1024});
    CHECK(!with_smaller_batch(config, {40, 40}));  // a batch this small does not fill the memory
    config.schedule.lr_max = 1.25e-3;
    config.by_size.lr_max = false;
    CHECK(with_smaller_batch(config, size)->schedule.lr_max == 1.25e-3);
    config.by_size.batch = false;
    CHECK(!with_smaller_batch(config, size));
}

TEST_CASE("what the user chose stays when a batch is chosen by size") {
    Config config = preset_config("siren");
    config.data.train_size.longer_side = 0;
    config.schedule.lr_max = 1.25e-3;
    config.by_size.lr_max = false;
    const Config large = with_batch_by_size(config, kPhotograph);
    CHECK(large.schedule.lr_max == 1.25e-3);
    CHECK(with_train_size(large, {.longer_side = 200}, kPhotograph).schedule.lr_max == 1.25e-3);

    config.by_size.batch = false;  // full batches, however large the picture is
    CHECK(with_batch_by_size(config, kPhotograph) == config);
    CHECK(with_preset(config, "grid", kPhotograph).data.batch == BatchMode::full);
    config.data.batch = BatchMode::rows;
    config.data.batch_size = 16;
    CHECK(with_batch_by_size(config, kPhotograph) == config);
    CHECK(with_train_size(config, config.data.train_size, kPhotograph) == config);
}

TEST_CASE("what is changed by hand is no longer left to the picture's size") {
    const Config before = with_batch_by_size(preset_config("grid"), kPhotograph);
    CHECK(left_to_size(before, before) == kAllBySize);
    const std::pair<void (*)(Config&), BySize> changes[] = {
        {[](Config& c) { c.data.batch_size = 99; }, {false, true, true, true}},
        {[](Config& c) { c.schedule.lr_max = 1; }, {true, false, true, true}},
        {[](Config& c) { c.schedule.epochs = 7; }, {true, true, false, true}},
        {[](Config& c) { c.schedule.warmup_epochs = 7; }, {true, true, true, false}},
        {[](Config& c) { c.schedule.lr_min = 1e-9, c.network.layers = {3}; }, kAllBySize}};
    for (const auto& [change, left] : changes) {
        Config changed = before;
        change(changed);
        CHECK(left_to_size(before, changed) == left);
    }
    // Epochs that follow from a time limit are not the user's choice; epochs that replace a time
    // limit are.
    Config timed = before;
    timed.schedule.seconds = 60;
    timed.schedule.epochs = 33;
    CHECK(left_to_size(before, timed) == kAllBySize);
    CHECK_FALSE(left_to_size(timed, before).epochs);
}

TEST_CASE("the whole of a large picture is drawn smaller, a small one as it is") {
    CHECK(within(picture_grid(200, 133), kMostWholePixels) == picture_grid(200, 133));
    const Grid grid = within(picture_grid(6000, 4000), kMostWholePixels);
    CHECK(grid.width * grid.height <= kMostWholePixels);
    CHECK(grid.width * grid.height > 0.99 * kMostWholePixels);
    CHECK(grid == resized(picture_grid(6000, 4000), grid.width, grid.height));
    const Grid thin = within(picture_grid(16384, 2), 1000);
    CHECK(thin.height == 1);
    CHECK(measured_row_step({1024, 1024}) == 1);
    CHECK(measured_row_step({2100, 2100}) == 3);
}
