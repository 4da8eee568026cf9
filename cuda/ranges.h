// Named time ranges for a profiler (Nsight Systems) if the toolkit includes NVTX; otherwise they do
// nothing.
#pragma once

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#else
inline void nvtxRangePushA(const char*) {}
inline void nvtxRangePop() {}
#endif

namespace redraw::cuda {

// Marks a range from here to the end of the scope.
class Range {
public:
    explicit Range(const char* name) { nvtxRangePushA(name); }
    ~Range() { nvtxRangePop(); }
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;
};

}  // namespace redraw::cuda
