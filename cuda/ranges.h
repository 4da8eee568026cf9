// Names for stretches of time in a profiler (Nsight Systems), where the toolkit brings NVTX;
// nothing elsewhere.
#pragma once

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define REDRAW_NVTX 1
#else
#define REDRAW_NVTX 0
#endif

namespace redraw::cuda {

// From here to the end of the scope.
class Range {
public:
#if REDRAW_NVTX
    explicit Range(const char* name) {
        nvtxRangePushA(name);
    }
    ~Range() {
        nvtxRangePop();
    }
#else
    explicit Range(const char*) {}
#endif
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;
};

}  // namespace redraw::cuda
