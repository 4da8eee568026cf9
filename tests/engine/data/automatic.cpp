// Tests the settings that are chosen automatically from the picture.
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/network/presets.h"
#include "engine/network/random.h"
#include "engine/text/numbers.h"
#include "tests/support/examples.h"

#include <doctest/doctest.h>

using namespace redraw;

namespace {

Image drawing(int width, int height) {
    return redraw_test::painted(width, height, 1, [](int, int y, int) { return y % 7 ? 1 : 0; });
}

Image photograph(int width, int height) {
    Image image = make_image(width, height, 3);
    for (std::size_t i = 0; i < image.values.size(); ++i)
        image.values[i] = 0.2f + 0.6f * random_unit(3, 4, i);
    return image;
}

Config asked() {
    Config config = preset_config(kAutomaticPreset);
    config.seed = 5;
    config.data.channels = ChannelMode::gray;
    return config;
}

}  // namespace

TEST_CASE("drawings and photographs are told apart by their values") {
    CHECK(is_line_drawing(drawing(300, 200)));
    CHECK(is_line_drawing(drawing(2000, 1500)));  // so large that only some pixels are read
    CHECK_FALSE(is_line_drawing(photograph(300, 200)));
    CHECK_FALSE(is_line_drawing(make_image(40, 40, 1, 0.5f)));
    Image red = make_image(
        40, 40, 3);  // every channel is 0 or 1, but the pixels are red, not black or white
    for (std::size_t i = 0; i < red.values.size(); i += 3) red.values[i] = 1;
    CHECK_FALSE(is_line_drawing(red));
}

TEST_CASE("a preset that is there, with the data and the seed that were asked for") {
    for (const Image& picture : {drawing(640, 480), photograph(90, 1200)}) {
        const AutomaticChoice choice = choose_automatically(asked(), picture);
        CHECK_NOTHROW(validate(choice.config));
        CHECK(choice.config.preset == kChosenPreset);
        CHECK(choice.config.network == preset_config(choice.config.preset).network);
        CHECK(choice.config.seed == 5);
        CHECK(choice.config.data.channels == ChannelMode::gray);
        CHECK(choice.why.find(dimensions(picture.width, picture.height)) != std::string::npos);
        CHECK(choice.why.back() == '.');
    }
}

TEST_CASE("pictures below a megapixel keep their size, larger ones have as many pixels") {
    const auto size = [](const Image& picture, double seconds = 0) {
        Config wanted = asked();
        wanted.schedule.seconds = seconds;
        const Config chosen =
            choose_automatically(wanted, picture, {.pixels_per_second = 1e6}).config;
        CHECK_NOTHROW(validate(chosen));
        return training_size(chosen.data.train_size, picture.width, picture.height);
    };
    for (const PixelSize picture : {PixelSize{900, 900}, {64, 48}, {4000, 200}, {200, 4000}}) {
        CHECK(size(photograph(picture.width, picture.height)) == picture);
        CHECK(size(drawing(picture.width, picture.height)) == picture);
    }
    const auto pixels = [](PixelSize of) { return double(of.width) * of.height; };
    const double timed = pixels(size(photograph(900, 900), 4));
    for (const PixelSize picture :
         {PixelSize{4000, 700}, {700, 4000}, {1280, 1000}, {16000, 200}}) {
        CAPTURE(picture.width);
        const Image photo = photograph(picture.width, picture.height);
        CHECK(pixels(size(photo)) == doctest::Approx(1024 * 1024).epsilon(0.02));
        CHECK(pixels(size(photo, 4)) == doctest::Approx(timed).epsilon(0.02));
        CHECK(pixels(size(drawing(picture.width, picture.height))) ==
              doctest::Approx(1024 * 1024).epsilon(0.02));
    }
    // These thin strips have few pixels, so they are learned at their own size.
    CHECK(size(photograph(16000, 3)) == PixelSize{16000, 3});
    CHECK(size(photograph(30000, 3)) == PixelSize{30000, 3});
}

TEST_CASE("a tiny picture goes as far as it was asked to, and says so") {
    const Image tiny = photograph(30, 20);
    for (const double finish : {kSketch, kLikeness, kPerfect}) {
        Config wanted = asked();
        wanted.by_size.finish = finish;
        const Config chosen = choose_automatically(wanted, tiny).config;
        CHECK(chosen.data.batch == BatchMode::full);
        CHECK(finish_of(chosen, {30, 20}) == doctest::Approx(finish).epsilon(0.02));
        CHECK(with_preset(wanted, "siren", {30, 20}).by_size.finish == finish);
    }
}

