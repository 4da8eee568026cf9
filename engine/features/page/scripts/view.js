// The view of the picture. Renders the network at the visible points: at once as finely as a short time allows, then
// finer and finer while nothing moves. Shows the original right of the wipe.

const kMovingTime = 60, kTileTime = 40;  // milliseconds, of all views together
const kCoarsest = 64;                    // screen pixels across a rendered pixel, at first
const kMostAcross = 4;                   // most samples across a screen pixel
const kTile = 128;                       // rendered pixels across a tile of View.drawing()

const kShow = kShaderHead + `
uniform sampler2D drawing, original;
uniform vec2 size;        // size of the canvas in screen pixels
uniform vec4 picture;     // left, top, width and height of the picture on the canvas
uniform float coarse;     // screen pixels across a rendered pixel
uniform vec2 drawn;       // size of the render in rendered pixels
uniform float wipe;       // x in screen pixels from which on the original is shown
out vec4 colour;
void main() {
    vec2 p = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
    vec2 at = (p - picture.xy) / picture.zw;
    vec4 over = p.x >= wipe ? texture(original, at) : texture(drawing, p / (drawn * coarse));
    vec3 window = vec3(0.071, 0.078, 0.098);
    vec2 square = floor(p / 8.0);
    vec3 under = mod(square.x + square.y, 2.0) < 0.5 ? vec3(0.20) : vec3(0.26);
    bool inside = all(greaterThanEqual(at, vec2(0.0))) && all(lessThan(at, vec2(1.0)));
    colour = vec4(inside ? mix(under, over.rgb, over.a) : window, 1.0);
}`;

