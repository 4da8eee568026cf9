#include "engine/features/batch/child_process.h"

#include <cstddef>

namespace redraw {
namespace {

// In bytes: kLongestLine limits a line of output, kMostErrors the text kept of standard error.
constexpr std::size_t kLongestLine = 64 * 1024, kMostErrors = 4096;

}  // namespace

void ChildProcess::read() {
    const auto take_output = [&](std::string_view text) {
        for (const char c : text) {
            if (c == '\n')
                lines_.push_back(std::exchange(line_, {}));
            else if (line_.size() < kLongestLine)
                line_ += c;
        }
    };
    const auto take_errors = [&](std::string_view text) {
        errors_text_ += text;
        if (errors_text_.size() > kMostErrors)
            errors_text_.erase(0, errors_text_.size() - kMostErrors);
    };
    if (output_.get() >= 0 && !read_now(output_.get(), take_output)) output_ = Descriptor();
    if (errors_.get() >= 0 && !read_now(errors_.get(), take_errors)) errors_ = Descriptor();
}

}  // namespace redraw
