// Decodes the checkpoints' parameters, which engine/features/page/page_moment.cpp packed. Each tensor has multiples of its
// quantisation step: differences from the following checkpoint, or from 0 where that takes fewer bits.

function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
    return bytes;
}

// Returns the bytes that raw deflate packed.
async function inflated(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Returns the inflated checkpoints of each network, of those stored as networks; the last checkpoint first.
function inflatedMoments(networks, bytes) {
    let at = 0;
    return Promise.all(networks.map(({moments}) => Promise.all(
        moments.filter(moment => !moment.still).map(moment => inflated(bytes.subarray(at, at += moment.bytes))))));
}

function stepOf(halfPowers) {
    return (halfPowers & 1 ? Math.fround(Math.SQRT2) : 1) * 2 ** (halfPowers >> 1);
}

// Decodes a checkpoint's parameters from its inflated `codes`; `after`: those of the following checkpoint, undefined for
// the last one. This generator yields every 8,192 numbers, so that its caller can pause it.
function* decodedMoment(facts, moment, codes, after) {
    const kMore = 15, values = new Float32Array(facts.parameters);
    if (after) values.set(after);
    let first = 0, more = facts.parameters + 1 >> 1;  // `more`: where the rest of the next large code is
    for (let t = 0; t < facts.tensors.length; ++t) {
        const end = first + facts.tensors[t], step = stepOf(moment.steps[t]);
        if (moment.fresh[t]) values.fill(0, first, end);
        for (let k = first; k < end; ++k) {
            let code = codes[k >> 1] >> 4 * (k & 1) & 15;
            if (code === kMore)
                for (let byte = 128, place = 1; byte & 128; place *= 128) {
                    byte = codes[more++];
                    code += (byte & 127) * place;
                }
            if (code) values[k] += (code & 1 ? -(code + 1) / 2 : code / 2) * step;
            if ((k & 8191) === 0) yield;
        }
        first = end;
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
    // `codes`: of inflatedMoments().
    constructor(facts, codes) {
        this.facts = facts;
        this.all = [...facts.moments].sort((a, b) => a.step - b.step);
        this.told = facts.moments.filter(moment => !moment.still);
        this.values = [];  // decoded networks, in the order of `told`, the checkpoints stored as networks
        this.stills = new Map();
        this.codes = codes;
        this.working = null;
    }
    has(i) { return this.value(i) !== undefined; }
    // Returns checkpoint i as {network} or {picture}; undefined while it is not decoded.
    value(i) {
        const moment = this.all[i];
        return moment.still ? this.stills.get(moment)?.value : this.values[this.told.indexOf(moment)];
    }
    begin(moment) {
        return decodedMoment(this.facts, moment, this.codes[this.values.length], this.values.at(-1)?.network);
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
