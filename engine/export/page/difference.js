// Moments whose networks are not in the page: what is added to a share of the last network's drawing, at the pixels that
// were learned, as engine/export/page_difference.cpp wrote it and wavelet.cpp made it.

const kWaveletLevels = 5, kShares = [-1.586134342, -0.05298011854, 0.8829110762, 0.4435068522], kScale = 1.149604398;
const kNearer = 0.04;

// Numbers of one kind, the coarsest first.
function waveletBands() {
    const bands = [{level: kWaveletLevels, left: 0, top: 0, apart: 2 ** kWaveletLevels}];
    for (let level = kWaveletLevels - 1; level >= 0; --level) {
        const half = 2 ** level;
        for (const [left, top] of [[half, 0], [0, half], [half, half]]) bands.push({level, left, top, apart: 2 * half});
    }
    return bands;
}

// From every other number, from `first` on, a share of both its neighbours is taken; at an end the only one counts twice.
function unlift(values, {count, apart, lines, between}, first, share) {
    if (count < 2) return;
    const each = (i, line) => {
        const at = line + i * apart;
        values[at] -= share * (values[i > 0 ? at - apart : at + apart] + values[i + 1 < count ? at + apart : at - apart]);
    };
    if (apart < between) for (let l = 0; l < lines; ++l) for (let i = first; i < count; i += 2) each(i, l * between);
    else for (let i = first; i < count; i += 2) for (let l = 0; l < lines; ++l) each(i, l * between);
}

function* fromWavelets(plane, width, height) {
    for (let level = kWaveletLevels - 1; level >= 0; --level) {
        const apart = 2 ** level, columns = ((width - 1) >> level) + 1, rows = ((height - 1) >> level) + 1;
        for (let y = 0; y < rows; ++y)
            for (let x = y % 2; x < columns; x += 2) plane[apart * (y * width + x)] *= y % 2 ? kScale ** 2 : kScale ** -2;
        for (const along of [{count: rows, apart: apart * width, lines: columns, between: apart},
                             {count: columns, apart, lines: rows, between: apart * width}])
            for (let i = kShares.length - 1; i >= 0; --i) {
                unlift(plane, along, i % 2 ? 0 : 1, kShares[i]);
                yield;
            }
    }
}

// Lightness and two that are 0 of grays, back to red, green and blue: as whole numbers, in half the memory.
const kOne = 2 ** 14;
function toColours(planes, count, channels) {
    const third = 1 / Math.sqrt(3), half = 1 / Math.sqrt(2), sixth = third * half;
    const pixels = new Int16Array(planes.length);
    const set = (at, value) => { pixels[at] = Math.round(Math.min(Math.max(value, -1), 1) * kOne); };
    for (let i = 0, at = 0; i < count; ++i, at += channels) {
        for (let c = channels < 3 ? 0 : 3; c < channels; ++c) set(at + c, planes[c * count + i]);
        if (channels < 3) continue;
        const a = third * planes[i], b = half * planes[count + i], c = sixth * planes[2 * count + i];
        set(at, a + b + c);
        set(at + 1, a - 2 * c);
        set(at + 2, a - b + c);
    }
    return pixels;
}