class View {
    // `look`: {centre, zoom, wipe}, which the views of a race share.
    constructor(gl, facts, painter, original, look) {
        Object.assign(this, {gl, facts, painter, look});  // painter.millisecondsEach: measured time per unit of work()
        this.show = makeProgram(gl, kShow);
        this.original = makeTexture(gl, gl.RGBA8, original.width, original.height, gl.LINEAR);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, original);
        this.framebuffer = gl.createFramebuffer();
        const longer = Math.max(facts.width, facts.height);
        this.extent = {x: facts.width / longer, y: facts.height / longer};  // half the picture's size in the plane
        this.tiles = [];
        this.shown = null;       // the current render: {texture, width, height, coarse}
    }
    get canvas() { return this.gl.canvas; }
    // Returns the screen pixels per unit of the plane.
    get scale() {
        const {width, height} = this.canvas;
        return Math.min(width / this.extent.x, height / this.extent.y) / 2 * 0.94 * this.look.zoom;
    }
    get magnification() { return this.scale * 2 / Math.max(this.facts.width, this.facts.height); }
    planeAt(x, y) {
        return {x: this.look.centre.x + (x - this.canvas.width / 2) / this.scale,
                y: this.look.centre.y + (y - this.canvas.height / 2) / this.scale};
    }
    zoomBy(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
        const before = this.planeAt(x, y);
        this.look.zoom = Math.min(Math.max(this.look.zoom * factor, 0.25), 4096);
        const after = this.planeAt(x, y);
        this.moveTo(this.look.centre.x + before.x - after.x, this.look.centre.y + before.y - after.y);
    }
    // Centres the view on a point, limited to the picture, so that part of the picture stays visible.
    moveTo(x, y) {
        this.look.centre = {x: Math.min(Math.max(x, -this.extent.x), this.extent.x),
                            y: Math.min(Math.max(y, -this.extent.y), this.extent.y)};
    }

    frameOf(coarse) {
        const {x: left, y: top} = this.planeAt(0, 0), step = coarse / this.scale;
        return {left, top, step, stepDown: step,
                width: Math.ceil(this.canvas.width / coarse), height: Math.ceil(this.canvas.height / coarse)};
    }
    // Returns the part of a frame that the picture covers, in the frame's pixels.
    partOf(frame) {
        const first = (edge, start, step) => Math.max(0, Math.floor((edge - start) / step));
        const end = (edge, start, step, most) => Math.min(most, Math.ceil((edge - start) / step));
        const x = first(-this.extent.x, frame.left, frame.step), y = first(-this.extent.y, frame.top, frame.stepDown);
        return {x, y,
                width: end(this.extent.x, frame.left, frame.step, frame.width) - x,
                height: end(this.extent.y, frame.top, frame.stepDown, frame.height) - y};
    }
    workOf(frame, part, most) {
        return this.painter.work({...frame, width: part.width, height: part.height}, most);
    }
    // Renders a part of a frame and measures the time per unit of work. Reading a pixel waits until the part is
    // rendered.
    drawPart(frame, part, texture, most) {
        const {gl} = this, begun = performance.now();
        this.attach(texture);
        this.painter.draw(frame, part, this.framebuffer, most);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
        gl.readPixels(part.x, part.y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
        const each = (performance.now() - begun) / Math.max(this.workOf(frame, part, most), 1);
        const kOften = 0.3, before = this.painter.millisecondsEach;
        this.painter.millisecondsEach = before ? before * (1 - kOften) + each * kOften : each;
    }
    attach(texture) {
        const {gl} = this;
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    }

    // Renders the view as finely as kMovingTime allows; refine() renders it finer.
    drawSoon() {
        const {gl} = this;
        if (this.canvas.width === 0 || this.canvas.height === 0) return;
        if (!this.painter.millisecondsEach) {
            // Renders twice: once to compile the shader, once to measure the time.
            const frame = {left: -this.extent.x, top: -this.extent.y, step: this.extent.x / 8, stepDown: this.extent.y / 8,
                           width: 16, height: 16};
            const trial = makeTexture(gl, gl.RGBA8, 16, 16, gl.NEAREST);
            for (let i = 0; i < 2; ++i) {
                this.painter.millisecondsEach = 0;
                this.drawPart(frame, {x: 0, y: 0, width: 16, height: 16}, trial, 0);
            }
            gl.deleteTexture(trial);
        }
        let coarse = kCoarsest;
        for (; coarse > 1; coarse /= 2) {
            const frame = this.frameOf(coarse / 2);
            if (this.workOf(frame, this.partOf(frame), 0) * this.painter.millisecondsEach > kMovingTime / networks.length) break;
        }
        const frame = this.frameOf(coarse), part = this.partOf(frame);
        const texture = makeTexture(gl, gl.RGBA8, frame.width, frame.height, gl.LINEAR);
        if (part.width > 0 && part.height > 0) this.drawPart(frame, part, texture, 0);
        this.replace({texture, width: frame.width, height: frame.height, coarse});
        this.next = coarse > 1 ? coarse / 2 : coarse;
        this.tiles = [];
        this.finished = part.width <= 0 || part.height <= 0;
    }
    replace(drawing) {
        if (this.shown) this.gl.deleteTexture(this.shown.texture);
        this.shown = drawing;
    }
    // Renders more tiles for about kTileTime; returns true once the finest render is complete.
    refine() {
        if (this.finished || !this.shown) return true;
        if (this.tiles.length === 0) this.beginFiner();
        const begun = performance.now();
        while (this.tiles.length > 0 && performance.now() - begun < kTileTime / networks.length) {
            const {frame, most} = this.finer;
            this.drawPart(frame, this.tiles.shift(), this.shown.texture, most);
        }
        if (this.tiles.length > 0) return false;
        this.finished = this.finer.most > 0;
        this.next = Math.max(1, this.next / 2);
        return this.finished;
    }
    // Begins the next finer render with the current one, enlarged. Tiles then replace it from the middle outwards.
    beginFiner() {
        const {gl} = this, coarse = this.next, frame = this.frameOf(coarse), whole = this.partOf(frame);
        const texture = makeTexture(gl, gl.RGBA8, frame.width, frame.height, gl.LINEAR);
        const from = gl.createFramebuffer();
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
        gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.shown.texture, 0);
        this.attach(texture);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
        const times = this.shown.coarse / coarse;
        gl.blitFramebuffer(0, 0, this.shown.width, this.shown.height,
                           0, 0, this.shown.width * times, this.shown.height * times, gl.COLOR_BUFFER_BIT, gl.LINEAR);
        gl.deleteFramebuffer(from);
        this.replace({texture, width: frame.width, height: frame.height, coarse});
        const most = coarse === 1 ? kMostAcross : 0;
        this.finer = {frame, most};
        const each = this.workOf(frame, {width: 1, height: 1}, most) * this.painter.millisecondsEach;
        const side = Math.min(Math.max(Math.floor(Math.sqrt(kTileTime / Math.max(each, 1e-9))), 8), 2048);
        this.tiles = tilesOf(whole, side);
    }

    present() {
        const {gl, show, shown, canvas} = this;
        if (!shown) return;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.useProgram(show.program);
        for (const [i, texture] of [shown.texture, this.original].entries()) {
            gl.activeTexture(gl.TEXTURE0 + i);
            gl.bindTexture(gl.TEXTURE_2D, texture);
        }
        gl.uniform1i(show.place("drawing"), 0);
        gl.uniform1i(show.place("original"), 1);
        gl.uniform2f(show.place("size"), canvas.width, canvas.height);
        const {scale} = this;
        const [left, width] = atLeastOne(canvas.width / 2 - (this.look.centre.x + this.extent.x) * scale, 2 * this.extent.x * scale);
        const [top, height] = atLeastOne(canvas.height / 2 - (this.look.centre.y + this.extent.y) * scale, 2 * this.extent.y * scale);
        gl.uniform4f(show.place("picture"), left, top, width, height);
        gl.uniform1f(show.place("coarse"), shown.coarse);
        gl.uniform2f(show.place("drawn"), shown.width, shown.height);
        gl.uniform1f(show.place("wipe"), this.look.wipe * canvas.width);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    }

    // Returns the whole picture at this size, rendered as by `redraw export --size`: RGBA bytes, row by row. If a pixel
    // needs more samples than one pass can compute, renders larger and averages.
    drawing(width, height) {
        const {gl, extent, painter} = this;
        const frameOf = times => ({left: -extent.x, top: -extent.y, step: 2 * extent.x / (width * times),
                                   stepDown: 2 * extent.y / (height * times), width: width * times, height: height * times});
        const samples = Math.max(...blockOf(this.facts, frameOf(1), kMostSamplesAcross));
        const times = Math.ceil(samples / painter.mostAcross), frame = frameOf(times);
        const texture = makeTexture(gl, gl.RGBA8, frame.width, frame.height, gl.NEAREST);
        for (const tile of tilesOf({x: 0, y: 0, width: frame.width, height: frame.height}, kTile)) {
            this.attach(texture);
            painter.draw(frame, tile, this.framebuffer, kMostSamplesAcross);
        }
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
        const pixels = new Uint8Array(4 * frame.width * frame.height);
        gl.readPixels(0, 0, frame.width, frame.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        gl.deleteTexture(texture);
        return times > 1 ? averaged(pixels, width, height, times) : pixels;
    }
}

