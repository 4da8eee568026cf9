#include "block.h"

#include "fault.h"
#include "guard.h"

#include <algorithm>
#include <cstring>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace redraw::cuda::emulation {

namespace {

std::string text_of(Place place) {
    return std::string(place.file) + ":" + std::to_string(place.line) + " (" + place.function + ")";
}

bool same(const Place& a, const Place& b) {
    return a.line == b.line && std::strcmp(a.file, b.file) == 0;
}

struct Flag {
    explicit Flag(bool& flag) : flag_(flag) { flag_ = true; }
    ~Flag() { flag_ = false; }
    bool& flag_;
};

}  // namespace

Block& block() {
    static Block the_block;
    return the_block;
}

std::string Block::name_of(unsigned thread) const {
    return "thread " + std::to_string(thread) + " of block (" + std::to_string(blockIdx.x) + ", " +
           std::to_string(blockIdx.y) + ", " + std::to_string(blockIdx.z) + ")";
}

void Block::run(const LaunchShape& shape, uint3 index, const std::vector<unsigned>& order,
                const std::function<void()>& thread) {
    const Flag flag(is_running_);
    count_ = unsigned(order.size());
    at_block_barrier_ = finished_ = 0;
    blockIdx = index;
    blockDim = shape.block;
    gridDim = shape.grid;
    constexpr std::size_t kAlignment = 128, kGuardBytes = 256;
    std::vector<std::byte> memory(kAlignment + shape.shared_bytes + kGuardBytes);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    shared_ = memory.data() + (kAlignment - address % kAlignment) % kAlignment;
    std::fill_n(shared_, shape.shared_bytes, kPoisonByte);
    const std::span<std::byte> zone(shared_ + shape.shared_bytes, kGuardBytes);
    set_guard(zone);
    struct Lift {
        std::span<std::byte> zone;
        ~Lift() { lift_guard(zone); }
    } const lift{zone};

    while (threads_.size() < count_) threads_.push_back(std::make_unique<Thread>());
    for (unsigned i = 0; i < count_; ++i) {
        threads_[i]->arrival = {};
        threads_[i]->fiber.start(thread);
    }
    run_threads(shape, order);
    if (!lift_guard(zone))
        throw KernelFault("block (" + std::to_string(index.x) + ", " + std::to_string(index.y) +
                          ", " + std::to_string(index.z) +
                          ") wrote beyond its dynamic shared memory of " +
                          std::to_string(shape.shared_bytes) + " bytes");
}

// Runs each warp in turn up to the block's next barrier. If a needed barrier between warps is
// missing, the result is then likely to be wrong in some thread order. Running all warps in step
// would hide such errors where warps do equal work.
void Block::run_threads(const LaunchShape& shape, const std::vector<unsigned>& order) {
    std::vector<std::vector<unsigned>> warps((count_ + 31) / 32);
    std::vector<unsigned> warp_order;
    for (const unsigned i : order) {
        if (warps[i / 32].empty()) warp_order.push_back(i / 32);
        warps[i / 32].push_back(i);
    }
    while (finished_ < count_) {
        bool progress = false;
        for (const unsigned warp : warp_order)
            while (run_lanes(shape, warps[warp])) progress = true;
        if (!progress) stuck();
    }
}

bool Block::run_lanes(const LaunchShape& shape, const std::vector<unsigned>& lanes) {
    const unsigned row = shape.block.x, plane = shape.block.x * shape.block.y;
    bool progress = false;
    for (const unsigned i : lanes) {
        Thread& next = *threads_[i];
        if (next.fiber.finished() || next.arrival.kind != Arrival::Kind::none) continue;
        progress = true;
        running_ = i;
        threadIdx = {i % row, i / row % shape.block.y, i / plane};
        next.fiber.resume();
        if (next.fiber.finished()) {
            ++finished_;
            if (at_block_barrier_ > 0) stuck();
            release_warp(i / 32);
        } else if (next.arrival.kind == Arrival::Kind::block_barrier) {
            ++at_block_barrier_;
            if (finished_ > 0) stuck();
            if (at_block_barrier_ == count_) release_block();
        } else {
            release_warp(i / 32);
        }
    }
    return progress;
}

Arrival& Block::wait(Arrival arrival) {
    Thread& self = *threads_[running_];
    self.arrival = arrival;
    self.fiber.suspend();
    return self.arrival;
}

void Block::release_block() {
    const Arrival& first = threads_[0]->arrival;
    for (unsigned i = 1; i < count_; ++i)
        if (const Arrival& other = threads_[i]->arrival; !same(first.place, other.place))
            throw KernelFault("divergent barrier: " + name_of(0) + " waits at " +
                              text_of(first.place) + ", " + name_of(i) + " at " +
                              text_of(other.place));
    for (unsigned i = 0; i < count_; ++i) threads_[i]->arrival.kind = Arrival::Kind::none;
    at_block_barrier_ = 0;
}

// Releases lanes that wait with the same mask once all unfinished lanes of the mask have arrived.
void Block::release_warp(unsigned warp) {
    const unsigned begin = warp * 32, end = std::min(begin + 32, count_);
    unsigned tried = 0;
    for (unsigned leader = begin; leader < end; ++leader) {
        const Arrival& first = threads_[leader]->arrival;
        if (threads_[leader]->fiber.finished() || first.kind == Arrival::Kind::none ||
            first.kind == Arrival::Kind::block_barrier || (tried >> (leader - begin) & 1))
            continue;
        tried |= first.mask;
        WarpArrivals lanes{};
        bool all = true;
        for (unsigned i = begin; i < end && all; ++i) {
            if (!(first.mask >> (i - begin) & 1) || threads_[i]->fiber.finished()) continue;
            Arrival& arrival = threads_[i]->arrival;
            lanes[i - begin] = &arrival;
            all = arrival.kind != Arrival::Kind::none &&
                  arrival.kind != Arrival::Kind::block_barrier && arrival.mask == first.mask;
        }
        if (!all) continue;
        for (unsigned i = begin; i < end; ++i)
            if (const Arrival* other = lanes[i - begin];
                other != nullptr && (other->kind != first.kind || !same(other->place, first.place)))
                throw KernelFault("divergent warp: " + name_of(leader) + " waits at " +
                                  text_of(first.place) + ", " + name_of(i) + " at " +
                                  text_of(other->place));
        complete(lanes);
        for (Arrival* arrival : lanes)
            if (arrival != nullptr) arrival->kind = Arrival::Kind::none;
    }
}

void Block::stuck() const {
    std::string sentence = "divergent barrier: ";
    unsigned told = 0;
    for (unsigned i = 0; i < count_ && told < 3; ++i)
        if (!threads_[i]->fiber.finished() && threads_[i]->arrival.kind != Arrival::Kind::none &&
            (told == 0 || !same(threads_[i]->arrival.place, threads_[i - 1]->arrival.place))) {
            sentence += (told++ ? ", " : "") + name_of(i) + " waits at " +
                        text_of(threads_[i]->arrival.place);
        }
    for (unsigned i = 0; i < count_; ++i)
        if (threads_[i]->fiber.finished()) {
            sentence += ", " + name_of(i) + " has returned";
            break;
        }
    throw KernelFault(sentence);
}

}  // namespace redraw::cuda::emulation
