#include "app/cli/file_sizes.h"

#include "engine/drawing/drawing.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/file_size.h"
#include "engine/image/metrics.h"
#include "engine/network/grid_encoding.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace redraw {
namespace {

constexpr std::size_t kMostPixels = 2'100'000;
constexpr double kMostWork = 1e11;  // the layers' weights times pixels: seconds of a slow processor

constexpr const char* kNone = "none is as close";

struct Sizes {
    std::size_t pixels = 1;
    std::size_t weights = 0;                    // bytes of fp32
    bool jpeg_holds = true, webp_holds = true;  // the picture
    std::optional<double> psnr{};  // of the drawing against the training picture, at 8 bits
    FileSize png{};                // where there is a PSNR, as all that follows
    std::optional<FileSize> jpeg{}, webp{};
};

double bits_per_pixel(std::size_t bytes, std::size_t pixels) {
    return 8.0 * double(bytes) / double(pixels);
}

Sizes measure(const RunFile& run) {
    const Image target = run.target();
    const std::size_t numbers = parameter_count(run.config().network, target.channels);
    Sizes sizes{target.pixel_count(), numbers * sizeof(float), can_hold(ImageFormat::jpeg, target),
                can_hold(ImageFormat::webp, target)};
    const auto parameters = latest_parameters(run);
    const std::size_t weights = numbers - grid_parameters(run.config().network);
    if (!parameters || sizes.pixels > kMostPixels ||
        double(sizes.pixels) * double(weights) > kMostWork)
        return sizes;
    const auto backend = make_drawing_backend({.kind = BackendKind::cpu}, run, target.channels);
    const Image drawing = draw_rows(*backend, picture_grid(target.width, target.height),
                                    {target.width, target.height}, 0, target.height, *parameters);
    sizes.psnr = psnr(drawing, target);
    sizes.png = png_file(target);
    sizes.jpeg = smallest_file(target, ImageFormat::jpeg, *sizes.psnr);
    sizes.webp = smallest_file(target, ImageFormat::webp, *sizes.psnr);
    return sizes;
}

std::string line(const char* name, std::size_t bytes, std::size_t pixels,
                 const std::string& remark) {
    return fmt::format("{:9} {:<8} {:9} bytes  {:7.2f} bits a pixel  {}\n", "", name, bytes,
                       bits_per_pixel(bytes, pixels), remark);
}

std::string lossy_line(const char* name, const std::optional<FileSize>& file, const Sizes& sizes,
                       const char* reason) {
    if (file)
        return line(name, file->bytes, sizes.pixels,
                    fmt::format("{}, quality {}", precise_decibels(file->psnr), file->quality));
    return fmt::format("{:9} {:<8} {}\n", "", name, reason);
}

Json lossy_json(const std::optional<FileSize>& file) {
    if (!file) return nullptr;
    Json json = {{"bytes", file->bytes}, {"quality", file->quality}};
    put_psnr(json, file->psnr);
    return json;
}

}  // namespace

Json file_sizes_json(const RunFile& run) {
    const Sizes sizes = measure(run);
    Json json = {{"weights_bytes", sizes.weights},
                 {"bits_per_pixel", bits_per_pixel(sizes.weights, sizes.pixels)}};
    if (!sizes.psnr) return json;
    put_psnr(json, *sizes.psnr);
    json["png"] = {{"bytes", sizes.png.bytes}};
    json["jpeg"] = lossy_json(sizes.jpeg);
    json["webp"] = lossy_json(sizes.webp);
    return json;
}

std::string file_sizes_text(const RunFile& run) {
    const Sizes sizes = measure(run);
    const std::string reached = sizes.psnr ? precise_decibels(*sizes.psnr) + ", fp32" : "fp32";
    std::string text = line("weights", sizes.weights, sizes.pixels, reached);
    if (sizes.psnr)
        text += lossy_line("JPEG", sizes.jpeg, sizes,
                           sizes.jpeg_holds ? kNone : "holds no transparency") +
                lossy_line("WebP", sizes.webp, sizes,
                           sizes.webp_holds ? kNone : "holds no side of so many pixels") +
                line("PNG", sizes.png.bytes, sizes.pixels, "lossless");
    return text.replace(0, 9, "as a file");
}

}  // namespace redraw
