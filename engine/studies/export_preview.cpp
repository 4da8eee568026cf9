#include "engine/studies/export_preview.h"

#include "engine/drawing/drawing.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace redraw {
namespace {

constexpr int kLargestSide = 65536;

bool is_drawable(PixelSize size) {
    return std::min(size.width, size.height) >= 1 &&
           std::max(size.width, size.height) <= kLargestSide;
}

// Returns the start of a visible part of `room` pixels along a side of `length` pixels: centred on
// `middle` (0 to 1) as far as the side's ends allow.
int start_around(double middle, int length, int room) {
    const double start = std::clamp(middle, 0.0, 1.0) * length - room / 2.0;
    return std::clamp(int(std::lround(start)), 0, length - room);
}

PixelSize room_in(PixelSize size, PixelSize room) {
    return {std::clamp(room.width, 1, std::min(size.width, CropStudy::kMost.width)),
            std::clamp(room.height, 1, std::min(size.height, CropStudy::kMost.height))};
}

PixelRect area_of(const Image& picture, PixelSize size, const PixelRect& part) {
    if (compared_whole(picture)) return {0, 0, picture.width, picture.height};
    const double across = double(picture.width) / size.width;
    const double down = double(picture.height) / size.height;
    PixelRect area{int(part.x * across), int(part.y * down), int(std::ceil(part.width * across)),
                   int(std::ceil(part.height * down))};
    // Keeps only the middle of an area with long sides, because the detail of a small export can
    // cover very many pixels of a large picture.
    const double most = std::sqrt(double(kComparedWhole));
    for (const auto& [start, length, limit] : {std::tuple{&area.x, &area.width, picture.width},
                                               std::tuple{&area.y, &area.height, picture.height}}) {
        const int kept = std::clamp(*length, 1, std::min(limit, int(most)));
        *start = std::clamp(*start + (*length - kept) / 2, 0, limit - kept);
        *length = kept;
    }
    return area;
}

bool is_of_windows(const Trainer& trainer) {
    return trainer.config().network.encoding == Encoding::window;
}

}  // namespace

ExportSource network_source(Trainer& trainer, PixelSize size,
                            std::shared_ptr<const std::vector<float>> parameters) {
    return {.draw =
                [&trainer, size, parameters = std::move(parameters)](const PixelRect& part) {
                    return draw_part(trainer.backend(), trainer.dataset().grid, size, part,
                                     *parameters);
                },
            .rows_each = rows_per_part(trainer.backend(), trainer.dataset().grid, size),
            .channels = trainer.channels()};
}

ExportSource enlarging_source(std::shared_ptr<Enlargement> enlargement, PixelSize size) {
    Enlargement& made = *enlargement;
    const Grid picture = made.dataset().grid;
    return {.draw =
                [enlargement = std::move(enlargement), picture, size](const PixelRect& part) {
                    return draw_part(enlargement->backend(), picture, size, part, {});
                },
            .rows_each = rows_per_part(made.backend(), picture, size),
            .channels = made.dataset().target.channels};
}

ExportSource interpolated_source(const Trainer& trainer, std::shared_ptr<const Image> picture,
                                 PixelSize size, Filter filter) {
    constexpr int kPixelsEach = 1 << 18;  // pixels interpolated at once, in about ten milliseconds
    if (!picture || !is_larger(size, *picture)) picture = trainer.target();
    const int channels = picture->channels;
    return {.draw =
                [picture = std::move(picture), size, filter](const PixelRect& part) {
                    return resample_part(*picture, size.width, size.height, part, filter);
                },
            .rows_each = std::max(1, kPixelsEach / size.width),
            .channels = channels};
}

PixelRect export_part(PixelSize size, PixelSize room, Point middle) {
    const PixelSize seen = room_in(size, room);
    return {start_around(middle.x, size.width, seen.width),
            start_around(middle.y, size.height, seen.height), seen.width, seen.height};
}

PixelRect export_part(const Image& target, const ExportView& view) {
    const PixelSize size = view.size, seen = room_in(size, view.room);
    if (view.middle) return export_part(size, seen, *view.middle);
    const auto scaled = [](int value, int to, int from) {
        return int(std::lround(double(value) * to / from));
    };
    const PixelRect busy = busiest_part(target, {scaled(seen.width, target.width, size.width),
                                                 scaled(seen.height, target.height, size.height)});
    return {std::clamp(scaled(busy.x, size.width, target.width), 0, size.width - seen.width),
            std::clamp(scaled(busy.y, size.height, target.height), 0, size.height - seen.height),
            seen.width, seen.height};
}

PixelRect detail_of(const Image& target, PixelSize size) {
    return export_part(target, {.size = size, .room = {230, 172}});
}

