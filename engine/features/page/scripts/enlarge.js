// Renders a network that enlarges its picture, as engine/backend/enlarging_backend.cpp does. The picture is doubled as
// often as needed: each time it is interpolated, corrected by the network and back-projected. A rendered pixel is the
// mean of the area that it covers. Each texture holds a part of the picture at some size, premultiplied. The picture is
// mirrored beyond its edges.

const kReach = 2, kBackReach = 5, kBackProjections = 2;
const kStrength = 1, kLaterStrength = 0.5;
const kTaps = 6;

function catmullRom(x) {
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}
function lanczos3(x) {
    return x === 0 ? 1 : x >= 3 ? 0 : 3 * Math.sin(Math.PI * x) * Math.sin(Math.PI * x / 3) / (Math.PI * x) ** 2;
}
// Returns the weights for halving a picture (engine/data/doubling.cpp): those of the pixels on one side of the halved
// pixel's centre, nearest first.
function halvingWeights([area, bicubic, lanczos]) {
    if (!(area + bicubic + lanczos > 0)) return halvingWeights([1, 1, 1]);
    const taps = Array.from({length: kTaps}, (_, i) => 0.25 + 0.5 * i);
    const sum = filter => 2 * taps.reduce((all, x) => all + filter(x), 0);
    const all = area + bicubic + lanczos, c = sum(catmullRom), l = sum(lanczos3);
    return taps.map((x, i) =>
        (area * (i === 0 ? 0.5 : 0) + bicubic * catmullRom(x) / c + lanczos * lanczos3(x) / l) / all);
}

// Shader functions. fetch() returns pixel p of a picture of size `full`, of which the texture holds a part that begins
// at `from`.
const kFetch = `
ivec2 mirrored(ivec2 p, ivec2 full) {
    p = ivec2(mod(vec2(p), vec2(2 * full)));
    return min(p, 2 * full - 1 - p);
}
vec4 fetch(sampler2D t, ivec2 p, ivec2 from, ivec2 full) { return texelFetch(t, mirrored(p, full) - from, 0); }
// Returns a pixel of the doubled picture by Catmull-Rom interpolation; it covers a quarter of a source pixel.
vec4 interpolated(sampler2D t, ivec2 fine, ivec2 from, ivec2 full) {
    ivec2 middle = fine >> 1, side = (fine & 1) * 2 - 1;
    float w[4] = float[4](-0.0703125, 0.8671875, 0.2265625, -0.0234375);
    vec4 sum = vec4(0.0);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x)
            sum += w[x] * w[y] * fetch(t, middle + side * (ivec2(x, y) - 1), from, full);
    return sum;
}
`;
const kParts = `
uniform sampler2D source;
uniform ivec2 sourceFrom, sourceFull;
uniform ivec2 targetFrom;
out vec4 colour;
`;

