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

KeyframeTable::Base KeyframeTable::base_for(const Database& database, std::int64_t step,
                                            const std::set<std::int64_t>& gone,
                                            std::size_t height) const {
    Statement before(database, "SELECT step FROM keyframe WHERE step < ? ORDER BY step DESC");
    Base base;
    for (before.bind(1, step); !base.step && before.step();)
        if (!gone.contains(before.integer(0))) base.step = before.integer(0);
    Statement row(database, "SELECT base FROM keyframe WHERE step = ?");
    const std::size_t longest = longest_chain(count_);
    for (std::optional<std::int64_t> at = base.step; at; ++base.chain) {
        row.bind(1, *at);
        database.require(base.chain < longest && row.step());
        std::optional<std::int64_t> next;
        row.get(0, next);
        database.require(!next || *next < *at);
        row.reset();
        at = next;
    }
    return base.chain + height <= longest ? base : Base{};
}

void KeyframeTable::insert(Database& database, const KeptKeyframe& keyframe,
                           std::optional<std::int64_t> base) {
    const KeptParameters from = base ? read(database, *base) : nullptr;
    insert(database, keyframe, base, pack(*keyframe.parameters, tensors_, from.get()));
}

void KeyframeTable::insert(Database& database, const KeptKeyframe& keyframe,
                           std::optional<std::int64_t> base, std::span<const std::byte> packed) {
    const auto [step, psnr] = keyframe.keyframe;
    const std::int64_t checksum = Checksum(packed).value();
    Statement(database, "INSERT OR REPLACE INTO keyframe VALUES (?, ?, ?, ?, ?, ?)", kLongestBlob)
        .run(step, psnr, base, checksum, Checksum(step, psnr, base, checksum).value(), packed);
    recent_ = {step, checksum, keyframe.parameters};
}

void KeyframeTable::write(Database& database, std::span<const KeptKeyframe> keyframes,
                          const InParallel& in_parallel) {
    std::set<std::int64_t> steps;
    for (const auto& [keyframe, parameters] : keyframes) steps.insert(keyframe.step);
    erase(database, steps);
    const auto last =
        database.integer("SELECT step FROM keyframe UNION SELECT -1 ORDER BY step DESC LIMIT 1");
    for (; !keyframes.empty() && keyframes[0].keyframe.step < last;
         keyframes = keyframes.subspan(1))
        insert(database, keyframes[0], base_for(database, keyframes[0].keyframe.step).step);
    if (keyframes.empty()) return;

    // Each of the others has the one before it as its base, unless the chain would become too long.
    const Base base = base_for(database, keyframes[0].keyframe.step);
    std::vector<KeptKeyframe> before(1);
    if (base.step) before[0] = {{*base.step}, read(database, *base.step)};
    before.insert(before.end(), keyframes.begin(), keyframes.end());
    const auto has_base = [&](std::size_t i) {
        return (base.chain + i) % longest_chain(count_) != 0;
    };
    std::vector<std::vector<std::byte>> packed(keyframes.size());
    in_parallel(int(keyframes.size()), [&](int item) {
        const auto i = std::size_t(item);
        packed[i] = pack(*keyframes[i].parameters, tensors_,
                         has_base(i) ? before[i].parameters.get() : nullptr);
    });
    for (std::size_t i = 0; i < keyframes.size(); ++i)
        insert(database, keyframes[i],
               has_base(i) ? std::optional(before[i].keyframe.step) : std::nullopt, packed[i]);
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
        insert(database, {{step, row.psnr}, kept}, base_for(database, step, gone, row.height).step);
    }
}

}  // namespace redraw
