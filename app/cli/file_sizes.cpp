#include "app/cli/file_sizes.h"

#include "app/cli/print.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/metrics.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace redraw {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostPixels = 2'100'000;
constexpr double kMostWork = 1e11;  // weights times pixels: seconds of one slow processor

double bits_per_pixel(std::size_t bytes, std::size_t pixels) {
    return 8.0 * double(bytes) / double(pixels);
}

FileSizes::Measured measure(const RunFile& run, const Image& target,
                            std::span<const float> parameters) {
    const auto backend = make_drawing_backend({.kind = BackendKind::cpu}, run, target.channels);
    const Image drawing = draw_rows(*backend, picture_grid(target.width, target.height),
                                    {target.width, target.height}, 0, target.height, parameters);
    const double reached = psnr(drawing, target);
    return {reached, png_file(target), smallest_file(target, ImageFormat::jpeg, reached),
            smallest_file(target, ImageFormat::webp, reached)};
}

std::string line(const char* name, std::size_t bytes, std::size_t pixels,
                 const std::string& remark) {
    return fmt::format("{:9} {:<8} {:9} bytes  {:7.2f} bits a pixel  {}\n", "", name, bytes,
                       bits_per_pixel(bytes, pixels), remark);
}

std::string lossy_line(const char* name, const std::optional<FileSize>& file,
                       const FileSizes& sizes) {
    if (file)
        return line(name, file->bytes, sizes.pixels,
                    fmt::format("{}, quality {}", precise_decibels(file->psnr), file->quality));
    const bool cannot = sizes.transparent && std::string_view(name) == "JPEG";
    return fmt::format("{:9} {:<8} {}\n", "", name,
                       cannot ? "holds no transparency" : "none is as close");
}

Json lossy_json(const std::optional<FileSize>& file) {
    if (!file) return nullptr;
    return {
        {"bytes", file->bytes}, {"quality", file->quality}, {"psnr", finite_or_null(file->psnr)}};
}

}  // namespace

FileSizes file_sizes(const RunFile& run) {
    const Image target = run.target();
    FileSizes sizes;
    sizes.pixels = target.pixel_count();
    sizes.transparent = has_alpha(target.channels);
    const std::size_t numbers = parameter_count(run.config().network, target.channels);
    sizes.weights = numbers * sizeof(float);
    const auto parameters = latest_parameters(run);
    if (parameters && sizes.pixels <= kMostPixels &&
        double(sizes.pixels) * double(numbers) <= kMostWork)
        sizes.measured = measure(run, target, *parameters);
    return sizes;
}

nlohmann::ordered_json to_json(const FileSizes& sizes) {
    Json json = {{"weights_bytes", sizes.weights},
                 {"bits_per_pixel", bits_per_pixel(sizes.weights, sizes.pixels)}};
    if (!sizes.measured) return json;
    const FileSizes::Measured& measured = *sizes.measured;
    json["psnr"] = finite_or_null(measured.psnr);
    json["png"] = {{"bytes", measured.png.bytes}};
    json["jpeg"] = lossy_json(measured.jpeg);
    json["webp"] = lossy_json(measured.webp);
    return json;
}

std::string to_text(const FileSizes& sizes) {
    const std::string psnr =
        sizes.measured ? precise_decibels(sizes.measured->psnr) + ", fp32" : "fp32";
    std::string text = line("weights", sizes.weights, sizes.pixels, psnr);
    if (sizes.measured)
        text += lossy_line("JPEG", sizes.measured->jpeg, sizes) +
                lossy_line("WebP", sizes.measured->webp, sizes) +
                line("PNG", sizes.measured->png.bytes, sizes.pixels, "lossless");
    return text.replace(0, 9, "as a file");
}

}  // namespace redraw
