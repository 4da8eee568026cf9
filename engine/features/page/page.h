// Exports a run, or two runs that raced, as one self-contained web page: network parameters at up
// to 100 checkpoints of each, the original, and the shaders that render the network (page/).
// Checkpoints whose networks do not fit are stored as still images or left out; the last one is
// always a network. A job of small parts; the file appears complete at the end. Used only on the
// thread of the backends.
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

// The data of one network from which a page is made.
struct PageSource {
    NetworkSpec network;
    std::string name;             // the picture's name, untrusted
    std::string title{}, text{};  // page title (empty: `name`), text; untrusted; first network only
    std::string label{};          // name in a race, untrusted
    std::shared_ptr<const Image> target, original;  // `original` null: only the target is known
    std::vector<Keyframe> moments;                  // checkpoints by ascending step; at least one
    std::int64_t steps_per_epoch = 1;
    std::function<std::vector<float>(std::int64_t step)> parameters_at;
    std::vector<MeasuredPsnr> measured;  // known PSNR values; others are measured
    std::vector<Metric> metrics{};       // provide the checkpoints' training seconds in a race
    // Renders the run; called during the whole export.
    std::function<Backend&()> backend{};
};
// Collects a run's checkpoints and its training state if newer; `last`: leaves out later steps.
// Throws Error if none is left. The source reads parameters from `run`, which must outlive it.
PageSource page_source(const RunFile& run, std::function<Backend&()> backend,
                       std::optional<std::int64_t> last = {});

// The parts of a page: checkpoints as networks or still images, and the page's text.

struct PageTensor {
    Tensor tensor;
    bool trained = true;
};
std::vector<PageTensor> page_tensors(const NetworkSpec& network, int channels);

// A network's parameters as quantised differences from the following checkpoint, with quantisation
// steps as coarse as the render allows. Differences refer to rounded values, so that errors do not
// accumulate over the checkpoints.
struct PageMoment {
    // Stores two numbers per tensor. `steps` has twice the binary logarithm of the quantisation
    // step. `fresh` is 1 if the tensor is stored relative to 0 instead of the following checkpoint.
    std::vector<int> steps;
    std::vector<std::uint8_t> fresh;
    std::vector<std::byte> bytes;
    std::vector<float> values;  // the rounded values, as the page decodes them
};

// Returns 2^(half_powers / 2) in fp32; must match decode.js.
float page_step(int half_powers);

// Returns a mean absolute difference, in values from 0 to 1, between the render of the given
// parameters and the render to match.
using DrawingError = std::function<double(std::span<const float>)>;

// Estimates relative quantisation steps of the tensors, in half powers of two, that need few bits
// for the same render error. `error_of` compares with the render of `parameters`.
std::vector<int> balanced_steps(std::span<const PageTensor> tensors,
                                std::span<const float> parameters, const DrawingError& error_of);

// Packs a checkpoint. `after` has the following checkpoint's values, or zeros. Refines `balanced`
// by one common factor until the error is at most `most`, then coarsens some large tensors.
PageMoment pack_page_moment(std::span<const PageTensor> tensors, std::span<const float> parameters,
                            std::span<const float> after, std::span<const int> balanced,
                            const DrawingError& error_of, double most);

// A still image of a checkpoint whose network does not fit, as a lossy WebP.
struct PageStill {
    int width = 0, height = 0;
    std::vector<std::byte> bytes;  // a WebP file
    double psnr = 0;               // dB against the target, over all channels at 8 bits
};

// Renders a network at the picture's size, reduced if a side exceeds 1024 pixels, in parts of about
// 65,000 samples. Values are clamped to [0, 1]; NaN becomes 0.
class StillDrawing {
public:
    // `picture`: training size. `channels`: channels of the render.
    StillDrawing(PixelSize picture, int channels, std::vector<float> parameters);
    bool advance(Backend& backend);  // true when all rows are rendered. Throws Error.
    const Image& image() const { return image_; }

private:
    Grid picture_;
    std::vector<float> parameters_;
    Image image_;
    int next_row_ = 0;
};

// Encodes `image` as WebP of at most `most` bytes, with sides of at most `side` pixels. Uses
// lossless if that also takes at most 60,000 bytes; otherwise lowers the quality, then the size.
// Returns the last attempt if none fits.
std::vector<std::byte> small_picture(const Image& image, int side, std::size_t most);
// Returns the size in bytes of the coarsest still image that a page is planned for: at most 512
// pixels a side, at WebP quality 50.
std::size_t least_still_bytes(const Image& drawing);

// Encodes a still image in at most `most` bytes, if possible, and measures its PSNR.
PageStill page_still(const Image& drawing, const Image& target, std::size_t most);

