// Decodes the checkpoints' parameters, which engine/export/page_moment.cpp packed. Each tensor has multiples of its
// quantisation step: differences from the following checkpoint, or from 0 where that takes fewer bits.

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
        // Decodes a bit and adapts probabilities[i], the probability of a 0 bit in 1/2048.
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

// Decodes a checkpoint's parameters; `after`: those of the following checkpoint, undefined for the last one. This
// generator yields every 8,192 numbers, so that its caller can pause it.
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
        // Absolute values, at most 2, of the numbers in this row and in the row above. Left of the first number they
        // are 0.
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

// Decodes a picture that the page contains. `alpha`: "none" leaves its colours as stored, "premultiply" multiplies them
// by alpha.
function pictureOf(base64, type, alpha = "none") {
    const blob = new Blob([bytesOf(base64)], {type});
    return createImageBitmap(blob, {colorSpaceConversion: "none", premultiplyAlpha: alpha});
}

// One network's checkpoints, in ascending order of step. Networks are decoded from the last to the first, because each
// is stored relative to the following one. Still images are decoded on request; at most kMostStills are kept.
const kMostStills = 8;
class Moments {
    constructor(facts, bytes) {
        this.facts = facts;
        this.all = [...facts.moments].sort((a, b) => a.step - b.step);
        this.told = facts.moments.filter(moment => !moment.still);
        this.values = [];  // decoded networks, in the order of `told`, the checkpoints stored as networks
        this.stills = new Map();
        this.bytes = bytes;
        this.at = 0;
        this.working = null;
    }
    has(i) { return this.value(i) !== undefined; }
    // Returns checkpoint i as {network} or {picture}; undefined while it is not decoded.
    value(i) {
        const moment = this.all[i];
        return moment.still ? this.stills.get(moment)?.value : this.values[this.told.indexOf(moment)];
    }
    begin(moment) {
        const bytes = this.bytes.subarray(this.at, this.at += moment.bytes);
        return decodedMoment(this.facts, moment, bytes, this.values.at(-1)?.network);
    }
    // Decodes networks for about this many milliseconds; returns true once all are decoded.
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
    // Starts decoding checkpoint i if it is a still image, and returns a promise for it; undefined for a network.
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
