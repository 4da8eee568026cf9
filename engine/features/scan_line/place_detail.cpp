#include "engine/features/scan_line/place_detail.h"

#include "engine/data/internal_examples.h"
#include "engine/drawing/drawing.h"
#include "engine/text/numbers.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace redraw {
namespace {

constexpr double kPlain = 2.0 / 255;    // deviation of luma below which a square has no detail
constexpr double kVisible = 0.7 / 255;  // deviation below which nobody misses a band

// Returns the square around a pixel, which lies inside of the picture.
PixelRect square_around(PixelSize picture, int column, int row) {
    const int width = std::min(picture.width, PlaceDetail::kPatch);
    const int height = std::min(picture.height, PlaceDetail::kPatch);
    return {std::clamp(column - width / 2, 0, picture.width - width),
            std::clamp(row - height / 2, 0, picture.height - height), width, height};
}

std::vector<float> pixel_of(const Image& image, int column, int row) {
    const float* pixel = image.row(row) + column * image.channels;
    return {pixel, pixel + image.channels};
}

std::shared_ptr<const PlaceDetail> detail_of(Trainer& trainer, Point place,
                                             std::span<const float> parameters, std::int64_t step) {
    const Image& target = trainer.dataset().target;
    const auto at = [](double part, int side) { return std::clamp(int(part * side), 0, side - 1); };
    auto found = std::make_shared<PlaceDetail>();
    found->step = step;
    found->column = at(place.x, target.width);
    found->row = at(place.y, target.height);
    const PixelRect square =
        square_around({target.width, target.height}, found->column, found->row);
    found->side = std::max(square.width, square.height);
    Image drawn = trainer.backend().render(trainer.dataset().grid, square, parameters)->on_host();
    clamp_to_shown(drawn);
    found->picture = pixel_of(target, found->column, found->row);
    found->drawing = pixel_of(drawn, found->column - square.x, found->row - square.y);
    const Image picture = luminance(crop(target, square));
    found->around = learned_spectrum(step, picture, drawn);
    return found;
}

std::string about_detail(const PlaceDetail& place) {
    const std::vector<float>&power = place.around.picture, &learned = place.around.learned;
    if (std::accumulate(power.begin(), power.end(), 0.0) < kPlain * kPlain)
        return "There is hardly any detail here.";
    // Returns the length in pixels of the waves at the lower edge of a band, or within it.
    const auto wave = [&](double band) {
        const double pixels = place.side / std::pow(place.around.finest, band / power.size());
        return short_number(pixels < 10 ? std::round(10 * pixels) / 10 : std::round(pixels));
    };
    std::size_t lost = 0;
    while (lost < power.size() && (learned[lost] >= 0.5f || power[lost] < kVisible * kVisible))
        ++lost;
    const auto strongest = std::ranges::max_element(power) - power.begin();
    return fmt::format(
        "The strongest detail here is waves of about {} pixels. {}", wave(double(strongest) + 0.5),
        lost == power.size() ? "Detail of every size is learned here."
        : lost == 0          ? "None of it is learned yet."
                    : "Waves shorter than " + wave(double(lost)) + " pixels are not learned yet.");
}

}  // namespace

std::string explain_place(const PlaceDetail& place) {
    const auto luma = [](const std::vector<float>& values) {
        return double(gray_of(values.data(), int(values.size())));
    };
    const double off = std::round(255 * (luma(place.drawing) - luma(place.picture)));
    return about_detail(place) + (off == 0
                                      ? " The brightness of this pixel is right."
                                      : fmt::format(" This pixel is {} of 255 too {}.",
                                                    std::abs(off), off < 0 ? "dark" : "light"));
}

bool PlaceStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.place) {
        *this = PlaceStudy();
        return false;
    }
    const Subject wanted{*view.place, view.at_step, view.edits};
    const std::int64_t step = view.at_step.value_or(trainer.step());
    const bool asked = wanted != subject_;
    if (!asked && (step == step_ || (training && !training->due()))) return false;
    const ShareOfTime::Part part(asked ? nullptr : training);
    subject_ = wanted;
    step_ = step;
    if (const auto parameters = edited_parameters(trainer, step, wanted.edits))
        newest_ = detail_of(trainer, wanted.place, *parameters, step);
    return false;
}

}  // namespace redraw
