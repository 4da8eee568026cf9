// Memory, streams and faults of the emulated CUDA device.
#pragma once

#include "cuda/language.h"
#include "tests/cuda/emulation/control.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace redraw_test {

// Device memory for a test, freed at its end.
template <class T>
class EmulatedArray {
public:
    explicit EmulatedArray(std::size_t count) : count_(count) {
        REQUIRE(cudaMalloc(&data_, count * sizeof(T)) == cudaSuccess);
    }
    explicit EmulatedArray(const std::vector<T>& values) : EmulatedArray(values.size()) {
        REQUIRE(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice) ==
                cudaSuccess);
    }
    ~EmulatedArray() { cudaFree(data_); }
    EmulatedArray(const EmulatedArray&) = delete;
    EmulatedArray& operator=(const EmulatedArray&) = delete;
    T* get() const { return data_; }
    std::vector<T> host() const {
        std::vector<T> values(count_);
        REQUIRE(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost) ==
                cudaSuccess);
        return values;
    }

private:
    std::size_t count_;
    T* data_ = nullptr;
};

class Stream {
public:
    Stream() {
        REQUIRE(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, 0) == cudaSuccess);
    }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

struct Reset {
    Reset() { redraw::cuda::emulation::reset(); }
    ~Reset() { redraw::cuda::emulation::reset(); }
};

inline std::string only(const redraw::cuda::emulation::FaultTrap& trap) {
    return trap.faults().size() == 1 ? trap.faults()[0]
                                     : std::to_string(trap.faults().size()) + " faults";
}
inline bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace redraw_test
