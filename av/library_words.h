// What x264 prints on standard error by itself, past libav's log: that it found no memory. Kept
// instead, so that a refusal is one sentence. One owner, one thread.
#pragma once

#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

namespace redraw::av {

class LibraryWords {
public:
    // Calls, while what the library prints is kept. Without memory for that it is printed.
    template <class Call>
    int of(Call call) {
        if (!stream_) return call();
        std::rewind(stream_.get());
        const Restored printed{std::exchange(stderr, stream_.get())};
        return call();
    }
    bool tell_of_memory() const {
        return std::string_view(text_).find("malloc") != std::string_view::npos;
    }

private:
    struct Close {
        void operator()(std::FILE* stream) const { std::fclose(stream); }
    };
    struct Restored {
        std::FILE* before;
        ~Restored() {
            std::fflush(stderr);
            stderr = before;
        }
    };
    char text_[256] = "";
    std::unique_ptr<std::FILE, Close> stream_{fmemopen(text_, sizeof text_ - 1, "w")};
};

}  // namespace redraw::av
