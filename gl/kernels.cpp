// Returns the sources of the kernels. A file of its own, so that tests can link other sources.
#include "gl/kernel_files.h"
#include "gl/program.h"

namespace redraw::gl {

std::string source_of(Kernel kernel) {
    using namespace kernel_files;
    const auto with = [](const char* text, const char* defines = "") {
        return std::string("#version 430 core\n") + defines + common_glsl + text;
    };
    switch (kernel) {
        case Kernel::gather:
            return with(gather_comp);
        case Kernel::forward:
            return with(gemm_comp, "#define MODE 0\n");
        case Kernel::deltas:
            return with(gemm_comp, "#define MODE 1\n");
        case Kernel::fused_forward_64:
            return with(fused_comp, "#define MODE 0\n#define W 64\n#define DOWN 16\n");
        case Kernel::fused_deltas_64:
            return with(fused_comp, "#define MODE 1\n#define W 64\n#define DOWN 16\n");
        case Kernel::fused_forward_128:
            return with(fused_comp, "#define MODE 0\n#define W 128\n#define DOWN 32\n");
        case Kernel::fused_deltas_128:
            return with(fused_comp, "#define MODE 1\n#define W 128\n#define DOWN 32\n");
        case Kernel::weights:
            return with(gemm_comp, "#define MODE 2\n");
        case Kernel::columns:
            return with(columns_comp);
        case Kernel::output:
            return with(output_comp);
        case Kernel::tables:
            return with(tables_comp);
        case Kernel::update:
            return with(update_comp);
        case Kernel::finish:
            return with(finish_comp);
        case Kernel::rgba:
            return with(rgba_comp);
        case Kernel::mean:
            break;
    }
    return with(mean_comp);
}

}  // namespace redraw::gl
