// The numbers of the moments, as engine/export/page_moment.cpp wrote them: what
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

// A picture of the page; `alpha`: "none" where its bytes are wanted as they are.
function pictureOf(base64, type, alpha = "none") {
    const blob = new Blob([bytesOf(base64)], {type});
    return createImageBitmap(blob, {colorSpaceConversion: "none", premultiplyAlpha: alpha});
}

// The moments of the page by their steps. Networks are decoded in the page's order, the last one first, as each begins from
// the one after it; still images when they are wanted, and only so many of them are kept.
const kMostStills = 8;
class Moments {
    constructor(facts, bytes) {
        this.facts = facts;
        this.all = [...facts.moments].sort((a, b) => a.step - b.step);
        this.told = facts.moments.filter(moment => !moment.still);
        this.values = [];  // of those told
        this.stills = new Map();
        this.bytes = bytes;
        this.at = 0;
        this.working = null;
    }
    has(i) { return this.value(i) !== undefined; }
    // {network} or {picture}
    value(i) {
        const moment = this.all[i];
        return moment.still ? this.stills.get(moment)?.value : this.values[this.told.indexOf(moment)];
    }
    begin(moment) {
        const bytes = this.bytes.subarray(this.at, this.at += moment.bytes);
        return decodedMoment(this.facts, moment, bytes, this.values.at(-1)?.network);
    }
    // Decodes networks for so many milliseconds; true when all are.
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
        return true;
    }
    // A still's promise; nothing of a network.
    prepare(i) {
        const moment = this.all[i], {stills} = this;
        if (!moment?.still) return undefined;
        if (!stills.has(moment)) {
            const still = {};
            still.ready = pictureOf(moment.still.split(",")[1], "image/webp", "premultiply")
                .then(picture => { still.value = {picture}; });
            stills.set(moment, still);
            if (stills.size > kMostStills) stills.delete(stills.keys().next().value);
        }
        return stills.get(moment).ready;
    }
    async ready(i) {
        if (this.all[i].still) return this.prepare(i);
        while (!this.has(i)) this.decode(0);
    }
}
