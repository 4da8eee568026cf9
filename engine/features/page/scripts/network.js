// Renders the network in fragment shaders, whose text is generated from its layers; textures hold its parameters. The
// formulas are those of engine/network/numerics.h and encodings.h.

const kWeightsAcross = 1024, kEntriesAcross = 2048;  // texels in a row of the textures

const kVertexShader = `#version 300 es
void main() {
    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`;

const kShaderHead = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
`;

const kFormulas = `
// sin x = (-1)^n sin(x - n pi) with n = round(x / pi). Subtracts pi in three parts of few bits, which keeps precision.
// Uses the polynomial of engine/cpu/elementary.h, because the sin() of a graphics card may be imprecise.
vec4 sine(vec4 x) {
    vec4 n = floor(x * 0.318309886 + 0.5);
    vec4 r = ((x - n * 3.140625) - n * 9.67502593994140625e-4) - n * 1.509957990978376432e-7;
    vec4 z = r * r;
    vec4 s = ((2.600054586e-06 * z - 1.980661473e-04) * z + 8.333017118e-03) * z - 1.666665673e-01;
    s = s * z * r + r;
    return s * (1.0 - 2.0 * mod(n, 2.0));
}
vec4 logistic(vec4 x) { return 1.0 / (1.0 + exp(-clamp(x, -80.0, 80.0))); }
vec4 act_sine(vec4 x, float omega) { return sine(omega * x); }
vec4 act_tanh(vec4 x, float omega) { return 2.0 * logistic(2.0 * x) - 1.0; }
vec4 act_sigmoid(vec4 x, float omega) { return logistic(x); }
vec4 act_relu(vec4 x, float omega) { return max(x, 0.0); }
vec4 act_gelu(vec4 x, float omega) { return x * logistic(1.5957691216 * x * (1.0 + 0.044715 * x * x)); }
`;

const kGrid = `
uniform sampler2D tables;
// Finds the cell that contains the coordinate 'at', among 'count' cells from 'first' on. Returns the position in that
// cell, from 0 to 1. Coordinates outside the cells are moved to their edge.
float place(inout int cell, float at, int first, int count) {
    int end = first + count;
    at = max(at, float(first));
    int whole = int(min(at, float(end)));
    cell = whole < end ? whole : end - 1;
    return min(at - float(cell), 1.0);
}
vec4 entry(int i) { return texelFetch(tables, ivec2(i & ${kEntriesAcross - 1}, i / ${kEntriesAcross}), 0); }
vec4 level(vec2 point, int first, float cells, ivec4 part, uint entries, bool hashed) {
    vec2 at = (point + 1.0) * 0.5 * cells, inside;
    ivec2 cell;
    inside.x = place(cell.x, at.x, part.x, part.y);
    inside.y = place(cell.y, at.y, part.z, part.w);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; ++i) {
        ivec2 corner = cell + ivec2(i & 1, i >> 1);
        int e = hashed ? int((uint(corner.x) ^ uint(corner.y) * 2654435761u) & (entries - 1u))
                       : (corner.y - part.z) * (part.y + 1) + corner.x - part.x;
        float weight = ((i & 1) == 1 ? inside.x : 1.0 - inside.x) * ((i >> 1) == 1 ? inside.y : 1.0 - inside.y);
        sum += weight * entry(first + e);
    }
    return sum;
}
`;

const quads = count => Math.ceil(count / 4);

// Returns the shader text of vec4 layers(), which computes the network's outputs from its inputs in a[], four per vec4.
function layersText(facts) {
    const widest = Math.max(...facts.layers.map(layer => Math.max(quads(layer.inputs), quads(layer.outputs))));
    let text = `
