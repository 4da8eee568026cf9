#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/features/page/page.h"
#include "engine/image/image_writer.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace redraw {
namespace {

// Limits of the original picture in a page, in pixels a side and in bytes. A window network renders
// from the training picture, which is then stored as an 8-bit PNG of at most kMostExact bytes.
constexpr int kOriginalSide = 1024;
constexpr std::size_t kMostOriginal = 120'000, kMostExact = 1'300'000;
constexpr std::size_t kSecondsFact = 24;  // upper limit of a checkpoint's seconds as text, in bytes

std::string original_of(const PageSource& source, bool exactly, const std::string& page) {
    if (!exactly)
        return base64(small_picture(source.original ? *source.original : *source.target,
                                    kOriginalSide, kMostOriginal));
    const auto exact = encode_png(*source.target, 8);
    if (exact.size() <= kMostExact) return base64(exact);
    throw Error(
        fmt::format("Cannot write {}: this network needs the picture, which takes {} as PNG; a "
                    "page can hold {}.",
                    page, bytes(double(exact.size())), bytes(double(kMostExact))));
}

std::size_t total(const std::vector<PageNetwork>& networks,
                  std::size_t (*of)(const PageNetwork& network)) {
    std::size_t sum = 0;
    for (const PageNetwork& network : networks) sum += of(network);
    return sum;
}

}  // namespace

PageSource page_source(const RunFile& run, std::function<Backend&()> backend,
                       std::optional<std::int64_t> last) {
    PageSource source{.network = run.config().network,
                      .name = run.picture_name(),
                      .target = std::make_shared<const Image>(run.target()),
                      .original = nullptr,
                      .moments = run.keyframes(),
                      .steps_per_epoch = 1,
                      .parameters_at = {},
                      .measured = run.measured(),
                      .metrics = run.metrics(),
                      .backend = std::move(backend)};
    if (auto original = run.source())
        source.original = std::make_shared<const Image>(std::move(*original));
    source.steps_per_epoch = steps_per_epoch(run.config(), run.target_size());
    const auto state = run.state();
    auto& moments = source.moments;
    if (state && (moments.empty() || moments.back().step < state->step))
        moments.push_back({state->step, std::numeric_limits<float>::quiet_NaN()});
    if (last) std::erase_if(moments, [&](const Keyframe& moment) { return moment.step > *last; });
    if (moments.empty()) throw Error(display_name(run.path()) + " holds no trained network.");
    source.parameters_at = [&run](std::int64_t step) { return run.require_parameters(step); };
    return source;
}

PageExport::PageExport(std::vector<PageSource> sources, std::filesystem::path path)
    : path_(std::move(path)) {
    const bool exactly = std::ranges::any_of(sources, [](const PageSource& source) {
        return source.network.encoding == Encoding::window;
    });
    const std::string page = display_name(path_);
    original_ = original_of(sources.front(), exactly, page);
    for (PageSource& source : sources)
        networks_.emplace_back(std::move(source), page,
                               [this](bool with_stills) { return room(with_stills); });
}

// Divides the bytes that the page's text and the complete networks leave evenly among the others.
std::size_t PageExport::room(bool with_stills) const {
    std::vector<PackedMoment> none;
    if (with_stills || stills() > 0) none.push_back({{}, PageStill{}});
    std::size_t taken = text(&none).size(), left = 0;
    for (const PageNetwork& network : networks_)
        network.complete() ? taken += network.used() : ++left;
    if (networks_.size() > 1) taken += networks_.size() * kMostPageMoments * kSecondsFact;
    return (kMostPageBytes - std::min(kMostPageBytes, taken)) / left;
}

bool PageExport::advance() {
    // Packs the last checkpoint of each network first, because its picture in the page takes bytes.
    // Then packs the smaller network, because the larger one can use the bytes that are left.
    PageNetwork* next = nullptr;
    for (PageNetwork& network : networks_) {
        if (!network.has_last()) return network.advance(), false;
        if (!network.complete() && (!next || network.parameters() < next->parameters()))
            next = &network;
    }
    if (next) return next->advance(), false;
    const std::string page = text();
    bytes_ = page.size();
    write_file_atomically(path_, std::as_bytes(std::span(page)));
    return true;
}

std::string PageExport::text(const std::vector<PackedMoment>* instead) const {
    std::vector<PageText> texts;
    for (const PageNetwork& network : networks_) {
        texts.push_back(network.text());
        if (instead) texts.back().moments = *instead;
    }
    return page_text(texts, original_);
}

double PageExport::progress() const {
    double sum = 0;
    for (const PageNetwork& network : networks_) sum += network.progress();
    return sum / double(networks_.size());
}

std::size_t PageExport::moments() const {
    return total(networks_, [](const PageNetwork& network) { return network.moments(); });
}

std::size_t PageExport::stills() const {
    return total(networks_, [](const PageNetwork& network) { return network.stills(); });
}

std::size_t PageExport::kept() const {
    return total(networks_,
                 [](const PageNetwork& network) { return network.source().moments.size(); });
}

bool PageExport::full() const {
    return std::ranges::any_of(networks_, [](const PageNetwork& network) {
        return network.moments() < std::min(network.source().moments.size(), kMostPageMoments);
    });
}

}  // namespace redraw
