// A page's HTML (page.h): the template of export/page/ filled in. Whatever a stranger named or
// wrote goes through here. Pure functions.
#pragma once

#include "engine/export/page_difference.h"
#include "engine/export/page_moment.h"
#include "engine/image/grid.h"
#include "engine/network/config.h"
#include "engine/run/run_file.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace redraw {

std::string base64(std::span<const std::byte> bytes);

struct PageText {
    const NetworkSpec* network = nullptr;
    int channels = 1, samples_across = 1;
    PixelSize size;  // of the picture as it was learned
    std::string name;
    std::span<const PageTensor> tensors;
    const PageMoment* shared = nullptr;  // if not null, the network that all moments differ from
    struct Moment {
        Keyframe kept;
        double epoch = 0;
        double psnr = 0;                      // dB; NaN: not known, +infinity: exact
        const PageMoment* numbers = nullptr;  // or
        const PageDifference* difference = nullptr;
    };
    std::vector<Moment> moments;  // the last first
    std::string original, still;  // base64, of pictures that a browser reads
};
std::string page_text(const PageText& page);

}  // namespace redraw
