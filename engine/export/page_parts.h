// The parts of a page: the moments of a run as networks or still images, and its texts. Internal
// to page.cpp and their own files. One owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/run/run_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace redraw {

// A moment of a page (page.h): a network's numbers as what differs from the moment after it, in
// steps as coarse as the drawing allows. What became of them is known at once, so that errors do
// not add up from moment to moment. Pure functions but for the measure, which draws.

// A tensor as rows and columns of so many numbers each: neighbours are alike.
struct PageTensor {
    Tensor tensor;
    int rows = 1, columns = 1, features = 1;
    bool trained = true;
};
std::vector<PageTensor> page_tensors(const NetworkSpec& network, int channels);

struct PageMoment {
    // Of each tensor: twice the logarithm (base 2) of its step, and whether it begins from 0 and
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

// How coarse each tensor's step may be beside the others', in half powers of two: of all steps that
// draw as close, those that take the fewest bits. `error_of`: of these very parameters.
std::vector<int> balanced_steps(std::span<const PageTensor> tensors,
                                std::span<const float> parameters, const DrawingError& error_of);

// `after`: the values of the moment after it, or zeros. The steps are `balanced` ones made finer by
// one factor, no more than that the error is at most `most`.
PageMoment pack_page_moment(std::span<const PageTensor> tensors, std::span<const float> parameters,
                            std::span<const float> after, std::span<const int> balanced,
                            const DrawingError& error_of, double most);

// Still images of a page (page.h): the drawing of a moment whose network does not fit, as a lossy
// WebP. One owner, the thread of the backend.
inline constexpr int kMostStillSide = 1024;  // pixels

struct PageStill {
    int width = 0, height = 0;
    std::vector<std::byte> bytes;  // a WebP file
    double psnr = 0;               // dB, by still_psnr()
};

// Draws a network at the picture's size, or smaller where a side exceeds kMostStillSide, in parts
// of some 65,000 samples. Values are clamped to [0, 1]; NaN becomes 0.
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

// Encodes `image` as WebP of at most `most` bytes, with sides of at most `side` pixels: lossless
// where that is small, else the quality is lowered first, then the size. Returns the smallest
// encoding tried where none fits.
std::vector<std::byte> small_picture(const Image& image, int side, std::size_t most);
// Returns the bytes of the coarsest still that is worth having.
std::size_t least_still_bytes(const Image& drawing);

// Encodes and measures a still of at most `most` bytes; a larger one where none can be that small.
PageStill page_still(const Image& drawing, const Image& target, std::size_t most);

// Returns the PSNR of a decoded still against `target`, in dB over all channels at 8 bits. A
// smaller still is enlarged linearly, as the page does; rows are as in DrawnPsnr.
double still_psnr(const Image& still, const Image& target);

// A page's HTML (page.h): the template of export/page/ filled in. Whatever a stranger named or
// wrote goes through here. Pure functions.
std::string base64(std::span<const std::byte> bytes);

// A moment as a page holds it.
struct PackedMoment {
    Keyframe kept;
    double epoch = 0;
    std::variant<PageMoment, PageStill> look;
    std::optional<double> psnr{};  // dB; NaN or nothing: not known, +infinity: exact

    const PageStill* still() const { return std::get_if<PageStill>(&look); }
    const PageMoment& numbers() const { return std::get<PageMoment>(look); }
};

struct PageText {
    const NetworkSpec* network = nullptr;
    int channels = 1, samples_across = 1;
    PixelSize size;  // of the picture as it was learned
    std::string name;
    std::span<const PageTensor> tensors;
    std::span<const PackedMoment> moments;  // the last first
    std::string original, finished;         // base64, of pictures that a browser reads
};
std::string page_text(const PageText& page);

}  // namespace redraw
