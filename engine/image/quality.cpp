#include "engine/image/quality.h"

#include "engine/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace redraw {
namespace {

std::string name_in_sentence(const std::string& method) {
    if (method == "nearest") return "nearest neighbour";
    if (method == "lanczos") return "Lanczos";
    return method;
}

}  // namespace

double psnr_of(std::span<const Quality> methods, std::string_view method) {
    const auto found = std::ranges::find(methods, method, &Quality::method);
    return found == methods.end() ? std::numeric_limits<double>::quiet_NaN() : found->psnr;
}

const Quality& closest(std::span<const Quality> methods) {
    const Quality* best = &methods.front();
    for (const Quality& method : methods)
        if (method.psnr > best->psnr || (std::isnan(best->psnr) && !std::isnan(method.psnr)))
            best = &method;
    return *best;
}

std::string verdict(std::span<const Quality> methods) {
    REDRAW_CHECK(methods.size() >= 2, "the network and what it is compared with");
    const Quality& network = methods.front();
    const auto others = methods.subspan(1);
    const Quality& best = closest(others);
    const double best_ssim = std::ranges::max_element(others, {}, &Quality::ssim)->ssim;
    const double lead = network.psnr - best.psnr;
    constexpr double kShown = 0.005;  // half of the last digit
    const std::string name = name_in_sentence(best.method);
    if (!(std::abs(lead) >= kShown))
        return "The network and plain interpolation (" + name + ") are equally close.";
    const std::string by_how_much =
        std::isfinite(lead) ? fmt::format("by {:.2f} dB", std::abs(lead)) : "to the last bit";
    const std::string sentence =
        lead > 0 ? "The network does better here: " + by_how_much + " over " + name
                 : "Plain interpolation does better here: " + name + " " + by_how_much;
    const bool disagrees = (network.ssim > best_ssim) != (lead > 0);
    return sentence + (disagrees ? ". SSIM says the opposite." : ".");
}

}  // namespace redraw
