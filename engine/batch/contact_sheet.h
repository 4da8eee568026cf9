// The results of a plan on pages: thumbnails in the plan's order with their numbers and decibels.
// Rows stream into the file, whatever the number of results. One owner, one thread.
#pragma once

#include "engine/arithmetic.h"
#include "engine/batch/batch_view.h"
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
    // Pages sheet.png, sheet-2.png and so on. The status must live as long.
    ContactSheet(const BatchStatus& batch, std::filesystem::path first_page);
    // The next row; true when all pages are there. Throws Error when one cannot be written.
    bool advance() override;
    double progress() const override { return double(next_row_) / double(rows_); }
    std::int64_t pages() const { return divide_up(rows_, rows_each_); }
    std::filesystem::path page(std::int64_t index) const;  // its file
    // Results that say they are done and cannot be read, by number; empty when there are none.
    const std::string& unreadable() const { return unreadable_; }

private:
    Image cell(std::size_t index);
    std::optional<Image> picture_of(std::size_t index);

    const BatchStatus& batch_;
    std::filesystem::path first_page_;
    std::int64_t columns_, rows_, rows_each_;  // the latter of a page
    std::int64_t next_row_ = 0;
    std::unique_ptr<ImageWriter> writer_;
    std::string unreadable_;
};

}  // namespace redraw