// Returns where a side of the picture begins on the screen and how long it is. The length is at least one pixel, so
// that the picture never disappears.
function atLeastOne(from, length) {
    return length >= 1 ? [from, length] : [Math.floor(from + length / 2), 1];
}

function averaged(pixels, width, height, times) {
    const means = new Uint8Array(4 * width * height);
    for (let i = 0; i < means.length; ++i) {
        const x = (i >> 2) % width * times, y = Math.floor((i >> 2) / width) * times;
        let sum = 0;
        for (let dy = 0; dy < times; ++dy)
            for (let dx = 0; dx < times; ++dx) sum += pixels[4 * ((y + dy) * width * times + x + dx) + (i & 3)];
        means[i] = Math.round(sum / times ** 2);
    }
    return means;
}

// Divides an area into tiles, ordered from the middle outwards.
function tilesOf(whole, side) {
    const tiles = [], middle = {x: whole.x + whole.width / 2, y: whole.y + whole.height / 2};
    for (let y = whole.y; y < whole.y + whole.height; y += side)
        for (let x = whole.x; x < whole.x + whole.width; x += side)
            tiles.push({x, y, width: Math.min(side, whole.x + whole.width - x),
                        height: Math.min(side, whole.y + whole.height - y)});
    const far = tile => Math.hypot(tile.x + tile.width / 2 - middle.x, tile.y + tile.height / 2 - middle.y);
    return tiles.sort((a, b) => far(a) - far(b));
}
