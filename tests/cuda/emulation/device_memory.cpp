#include "device.h"
#include "fault.h"
#include "guard.h"

#include <sys/mman.h>

#include <new>

namespace redraw::cuda::emulation {

namespace {
constexpr std::size_t kPage = 4096, kAlignment = 256;
constexpr std::size_t round_up(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}
}  // namespace

void* DeviceMemory::allocate(std::size_t bytes) {
    const std::size_t pages_bytes = round_up(bytes, kPage);
    void* mapped = mmap(nullptr, pages_bytes + 2 * kPage, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    std::byte* pages = static_cast<std::byte*>(mapped) + kPage;
    mprotect(pages, pages_bytes, PROT_READ | PROT_WRITE);
    // Places the data as close to the end of the last page as the alignment allows.
    std::byte* data = pages + pages_bytes - round_up(bytes, kAlignment);
    std::fill_n(data, bytes, kPoisonByte);
    set_guard({pages, data});
    set_guard({data + bytes, pages + pages_bytes});
    mprotect(pages, pages_bytes, PROT_NONE);
    allocations_.emplace(data, Allocation{bytes, pages, pages_bytes});
    bytes_ += bytes;
    return data;
}

bool DeviceMemory::free(void* pointer) {
    const auto found = allocations_.find(static_cast<std::byte*>(pointer));
    if (found == allocations_.end()) return false;
    const auto [data, allocation] = *found;
    allocations_.erase(found);
    bytes_ -= allocation.bytes;
    mprotect(allocation.pages, allocation.pages_bytes, PROT_READ | PROT_WRITE);
    const bool before = lift_guard({allocation.pages, data});
    const bool after =
        lift_guard({data + allocation.bytes, allocation.pages + allocation.pages_bytes});
    munmap(allocation.pages - kPage, allocation.pages_bytes + 2 * kPage);
    if (!before || !after)
        report_fault("something was written " + std::string(before ? "beyond" : "before") +
                     " a device allocation of " + std::to_string(allocation.bytes) + " bytes");
    return true;
}

bool DeviceMemory::contains(const void* pointer, std::size_t bytes) const {
    auto* at = static_cast<std::byte*>(const_cast<void*>(pointer));
    auto next = allocations_.upper_bound(at);
    if (next == allocations_.begin()) return false;
    const auto& [data, allocation] = *--next;
    return at + bytes <= data + allocation.bytes;
}

void DeviceMemory::open() const {
    for (const auto& [data, allocation] : allocations_)
        mprotect(allocation.pages, allocation.pages_bytes, PROT_READ | PROT_WRITE);
}

void DeviceMemory::close() const {
    for (const auto& [data, allocation] : allocations_)
        mprotect(allocation.pages, allocation.pages_bytes, PROT_NONE);
}

}  // namespace redraw::cuda::emulation
