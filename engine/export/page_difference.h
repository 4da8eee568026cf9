// A moment of a page (page.h) whose network is not in it: as what differs, at the pixels that were
// learned, from a share of what the last network draws. So few bits hold it that all moments of a
// photograph fit: a network of a million numbers takes three times a picture's. One owner, any
// thread.
#pragma once

#include "engine/image/image.h"
#include "engine/image/wavelet.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

namespace redraw {

struct PageDifference {
    int gain = 0;           // of the network's drawing, in 64ths: how much of its detail is there
    std::vector<int> from;  // one or two moments near, by their place in the page
    // How much of each one's difference this one begins from, in 32nds: by plane, level and moment.
    std::vector<int> shares;
    int step = 1;  // in 2^14ths, of the wavelets that follow
    std::vector<std::byte> bytes;
};

// Places of so many moments in the order in which they are told: the last, then every fourth before
// it, each followed by those between, which begin from two.
std::vector<std::size_t> difference_order(std::size_t count);

// How far apart two pictures are.
using PictureError = std::function<double(const Image& seen, const Image& wanted)>;

class PageDifferences {
public:
    // `network`: what the last moment's network draws in the page.
    PageDifferences(Image network, PictureError error_of);

    // The next one in the page, of this step; its drawing is at most `most` from `wanted`.
    PageDifference add(std::int64_t step, const Image& wanted, double most);

private:
    struct Told {
        std::size_t place = 0;
        std::vector<float> rest;  // wavelets of what is added to the network's share
    };
    std::vector<const Told*> beside(std::int64_t step) const;

    Image network_;
    Wavelets drawn_;
    PictureError error_of_;
    std::map<std::int64_t, Told> told_;  // by step
};

}  // namespace redraw