function lackingText(facts) {
    const {places, absolute} = facts.window, count = places.length, inputs = count + (absolute ? 1 : 0);
    const views = absolute ? 2 : 4;
    return kShaderHead + kFormulas + layersText(facts) + kFetch + kParts + `
const ivec2 places[${count}] = ivec2[${count}](${places.map(([x, y]) => `ivec2(${x}, ${y})`).join(", ")});
uniform float strength;
// Returns the network's correction of a doubled picture's pixel, in one channel or luminance (plane: the weights of the
// channels). It is the mean over all views, each of which mirrors the window so that the pixel is the lower right
// quarter of the middle pixel.
float lacking(ivec2 fine, vec4 plane) {
    ivec2 middle = fine >> 1, side = (fine & 1) * 2 - 1;
    float sum = 0.0;
    for (int view = 0; view < ${views}; ++view) {
        float values[${4 * quads(inputs)}];
        float mean = 0.0;
        for (int i = 0; i < ${count}; ++i) {
            ivec2 at = (view & 1) == 1 ? places[i].yx : places[i];
            values[i] = dot(plane, fetch(source, middle + side * at, sourceFrom, sourceFull));
            mean += values[i];
        }
        mean /= ${count}.0;
        for (int i = 0; i < ${count}; ++i) values[i] = (view < 2 ? 1.0 : -1.0) * (values[i] - mean);
        ${absolute ? `values[${count}] = mean - 0.5;` : ""}
        for (int i = ${inputs}; i < ${4 * quads(inputs)}; ++i) values[i] = 0.0;
        for (int i = 0; i < ${quads(inputs)}; ++i)
            a[i] = vec4(values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]);
        float drawn = (layers().x + 1.0) / 2.0;
        sum += view < 2 ? drawn : -drawn;
    }
    return ${absolute ? "sum / 2.0 - 0.5" : "sum / 4.0"};
}
void main() {
    ivec2 fine = ivec2(gl_FragCoord.xy) + targetFrom;
    colour = interpolated(source, fine, sourceFrom, sourceFull);
    colour.rgb += strength * lacking(fine, ${facts.channels === 1 ? "vec4(1.0, 0.0, 0.0, 0.0)"
                                                                  : "vec4(0.299, 0.587, 0.114, 0.0)"});
    ${facts.channels === 4 ? "colour.a += strength * lacking(fine, vec4(0.0, 0.0, 0.0, 1.0));" : "colour.a = 1.0;"}
}`;
}

// Returns a shader for back-projection: the source minus the doubled picture `drawn`, which it halves to the source's
// size.
const missedText = weights => kShaderHead + kFetch + kParts + `
uniform sampler2D drawn;
uniform ivec2 drawnFrom;
const float w[${kTaps}] = float[${kTaps}](${weights.map(w => w.toExponential(9)).join(", ")});
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy) + targetFrom;
    vec4 mean = vec4(0.0);
    for (int y = -${kTaps - 1}; y <= ${kTaps}; ++y)
        for (int x = -${kTaps - 1}; x <= ${kTaps}; ++x) {
            float weight = w[x > 0 ? x - 1 : -x] * w[y > 0 ? y - 1 : -y];
            if (weight != 0.0) mean += weight * fetch(drawn, 2 * p + ivec2(x, y), drawnFrom, 2 * sourceFull);
        }
    colour = fetch(source, p, sourceFrom, sourceFull) - mean;
}`;

const kCorrected = kShaderHead + kFetch + kParts + `
uniform sampler2D drawn;
uniform ivec2 drawnFrom;
uniform bool last;
void main() {
    ivec2 fine = ivec2(gl_FragCoord.xy) + targetFrom;
    colour = texelFetch(drawn, fine - drawnFrom, 0) + interpolated(source, fine, sourceFrom, sourceFull);
    if (last) colour = clamp(colour, 0.0, 1.0);
}`;

// A shader that averages the enlarged picture over the area that a rendered pixel covers.
const kMean = kShaderHead + kFetch + kParts + `
uniform vec4 cells;  // corner of the first pixel's area, and an area's size
void main() {
    vec2 from = cells.xy + (gl_FragCoord.xy - 0.5) * cells.zw, to = from + cells.zw;
    ivec2 first = ivec2(floor(from + 1e-3)), end = ivec2(ceil(to - 1e-3));
    vec4 sum = vec4(0.0);
    float all = 0.0;
    for (int y = first.y; y < end.y; ++y)
        for (int x = first.x; x < end.x; ++x) {
            float weight = (min(to.x, float(x + 1)) - max(from.x, float(x))) *
                           (min(to.y, float(y + 1)) - max(from.y, float(y)));
            sum += weight * fetch(source, ivec2(x, y), sourceFrom, sourceFull);
            all += weight;
        }
    sum /= all;
    colour = sum.a > 1e-6 ? vec4(min(sum.rgb / sum.a, 1.0), sum.a) : vec4(0.0);
}`;

