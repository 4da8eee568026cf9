#include "app/cli_inspect.h"
#include "app/cli_run_view.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/image/metrics.h"
#include "engine/image/resample.h"
#include "engine/run/drawing.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>

namespace redraw {
namespace {

struct Row {
    std::string method;
    double psnr = 0, ssim = 0;
};

// The reference in the run's channels, at its own size or with this longer side.
Image reference_image(const Image& picture, int channels, std::optional<int> longer_side) {
    Config config;
    config.data.train_size.longer_side = longer_side.value_or(0);
    config.data.channels = channels == 1   ? ChannelMode::gray
                           : channels == 3 ? ChannelMode::color
                                           : ChannelMode::alpha;
    return make_dataset(picture, config).target;
}

std::string verdict(const std::vector<Row>& rows, bool training_size) {
    const Row& network = rows.front();
    const Row* best = nullptr;
    for (const Row& row : rows)
        if (&row != &network && (!best || row.psnr > best->psnr)) best = &row;
    if (training_size && std::isinf(best->psnr))
        return "At the training size interpolation is the picture itself; only the network's own "
               "number says something.";
    char text[160];
    if (network.psnr > best->psnr)
        std::snprintf(text, sizeof text,
                      "The network is better than every interpolation, by %.2f dB over %s.",
                      network.psnr - best->psnr, best->method.c_str());
    else
        std::snprintf(text, sizeof text, "Interpolation is better here: %s by %.2f dB.",
                      best->method.c_str(), best->psnr - network.psnr);
    return text;
}

nlohmann::ordered_json number(double value) {
    if (std::isfinite(value)) return value;
    return nullptr;
}

}  // namespace

int CompareCommand::run() {
    const RunView view(run_path, backend.options());
    const Image target = view.run().target();
    const Image truth =
        reference_image(load_picture(reference).image, view.channels(), longer_side);
    const double aspect =
        double(truth.width) * target.height / (double(truth.height) * target.width);
    if (std::abs(aspect - 1) > 0.02)
        throw Error("Cannot compare with " + display_name(reference) + ": its shape " +
                    std::to_string(truth.width) + " x " + std::to_string(truth.height) +
                    " is not that of the run's picture, " + std::to_string(target.width) + " x " +
                    std::to_string(target.height) + ".");

    const Image drawing = draw_rows(view.backend(), view.grid(), {truth.width, truth.height}, 0,
                                    truth.height, view.parameters());
    std::vector<Row> rows;
    const auto judge = [&](std::string method, const Image& image) {
        rows.push_back({std::move(method), psnr(image, truth), ssim(image, truth)});
    };
    judge("network", drawing);
    for (Filter filter : {Filter::nearest, Filter::bilinear, Filter::bicubic, Filter::lanczos})
        judge(std::string(filter_name(filter)),
              resample(target, truth.width, truth.height, filter));
    const std::string judgement =
        verdict(rows, truth.width == target.width && truth.height == target.height);

    if (json) {
        nlohmann::ordered_json methods = nlohmann::ordered_json::object();
        for (const Row& row : rows)
            methods[row.method] = {{"psnr", number(row.psnr)}, {"ssim", number(row.ssim)}};
        std::cout << nlohmann::ordered_json{{"reference", display_name(reference)},
                                            {"width", truth.width},
                                            {"height", truth.height},
                                            {"psnr", number(rows.front().psnr)},
                                            {"ssim", number(rows.front().ssim)},
                                            {"methods", methods},
                                            {"verdict", judgement}}
                         .dump()
                  << std::endl;
        return 0;
    }
    std::printf("against %s at %d x %d\n", display_name(reference).c_str(), truth.width,
                truth.height);
    for (const Row& row : rows)
        std::printf("  %-10s %7.2f dB   SSIM %.4f\n", row.method.c_str(), row.psnr, row.ssim);
    std::printf("%s\n", judgement.c_str());
    return 0;
}

}  // namespace redraw
