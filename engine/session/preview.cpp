#include "engine/session/preview.h"

#include "engine/data/doubling.h"
#include "engine/drawing/drawing.h"
#include "engine/image/resample.h"
#include "engine/run/keyframes.h"
#include "engine/seconds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redraw {
namespace {

constexpr double kFrameSeconds = 1.0 / 30;
constexpr double kFirstAnswerSeconds = 0.016;
constexpr int kCoarsest = 8;
// Samples along each side of an area pixel; usually 1 for the present state while training runs.
constexpr int kSamplesAtRest = 2;
constexpr double kFewPixels = 1 << 14;  // pixels; a smaller render is never coarse

// Halves the picture and enlarges it again by bicubic interpolation. A window network renders from
// the same half-size picture, so that its render can be compared with this one. An odd side gets
// one mirrored pixel before halving.
Image from_own_half(const Image& picture) {
    const auto even = [](int side) { return side + side % 2; };
    const Image half =
        halved(mirrored_part(picture, {0, 0, even(picture.width), even(picture.height)}));
    return mirrored_part(resample(half, even(picture.width), even(picture.height), Filter::bicubic),
                         {0, 0, picture.width, picture.height});
}

constexpr double kUntrained = 0.12;  // seconds in which the untrained network stays visible
constexpr double kLast = 1;

// Solves a e^a = pace for a (Lambert's W) by Newton's method, which never overshoots from above.
double growth(double pace) {
    double a = std::log1p(pace);
    for (int i = 0; i < 20; ++i) a -= (a - pace * std::exp(-a)) / (1 + a);
    return a;
}

}  // namespace

int first_coarseness(double pixels, double seconds_per_pixel) {
    int coarseness = 1;
    for (double drawn = pixels; coarseness < kCoarsest && drawn > kFewPixels &&
                                drawn * seconds_per_pixel > kFirstAnswerSeconds;
         drawn /= 4)
        coarseness *= 2;
    return coarseness;
}

void Preview::set_view(const ViewRequest& view) {
    const bool same_region = view.region == view_request_.region;
    const bool same = same_region && view.at_step == view_request_.at_step &&
                      view.next_share == view_request_.next_share &&
                      view.bicubic == view_request_.bicubic && view.edits == view_request_.edits;
    if (view.edits != view_request_.edits) {  // the edits changed, so cached renders are invalid
        past_.clear();
        mixer_.forget_after(-1);
    }
    view_request_ = view;
    if (!same_region || !view.bicubic) bicubics_.clear();
    new_request_ |= !same;
}

void Preview::reset(std::uint64_t run_serial) {
    view_request_ = {};
    run_serial_ = run_serial;
    // Keeps serial numbers of frames unique across runs.
    serial_ = std::max(serial_, run_serial << 32);
    new_request_ = true;
    coarseness_ = 1;
    shown_step_ = seen_step_ = -1;
    mixer_.forget_after(-1);
    seconds_per_pixel_ = 0;  // unknown for the new run's network
    past_.clear();
    bicubics_.clear();
}

bool Preview::update(Trainer& trainer, bool training, double share) {
    forget_undone(trainer);
    if (new_request_) return answer(trainer, training);
    // A frame that was made smaller for live training is rendered again once training pauses.
    const bool sharp = coarseness_ == 1 && (training || !live_);
    if (sharp && (view_request_.at_step || shown_step_ == trainer.step())) return false;
    if (!training) {
        draw(trainer, coarseness_ == 1 ? 1 : coarseness_ / 2, training);
        return coarseness_ > 1;
    }

    const Dataset& dataset = trainer.dataset();
    const bool free = !view_request_.region && !view_request_.at_step &&
                      view_request_.edits.empty() && dataset.batch == BatchMode::full &&
                      !more_than(dataset.grid, kMostWholePixels);
    const double pause = free ? kFrameSeconds : std::max(kFrameSeconds, drawing_seconds_ / share);
    if (seconds_since(shown_at_) < pause) return false;
    if (const auto surface = free ? trainer.backend().last_forward() : nullptr) {
        coarseness_ = 1;
        show(trainer, {.surface = surface,
                       .grid = trainer.dataset().grid,
                       .step = trainer.step() - 1,
                       .bicubic = nullptr});
    } else {
        draw(trainer, 1, training);
    }
    return false;
}

// Renders the first answer to a new view request at once: from the cache, or as coarsely as
// necessary.
bool Preview::answer(Trainer& trainer, bool training) {
    new_request_ = false;
    const Grid sharp = grid_of(trainer, 1, training);
    const bool known = is_past(trainer) && view_request_.next_share == 0 &&
                       past_.find({*view_request_.at_step, sharp});
    // If nothing was rendered yet, estimates the time to render a pixel: a training step takes
    // about three times as long per pixel.
    const double pace = seconds_per_pixel_ > 0
                            ? seconds_per_pixel_
                            : trainer.step_seconds() / (3.0 * trainer.dataset().batch_pixels());
    draw(trainer, known ? 1 : first_coarseness(double(sharp.width) * sharp.height, pace), training);
    return coarseness_ > 1;
}

Grid Preview::grid_of(const Trainer& trainer, int coarseness, bool training) const {
    Grid grid = view_request_.region.value_or(
        within(trainer.dataset().grid, training ? kMostLivePixels : kMostWholePixels));
    grid.width = std::max(1, grid.width / coarseness);
    grid.height = std::max(1, grid.height / coarseness);
    return grid;
}

