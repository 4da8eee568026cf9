// Contact sheet: thumbnails of a plan's results on pages, in the plan's order, with their numbers
// and PSNR. Rows are streamed into the file, so memory does not grow with the number of results.
// One owner, one thread.
#pragma once

#include "engine/arithmetic.h"
#include "engine/features/batch/batch_view.h"
#include "engine/image/image_writer.h"
#include "engine/job.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

class ContactSheet : public Job {
public:
    // Names pages after `first_page`: sheet.png, sheet-2.png. `batch` must outlive this object.
    ContactSheet(const BatchStatus& batch, std::filesystem::path first_page);
    // Writes the next row of thumbnails; returns true when all pages are complete. Throws Error if
    // a page cannot be written.
    bool advance() override;
    double progress() const override { return double(next_row_) / double(rows_); }
    std::int64_t pages() const { return divide_up(rows_, rows_each_); }
    std::filesystem::path page(std::int64_t index) const;  // file of a page
    // Numbers, with commas, of the results that are recorded as done but cannot be read; empty if
    // there are none.
    const std::string& unreadable() const { return unreadable_; }

private:
    Image cell(std::size_t index);
    std::optional<Image> picture_of(std::size_t index);

    const BatchStatus& batch_;
    std::filesystem::path first_page_;
    std::int64_t columns_, rows_, rows_each_;  // in thumbnails; rows_each_: rows per page
    std::int64_t next_row_ = 0;
    std::unique_ptr<ImageWriter> writer_;
    std::string unreadable_;
};

}  // namespace redraw