// `from`: the moments that it begins from. Yields now and then, so that others have their turn.
function* decodedDifference(facts, moment, bytes, network, from) {
    const {width, height, channels} = facts, count = width * height, bands = waveletBands();
    const rest = new Float32Array(count * channels), sizes = new Uint8Array(rest.length), step = moment.size / 2 ** 14;
    const decoder = rangeDecoder(bytes), levels = kWaveletLevels + 1;
    const models = Array.from({length: channels * levels}, numberModel);
    for (const {level, left, top, apart} of bands)
        for (let plane = 0; plane < channels; ++plane) {
            const kind = plane * levels + level, model = models[kind], row = apart * width;
            const shares = from.map((_, f) => moment.shares[kind * from.length + f] / 32);
            for (let y = top; y < height; y += apart) {
                let i = plane * count + y * width + left;
                for (let x = left; x < width; x += apart, i += apart) {
                    const back = x >= apart, above = y >= apart;
                    let context = plane > 0 ? sizes[i - count] : 0;
                    if (back) context += 2 * sizes[i - apart];
                    if (above) context += 2 * sizes[i - row];
                    if (back && above) context += sizes[i - row - apart];
                    if (above && x + apart < width) context += sizes[i - row + apart];
                    const number = decodeNumber(decoder, model, Math.min(context, kContexts - 1)), size = Math.abs(number);
                    sizes[i] = Math.min(size, 3);
                    if (size) rest[i] = (size - kNearer) * (number < 0 ? -step : step);
                    for (let f = 0; f < shares.length; ++f) rest[i] += shares[f] * from[f].wavelets[i];
                }
                if ((y / apart & 15) === 0) yield;
            }
        }
    const planes = rest.slice();
    for (let plane = 0; plane < channels; ++plane)
        yield* fromWavelets(planes.subarray(plane * count, (plane + 1) * count), width, height);
    return {network, gain: moment.gain / 64, wavelets: rest, rest: toColours(planes, count, channels)};
}

// What is drawn of a pixel, and what is added there: by cubics through the pixels that were learned (Catmull and Rom 1974),
// and their mean where a pixel covers several.
const kRest = `
uniform sampler2D rest;
uniform float gain;
uniform vec4 within;   // the first pixel's place in the picture, and how large one is there, in learned pixels
uniform ivec2 covers;
vec4 cubic(float x) {
    return vec4(((2.0 - x) * x - 1.0) * x, (3.0 * x - 5.0) * x * x + 2.0, ((4.0 - 3.0 * x) * x + 1.0) * x, (x - 1.0) * x * x) / 2.0;
}
vec4 restAt(vec2 at) {
    ivec2 first = ivec2(floor(at - 0.5)) - 1, end = textureSize(rest, 0) - 1;
    vec4 across = cubic(fract(at.x - 0.5)), down = cubic(fract(at.y - 0.5)), sum = vec4(0.0);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x)
            sum += across[x] * down[y] * texelFetch(rest, clamp(first + ivec2(x, y), ivec2(0), end), 0);
    return sum;
}
vec4 changed(vec4 drawn) {
    vec4 sum = vec4(0.0);
    for (int y = 0; y < covers.y; ++y)
        for (int x = 0; x < covers.x; ++x)
            sum += restAt(within.xy + (floor(gl_FragCoord.xy) + (vec2(x, y) + 0.5) / vec2(covers)) * within.zw);
    return clamp(gain * drawn + sum / float(covers.x * covers.y), 0.0, 1.0);
}
`;

class Rest {
    constructor(gl, facts) {
        Object.assign(this, {gl, facts});
        const formats = {1: [gl.R32F, gl.RED], 3: [gl.RGB32F, gl.RGB], 4: [gl.RGBA32F, gl.RGBA]};
        const [inside, format] = formats[facts.channels];
        this.format = format;
        this.texture = makeTexture(gl, inside, facts.width, facts.height, gl.NEAREST);
        this.values = new Float32Array(facts.width * facts.height * facts.channels);
    }
    load({gain, rest}) {
        const {gl, facts, values} = this;
        this.gain = gain;
        for (let i = 0; i < values.length; ++i) values[i] = rest[i] / kOne;
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, facts.width, facts.height, this.format, gl.FLOAT, values);
    }
    use(program, frame) {
        const {gl, facts} = this, longer = Math.max(facts.width, facts.height), kMostCovered = 8;
        const density = longer / 2, x = facts.width / longer, y = facts.height / longer;  // learned pixels a unit of the plane
        const across = frame.step * density, down = frame.stepDown * density;
        const covers = pixels => Math.min(Math.max(Math.ceil(pixels - 1e-3), 1), kMostCovered);
        gl.activeTexture(gl.TEXTURE2);
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.activeTexture(gl.TEXTURE0);
        gl.uniform1i(program.place("rest"), 2);
        gl.uniform1f(program.place("gain"), this.gain);
        gl.uniform4f(program.place("within"), (frame.left + x) * density, (frame.top + y) * density, across, down);
        gl.uniform2i(program.place("covers"), covers(across), covers(down));
    }
}
