// Returns the sources of the kernels. A file of its own, so that tests can link other sources.
#include "gl/kernel_files.h"
#include "gl/program.h"

#include <iterator>

namespace redraw::gl {

std::string source_of(Kernel kernel) {
    using namespace kernel_files;
    struct Source {
        const char *text, *defines = "";
    };
    const Source sources[] = {
        // In the order of Kernel.
        {gather_comp},
        {gemm_comp, "#define MODE 0\n"},
        {gemm_comp, "#define MODE 1\n"},
        {fused_comp, "#define MODE 0\n#define W 64\n#define DOWN 16\n"},
        {fused_comp, "#define MODE 1\n#define W 64\n#define DOWN 16\n"},
        {fused_comp, "#define MODE 0\n#define W 128\n#define DOWN 32\n"},
        {fused_comp, "#define MODE 1\n#define W 128\n#define DOWN 32\n"},
        {gemm_comp, "#define MODE 2\n"},
        {columns_comp},
        {output_comp},
        {tables_comp},
        {update_comp},
        {finish_comp},
        {rgba_comp},
        {mean_comp},
    };
    static_assert(std::size(sources) == kKernelCount);
    const auto& [text, defines] = sources[std::size_t(kernel)];
    return std::string("#version 430 core\n") + defines + common_glsl + text;
}

}  // namespace redraw::gl
