// A page's HTML (page.h): the template of export/page/ filled in. Whatever a stranger named or
// wrote goes through here. Pure functions.
#pragma once

#include "engine/export/page_moment.h"
#include "engine/export/page_still.h"
#include "engine/image/grid.h"
#include "engine/network/config.h"
#include "engine/run/run_file.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace redraw {

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