std::string base64(std::span<const std::byte> bytes);

// A checkpoint as the page stores it: a network or a still.
struct PackedMoment {
    Keyframe kept;
    std::variant<PageMoment, PageStill> look;
    std::optional<double> psnr{};  // dB; NaN or absent: unknown, +infinity: exact

    const PageStill* still() const { return std::get_if<PageStill>(&look); }
    const PageMoment& numbers() const { return std::get<PageMoment>(look); }
};

// One network's input for the page template (engine/features/page/scripts/page.html). Untrusted
// names are escaped when the template is filled in.
struct PageText {
    const PageSource& source;
    int samples_across = 1;
    std::span<const PageTensor> tensors;
    std::span<const PackedMoment> moments;  // the last checkpoint first
    const std::string& finished;            // base64 of an image file that a browser can read
};
// Returns the page of one network, or of two that raced. `original`: base64 of a PNG for window
// networks, otherwise of a WebP.
std::string page_text(std::span<const PageText> networks, const std::string& original);

// Packs the checkpoints of one network of a page.
class PageNetwork {
public:
    // Returns the bytes available for this network's checkpoints. `with_stills`: some checkpoints
    // are stored as still images, whose code in the page also takes bytes.
    using FindRoom = std::function<std::size_t(bool with_stills)>;
    // `page`: the page's file name, for messages.
    PageNetwork(PageSource source, std::string page, FindRoom find_room);

    // Does the next part. Calls `find_room` once the last checkpoint is packed, and again before
    // the first still image. Throws Error, also if the last checkpoint's network does not fit.
    void advance();
    bool has_last() const { return phase_ > Phase::finished_picture; }
    bool complete() const { return phase_ == Phase::complete; }
    double progress() const;

    const PageSource& source() const { return source_; }
    std::size_t parameters() const { return tensors_.back().tensor.end(); }
    std::size_t moments() const { return packed_.size(); }
    std::size_t stills() const;  // number of checkpoints stored as still images
    std::size_t used() const;    // bytes in the page of packed checkpoints, at most
    PageText text() const;

private:
    // The phases pack networks until all are packed or the page is full. If full, a window network
    // gets fewer checkpoints; of others, some become stills, planned by a few measured ones.
    enum class Phase {
        last_network,
        finished_picture,
        room,
        networks,
        least_stills,
        stills,
        psnr,
        complete
    };

    void choose(std::size_t count);
    void begin_drawing(std::vector<float> parameters);
    void pack_network();
    void add_finished_picture();
    void find_room();
    void leave_networks();
    void measure_least_still();
    void begin_still();
    void pack_still();
    bool measure_next();  // false once every checkpoint has its PSNR (step 0: NaN)
    double error_of(std::span<const float> values, const std::vector<Image>& wanted);
    std::vector<Image> drawn(std::span<const float> parameters);

    PageSource source_;
    std::string page_;
    FindRoom find_room_;
    std::vector<PageTensor> tensors_;
    std::vector<PixelRect> looked_at_;  // parts of the render used to measure rounding errors
    std::string finished_;              // base64 of the last checkpoint's picture

    Phase phase_ = Phase::last_network;
    std::size_t room_ = 0;              // bytes available for checkpoints
    std::vector<Keyframe> chosen_;      // the last checkpoint first
    std::vector<PackedMoment> packed_;  // packed so far, in the order of `chosen_`
    std::vector<int> balanced_;         // balanced_steps() of a nearby checkpoint
    std::optional<StillDrawing> drawing_;
    std::vector<std::size_t> least_stills_;  // bytes of the measured stills
};

class PageExport : public Job {
public:
    // Takes one run, or two that raced on the same pixels. Throws Error if a page cannot hold the
    // picture.
    PageExport(std::vector<PageSource> sources, std::filesystem::path path);
    PageExport(const PageExport&) = delete;
    PageExport& operator=(const PageExport&) = delete;
    // Does the next part; true when the page is written. Throws Error, also if the last
    // checkpoints' networks do not fit.
    bool advance() override;
    double progress() const override;

    std::size_t bytes() const { return bytes_; }  // size of the finished page
    std::size_t moments() const;
    std::size_t stills() const;  // number of checkpoints stored as still images
    std::size_t kept() const;    // number of checkpoints that the runs have
    bool full() const;           // true if checkpoints were left out because of the page's size

private:
    std::size_t room(bool with_stills) const;
    // Returns the page's text. `instead`: replaces each network's checkpoints.
    std::string text(const std::vector<PackedMoment>* instead = nullptr) const;

    std::filesystem::path path_;
    std::string original_;  // base64 of the picture
    std::vector<PageNetwork> networks_;
    std::size_t bytes_ = 0;
};

}  // namespace redraw