uniform sampler2D weights;
vec4 number(int i) { return texelFetch(weights, ivec2(i & ${kWeightsAcross - 1}, i / ${kWeightsAcross}), 0); }
vec4 a[${widest}], b[${widest}];
vec4 layers() {
`;
    let first = 0;
    facts.layers.forEach((layer, l) => {
        const inputs = quads(layer.inputs), outputs = quads(layer.outputs), last = l + 1 === facts.layers.length;
        const [from, to] = l % 2 ? ["b", "a"] : ["a", "b"];
        const omega = layer.omega.toExponential(9);
        text += `    for (int j = 0; j < ${outputs}; ++j) {
        int i = ${first} + j * ${4 * inputs + 1};
        vec4 sum = number(i++);
        for (int k = 0; k < ${inputs}; ++k, i += 4)
            sum += mat4(number(i), number(i + 1), number(i + 2), number(i + 3)) * ${from}[k];
        ${last ? "return sum" : `${to}[j] = act_${layer.activation}(sum, ${omega})`};
    }
`;
        first += outputs * (4 * inputs + 1);
    });
    return text + "}\n";
}

// Returns the shader text of vec4 network(vec2 point), the colour at a point, not clamped. For networks that read
// coordinates.
function networkText(facts) {
    let inputs = "    a[0] = vec4(point, 0.0, 0.0);\n";
    if (facts.encoding === "grid") {
        inputs = "    vec4 v;\n";
        let first = 0, feature = 0;
        for (const l of facts.levels) {
            inputs += `    v = level(point, ${first}, ${l.cells}.0, ivec4(${l.left}, ${l.columns}, ${l.top}, ${l.rows}), ` +
                `${l.entries}u, ${l.hashed});\n`;
            for (let f = 0; f < facts.features; ++f, ++feature)
                inputs += `    a[${feature >> 2}][${feature & 3}] = v[${f}];\n`;
            first += l.entries;
        }
        for (; feature % 4; ++feature) inputs += `    a[${feature >> 2}][${feature & 3}] = 0.0;\n`;
    }
    const output = facts.output === "sigmoid" ? "logistic(y)" : "(y + 1.0) / 2.0";
    return kFormulas + (facts.encoding === "grid" ? kGrid : "") + layersText(facts) +
        `vec4 network(vec2 point) {\n${inputs}    vec4 y = layers();\n    return ${output};\n}\n`;
}

const kDraw = `
uniform vec4 frame;   // left, top, and the distances between samples across and down
uniform ivec2 block;  // samples per pixel, across and down
out vec4 colour;
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = vec4(0.0);
    for (int y = 0; y < block.y; ++y)
        for (int x = 0; x < block.x; ++x)
            sum += clamp(network(frame.xy + (vec2(pixel * block + ivec2(x, y)) + 0.5) * frame.zw), 0.0, 1.0);
    sum /= float(block.x * block.y);
    colour = COLOUR;
}
`;
const kColour = {1: "vec4(sum.xxx, 1.0)", 3: "vec4(sum.xyz, 1.0)", 4: "sum"};

function makeProgram(gl, fragment) {
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, kVertexShader], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
        throw new Error("This graphics card cannot draw so large a network.");
    const places = new Map();
    return {program, place(name) {
        if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
        return places.get(name);
    }};
}

function makeTexture(gl, format, width, height, filter) {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, filter);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    return texture;
}

// A texture of fp32 numbers, with 1 to 4 `components` per texel and `across` texels per row.
class NumberTexture {
    constructor(gl, across, texels, components) {
        this.gl = gl;
        this.across = across;
        this.height = Math.max(1, Math.ceil(texels / across));
        if (this.height > gl.getParameter(gl.MAX_TEXTURE_SIZE))
            throw new Error("This graphics card cannot hold so large a network.");
        this.values = new Float32Array(across * this.height * components);
        const formats = [[gl.R32F, gl.RED], [gl.RG32F, gl.RG], [gl.RGB32F, gl.RGB], [gl.RGBA32F, gl.RGBA]];
        const [inside, format] = formats[components - 1];
        this.format = format;
        this.texture = makeTexture(gl, inside, across, this.height, gl.NEAREST);
    }
    upload() {
        const {gl} = this;
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, this.across, this.height, this.format, gl.FLOAT, this.values);
    }
}

// A texture of the layers' weights, in blocks of four outputs. A block is one texel of four biases, then for each input
// one texel of four weights; the inputs are padded to a multiple of four.
class Weights {
    constructor(gl, facts) {
        this.layers = facts.layers;
        const texels = this.layers.reduce((sum, l) => sum + quads(l.outputs) * (4 * quads(l.inputs) + 1), 0);
        this.texture = new NumberTexture(gl, kWeightsAcross, texels, 4);
    }
    load(values) {
        const to = this.texture.values;
        let at = 0;
        for (const {inputs, outputs, weights, biases} of this.layers)
            for (let j = 0; j < outputs; j += 4) {
                const rows = Math.min(4, outputs - j);
                for (let r = 0; r < rows; ++r) to[at + r] = values[biases + j + r];
                at += 4;
                for (let k = 0; k < 4 * quads(inputs); ++k, at += 4)
                    for (let r = 0; r < rows; ++r) to[at + r] = k < inputs ? values[weights + (j + r) * inputs + k] : 0;
            }
        this.texture.upload();
    }
}

// Returns the number of samples across a rendered pixel, as engine/drawing/drawing.cpp does. `across`: samples across a
// training pixel; `wanted`: training samples across the rendered pixel; `most`: the limit.
function samplesAcross(across, wanted, most) {
    const rounding = 1e-9;
    const least = Math.min(across, Math.ceil(across * wanted - rounding));
    return Math.min(Math.max(Math.ceil(wanted - rounding), 1, least), most);
}

// Returns the samples per pixel of a frame, [across, down]. A frame {left, top, step, stepDown, width, height} is a
// grid of pixels: its corner and pixel distances in the plane, and its numbers of pixels. `most`: limit across a pixel;
// 0: one sample, for speed.
function blockOf(facts, frame, most) {
    if (!most) return [1, 1];
    const {samplesAcross: across, width, height} = facts, density = Math.max(width, height) / 2 * across;
    return [samplesAcross(across, density * frame.step, most), samplesAcross(across, density * frame.stepDown, most)];
}

// kMostRounds limits the loop iterations per pixel: a renderer without a graphics card may stop loops early (Mesa's
// llvmpipe after 65,535). kMostSamplesAcross is kMostSamplesPerSide of engine/drawing/drawing.h.
const kMostRounds = 60000, kMostSamplesAcross = 16;

// Renders the function network(point) of the shader `text`. The names in `textures` are those of the shader's samplers.
class PointPainter {
    constructor(gl, facts, text, rounds) {
        Object.assign(this, {gl, facts, textures: {}});
        this.program = makeProgram(gl, kShaderHead + text + kDraw.replace("COLOUR", kColour[facts.channels]));
        this.mostAcross = Math.min(Math.max(Math.floor(Math.sqrt(kMostRounds / rounds)), 1), kMostSamplesAcross);
    }
    blockOf(frame, most) { return blockOf(this.facts, frame, Math.min(most, this.mostAcross)); }
    work(frame, most) {
        const [across, down] = this.blockOf(frame, most);
        return frame.width * frame.height * across * down;
    }
    draw(frame, part, target, most) {
        const {gl, program} = this, block = this.blockOf(frame, most);
        gl.useProgram(program.program);
        gl.bindFramebuffer(gl.FRAMEBUFFER, target);
        gl.viewport(0, 0, frame.width, frame.height);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(part.x, part.y, part.width, part.height);
        Object.entries(this.textures).forEach(([name, texture], i) => {
            gl.activeTexture(gl.TEXTURE0 + i);
            gl.bindTexture(gl.TEXTURE_2D, texture);
            gl.uniform1i(program.place(name), i);
        });
        gl.activeTexture(gl.TEXTURE0);
        gl.uniform4f(program.place("frame"), frame.left, frame.top, frame.step / block[0], frame.stepDown / block[1]);
        gl.uniform2i(program.place("block"), ...block);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.disable(gl.SCISSOR_TEST);
    }
}

class CoordinatePainter extends PointPainter {
    constructor(gl, facts) {
        super(gl, facts, networkText(facts), facts.layers.reduce((sum, l) => sum + quads(l.outputs) * (quads(l.inputs) + 1),
                                                                 4 * (facts.levels?.length ?? 0)));
        this.weights = new Weights(gl, facts);
        this.textures.weights = this.weights.texture.texture;
        this.first = facts.layers[0].weights;  // number of parameters in the grid's tables, which come first
        if (facts.encoding !== "grid") return;
        this.tables = new NumberTexture(gl, kEntriesAcross, this.first / facts.features, facts.features);
        this.textures.tables = this.tables.texture;
    }
    load({network}) {
        if (this.loaded === network) return;
        this.loaded = network;
        this.weights.load(network);
        if (!this.tables) return;
        this.tables.values.set(network.subarray(0, this.first));
        this.tables.upload();
    }
}
