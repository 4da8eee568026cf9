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

std::string verdict(std::span<const Quality> methods) {
    REDRAW_CHECK(methods.size() >= 2, "the network and what it is compared with");
    const Quality& network = methods.front();
    const auto others = methods.subspan(1);
    const auto by = [](auto measure) {
        return [measure](const Quality& a, const Quality& b) { return a.*measure < b.*measure; };
    };
    const Quality& best = *std::max_element(others.begin(), others.end(), by(&Quality::psnr));
    const Quality& alike = *std::max_element(others.begin(), others.end(), by(&Quality::ssim));
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
    const bool disagrees = (network.ssim > alike.ssim) != (lead > 0);
    return sentence + (disagrees ? ". SSIM says the opposite." : ".");
}

}  // namespace redraw
