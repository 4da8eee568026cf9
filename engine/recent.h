// A cache of what was used last.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <utility>

namespace redraw {

// Values by key. If their sizes exceed the limit together, drops those used longest ago, but never
// the newest. A value stays in its place until it is dropped. One thread.
template <class Key, class Value>
class Recent {
public:
    // `limit`: in the unit of the sizes passed to keep(), such as bytes; else a number of values.
    explicit Recent(std::size_t limit) : limit_(limit) {}

    // Returns the value of `key`, which becomes the last used one; null: not kept.
    Value* find(const Key& key) {
        const auto found = std::ranges::find(entries_, key, &Entry::key);
        if (found == entries_.end()) return nullptr;
        entries_.splice(entries_.begin(), entries_, found);
        return &found->value;
    }
    // Keeps `value`, in place of the one that `key` had.
    Value& keep(const Key& key, Value value, std::size_t size = 1) {
        forget_if([&](const Key& kept) { return kept == key; });
        entries_.push_front({key, std::move(value), size});
        while (this->size() > limit_ && entries_.size() > 1) entries_.pop_back();
        return entries_.front().value;
    }
    template <class OfKey>
    void forget_if(OfKey forgotten) {
        std::erase_if(entries_, [&](const Entry& entry) { return forgotten(entry.key); });
    }
    void clear() { entries_.clear(); }
    void for_each(auto use) const {
        for (const Entry& entry : entries_) use(entry.key, entry.value);
    }
    std::size_t size() const {
        std::size_t sum = 0;
        for (const Entry& entry : entries_) sum += entry.size;
        return sum;
    }

private:
    struct Entry {
        Key key;
        Value value;
        std::size_t size;
    };
    std::size_t limit_;
    std::list<Entry> entries_;  // the last used one first
};

}  // namespace redraw
