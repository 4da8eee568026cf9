// A run as one web page that needs nothing else: the network's numbers at up to 100 moments, the
// original, and the shaders that draw the network from them (page/). Of networks too large for that
// only the last one's numbers are in it, and of every moment what differs from its drawing. A job
// of small parts, each a moment; the file appears whole when the last is done. One owner, the
// thread of the backend.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/page_difference.h"
#include "engine/export/page_moment.h"
#include "engine/image/image.h"
#include "engine/job.h"
#include "engine/run/run_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

inline constexpr std::size_t kMostPageBytes = 2'000'000, kMostPageMoments = 100;

// What a page tells of a run.
struct PageSource {
    NetworkSpec network;
    std::string name;                               // of the picture, by whoever gave it
    std::shared_ptr<const Image> target, original;  // `original` null: only the target is known
    std::vector<Keyframe> moments;                  // by step; at least one
    std::int64_t steps_per_epoch = 1;
    std::function<std::vector<float>(std::int64_t step)> parameters_at;
    std::vector<MeasuredPsnr> measured;  // what is known of them; the rest is measured
};
// Of a run file: its kept steps, up to `last` if given, and its state. Throws Error where there is
// nothing to draw.
PageSource page_source(const RunFile& run, std::optional<std::int64_t> last = {});

class PageExport : public Job {
public:
    // `backend` draws the run, and is asked how far rounded numbers are from what was learned.
    // Throws Error where a page cannot hold the picture. `most_numbers`: of all moments'
    // differences, which a browser keeps in two bytes each, and four more until all are decoded.
    PageExport(Backend& backend, PageSource source, std::filesystem::path path,
               std::size_t most_numbers = 48'000'000);
    // Throws Error where not even one moment fits.
    bool advance() override;
    double progress() const override;

    std::size_t bytes() const { return bytes_; }  // of the page, once it is there
    std::size_t moments() const { return best_.size(); }
    std::size_t kept() const { return source_.moments.size(); }
    // Whether they are told by what differs from one network's drawing.
    bool by_difference() const { return by_difference_; }

private:
    double error_of(std::span<const float> values, const std::vector<Image>& wanted);
    std::vector<Image> drawn(std::span<const float> parameters);
    Image whole(std::span<const float> parameters);
    void choose(std::size_t count);
    bool networks_are_too_large() const;
    void tell_by_difference();
    void pack_next();
    void pack_network(const Keyframe& moment);
    bool fits();
    [[noreturn]] void refuse() const;
    bool choose_between();
    std::string text() const;
    bool measure_next();  // false once the PSNR of every moment is known
    void write();

    struct Packed {
        Keyframe moment;
        PageMoment numbers;  // or
        std::optional<PageDifference> difference;
    };

    Backend& backend_;
    PageSource source_;
    std::filesystem::path path_;
    std::size_t most_numbers_;
    std::vector<PageTensor> tensors_;
    std::vector<PixelRect> looked_at_;   // of the drawing, to measure what rounding costs
    std::string original_, still_;       // as data
    std::size_t room_ = 0, needed_ = 0;  // for the moments' bytes
    std::vector<Keyframe> chosen_;       // as they are told: the last moment first
    std::vector<Packed> packed_;         // the first of them
    bool by_difference_ = false;
    std::optional<PageMoment> shared_;  // the network that they differ from
    std::optional<PageDifferences> differences_;
    std::vector<int> balanced_;  // balanced_steps() of a moment near
    std::vector<Packed> best_;   // the most of them that fit
    std::size_t too_many_ = kMostPageMoments + 1;
    bool is_chosen_ = false;               // what is left is to measure and to write
    std::map<std::int64_t, double> psnr_;  // dB, by step
    std::size_t bytes_ = 0;
};

}  // namespace redraw
