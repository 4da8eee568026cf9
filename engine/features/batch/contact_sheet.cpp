#include "engine/features/batch/contact_sheet.h"

#include "engine/drawing/caption.h"
#include "engine/drawing/picture_thumbnail.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/image/image.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr int kPicture = 160, kGap = 8, kCaption = 24;  // pixels
constexpr int kCellWidth = kPicture + kGap, kCellHeight = kPicture + kGap + kCaption;
constexpr std::int64_t kMostColumns = 20, kMostRows = 25;  // thumbnails on a page

using CellColour = std::array<float, 3>;
constexpr CellColour kPaper{0.16f, 0.16f, 0.17f}, kMissing{0.24f, 0.24f, 0.26f},
    kFailed{0.5f, 0.16f, 0.14f};

void fill(Image& image, int x, int y, int width, int height, const CellColour& colour) {
    for (int row = y; row < y + height; ++row)
        for (int column = x; column < x + width; ++column)
            std::ranges::copy(colour, image.row(row) + std::ptrdiff_t(column) * 3);
}

// Copies the picture `from`, with any number of channels, into `onto` at (x, y). Transparent pixels
// keep what `onto` shows.
void lay(const Image& from, Image& onto, int x, int y) {
    for (int row = 0; row < from.height; ++row)
        for (int column = 0; column < from.width; ++column) {
            const float* pixel = from.row(row) + std::ptrdiff_t(column) * from.channels;
            float* to = onto.row(y + row) + std::ptrdiff_t(x + column) * 3;
            const float alpha = has_alpha(from.channels) ? pixel[from.channels - 1] : 1;
            for (int c = 0; c < 3; ++c)
                to[c] += alpha * (pixel[from.channels >= 3 ? c : 0] - to[c]);
        }
}

}  // namespace

ContactSheet::ContactSheet(const BatchStatus& batch, std::filesystem::path first_page)
    : batch_(batch),
      first_page_(std::move(first_page)),
      columns_(std::clamp<std::int64_t>(  // a nearly square sheet
          std::llround(std::ceil(std::sqrt(double(batch.total())))), 1, kMostColumns)),
      rows_(std::max<std::int64_t>(1, divide_up(batch.total(), columns_))),
      rows_each_(std::min(rows_, kMostRows)) {}

std::filesystem::path ContactSheet::page(std::int64_t index) const {
    if (index == 0) return first_page_;
    std::filesystem::path name = first_page_.stem();
    name += fmt::format("-{}", index + 1);
    name += first_page_.extension();
    return first_page_.parent_path() / name;
}

// Returns the thumbnail of a result. If the result cannot be read, returns nothing and adds its
// number to unreadable_.
std::optional<Image> ContactSheet::picture_of(std::size_t index) {
    const BatchPlan& plan = batch_.plan();
    const std::filesystem::path result = plan.result_of(plan.pictures[index]);
    try {
        if (plan.enlarges()) return load_thumbnail(result);
        if (const auto drawing =
                draw_run(result, kPicture, {.kind = BackendKind::cpu, .threads = 1}))
            return thumbnail_of(*drawing);
    } catch (const Error&) {
    }
    unreadable_ += (unreadable_.empty() ? "" : ", ") + std::to_string(index + 1);
    return std::nullopt;
}

Image ContactSheet::cell(std::size_t index) {
    Image cell = make_image(kCellWidth, kCellHeight, 3);
    fill(cell, 0, 0, kCellWidth, kCellHeight, kPaper);
    if (index >= batch_.pictures().size()) return cell;
    const PictureStatus& status = batch_.pictures()[index];
    const bool done = status.state == PictureState::done;
    if (const auto picture = done ? picture_of(index) : std::nullopt)
        lay(*picture, cell, (kCellWidth - picture->width) / 2, (kCellWidth - picture->height) / 2);
    else
        fill(cell, kGap / 2, kGap / 2, kPicture, kPicture,
             done || status.state == PictureState::failed ? kFailed : kMissing);
    std::string text = thousands(std::int64_t(index) + 1);
    if (done && !std::isnan(status.psnr)) text += " · " + decibels(status.psnr);
    FilmCaption(std::array{text}).draw(text, cell, 0, kCellHeight);
    return cell;
}

bool ContactSheet::advance() {
    if (next_row_ % rows_each_ == 0) {
        const std::int64_t here = std::min(rows_each_, rows_ - next_row_);
        writer_ = open_image_writer(page(next_row_ / rows_each_), ImageFormat::png,
                                    int(columns_) * kCellWidth, int(here) * kCellHeight, 3);
    }
    Image row = make_image(int(columns_) * kCellWidth, kCellHeight, 3);
    for (std::int64_t column = 0; column < columns_; ++column)
        lay(cell(std::size_t(next_row_ * columns_ + column)), row, int(column) * kCellWidth, 0);
    writer_->write_rows(row.values);
    ++next_row_;
    if (next_row_ % rows_each_ == 0 || next_row_ == rows_) writer_->finish();
    return next_row_ == rows_;
}

}  // namespace redraw
