#include "engine/run/keyframe_table.h"

#include "engine/arithmetic.h"

#include <exception>
#include <map>

namespace redraw {
namespace {

// Returns the most keyframes in a chain, each stored as the difference to the one before, of
// networks of `count` parameters. 8 million parameters in all are read in about 60 ms. Longer
// chains would save space; one in a file is damage.
std::size_t longest_chain(std::size_t count) {
    return std::clamp<std::size_t>(8'000'000 / count, 1, 32);
}

// Holds a read transaction: all rows read are of one commit, even if another program writes.
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
        } catch (const std::exception&) {  // read-only transaction: nothing to lose
        }
    }
    OneCommit(const OneCommit&) = delete;
    OneCommit& operator=(const OneCommit&) = delete;

private:
    Database& database_;
    bool ours_;
};

}  // namespace

KeyframeTable::KeyframeTable(const RunHeader& header)
    : network_(header.config.network),
      channels_(header.channels),
      tensors_(tensors_of(network_, channels_)),
      count_(tensors_.back().end()) {}

KeptParameters KeyframeTable::kept(std::span<const float> parameters, float psnr,
                                   const InParallel& in_parallel) {
    if (!rounding_) rounding_.emplace(network_, channels_);
    return std::make_shared<RoundedParameters>((*rounding_)(parameters, psnr, in_parallel));
}

std::int64_t KeyframeTable::bytes_each() const {
    return std::int64_t(count_ * (takes_rounding(network_, count_) ? 1 : sizeof(float)));
}

std::vector<Keyframe> KeyframeTable::read_steps(const Database& database) const {
    Statement row(database,
                  "SELECT step, psnr, base, parameters_checksum, checksum FROM keyframe "
                  "ORDER BY step");
    std::vector<Keyframe> keyframes;
    while (row.step()) {
        Keyframe keyframe;
        std::optional<std::int64_t> base;
        std::int64_t parameters = 0;  // checksum of the parameters
        row.read(keyframe.step, keyframe.batch_psnr, base, parameters);
        database.require(keyframe.step >= 0 && keyframe.step <= RunFile::kLastStep &&
                         (keyframes.empty() || keyframes.back().step < keyframe.step));
        keyframes.push_back(keyframe);
    }
    return keyframes;
}

KeptParameters KeyframeTable::read(Database& database, std::int64_t step) {
    const OneCommit one(database);
    Statement row(database,
                  "SELECT parameters_checksum, parameters, base FROM keyframe WHERE step = ?",
                  longest_blob(count_));
    const std::size_t longest = longest_chain(count_);
    std::vector<std::vector<std::byte>> chain;  // packed: the wanted keyframe, then its bases
    std::int64_t checksum = 0;
    KeptParameters base;
    for (std::optional<std::int64_t> at = step; at;) {
        row.bind(1, *at);
        if (!row.step()) {
            database.require(chain.empty());
            return nullptr;
        }
        const std::span<const std::byte> blob = row.blob(1);
        const std::int64_t sum = row.integer(0);
        database.require(sum == Checksum(blob).value());
        if (chain.empty()) checksum = sum;
        if (recent_.step == *at && recent_.checksum == sum) {
            base = recent_.parameters;
            break;
        }
        chain.emplace_back(blob.begin(), blob.end());
        std::optional<std::int64_t> next;
        row.get(2, next);
        database.require(chain.size() <= longest && (!next || *next < *at));
        at = next;
        row.reset();
    }
    row.reset();
    for (; !chain.empty(); chain.pop_back()) {
        auto next = unpack(chain.back(), tensors_, base.get());
        database.require(next.has_value());
        base = std::make_shared<RoundedParameters>(std::move(*next));
    }
    database.require(!base->exponents.empty() || all_finite(values(*base)));
    recent_ = {step, checksum, base};
    return base;
}

std::optional<std::int64_t> KeyframeTable::base_for(const Database& database, std::int64_t step,
                                                    const std::set<std::int64_t>& gone,
                                                    std::size_t height) const {
    Statement before(database, "SELECT step FROM keyframe WHERE step < ? ORDER BY step DESC");
    std::optional<std::int64_t> base;
    for (before.bind(1, step); !base && before.step();)
        if (!gone.contains(before.integer(0))) base = before.integer(0);
    Statement row(database, "SELECT base FROM keyframe WHERE step = ?");
    const std::size_t longest = longest_chain(count_);
    std::size_t depth = 0;  // number of rows read to decode the base
    for (std::optional<std::int64_t> at = base; at; ++depth) {
        row.bind(1, *at);
        database.require(depth < longest && row.step());
        std::optional<std::int64_t> next;
        row.get(0, next);
        database.require(!next || *next < *at);
        row.reset();
        at = next;
    }
    return depth + height <= longest ? base : std::nullopt;
}

void KeyframeTable::insert(Database& database, const Keyframe& keyframe, const KeptParameters& kept,
                           std::optional<std::int64_t> base) {
    const KeptParameters from = base ? read(database, *base) : nullptr;
    const std::vector<std::byte> blob = pack(*kept, tensors_, from.get());
    const std::int64_t checksum = Checksum(blob).value();
    Statement(database, "INSERT OR REPLACE INTO keyframe VALUES (?, ?, ?, ?, ?, ?)", kLongestBlob)
        .run(keyframe.step, keyframe.batch_psnr, base, checksum,
             Checksum(keyframe.step, keyframe.batch_psnr, base, checksum).value(), blob);
    recent_ = {keyframe.step, checksum, kept};
}

void KeyframeTable::write(Database& database, const Keyframe& keyframe,
                          const KeptParameters& kept) {
    erase(database, {keyframe.step});
    insert(database, keyframe, kept, base_for(database, keyframe.step));
}

void KeyframeTable::erase(Database& database, const std::set<std::int64_t>& steps) {
    if (steps.empty()) return;
    move_to_other_bases(database, steps);
    Statement row(database, "DELETE FROM keyframe WHERE step = ?");
    for (const std::int64_t step : steps) row.run(step);
}

// Repacks one keyframe at a time, in the order of steps. The keyframes in `gone` are still stored,
// because decoding later ones needs them.
void KeyframeTable::move_to_other_bases(Database& database, const std::set<std::int64_t>& gone) {
    struct Row {
        float psnr = 0;
        std::optional<std::int64_t> base;
        std::size_t height = 1;  // keyframes in the longest chain from this one on
    };
    std::map<std::int64_t, Row> rows;  // keyframes that stay, by step
    {
        Statement row(database,
                      "SELECT step, psnr, base FROM keyframe WHERE step > ? ORDER BY step");
        row.bind(1, *gone.begin());
        while (row.step())
            if (const std::int64_t step = row.integer(0); !gone.contains(step)) {
                row.get(1, rows[step].psnr);
                row.get(2, rows[step].base);
            }
    }
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        const auto base = row->second.base ? rows.find(*row->second.base) : rows.end();
        if (base != rows.end())
            base->second.height = std::max(base->second.height, row->second.height + 1);
    }
    for (const auto& [step, row] : rows) {
        if (!row.base || !gone.contains(*row.base)) continue;
        const auto kept = read(database, step);
        database.require(kept != nullptr);
        insert(database, {step, row.psnr}, kept, base_for(database, step, gone, row.height));
    }
}

}  // namespace redraw