TEST_CASE("a size and epochs that were chosen stay") {
    Config wanted = asked();
    wanted.data.train_size = {.longer_side = 40};
    wanted.schedule.epochs = 7;
    wanted.by_size.epochs = false;
    const Config kept = choose_automatically(wanted, drawing(640, 480), {.keep_size = true}).config;
    CHECK(kept.data.train_size.longer_side == 40);
    CHECK(kept.schedule.epochs == 7);
    CHECK(kept.schedule.lr_max == preset_config("grid").schedule.lr_max);
}

TEST_CASE("a batch that was chosen stays, and the network and the passes are the picture's") {
    Config wanted = asked();
    wanted.data.batch = BatchMode::stratified;
    wanted.data.batch_size = 500;
    wanted.by_size.batch = false;
    const Config chosen = choose_automatically(wanted, photograph(640, 480)).config;
    const Config usual = choose_automatically(asked(), photograph(640, 480)).config;
    CHECK(chosen.preset == kChosenPreset);
    CHECK(chosen.data.batch_size == 500);
    CHECK(chosen.optimizer.tables == TableUpdates::touched);
    CHECK(chosen.schedule == usual.schedule);

    wanted.data.batch = BatchMode::full;
    const Config full = choose_automatically(wanted, photograph(640, 480)).config;
    CHECK(full.data.batch == BatchMode::full);
    CHECK(full.optimizer.tables == TableUpdates::all);
    CHECK(full.schedule.lr_max == preset_config("grid").schedule.lr_max);
}

TEST_CASE("the size that is learned in a time grows with the time and the machine") {
    const auto side = [](double seconds, double pixels_per_second, const Image& picture) {
        Config wanted = asked();
        wanted.schedule.seconds = seconds;
        const Config chosen =
            choose_automatically(wanted, picture, {.pixels_per_second = pixels_per_second}).config;
        CHECK(chosen.schedule.seconds == seconds);
        return training_size(chosen.data.train_size, picture.width, picture.height).width;
    };
    const Image large = photograph(3000, 2000);
    int before = 1;
    for (const double seconds : {3, 10, 30, 60, 600}) {
        const int now = side(seconds, 1e6, large);
        CHECK(now >= before);
        before = now;
    }
    CHECK(before == 3000);  // the picture's own size is the largest
    CHECK(side(10, 1e6, large) == side(5, 2e6, large));
    CHECK(side(10, 1, large) >= 256);  // the minimum on a slow machine
    CHECK(side(10, 1e6, photograph(64, 48)) == 64);
}

TEST_CASE("a line drawing with large stippled areas gets finer cells, other pictures do not") {
    constexpr int kWidth = 60, kHeight = 40;
    const auto finest = [](const Image& picture, int chosen = 0) {
        Config config = preset_config("grid");
        config.network.grid.finest = chosen;
        return resolve(config, picture).network.grid.finest;
    };
    const auto painted = [&](auto tone) {
        return redraw_test::painted(kWidth, kHeight, 1,
                                    [&](int x, int y, int) { return float(tone(x, y)); });
    };
    const auto stipple = [](int x, int y) { return (x + y) % 2; };
    const Image large = painted([&](int x, int y) { return x < kWidth / 2 ? stipple(x, y) : 1; });
    CHECK(finest(large) == kWidth * 3 / 2);
    CHECK(finest(large, 30) == 30);
    CHECK(finest(painted([&](int x, int y) { return x < kWidth / 8 ? stipple(x, y) : 1; })) ==
          kWidth);
    CHECK(finest(painted([](int x, int) { return x % 2; })) == kWidth);
    CHECK(finest(painted([](int x, int y) { return x / 2 % 2 != y / 2 % 2; })) == kWidth);
    CHECK(finest(painted([](int x, int y) {
              return random_unit(1, 2, std::uint64_t(y * kWidth + x)) < 0.5 ? 0 : 1;
          })) == kWidth);
    CHECK(choose_automatically(asked(), large).why !=
          choose_automatically(asked(), drawing(kWidth, kHeight)).why);
}