// Renders a newly requested detail at once. Renders a detail again when training has gone on since
// and the share of time allows.
bool CropStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.export_view || !is_drawable(view.export_view->size)) {
        // Frees all renders and measurements once the export sheet is closed or its size cannot be
        // rendered. Keeps only what the constructor takes.
        *this = CropStudy(std::move(picture_), std::move(find_));
        return false;
    }
    const ExportView& seen = *view.export_view;
    const bool due = !training || training->due();
    const PixelRect part = export_part(trainer.dataset().target, seen);
    follow(file_, trainer, {seen.size, part, seen.method, view.export_step, view.edits}, due);
    follow(other_, trainer, {seen.size, part, seen.compared, std::nullopt, view.edits}, due);
    const auto asked = [](const Side& side) { return side.under_way() && !side.drawn_once; };
    const bool urgent = asked(file_) || asked(other_);
    Side& next = asked(file_) || (file_.under_way() && !asked(other_)) ? file_ : other_;
    if (!next.under_way()) begin_measure(trainer, view, due);
    if ((!urgent && !due) || (!next.under_way() && !original_)) return false;
    const ShareOfTime::Part share(training);
    if (next.under_way() ? advance(next) : measure()) publish();
    return !training || urgent;
}

void CropStudy::follow(Side& side, Trainer& trainer, const Wanted& wanted, bool due) const {
    const bool another = side.of != wanted;
    const bool of_network = wanted.method == Method::network;
    const bool older = of_network && !wanted.step && side.step != trainer.step();
    if (another || !side.drawn_once) {
        if (another || !side.under_way()) begin(side, trainer, wanted);
    } else if (older && due && !side.under_way()) {
        begin(side, trainer, wanted);
        side.drawn_once = true;
    }
}

void CropStudy::begin(Side& side, Trainer& trainer, const Wanted& wanted) const {
    std::optional<ExportSource> source;
    std::int64_t step = -1;
    if (wanted.method == Method::network) {
        step = wanted.step.value_or(trainer.step());
        auto parameters = edited_parameters(trainer, step, wanted.edits);
        if (!parameters) return;  // the keyframe no longer exists: the old render stays
        source = network_source(trainer, wanted.size,
                                std::make_shared<const std::vector<float>>(std::move(*parameters)));
    } else if (wanted.method == Method::enlarging) {
        const auto enlargement = find_ ? find_() : nullptr;
        if (enlargement && enlargement->finished())
            source = enlarging_source(enlargement, wanted.size);
    } else {
        source =
            interpolated_source(trainer, picture_, wanted.size, filter_of(wanted.method).value());
    }
    side.of = wanted;
    side.step = step;
    side.drawing = make_image(wanted.part.width, wanted.part.height, source ? source->channels : 1);
    side.source = std::move(source);
    side.next_row = 0;
    side.drawn_once = false;
}

bool CropStudy::advance(Side& side) {
    const auto& [size, part, method, step, edits] = side.of;
    const double rows_each = double(side.source->rows_each) * size.width / part.width;
    const int rows = int(std::clamp(rows_each, 1.0, double(part.height - side.next_row)));
    const Image drawn = side.source->draw({part.x, part.y + side.next_row, part.width, rows});
    std::ranges::copy(drawn.values, side.drawing.row(side.next_row));
    side.next_row += rows;
    if (side.next_row < part.height) return false;
    side.source.reset();
    side.drawn = {size, part, method, std::make_shared<const Image>(std::move(side.drawing))};
    side.drawn_once = true;
    return true;
}

// Begins to compare the network with the picture as it was opened. Does not measure an earlier
// keyframe, because the user chooses it by its appearance. While the run trains, the last result
// stays until there is a newer one.
void CropStudy::begin_measure(Trainer& trainer, const ViewRequest& view, bool due) {
    const Image& target = trainer.dataset().target;
    if (view.export_step || !picture_ ||
        (picture_->width <= target.width && picture_->height <= target.height))
        return;
    const PixelSize size = compared_whole(*picture_) ? PixelSize{picture_->width, picture_->height}
                                                     : view.export_view->size;
    const Wanted wanted{size, detail_of(target, size), Method::network, {}, view.edits};
    const bool another = measured_ != wanted;
    if (another) methods_.clear();
    if (!another && (original_ || !due || measured_step_ == trainer.step())) return;
    measured_ = wanted;
    measured_step_ = trainer.step();
    original_ = std::make_unique<OriginalComparison>(
        trainer, picture_, size, wanted.part, edited_parameters(trainer, {}, view.edits).value());
}

bool CropStudy::measure() {
    if (!original_->advance()) return false;
    methods_ = original_->methods();
    original_.reset();
    return true;
}

void CropStudy::publish() {
    newest_ = std::make_shared<const ExportCrop>(ExportCrop{file_.drawn, other_.drawn, methods_});
}

