// A folder of pictures with a plan, some of them done, failed and stopped, and one being made.
#pragma once

#include "engine/image/image_writer.h"
#include "engine/plan/make_plan.h"
#include "engine/plan/queue.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace redraw {

struct PlannedPictures {
    TemporaryFolder folder;
    std::filesystem::path in = folder / "in", out = folder / "out";

    // Names begin with their number: 000.png.
    explicit PlannedPictures(int pictures) {
        std::filesystem::create_directory(in);
        const Image small = make_image(4, 3, 1, 0.5f);
        for (int i = 0; i < pictures; ++i) write_image(in / name(i), small);
    }
    static std::string name(int picture) {
        const std::string number = std::to_string(picture);
        return std::string(5 - number.size(), '0') + number + ".png";
    }
    PlanOrder order() const { return {{in}, out, {"enlarge", "--size", "2x", "--threads", "1"}}; }
    Survey survey() const { return Survey(make_plan(order()).plan); }
    void ends(int picture, const JobOutcome& outcome) const {
        const std::filesystem::path result = out / name(picture);
        auto record = JobRecord::take(result);
        record->begin();
        if (outcome.state == JobState::done) std::ofstream(result) << "drawn";
        record->end(outcome);
    }
    // The first is done, the second failed, the third stopped; the fourth is being made.
    std::shared_ptr<const QueueStatus> status() const {
        survey();
        ends(0, {.state = JobState::done, .size = {8, 6}, .seconds = 2, .psnr = 31.5});
        ends(1, {.state = JobState::failed, .reason = "Cannot open it: it is damaged"});
        ends(2, {.state = JobState::stopped, .reason = "It was stopped."});
        QueueStatus status{.survey = survey(),
                           .being_made = {{.index = 3, .progress = 0.4, .seconds = 1}},
                           .going = true,
                           .seconds_left = 75};
        return std::make_shared<const QueueStatus>(std::move(status));
    }
};

}  // namespace redraw