void Preview::draw(Trainer& trainer, int coarseness, bool training) {
    Frame frame;
    frame.grid = grid_of(trainer, coarseness, training);
    frame.full_picture = !view_request_.region;
    live_ = frame.full_picture && training && grid_of(trainer, coarseness, false) != frame.grid;
    frame.past = is_past(trainer);
    frame.step = frame.past ? *view_request_.at_step : trainer.step();
    coarseness_ = coarseness;
    // Uses one sample per pixel while training, but more for a mosaic: MosaicBackend keeps rendered
    // tiles, and one sample of detail finer than the screen would look jagged.
    const bool quick = training && !trainer.run().mosaic();
    frame.surface =
        frame.past ? draw_past(trainer, frame.grid)
                   : timed(trainer, frame.grid, edited_now(trainer), quick ? 1 : kSamplesAtRest);
    if (!frame.surface) {  // the keyframe no longer exists: the last frame stays
        coarseness_ = 1;
        return;
    }
    show(trainer, std::move(frame));
    shown_step_ = trainer.step();
}

// Returns the current parameters with the user's edits; empty without edits: the backend's own
// parameters apply.
std::vector<float> Preview::edited_now(const Trainer& trainer) const {
    if (view_request_.edits.empty()) return {};
    std::vector<float> parameters = trainer.parameters();
    apply(view_request_.edits, trainer.config().network, trainer.channels(), parameters);
    return parameters;
}

std::shared_ptr<const Surface> Preview::draw_past(Trainer& trainer, const Grid& grid) {
    const std::int64_t step = *view_request_.at_step;
    const auto& keyframes = trainer.keyframes();
    const auto at = std::ranges::lower_bound(keyframes, step, {}, &Keyframe::step);
    if (at == keyframes.end() || at->step != step) {
        past_.forget_if([&](const auto& kept) { return kept.first == step; });
        return nullptr;
    }
    const bool mixes = view_request_.next_share > 0 && std::next(at) != keyframes.end();
    if (!mixes)
        if (const auto* drawn = past_.find({step, grid})) return *drawn;
    const auto parameters = mixer_(step, mixes ? std::next(at)->step : step,
                                   mixes ? view_request_.next_share : 0, [&](std::int64_t kept) {
                                       auto read = trainer.parameters_at(kept);
                                       if (read)
                                           apply(view_request_.edits, trainer.config().network,
                                                 trainer.channels(), *read);
                                       return read;
                                   });
    if (!parameters) return nullptr;
    auto drawn = timed(trainer, grid, *parameters, kSamplesAtRest);
    const std::size_t values = std::size_t(grid.width) * grid.height * trainer.channels();
    const std::size_t bytes = values * sizeof(float);
    if (!mixes && bytes <= kPastBytes) past_.keep({step, grid}, drawn, bytes);
    return drawn;
}

std::shared_ptr<const Surface> Preview::timed(Trainer& trainer, const Grid& grid,
                                              std::span<const float> parameters, int most_samples) {
    const Clock::time_point start = Clock::now();
    auto drawn =
        draw_to_show(trainer.backend(), trainer.dataset().grid, grid, parameters, most_samples);
    drawing_seconds_ = seconds_since(start);
    seconds_per_pixel_ = drawing_seconds_ / (double(grid.width) * grid.height);
    return drawn;
}

std::shared_ptr<const Image> Preview::bicubic(const Trainer& trainer, const Grid& grid) {
    for (const auto& [of, image] : bicubics_)
        if (of == grid) return image;
    const Image& target = trainer.dataset().target;
    const bool from_half =
        !view_request_.region && trainer.config().network.encoding == Encoding::window;
    auto image = std::make_shared<const Image>(
        resample_onto(from_half ? from_own_half(target) : target, grid, Filter::bicubic));
    bicubics_.emplace_back(grid, image);
    return image;
}

// If the run was rolled back after a divergence, drops the cached renders of later steps, because
// the run will train these steps again.
void Preview::forget_undone(const Trainer& trainer) {
    const std::int64_t done = std::min(seen_step_, trainer.step());
    if (seen_step_ != trainer.step()) {
        past_.forget_if([&](const auto& kept) { return kept.first > done; });
        mixer_.forget_after(done);
    }
    seen_step_ = trainer.step();
}

void Preview::show(const Trainer& trainer, Frame frame) {
    frame.serial = ++serial_;
    frame.run_serial = run_serial_;
    if (view_request_.bicubic) frame.bicubic = bicubic(trainer, frame.grid);
    shown_at_ = Clock::now();
    show_(std::make_shared<const Frame>(std::move(frame)));
}

bool FirstSecond::lasts(Clock::time_point now) const {
    return begun_ != Clock::time_point{} &&
           std::chrono::duration<double>(now - begun_).count() < kUntrained + kLast;
}

std::int64_t FirstSecond::steps(double step_seconds, Clock::time_point now) const {
    constexpr double kUnknownPace = 30;  // steps a second, assumed before the first step is timed
    constexpr double kSlowStep = 0.1;    // seconds; steps this slow are visible one by one
    const double t =
        std::clamp(std::chrono::duration<double>(now - begun_).count() - kUntrained, 0.0, kLast);
    if (step_seconds > kSlowStep) return std::numeric_limits<std::int64_t>::max();
    const double pace = step_seconds > 0 ? kLast / step_seconds : kUnknownPace;
    return std::int64_t(std::floor(std::expm1(growth(pace) * t / kLast)));
}

}  // namespace redraw
