// Runs a fuzz target without libFuzzer: on every file of a folder, then on a fixed sequence of
// changed files. A quick check in every build, with sanitizers where they are enabled.
//   replay_NAME FOLDER [ITERATIONS]
#include "tests/fuzz/target.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" __attribute__((weak)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                     std::size_t size,
                                                                     std::size_t max_size,
                                                                     unsigned seed);

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr std::size_t kRoom = 1 << 18;  // maximum bytes of an input

std::minstd_rand generator(7);

std::size_t below(std::size_t limit) {
    return generator() % std::max<std::size_t>(limit, 1);
}

}  // namespace

// Makes one small change. Also called by targets that change parts of their input themselves.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t room) {
    constexpr std::uint8_t kBytes[] = {0,   1,   0x7F, 0x80, 0xFF, '0', '9',
                                       '-', '"', '[',  '{',  ',',  '\n'};
    const std::size_t at = below(size);
    switch (size == 0 ? 3 : below(6)) {
        case 0:
            data[at] ^= std::uint8_t(1u << below(8));
            return size;
        case 1:
            data[at] = kBytes[below(std::size(kBytes))];
            return size;
        case 2:  // delete bytes
        {
            const std::size_t count = std::min(1 + below(16), size - at);
            std::memmove(data + at, data + at + count, size - at - count);
            return size - count;
        }
        case 3:  // insert a byte
            if (size >= room) return size;
            std::memmove(data + at + 1, data + at, size - at);
            data[at] = kBytes[below(std::size(kBytes))];
            return size + 1;
        case 4:  // copy bytes within the input
        {
            const std::size_t from = below(size), count = std::min(size - at, size - from);
            std::memmove(data + at, data + from, std::min<std::size_t>(count, 1 + below(64)));
            return size;
        }
        default:
            data[at] = std::uint8_t(below(256));
            return size;
    }
}

namespace {

Bytes contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Bytes> corpus_of(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.is_regular_file()) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Bytes> corpus{{}};
    for (const auto& path : paths) corpus.push_back(contents(path));
    return corpus;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s FOLDER [ITERATIONS]\n", argv[0]);
        return 2;
    }
    const std::vector<Bytes> corpus = corpus_of(argv[1]);
    for (const Bytes& input : corpus) LLVMFuzzerTestOneInput(input.data(), input.size());
    const long iterations = argc > 2 ? std::atol(argv[2]) : 0;
    Bytes input(kRoom);
    for (long i = 0; i < iterations; ++i) {
        const Bytes& seed = corpus[below(corpus.size())];
        std::size_t size = std::min(seed.size(), kRoom);
        std::copy_n(seed.begin(), size, input.begin());
        for (std::size_t changes = 1 + below(3); changes > 0; --changes)
            size = LLVMFuzzerCustomMutator != nullptr
                       ? LLVMFuzzerCustomMutator(input.data(), size, input.size(),
                                                 unsigned(generator()))
                       : LLVMFuzzerMutate(input.data(), size, input.size());
        const Bytes exact(input.begin(),
                          input.begin() + std::ptrdiff_t(size));  // so that reads beyond it show
        LLVMFuzzerTestOneInput(exact.data(), exact.size());
    }
    std::printf("%zu files of the corpus, %ld changed ones\n", corpus.size() - 1, iterations);
    return 0;
}
