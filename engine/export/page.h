// A run as one web page that needs nothing else: the network's numbers at up to 100 moments, the
// original, and the shaders that draw the network from them (page/). Moments whose networks do not
// fit are still images; the last moment is a network always. A job of small parts; the file appears
// whole when the last is done. One owner, the thread of the backend.
#pragma once

#include "engine/backend/backend.h"
#include "engine/job.h"
#include "engine/network/parameters.h"
#include "engine/run/run_file.h"

#include <functional>
#include <memory>
#include <variant>

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

// The parts of a page: the moments of a run as networks or still images, and its texts.

// A tensor as rows and columns of so many numbers each: neighbours are alike.
struct PageTensor {
    Tensor tensor;
    int rows = 1, columns = 1, features = 1;
    bool trained = true;
};
std::vector<PageTensor> page_tensors(const NetworkSpec& network, int channels);

// A network's numbers as what differs from the moment after it, in steps as coarse as the drawing
// allows. What became of them is known at once, so that errors do not add up from moment to moment.
struct PageMoment {
    // For each tensor: twice the logarithm (base 2) of its step, and whether it begins from 0 and
    // not from the moment after it.
    std::vector<int> steps;
    std::vector<std::uint8_t> fresh;
    std::vector<std::byte> bytes;
    std::vector<float> values;  // as the page will have them
};

// 2^(half_powers / 2) in fp32, as decode.js has it.
float page_step(int half_powers);

// The mean difference between what given values draw and what is wanted.
using DrawingError = std::function<double(std::span<const float>)>;

// Finds how coarse each tensor's step may be beside the others', in half powers of two: of all that
// draw as close, those that take the fewest bits. `error_of`: of these very parameters.
std::vector<int> balanced_steps(std::span<const PageTensor> tensors,
                                std::span<const float> parameters, const DrawingError& error_of);

// `after`: the values of the moment after it, or zeros. The steps are `balanced` ones made finer by
// one factor, no more than that the error is at most `most`.
PageMoment pack_page_moment(std::span<const PageTensor> tensors, std::span<const float> parameters,
                            std::span<const float> after, std::span<const int> balanced,
                            const DrawingError& error_of, double most);

// The drawing of a moment whose network does not fit, as a lossy WebP.
struct PageStill {
    int width = 0, height = 0;
    std::vector<std::byte> bytes;  // a WebP file
    double psnr = 0;               // dB against the target, over all channels at 8 bits
};

// Draws a network at the picture's size, or smaller where a side exceeds 1024 pixels, in parts of
// some 65,000 samples. Values are clamped to [0, 1]; NaN becomes 0.
class StillDrawing {
public:
    // `picture`: the size that was learned; `channels`: of the network.
    StillDrawing(PixelSize picture, int channels, std::vector<float> parameters);
    bool advance(Backend& backend);  // true when all rows are drawn. Throws Error.
    const Image& image() const { return image_; }

private:
    Grid picture_;
    std::vector<float> parameters_;
    Image image_;
    int next_row_ = 0;
};

// Clamps values to what is seen, 0 to 1; NaN becomes 0.
void clamp_to_shown(Image& drawing);

// Encodes `image` as WebP of at most `most` bytes, with sides of at most `side` pixels: lossless
// where that is small, else the quality is lowered first, then the size. Returns the smallest
// encoding tried where none fits.
std::vector<std::byte> small_picture(const Image& image, int side, std::size_t most);
// Returns the bytes of the coarsest still that is worth having.
std::size_t least_still_bytes(const Image& drawing);

// Encodes and measures a still of at most `most` bytes; a larger one where none can be that small.
PageStill page_still(const Image& drawing, const Image& target, std::size_t most);

std::string base64(std::span<const std::byte> bytes);

// A moment as a page holds it.
struct PackedMoment {
    Keyframe kept;
    std::variant<PageMoment, PageStill> look;
    std::optional<double> psnr{};  // dB; NaN or nothing: not known, +infinity: exact

    const PageStill* still() const { return std::get_if<PageStill>(&look); }
    const PageMoment& numbers() const { return std::get<PageMoment>(look); }
};

// The template of export/page/ filled in; untrusted names are escaped here.
struct PageText {
    const PageSource& source;
    int samples_across = 1;
    std::span<const PageTensor> tensors;
    std::span<const PackedMoment> moments;   // the last first
    const std::string &original, &finished;  // base64, of pictures that a browser reads
};
std::string page_text(const PageText& page);

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
    void begin_drawing(std::vector<float> parameters);
    void pack_network();
    void add_finished_picture();
    void measure_room(bool with_stills);
    void leave_networks();
    void measure_least_still();
    void begin_still();
    void pack_still();
    bool measure_next();  // false once the PSNR of every moment is known
    double error_of(std::span<const float> values, const std::vector<Image>& wanted);
    std::vector<Image> drawn(std::span<const float> parameters);
    std::size_t used() const;  // of the room, by what is packed
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