const grown = (r, by, full) => {
    const x = Math.max(0, r.x - by), y = Math.max(0, r.y - by);
    return {x, y, width: Math.min(full.width, r.x + r.width + by) - x, height: Math.min(full.height, r.y + r.height + by) - y};
};
const twice = r => ({x: 2 * r.x, y: 2 * r.y, width: 2 * r.width, height: 2 * r.height});

class EnlargingPainter {
    // `picture`: {width, height, data}, RGBA in bytes, not premultiplied.
    constructor(gl, facts, picture) {
        if (!gl.getExtension("EXT_color_buffer_float"))
            throw new Error("This graphics card cannot compute in the numbers that this network needs.");
        this.gl = gl;
        this.facts = facts;
        this.mostAcross = kMostSamplesAcross;
        this.reach = Math.max(kReach, ...facts.window.places.flat().map(Math.abs));
        this.lacking = makeProgram(gl, lackingText(facts));
        this.missed = makeProgram(gl, missedText(halvingWeights(facts.window.madeBy)));
        this.corrected = makeProgram(gl, kCorrected);
        this.mean = makeProgram(gl, kMean);
        this.weights = new Weights(gl, facts);
        this.framebuffer = gl.createFramebuffer();
        const values = new Float32Array(picture.data.length);
        for (let i = 0; i < values.length; ++i)
            values[i] = picture.data[i] / 255 * (i % 4 === 3 ? 1 : picture.data[i | 3] / 255);
        this.picture = {width: picture.width, height: picture.height, values};
        this.selves = new Map();
    }
    load({network}) { this.weights.load(network); }

