// A run as one web page that needs nothing else: the network's numbers at up to 100 moments, the
// original, and the shaders that draw the network from them (page/). Moments whose networks do not
// fit are still images; the last moment is a network always. A job of small parts; the file appears
// whole when the last is done. One owner, the thread of the backend.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/page_parts.h"
#include "engine/image/image.h"
#include "engine/job.h"
#include "engine/run/run_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace redraw {

inline constexpr std::size_t kMostPageBytes = 2'000'000, kMostPageMoments = 100;

// The contents of a page.
struct PageSource {
    NetworkSpec network;
    std::string name;                               // of the picture, by whoever gave it
    std::shared_ptr<const Image> target, original;  // `original` null: only the target is known
    std::vector<Keyframe> moments;                  // by step; at least one
    std::int64_t steps_per_epoch = 1;
    std::function<std::vector<float>(std::int64_t step)> parameters_at;
    std::vector<MeasuredPsnr> measured;  // what is known of them; the rest is measured
};
// The page of a run file: its checkpoints, up to `last` if given, and its state. Throws Error if
// there is nothing to draw.
PageSource page_source(const RunFile& run, std::optional<std::int64_t> last = {});

class PageExport : public Job {
public:
    // `backend` draws the run, and is asked how far rounded numbers are from what was learned.
    // Throws Error where a page cannot hold the picture.
    PageExport(Backend& backend, PageSource source, std::filesystem::path path);
    // Throws Error where not even the last network fits.
    bool advance() override;
    double progress() const override;

    std::size_t bytes() const { return bytes_; }  // of the page, once it is there
    std::size_t moments() const { return packed_.size(); }
    std::size_t stills() const;  // how many of the moments are still images
    std::size_t kept() const { return source_.moments.size(); }

private:
    // Networks are packed until all are, or the room is used up: then a few stills are measured to
    // choose how many moments there are, and the moments without a network become stills.
    enum class Phase { networks, finished_picture, least_stills, stills, psnr };

    void choose(std::size_t count);
    void begin_drawing(const Keyframe& moment);
    void begin_drawing(std::vector<float> parameters);
    void pack_network();
    void add_finished_picture();
    void measure_room(bool with_stills);
    void leave_networks();
    void measure_least_still();
    void make_room_for_stills();
    void begin_still();
    void pack_still();
    bool measure_next();  // false once the PSNR of every moment is known
    double error_of(std::span<const float> values, const std::vector<Image>& wanted);
    std::vector<Image> drawn(std::span<const float> parameters);
    PackedMoment packed(const Keyframe& moment, std::variant<PageMoment, PageStill> look) const;
    std::size_t used() const;  // of the room, by what is packed
    [[noreturn]] void refuse() const;
    std::string text() const;

    Backend& backend_;
    PageSource source_;
    std::filesystem::path path_;
    std::vector<PageTensor> tensors_;
    std::vector<PixelRect> looked_at_;  // of the drawing, to measure what rounding costs
    std::string original_, finished_;   // pictures, in base64

    Phase phase_ = Phase::networks;
    std::size_t room_ = 0;              // bytes of the page for moments
    std::vector<Keyframe> chosen_;      // the last moment first
    std::vector<PackedMoment> packed_;  // the first of `chosen_`
    std::vector<int> balanced_;         // balanced_steps() of a moment near
    std::optional<StillDrawing> drawing_;
    std::vector<std::size_t> least_stills_;  // bytes of those measured
    std::size_t bytes_ = 0;
};

}  // namespace redraw
