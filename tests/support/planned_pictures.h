// A folder of pictures and its batch: one is done, one failed, one stopped, one in progress.
#pragma once

#include "engine/features/batch/batch_view.h"
#include "engine/image/image_writer.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace redraw {

struct PlannedPictures {
    TemporaryFolder folder;
    std::filesystem::path in = folder / "in", out = folder / "out";

    explicit PlannedPictures(int pictures) {
        std::filesystem::create_directory(in);
        const Image small = make_image(4, 3, 1, 0.5f);
        for (int i = 0; i < pictures; ++i) write_image(in / name(i), small);
    }
    static std::string name(int picture) { return fmt::format("{:05}.png", picture); }
    PlanOrder order() const { return {{in}, out, {"enlarge", "--size", "2x", "--threads", "1"}}; }
    BatchStatus batch() const { return BatchStatus(make_plan(order()).plan); }
    void ends(int picture, const PictureStatus& status) const {
        const std::filesystem::path result = out / name(picture);
        auto record = PictureRecord::take(result);
        record->begin();
        if (status.state == PictureState::done) std::ofstream(result) << "drawn";
        record->end(status);
    }
    // The first picture is done, the second failed, the third stopped, the fourth in progress.
    std::shared_ptr<const BatchView> view() const {
        batch();
        ends(0, {.state = PictureState::done, .size = {8, 6}, .seconds = 2, .psnr = 31.5});
        ends(1, {.state = PictureState::failed, .reason = "Cannot open it: it is damaged"});
        ends(2, {.state = PictureState::stopped, .reason = "It was stopped."});
        BatchView view{.batch = batch(),
                       .being_made = {{.index = 3, .progress = 0.4, .seconds = 1}},
                       .going = true,
                       .seconds_left = 75};
        return std::make_shared<const BatchView>(std::move(view));
    }
};

}  // namespace redraw
