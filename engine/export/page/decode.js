// The numbers of the moments, as engine/export/range_encoder.h and page_moment.cpp wrote them: what
// differs from the moment after, or from 0 where that is less, in steps of each tensor's own.

function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
    return bytes;
}

function rangeDecoder(bytes) {
    let at = 0, range = 0xFFFFFFFF, code = 0;
    const next = () => at < bytes.length ? bytes[at++] : 0;
    const widen = () => {
        while (range < 0x1000000) {
            code = (code << 8 | next()) >>> 0;
            range = range << 8 >>> 0;
        }
    };
    for (let i = 0; i < 5; ++i) code = (code << 8 | next()) >>> 0;
    return {
        // By the probability of a 0, which follows what is seen.
        bit(probabilities, i) {
            const zero = probabilities[i], bound = (range >>> 11) * zero;
            const one = code >= bound;
            if (one) {
                code -= bound;
                range -= bound;
                probabilities[i] = zero - (zero >> 5);
            } else {
                range = bound;
                probabilities[i] = zero + (2048 - zero >> 5);
            }
            widen();
            return one;
        },
        plainBit() {
            range >>>= 1;
            const one = code >= range;
            if (one) code -= range;
            widen();
            return one;
        },
    };
}

const kContexts = 15, kSizes = 14, kOwnModel = 2048;

function numberModel() {
    return {zero: new Uint16Array(kContexts).fill(1024), more: new Uint16Array(kContexts * kSizes).fill(1024)};
}

function decodeNumber(decoder, model, context) {
    if (!decoder.bit(model.zero, context)) return 0;
    const negative = decoder.plainBit();
    let size = 1;
    while (size <= kSizes && decoder.bit(model.more, context * kSizes + size - 1)) ++size;
    if (size > kSizes) {
        let places = 0, rest = 1;
        while (places < 31 && decoder.plainBit()) ++places;
        for (let i = 0; i < places; ++i) rest = rest * 2 + (decoder.plainBit() ? 1 : 0);
        size = kSizes + rest;
    }
    return negative ? -size : size;
}

function stepOf(halfPowers) {
    return (halfPowers & 1 ? Math.fround(Math.SQRT2) : 1) * 2 ** (halfPowers >> 1);
}

// The values of a moment; `after`, those of the one after it, or null. Yields now and then, so that
// others have their turn.
function* decodedMoment(facts, moment, bytes, after) {
    const values = new Float32Array(facts.parameters);
    if (after) values.set(after);
    const decoder = rangeDecoder(bytes), shared = numberModel();
    let first = 0;
    for (let t = 0; t < facts.tensors.length; ++t) {
        const [rows, columns, features] = facts.tensors[t];
        const width = columns * features, count = rows * width, step = stepOf(moment.steps[t]);
        const model = count >= kOwnModel ? numberModel() : shared;
        if (moment.fresh[t]) values.fill(0, first, first + count);
        // Sizes to 2 of this row and of the one above it; a neighbour to the left of the first is 0.
        let above = new Uint8Array(width + features), row = new Uint8Array(width + features);
        for (let y = 0, k = first; y < rows; ++y) {
            for (let x = features, f = 0; x < width + features; ++x, ++k) {
                let context = row[x - features] + above[x] + above[x - features];
                if (f > 0) context += 2 * row[x - 1];
                const level = decodeNumber(decoder, model, Math.min(context, kContexts - 1));
                row[x] = Math.min(Math.abs(level), 2);
                if (level) values[k] += level * step;
                if (++f === features) f = 0;
                if ((k & 8191) === 0) yield;
            }
            [above, row] = [row, above];
        }
        first += count;
    }
    return {network: values};
}

// The moments of the page by their steps, decoded in the page's order: the last is the first, and others begin from those
// that are. Of each: its network, or the one that all share and what is added to its drawing.
class Moments {
    constructor(facts, bytes) {
        this.facts = facts;
        this.all = [...facts.moments].sort((a, b) => a.step - b.step);
        this.told = facts.shared ? [facts.shared, ...facts.moments] : facts.moments;
        this.values = [];  // of those told
        this.bytes = bytes;
        this.at = 0;
        this.working = null;
    }
    has(i) { return this.value(i) !== undefined; }
    value(i) { return this.values[this.told.indexOf(this.all[i])]; }
    begin(moment) {
        const bytes = this.bytes.subarray(this.at, this.at += moment.bytes), {values} = this;
        if (!moment.from) return decodedMoment(this.facts, moment, bytes, values.at(-1)?.network);
        return decodedDifference(this.facts, moment, bytes, values[0].network, moment.from.map(place => values[place]));
    }
    // Decodes for so many milliseconds; true when all is done.
    decode(milliseconds) {
        const until = performance.now() + milliseconds;
        while (this.values.length < this.told.length) {
            this.working ??= this.begin(this.told[this.values.length]);
            for (;;) {
                const {done, value} = this.working.next();
                if (done) {
                    this.values.push(value);
                    this.working = null;
                    break;
                }
                if (performance.now() > until) return false;
            }
        }
        for (const value of this.values) delete value.wavelets;  // no other begins from them
        return true;
    }
    decodeTo(i) {
        while (!this.has(i)) this.decode(0);
    }
}
