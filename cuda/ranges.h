// Names for stretches of time in a profiler (Nsight Systems), where the toolkit brings NVTX;
// nothing elsewhere.
#pragma once

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#else
inline void nvtxRangePushA(const char*) {}
inline void nvtxRangePop() {}
#endif

namespace redraw::cuda {

// Marks the range from here to the end of the scope.
class Range {
public:
    explicit Range(const char* name) { nvtxRangePushA(name); }
    ~Range() { nvtxRangePop(); }
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;
};

}  // namespace redraw::cuda
