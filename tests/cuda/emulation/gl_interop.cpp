// Implements cuda_gl_interop.h on the CPU. While the environment variable
// REDRAW_CUDA_EMULATION_GL_FAIL is set, one function fails with the given error: "devices:304",
// "register:999", "map:999", "array:400", "copy:1", "unmap:999".
#include "stream.h"

#include <cuda_gl_interop.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <string>

using namespace redraw::cuda::emulation;

struct cudaArray {
    std::vector<std::uint32_t> texels;
    std::size_t width = 0, height = 0;
};

struct cudaGraphicsResource {
    unsigned texture = 0;
    std::thread::id thread;  // thread of the OpenGL context
    bool mapped = false;
    cudaArray array;
};

namespace {

constexpr unsigned kTexture2D = 0x0DE1, kTextureBinding = 0x8069, kVersion = 0x1F02, kRgba = 0x1908,
                   kUnsignedByte = 0x1401, kWidth = 0x1000, kHeight = 0x1001,
                   kUnpackAlignment = 0x0CF5, kUnpackRow = 0x0CF2;

struct OpenGl {
    void* library = dlopen("libGL.so.1", RTLD_NOW);
    template <class F>
    F* find(const char* name) const {
        return library ? reinterpret_cast<F*>(dlsym(library, name)) : nullptr;
    }
    const unsigned char* (*get_string)(unsigned) =
        find<const unsigned char*(unsigned)>("glGetString");
    void (*get_integer)(unsigned, int*) = find<void(unsigned, int*)>("glGetIntegerv");
    void (*get_level)(unsigned, int, unsigned,
                      int*) = find<void(unsigned, int, unsigned, int*)>("glGetTexLevelParameteriv");
    void (*bind)(unsigned, unsigned) = find<void(unsigned, unsigned)>("glBindTexture");
    void (*pixel_store)(unsigned, int) = find<void(unsigned, int)>("glPixelStorei");
    void (*write)(unsigned, int, int, int, int, int, unsigned, unsigned, const void*) =
        find<void(unsigned, int, int, int, int, int, unsigned, unsigned, const void*)>(
            "glTexSubImage2D");

    bool current() const { return get_string && get_string(kVersion); }
    int integer(unsigned name) const {
        int value = 0;
        get_integer(name, &value);
        return value;
    }
};

const OpenGl& gl() {
    static const OpenGl functions;
    return functions;
}

// Returns the error that the environment variable requests for `call`; otherwise success.
cudaError_t planned(const char* call) {
    const char* text = std::getenv("REDRAW_CUDA_EMULATION_GL_FAIL");
    const std::size_t length = std::strlen(call);
    if (!text || std::strncmp(text, call, length) != 0 || text[length] != ':') return cudaSuccess;
    return static_cast<cudaError_t>(std::atoi(text + length + 1));
}

// Checks a resource before mapping and unmapping: OpenGL's thread, and a texture that is not bound.
cudaError_t usable(const cudaGraphicsResource* resource) {
    if (!resource || resource->thread != std::this_thread::get_id() || !gl().current())
        return cudaErrorInvalidGraphicsContext;
    if (gl().integer(kTextureBinding) == int(resource->texture)) return cudaErrorUnknown;
    return cudaSuccess;
}

// Uploads the mapped memory to the texture; restores OpenGL's state.
void deliver(const cudaGraphicsResource& resource) {
    const int bound = gl().integer(kTextureBinding), alignment = gl().integer(kUnpackAlignment),
              row = gl().integer(kUnpackRow);
    gl().pixel_store(kUnpackAlignment, 4);
    gl().pixel_store(kUnpackRow, 0);
    gl().bind(kTexture2D, resource.texture);
    gl().write(kTexture2D, 0, 0, 0, int(resource.array.width), int(resource.array.height), kRgba,
               kUnsignedByte, resource.array.texels.data());
    gl().bind(kTexture2D, unsigned(bound));
    gl().pixel_store(kUnpackAlignment, alignment);
    gl().pixel_store(kUnpackRow, row);
}

}  // namespace

cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned capacity, cudaGLDeviceList) {
    const std::scoped_lock lock(device().mutex);
    *count = 0;
    if (const cudaError_t error = planned("devices"); error != cudaSuccess) return result(error);
    if (!gl().current()) return result(cudaErrorInvalidGraphicsContext);
    if (capacity > 0) devices[(*count)++] = 0;
    return result(cudaSuccess);
}

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t* resource, unsigned texture,
                                        unsigned target, unsigned) {
    const std::scoped_lock lock(device().mutex);
    if (const cudaError_t error = planned("register"); error != cudaSuccess) return result(error);
    if (!gl().current()) return result(cudaErrorInvalidGraphicsContext);
    if (target != kTexture2D || gl().integer(kTextureBinding) == int(texture))
        return result(cudaErrorInvalidValue);
    int width = 0, height = 0;
    gl().bind(kTexture2D, texture);
    gl().get_level(kTexture2D, 0, kWidth, &width);
    gl().get_level(kTexture2D, 0, kHeight, &height);
    gl().bind(kTexture2D, 0);
    if (width <= 0 || height <= 0) return result(cudaErrorInvalidValue);
    auto made = std::make_unique<cudaGraphicsResource>();
    made->texture = texture;
    made->thread = std::this_thread::get_id();
    made->array.width = std::size_t(width);
    made->array.height = std::size_t(height);
    *resource = made.release();
    return result(cudaSuccess);
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
    const std::scoped_lock lock(device().mutex);
    delete resource;
    return result(cudaSuccess);
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t) {
    const std::scoped_lock lock(device().mutex);
    if (const cudaError_t error = planned("map"); error != cudaSuccess) return result(error);
    for (int i = 0; i < count; ++i) {
        if (const cudaError_t error = usable(resources[i]); error != cudaSuccess)
            return result(error);
        if (resources[i]->mapped) return result(cudaErrorUnknown);
        resources[i]->mapped = true;
        // WriteDiscard makes the old content undefined: overwrite it with a pattern.
        cudaArray& array = resources[i]->array;
        array.texels.assign(array.width * array.height, 0xDEADBEEF);
    }
    return result(device().lost);
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources,
                                       cudaStream_t stream) {
    const std::scoped_lock lock(device().mutex);
    const cudaStream_t found = find_stream(stream);
    if (!found) return result(cudaErrorInvalidResourceHandle);
    const cudaError_t drained = drain(found);
    for (int i = 0; i < count; ++i) {
        if (const cudaError_t error = usable(resources[i]); error != cudaSuccess)
            return result(error);
        if (!resources[i]->mapped) return result(cudaErrorUnknown);
        resources[i]->mapped = false;
        deliver(*resources[i]);
    }
    if (const cudaError_t error = planned("unmap"); error != cudaSuccess) return result(error);
    return result(drained);
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array,
                                                  cudaGraphicsResource_t resource, unsigned index,
                                                  unsigned level) {
    const std::scoped_lock lock(device().mutex);
    if (const cudaError_t error = planned("array"); error != cudaSuccess) return result(error);
    if (!resource->mapped || index != 0 || level != 0) return result(cudaErrorInvalidValue);
    *array = &resource->array;
    return result(cudaSuccess);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t from_pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
    const std::scoped_lock lock(device().mutex);
    if (const cudaError_t error = planned("copy"); error != cudaSuccess) return result(error);
    const cudaStream_t found = find_stream(stream);
    if (!found) return result(cudaErrorInvalidResourceHandle);
    if (kind != cudaMemcpyDeviceToDevice || from_pitch < width || x + width > 4 * to->width ||
        y + height > to->height || height == 0 ||
        !device().memory.contains(from, (height - 1) * from_pitch + width))
        return result(cudaErrorInvalidValue);
    return result(enqueue(found, [=] {
        auto* bytes = reinterpret_cast<std::byte*>(to->texels.data());
        for (std::size_t row = 0; row < height; ++row)
            std::memcpy(bytes + (y + row) * 4 * to->width + x,
                        static_cast<const std::byte*>(from) + row * from_pitch, width);
    }));
}