// Returns the measurement to make: the half-size self-test for a network that enlarges (window
// encoding); for others, the comparison with the picture as it was opened. Null if that picture is
// unknown or not larger than the training size.
std::unique_ptr<Measure> OriginalStudy::new_measure(Trainer& trainer) const {
    if (is_of_windows(trainer))
        return std::make_unique<HalfSizeTest>(trainer.backend(), trainer.target());
    const Image& target = trainer.dataset().target;
    if (!picture_ || (picture_->width <= target.width && picture_->height <= target.height))
        return nullptr;
    const PixelSize size{picture_->width, picture_->height};
    return std::make_unique<OriginalComparison>(trainer, picture_, size, detail_of(target, size));
}

bool OriginalStudy::update(Trainer& trainer, const ViewRequest&, ShareOfTime* training) {
    if (training || trainer.step() == 0) {
        measure_.reset();
        step_ = -1;
        return false;
    }
    if (step_ != trainer.step()) {
        measure_ = new_measure(trainer);
        step_ = trainer.step();
    }
    if (!measure_) return false;
    if (!measure_->advance()) return true;
    const std::vector<Quality> methods = measure_->methods();
    measure_.reset();
    const bool half = is_of_windows(trainer);
    const auto psnr = [&](const char* method) { return float(psnr_of(methods, method)); };
    // Publishes nothing if PSNR could not be measured, because no part of the picture has contrast.
    if (std::isnan(psnr("network"))) return false;
    newest_ = {.step = step_,
               .psnr = psnr("network"),
               .whole = half || compared_whole(*picture_),
               .own_half = half,
               .bicubic = psnr("bicubic"),
               .lanczos = psnr("lanczos")};
    return false;
}

OriginalComparison::OriginalComparison(Trainer& trainer, std::shared_ptr<const Image> picture,
                                       PixelSize size, const PixelRect& part,
                                       std::vector<float> parameters)
    : trainer_(trainer),
      parameters_(std::move(parameters)),
      picture_(std::move(picture)),
      area_(area_of(*picture_, size, part)),
      channels_(trainer.channels()) {}

int OriginalComparison::window_rows() const {
    return std::max(1, area_.height - kSsimWindow + 1);
}

// Begins the next band of rows. Its SSIM windows (squares of pixels) reach into the band below, so
// that the mean over all bands equals the mean over the whole area.
void OriginalComparison::begin_band() {
    const Grid& grid = trainer_.dataset().grid;
    rows_ = std::min(std::max(kSsimWindow, rows_per_part(trainer_.backend(), grid,
                                                         {area_.width, picture_->height})),
                     area_.height - next_row_);
    const int reach = std::min(rows_ + kSsimWindow - 1, area_.height - next_row_);
    // Converts the picture to the network's number of channels but does not threshold it to black
    // and white.
    reference_ =
        in_channels(crop(*picture_, {area_.x, area_.y + next_row_, area_.width, reach}), channels_);
}

bool OriginalComparison::advance() {
    const Dataset& dataset = trainer_.dataset();
    const PixelSize size{picture_->width, picture_->height};
    if (next_method_ == 0) begin_band();
    const PixelRect part{area_.x, area_.y + next_row_, area_.width, reference_.height};
    const Image drawn = next_method_ == 0
                            ? draw_part(trainer_.backend(), dataset.grid, size, part, parameters_)
                            : resample_part(dataset.target, size.width, size.height, part,
                                            kNames<Filter>[next_method_ - 1].value);
    Sum& sum = sums_[next_method_];
    const std::size_t values = std::size_t(rows_) * drawn.width * drawn.channels;
    sum.squared_levels += squared_levels(std::span(drawn.values).first(values), reference_.values);
    // Number of rows of SSIM windows that begin in this band.
    const int windows = std::min(rows_, window_rows() - next_row_);
    if (windows > 0) {
        const PixelRect rows{0, 0, part.width, std::min(windows + kSsimWindow - 1, part.height)};
        sum.ssim += windows * ssim(crop(drawn, rows), crop(reference_, rows));
    }
    if (++next_method_ < sums_.size()) return false;
    next_method_ = 0;
    next_row_ += rows_;
    return next_row_ >= area_.height;
}

std::vector<Quality> OriginalComparison::methods() const {
    const std::size_t values = std::size_t(area_.width) * area_.height * channels_;
    std::vector<Quality> methods;
    for (std::size_t i = 0; i < sums_.size(); ++i)
        methods.push_back({i == 0 ? "network" : std::string(kNames<Filter>[i - 1].name),
                           psnr_of_levels(sums_[i].squared_levels, values),
                           sums_[i].ssim / window_rows()});
    return methods;
}

}  // namespace redraw