    // Returns a texture of the picture, reduced to the means of blocks of 2^halvings pixels a side.
    self(halvings) {
        if (this.selves.has(halvings)) return this.selves.get(halvings);
        const {gl, picture} = this, side = 2 ** halvings;
        let {width, height, values} = picture;
        if (halvings > 0) {
            width = Math.ceil(picture.width / side);
            height = Math.ceil(picture.height / side);
            values = new Float32Array(width * height * 4);
            const counts = new Uint32Array(width * height);
            for (let y = 0, i = 0; y < picture.height; ++y)
                for (let x = 0; x < picture.width; ++x, i += 4) {
                    const to = Math.floor(y / side) * width + Math.floor(x / side);
                    for (let c = 0; c < 4; ++c) values[4 * to + c] += picture.values[i + c];
                    ++counts[to];
                }
            for (let i = 0; i < values.length; ++i) values[i] /= counts[i >> 2];
        }
        const texture = makeTexture(gl, gl.RGBA32F, width, height, gl.NEAREST);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.FLOAT, values);
        const self = {texture, from: {x: 0, y: 0}, full: {width, height}, kept: true};
        this.selves.set(halvings, self);
        return self;
    }

    pass(program, part, source, set) {
        const {gl} = this;
        const texture = makeTexture(gl, gl.RGBA32F, part.width, part.height, gl.NEAREST);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
        gl.viewport(0, 0, part.width, part.height);
        this.use(program, source, part);
        set(program);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        return texture;
    }
    use({program, place}, source, {x, y}) {
        const {gl} = this;
        gl.useProgram(program);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, source.texture);
        gl.uniform1i(place("source"), 0);
        gl.uniform2i(place("sourceFrom"), source.from.x, source.from.y);
        gl.uniform2i(place("sourceFull"), source.full.width, source.full.height);
        gl.uniform2i(place("targetFrom"), x, y);
    }
    bind({place}, name, unit, texture) {
        const {gl} = this;
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.uniform1i(place(name), unit);
        gl.activeTexture(gl.TEXTURE0);
    }
    drop({texture, kept}) {
        if (!kept) this.gl.deleteTexture(texture);
    }

    // Enlarges `source` by 2^doublings. The returned texture covers at least `part`, which is in pixels of the enlarged
    // picture.
    enlarged(source, doublings, part) {
        if (doublings === 0) return source;
        const {gl} = this, scale = 2 ** (doublings - 1);
        const full = {width: source.full.width * scale, height: source.full.height * scale};
        const x = part.x >> 1, y = part.y >> 1;
        let wanted = {x, y, width: (part.x + part.width + 1 >> 1) - x, height: (part.y + part.height + 1 >> 1) - y};
        const parts = [wanted];  // source areas: parts[0] for the network, parts[i] for back-projection i
        for (let i = 0; i < kBackProjections; ++i) parts.unshift(grown(parts[0], kBackReach, full));
        const coarse = this.enlarged(source, doublings - 1, grown(parts[0], Math.max(this.reach, kReach), full));
        let known = twice(parts[0]);
        let drawn = this.pass(this.lacking, known, coarse, program => {
            this.bind(program, "weights", 1, this.weights.texture.texture);
            gl.uniform1f(program.place("strength"), doublings === 1 ? kStrength : kLaterStrength);
        });
        const drawnAt = program => {
            this.bind(program, "drawn", 1, drawn);
            gl.uniform2i(program.place("drawnFrom"), known.x, known.y);
        };
        for (let i = 1; i <= kBackProjections; ++i) {
            const around = grown(parts[i], kReach, full);
            const missed = {texture: this.pass(this.missed, around, coarse, drawnAt), from: around, full};
            const corrected = this.pass(this.corrected, twice(parts[i]), missed, program => {
                drawnAt(program);
                gl.uniform1i(program.place("last"), i === kBackProjections ? 1 : 0);
            });
            gl.deleteTexture(drawn);
            this.drop(missed);
            drawn = corrected;
            known = twice(parts[i]);
        }
        this.drop(coarse);
        return {texture: drawn, from: known, full: {width: 2 * full.width, height: 2 * full.height}};
    }

    // Returns the binary logarithm of the factor by which to enlarge the picture for the samples that a frame needs;
    // negative: to reduce it. The result is then averaged down to the frame's pixels.
    doublings(frame, most) {
        const {width, height} = this.facts, pixel = 2 / Math.max(width, height);
        const [across, down] = blockOf(this.facts, frame, most);
        const times = Math.ceil(Math.log2(Math.max(pixel / frame.step * across, pixel / frame.stepDown * down)) - 1e-6);
        return Math.min(Math.max(times, -14), 12);
    }
    work(frame, most) {
        const {width, height} = this.facts, fine = Math.max(width, height) / 2 * 2 ** this.doublings(frame, most);
        return frame.width * frame.step * fine * frame.height * frame.stepDown * fine;
    }
    draw(frame, part, target, most) {
        const {gl, facts} = this, doublings = this.doublings(frame, most), longer = Math.max(facts.width, facts.height);
        const source = this.self(Math.max(0, 1 - doublings)), often = Math.max(doublings, 1);
        // The coordinates below are in pixels of the enlarged source.
        const fine = longer / 2 * 2 ** doublings;
        const left = (frame.left + facts.width / longer) * fine, top = (frame.top + facts.height / longer) * fine;
        const across = frame.step * fine, down = frame.stepDown * fine;
        const full = {width: source.full.width * 2 ** often, height: source.full.height * 2 ** often};
        const limit = (value, most) => Math.min(Math.max(value, 0), most);
        const x = limit(Math.floor(left + part.x * across), full.width - 1);
        const y = limit(Math.floor(top + part.y * down), full.height - 1);
        const covered = {
            x, y,
            width: limit(Math.ceil(left + (part.x + part.width) * across), full.width) - x || 1,
            height: limit(Math.ceil(top + (part.y + part.height) * down), full.height) - y || 1,
        };
        const drawn = this.enlarged(source, often, grown(covered, 1, full));
        gl.bindFramebuffer(gl.FRAMEBUFFER, target);
        gl.viewport(0, 0, frame.width, frame.height);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(part.x, part.y, part.width, part.height);
        this.use(this.mean, drawn, {x: 0, y: 0});
        gl.uniform4f(this.mean.place("cells"), left, top, across, down);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.disable(gl.SCISSOR_TEST);
        this.drop(drawn);
    }
}
