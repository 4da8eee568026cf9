#include "engine/plan/contact_sheet.h"

#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/film/caption.h"
#include "engine/image/picture.h"
#include "engine/image/resample.h"
#include "engine/image/rgba.h"
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
constexpr std::int64_t kMostColumns = 20, kMostRows = 25;  // of a page

using CellColour = std::array<float, 3>;
constexpr CellColour kPaper{0.16f, 0.16f, 0.17f}, kMissing{0.24f, 0.24f, 0.26f},
    kFailed{0.5f, 0.16f, 0.14f};

void fill(Image& image, int x, int y, int width, int height, const CellColour& colour) {
    for (int row = y; row < y + height; ++row)
        for (int column = x; column < x + width; ++column)
            std::ranges::copy(colour, image.row(row) + std::ptrdiff_t(column) * 3);
}

// Of any channels; what is transparent shows the paper.
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

Image small(Image image) {
    const int longer = std::max(image.width, image.height);
    if (longer <= kPicture) return image;
    const auto side = [&](int full) {
        return std::max(1, int(std::lround(double(full) * kPicture / longer)));
    };
    return resample_area(image, side(image.width), side(image.height));
}

std::string caption_of(std::size_t index, const PictureStatus& status) {
    std::string text = thousands(std::int64_t(index) + 1);
    if (status.state == PictureState::done && !std::isnan(status.outcome.psnr))
        text += " · " + decibels(status.outcome.psnr);
    return text;
}

// As square as it goes.
std::int64_t columns_of(std::size_t pictures) {
    return std::clamp<std::int64_t>(std::llround(std::ceil(std::sqrt(double(pictures)))), 1,
                                    kMostColumns);
}

std::int64_t divided_up(std::int64_t number, std::int64_t by) {
    return (number + by - 1) / by;
}

}  // namespace

ContactSheet::ContactSheet(const Survey& survey, std::filesystem::path first_page)
    : survey_(survey),
      first_page_(std::move(first_page)),
      columns_(columns_of(survey.pictures().size())),
      rows_each_(std::clamp<std::int64_t>(
          divided_up(std::int64_t(survey.pictures().size()), columns_), 1, kMostRows)) {}

std::int64_t ContactSheet::pages() const {
    return std::max<std::int64_t>(
        1, divided_up(std::int64_t(survey_.pictures().size()), columns_ * rows_each_));
}

std::filesystem::path ContactSheet::page(std::int64_t index) const {
    if (index == 0) return first_page_;
    std::filesystem::path name = first_page_.stem();
    name += fmt::format("-{}", index + 1);
    name += first_page_.extension();
    return first_page_.parent_path() / name;
}

Image ContactSheet::picture_of(std::size_t index) const {
    const Plan& plan = survey_.plan();
    const std::filesystem::path result = plan.result_of(plan.pictures[index]);
    if (plan.enlarges()) return small(load_picture(result).image);
    const auto drawing = draw_run(result, kPicture, {.kind = BackendKind::cpu, .threads = 1});
    if (!drawing) throw Error("it holds no trained network");
    return small(*drawing);
}

Image ContactSheet::cell(std::size_t index) {
    Image cell = make_image(kCellWidth, kCellHeight, 3);
    fill(cell, 0, 0, kCellWidth, kCellHeight, kPaper);
    if (index >= survey_.pictures().size()) return cell;
    const PictureStatus& status = survey_.pictures()[index];
    bool shown = false;
    if (status.state == PictureState::done) try {
            const Image picture = picture_of(index);
            lay(picture, cell, (kCellWidth - picture.width) / 2, (kCellWidth - picture.height) / 2);
            shown = true;
        } catch (const Error&) {
            unreadable_ += (unreadable_.empty() ? "" : ", ") + std::to_string(index + 1);
        }
    if (!shown) {
        const bool failed =
            status.state == PictureState::failed || status.state == PictureState::done;
        fill(cell, kGap / 2, kGap / 2, kPicture, kPicture, failed ? kFailed : kMissing);
    }
    const std::string text = caption_of(index, status);
    FilmCaption(std::array{text}).draw(text, cell, 0, kCellHeight);
    return cell;
}

bool ContactSheet::advance() {
    const auto count = std::int64_t(survey_.pictures().size());
    const std::int64_t rows = std::max<std::int64_t>(1, divided_up(count, columns_));
    const std::int64_t in_page = next_row_ % rows_each_;
    if (in_page == 0) {
        const std::int64_t here = std::min(rows_each_, rows - next_row_);
        writer_ = open_image_writer(page(next_row_ / rows_each_), ImageFormat::png,
                                    int(columns_) * kCellWidth, int(here) * kCellHeight, 3);
    }
    Image row = make_image(int(columns_) * kCellWidth, kCellHeight, 3);
    for (std::int64_t column = 0; column < columns_; ++column)
        lay(cell(std::size_t(next_row_ * columns_ + column)), row, int(column) * kCellWidth, 0);
    writer_->write_rows(row.values);
    ++next_row_;
    if (next_row_ % rows_each_ == 0 || next_row_ == rows) writer_->finish();
    return next_row_ == rows;
}

double ContactSheet::progress() const {
    const auto count = std::int64_t(survey_.pictures().size());
    return double(next_row_) / double(std::max<std::int64_t>(1, divided_up(count, columns_)));
}

}  // namespace redraw
