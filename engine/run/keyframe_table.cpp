#include "engine/run/keyframe_table.h"

#include "engine/arithmetic.h"
#include "engine/run/checksum.h"
#include "engine/run/packed_parameters.h"
#include "engine/run/row_checks.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <utility>

namespace redraw {
namespace {

// A chain of that many numbers is read in some 30 ms; a long one takes less room.
constexpr std::size_t kNumbersAChain = 4'000'000, kLongestChain = 32;
constexpr std::size_t kLongestReadable = 512;  // the first of format 2 grew where some were thinned

std::size_t longest_chain(std::size_t count) {
    return std::clamp<std::size_t>(kNumbersAChain / count, 1, kLongestChain);
}

std::int64_t checksum_of(const Keyframe& keyframe, std::optional<std::int64_t> base,
                         std::int64_t parameters) {
    return Checksum(keyframe.step, keyframe.batch_psnr, base, parameters).value();
}

// What is read of several rows is of one commit, whoever writes meanwhile.
class OneCommit {
public:
    explicit OneCommit(Database& database)
        : database_(database), ours_(!database.in_transaction()) {
        if (ours_) database_.execute("BEGIN");
    }
    ~OneCommit() {
        if (!ours_ || !database_.in_transaction()) return;
        try {
            database_.try_execute("COMMIT");
        } catch (const std::exception&) {  // nothing was written
        }
    }
    OneCommit(const OneCommit&) = delete;
    OneCommit& operator=(const OneCommit&) = delete;

private:
    Database& database_;
    bool ours_;
};

}  // namespace

KeyframeTable::KeyframeTable(int format, const NetworkSpec& network, int channels)
    : format_(format),
      network_(network),
      channels_(channels),
      tensors_(tensors_of(network, channels)),
      count_(tensors_.back().end()) {}

RoundedParameters KeyframeTable::kept(std::span<const float> parameters, float psnr) {
    if (format_ == 1) return not_rounded(parameters);
    if (!rounding_) rounding_.emplace(network_, channels_);
    return (*rounding_)(parameters, psnr);
}

std::vector<float> KeyframeTable::values(const RoundedParameters& kept) const {
    return values_of(kept, tensors_);
}

std::int64_t KeyframeTable::bytes_each() const {
    const bool bytes = format_ > 1 && takes_rounding(network_, count_);
    return std::int64_t(count_ * (bytes ? 1 : sizeof(float)));
}

std::vector<Keyframe> KeyframeTable::read_steps(const Database& database) const {
    Statement row(database, format_ == 1
                                ? "SELECT step, psnr, parameters_checksum, checksum FROM keyframe "
                                  "ORDER BY step"
                                : "SELECT step, psnr, parameters_checksum, checksum, base "
                                  "FROM keyframe ORDER BY step");
    std::vector<Keyframe> keyframes;
    while (row.step()) {
        const Keyframe keyframe{step_of(database, row.integer(0)), float_of(database, row.real(1))};
        const auto base = format_ == 1 ? std::nullopt : row.integer_or_null(4);
        require(database, row.integer(3) == checksum_of(keyframe, base, row.integer(2)));
        require(database, keyframes.empty() || keyframes.back().step < keyframe.step);
        keyframes.push_back(keyframe);
    }
    return keyframes;
}

std::optional<RoundedParameters> KeyframeTable::read(Database& database, std::int64_t step) {
    const OneCommit one(database);
    Statement row(database,
                  format_ == 1
                      ? "SELECT parameters_checksum, parameters FROM keyframe WHERE step = ?"
                      : "SELECT parameters_checksum, parameters, base FROM keyframe WHERE step = ?",
                  longest_blob(count_));
    std::vector<std::vector<std::byte>> chain;  // from the one that is wanted on
    std::int64_t checksum = 0;
    std::optional<RoundedParameters> base;
    for (std::optional<std::int64_t> at = step; at;) {
        row.bind(1, *at);
        if (!row.step()) {
            require(database, chain.empty());
            return std::nullopt;
        }
        const std::span<const std::byte> blob = row.blob(1);
        const std::int64_t sum = row.integer(0);
        require(database, sum == Checksum(blob).value());
        if (chain.empty()) checksum = sum;
        if (recent_.step == *at && recent_.checksum == sum) {
            base = recent_.parameters;
            break;
        }
        chain.emplace_back(blob.begin(), blob.end());
        const std::optional<std::int64_t> next =
            format_ == 1 ? std::nullopt : row.integer_or_null(2);
        require(database, chain.size() <= kLongestReadable && (!next || *next < *at));
        at = next;
        row.reset();
    }
    row.reset();
    for (; !chain.empty(); chain.pop_back()) {
        if (format_ == 1)
            base = not_rounded(floats_of(database, chain.back(), count_));
        else
            base = unpack(chain.back(), tensors_, base ? &*base : nullptr);
        require(database, base.has_value());
    }
    require(database, !base->exponents.empty() || all_finite(values(*base)));
    recent_ = {step, checksum, *base};
    return base;
}

std::optional<std::int64_t> KeyframeTable::base_for(const Database& database,
                                                    std::int64_t step) const {
    if (format_ == 1) return std::nullopt;
    std::map<std::int64_t, std::size_t> depths;           // of each: how many are read for it
    std::map<std::int64_t, std::size_t> made{{step, 1}};  // from this one: how many behind it
    std::size_t height = 1;
    Statement row(database, "SELECT step, base FROM keyframe ORDER BY step");
    while (row.step()) {
        const std::int64_t at = row.integer(0);
        const auto base = row.integer_or_null(1);
        if (at < step) {
            require(database, !base || depths.contains(*base));
            depths[at] = base ? depths[*base] + 1 : 1;
        } else if (at > step && base && made.contains(*base)) {
            height = std::max(height, made[at] = made[*base] + 1);
        }
    }
    if (depths.empty()) return std::nullopt;
    const auto& [before, depth] = *depths.rbegin();
    return depth + height <= longest_chain(count_) ? std::optional(before) : std::nullopt;
}

std::vector<Keyframe> KeyframeTable::based_on(const Database& database, std::int64_t step) const {
    std::vector<Keyframe> keyframes;
    if (format_ == 1) return keyframes;
    Statement row(database, "SELECT step, psnr FROM keyframe WHERE base = ?");
    row.bind(1, step);
    while (row.step()) keyframes.push_back({row.integer(0), float_of(database, row.real(1))});
    return keyframes;
}

void KeyframeTable::insert(Database& database, const Keyframe& keyframe,
                           const RoundedParameters& kept) {
    const std::optional<std::int64_t> base = base_for(database, keyframe.step);
    std::vector<std::byte> blob;
    if (format_ == 1) {
        blob.resize(kept.levels.size() * sizeof(float));
        std::memcpy(blob.data(), kept.levels.data(), blob.size());
    } else {
        const auto from = base ? read(database, *base) : std::nullopt;
        blob = pack(kept, tensors_, from ? &*from : nullptr);
    }
    const std::int64_t checksum = Checksum(blob).value();
    Statement(database,
              format_ == 1 ? "INSERT OR REPLACE INTO keyframe VALUES (?1, ?2, ?4, ?5, ?6)"
                           : "INSERT OR REPLACE INTO keyframe VALUES (?, ?, ?, ?, ?, ?)",
              kLongestBlob)
        .run(keyframe.step, keyframe.batch_psnr, base, checksum,
             checksum_of(keyframe, base, checksum), blob);
    recent_ = {keyframe.step, checksum, kept};
}

void KeyframeTable::write(Database& database, const Keyframe& keyframe,
                          const RoundedParameters& kept) {
    erase(database, keyframe.step);
    insert(database, keyframe, kept);
}

void KeyframeTable::erase(Database& database, std::int64_t step) {
    std::vector<std::pair<Keyframe, RoundedParameters>> orphans;
    for (const Keyframe& keyframe : based_on(database, step))
        orphans.emplace_back(keyframe, read(database, keyframe.step).value());
    Statement(database, "DELETE FROM keyframe WHERE step = ?").run(step);
    for (const auto& [keyframe, kept] : orphans) insert(database, keyframe, kept);
}

void KeyframeTable::erase_after(Database& database, std::int64_t step) {
    Statement(database, "DELETE FROM keyframe WHERE step > ?").run(step);
}

}  // namespace redraw
