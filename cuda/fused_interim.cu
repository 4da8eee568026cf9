#include "cuda/path.h"
namespace redraw::cuda {
std::unique_ptr<Path> make_fused_path(const PathRequest&, cudaStream_t) {
    return nullptr;
}
}  // namespace redraw::cuda
