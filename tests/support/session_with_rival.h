// A session with a small picture, and configurations for its run and for a rival.
#pragma once

#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/training/new_run.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

namespace redraw_test {

struct SessionWithRival : SessionInFolder {
    std::filesystem::path picture = folder / "disc.png";
    redraw::Config config, rival;

    SessionWithRival() {
        write_picture(picture, 24, 18, 1);
        config.network.layers = {8, 8};
        config.schedule.epochs = 90;
        rival = config;
        rival.network.layers = {12};
        rival.schedule.epochs = 60;
        rival.schedule.lr_max = 5e-3;
    }
    static void write_picture(const std::filesystem::path& path, int width, int height,
                              int channels) {
        redraw::Image image = redraw::make_image(width, height, channels, 1.0f);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (std::hypot(x - width / 2, y - height / 2) < height / 3)
                    image.row(y)[x * channels] = 0.0f;
        redraw::write_image(path, image);
    }
    void open_paused() {
        loop.perform(redraw::command::Open{picture, config, folder / "main.redraw"});
        loop.perform(redraw::command::SetRunning{false});
    }
    void race() {
        loop.perform(redraw::command::Open{picture, config, folder / "before.redraw"});
        loop.perform(redraw::command::Race{{rival}});
    }
    // Dismisses the message, works until the session waits, and returns the status that it
    // reported.
    const redraw::Status& told() {
        loop.perform(redraw::command::DismissMessage{});
        while (loop.work() == 0) continue;
        return *status;
    }
    std::filesystem::path finished_run(const std::string& name, const redraw::Config& of,
                                       const redraw::Image& image) {
        const auto path = folder / name;
        redraw::Trainer trainer(redraw::start_run(path, image, name, of), {});
        while (trainer.advance(100) > 0) continue;
        trainer.commit();
        return path;
    }
    // Returns two finished runs of the picture: of the open run's size, and of a smaller one.
    std::pair<std::filesystem::path, std::filesystem::path> runs_of_two_sizes() {
        const redraw::Image image = redraw::load_picture(picture).image;
        redraw::Config small = rival;
        small.data.train_size.longer_side = 12;
        return {finished_run("same.redraw", rival, image),
                finished_run("other.redraw", small, image)};
    }
    redraw::State alone(const std::string& name, const redraw::Config& of) {
        redraw::Trainer trainer(
            redraw::start_run(folder / name, redraw::load_picture(picture).image, "disc.png", of),
            {});
        while (trainer.advance(17) > 0) continue;
        trainer.commit();
        return trainer.backend().save();
    }
};

inline void check_same(const redraw::State& a, const redraw::State& b) {
    CHECK(a.step == b.step);
    CHECK(a.parameters == b.parameters);
    CHECK(a.first_moment == b.first_moment);
    CHECK(a.second_moment == b.second_moment);
}

}  // namespace redraw_test
