// The page's controls, and window.redraw, the interface for tests and scripts. A moment is a checkpoint's index.
//   redraw.ready                 a promise, fulfilled once the last checkpoint is on the screen
//   redraw.moments               checkpoints as {step, epoch, psnr, still}; still: [width, height], null for a network
//   redraw.rival                 checkpoints of the second network of a race, undefined in other pages
//   redraw.show(moment)          shows a checkpoint (in a race, a stop of the slider); returns a promise of the
//                                milliseconds, once it is decoded, until it was on the screen
//   redraw.draw(moment, w, h)    renders a checkpoint at this size; returns a promise of its RGBA bytes, row by row; a
//                                fourth argument of 1 chooses the second network

const byId = id => document.getElementById(id);
const networks = JSON.parse(byId("facts").textContent), racing = networks.length > 1;

// The stops of the slider: each checkpoint's step or, in a race, each time at which a network has a checkpoint.
const timeOf = moment => moment.seconds ?? moment.step;
const stops = [...new Set(networks.flatMap(({moments}) => moments.map(timeOf)))].sort((a, b) => a - b);
const last = stops.length - 1;
const placeOf = stop => stop / Math.max(1, last);  // on the slider, from 0 to 1

// Returns the RGBA bytes of an ImageBitmap. Reads them through WebGL, because a 2D canvas would premultiply alpha.
function bytesOfPicture(gl, bitmap) {
    const {width, height} = bitmap, texture = makeTexture(gl, gl.RGBA8, width, height, gl.NEAREST);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    const framebuffer = gl.createFramebuffer(), data = new Uint8Array(4 * width * height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    gl.deleteFramebuffer(framebuffer);
    gl.deleteTexture(texture);
    return {width, height, data};
}

// Shows the stored picture of the last checkpoint instead, if WebGL cannot render; `sentence` tells the user why.
function giveUp(sentence) {
    document.body.classList.add("still");
    byId("trouble").textContent = sentence;
}

// Reloads the page when the browser restores a lost WebGL context, at most kMostRestarts times in a row. A browser
// takes the context away when its graphics process ends, sometimes soon after the start. window.name counts the
// reloads, because it survives them.
const kMostRestarts = 3;
let lost = false;
function restartWhenLost(canvas) {
    canvas.addEventListener("webglcontextlost", event => {
        event.preventDefault();  // otherwise the browser never restores the context
        lost = true;
        giveUp("The graphics card was lost: this is the finished drawing as a picture. Reload the page to draw again.");
    });
    canvas.addEventListener("webglcontextrestored", () => {
        const restarts = Number(/^redraw (\d+)$/.exec(window.name)?.[1] ?? 0);
        if (restarts >= kMostRestarts) return;
        window.name = `redraw ${restarts + 1}`;
        location.reload();
    });
}

// A network on the page: its canvas, checkpoints and painters. `n`: its index, from 0; `codes`: its inflated
// checkpoints.
class Pane {
    constructor(n, codes, original, look) {
        this.byId = id => byId(n ? `${id}${n + 1}` : id);
        const facts = networks[n], canvas = this.byId("drawing");
        const gl = canvas.getContext("webgl2", {alpha: false, antialias: false, depth: false, premultipliedAlpha: false});
        if (!gl) throw new Error("This browser has no WebGL 2");
        restartWhenLost(canvas);
        this.canvas = canvas;
        this.moments = new Moments(facts, codes);
        this.painter = facts.encoding === "window" ? new EnlargingPainter(gl, facts, bytesOfPicture(gl, original))
                                                   : new CoordinatePainter(gl, facts);
        this.stills = facts.moments.some(moment => moment.still) ? new StillPainter(gl, facts) : null;
        this.view = new View(gl, facts, this.painter, original, look);
        this.learned = facts.learned ? ` at ${facts.learned.map(side => side.toLocaleString("en")).join(" × ")}` : "";
        this.at = -1;        // index of the loaded checkpoint
        this.stale = true;   // the screen shows another checkpoint or part than wanted
        this.dots = this.moments.all
            .map(moment => ({x: placeOf(stops.indexOf(timeOf(moment))), psnr: moment.exact ? 1e9 : moment.psnr}))
            .filter(({psnr}) => psnr !== null);
    }
    // Returns the index of the newest checkpoint at a stop of the slider; 0 if there is none yet.
    indexAt(stop) {
        return Math.max(0, this.moments.all.filter(moment => timeOf(moment) <= stops[stop]).length - 1);
    }
    load(i) {
        if (this.at === i) return;
        this.view.painter = this.moments.all[i].still ? this.stills : this.painter;
        this.view.painter.load(this.moments.value(i));
        this.at = i;
    }
    textAt(stop) {
        const {epoch, psnr, exact, still, width, height} = this.moments.all[this.indexAt(stop)];
        const shown = epoch < 1 ? Number(epoch.toPrecision(2))  // two digits below 1, as elsewhere in Redraw
            : epoch < 100 ? Math.round(epoch * 10) / 10 : Math.round(epoch);
        return `epoch ${shown % 1 && epoch > 1 ? shown.toFixed(1) : shown.toLocaleString("en")}` +
            (exact ? " · exact" : psnr === null ? "" : ` · ${psnr.toFixed(1)} dB${this.learned}`) +
            (!this.stills ? "" : still ? ` · still image, ${width} × ${height}` : " · network");
    }
}

function timeText(seconds) {
    if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
    return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

async function start() {
    const windows = networks.some(({encoding}) => encoding === "window");
    const original = await pictureOf(byId("original").textContent, windows ? "image/png" : "image/webp");
    const look = {centre: {x: 0, y: 0}, zoom: 1, wipe: 1};  // zoom 1: all fits; wipe: see kShow (view.js)
    const codes = await inflatedMoments(networks, bytesOf(byId("moments").textContent));
    const panes = codes.map((ofOne, n) => new Pane(n, ofOne, original, look));
    document.body.classList.remove("still");
    document.body.classList.toggle("stills", !racing && panes[0].stills !== null);
    const {view} = panes[0];
    let wanted = last, moved = true, pending = false, playing = 0, waiting = [];

    // The PSNR curves below the slider: each measured checkpoint at its slider position, exact renders at the top.
    const known = panes.flatMap(({dots}) => dots.map(({psnr}) => psnr)).filter(psnr => psnr < 1e9);
    const low = Math.min(1e9, ...known), range = Math.max(1, Math.max(...known) - low);
    function drawCurve(path, part) {
        path.setAttribute("d", part.map(({x, psnr}, i) =>
            `${i ? "L" : "M"}${x.toFixed(4)} ${(1 - Math.min(1, (psnr - low) / range)).toFixed(4)}`).join(""));
    }

    function tell() {
        const texts = panes.map(pane => pane.textAt(wanted)), text = racing ? timeText(stops[wanted]) : texts[0];
        byId("moment").value = wanted;
        byId("moment").setAttribute("aria-valuetext", racing ? [text, ...texts].join("; ") : text);
        byId("read-out").value = text;
        const percent = 100 * view.magnification / devicePixelRatio;
        byId("zoom").value = `${percent < 10 ? percent.toFixed(1) : Math.round(percent).toLocaleString("en")} %`;
        panes.forEach((pane, n) => {
            pane.byId("said").value = texts[n];
            drawCurve(pane.byId("past"), pane.dots.filter(({x}) => x <= placeOf(wanted)));
            const handle = pane.byId("wipe");
            handle.style.left = `${look.wipe * 100}%`;
            handle.setAttribute("aria-valuenow", Math.round(look.wipe * 100));
        });
    }
    // Renders changed views as soon as their checkpoints are decoded; otherwise decodes more and refines the renders.
    function frame() {
        pending = false;
        if (panes.some(({view}) => view.gl.isContextLost())) return;
        let busy = moved;
        if (moved && panes.every(pane => pane.moments.has(pane.indexAt(wanted)))) {
            moved = false;
            for (const pane of panes.filter(({stale}) => stale)) {
                pane.stale = false;
                pane.moments.prepare(pane.indexAt(wanted) + 1);
                pane.load(pane.indexAt(wanted));
                pane.view.drawSoon();
                pane.view.present();
            }
            for (const done of waiting.splice(0)) done();
        } else {
            for (const pane of panes) {
                const {moments, view} = pane;
                const decoded = moments.decode((moved || playing ? 30 : 12) / panes.length);
                moments.prepare(pane.indexAt(wanted));
                const fine = moved || view.refine();
                view.present();
                busy ||= !decoded || !fine;
            }
        }
        if (busy) again();
    }
    function again() {
        if (!pending) requestAnimationFrame(frame);
        pending = true;
    }
    function changed() {
        for (const pane of panes) pane.stale = true;
        moved = true;
        tell();
        again();
    }
    function show(stop) {
        wanted = Math.min(Math.max(stop, 0), last);
        for (const pane of panes) pane.stale ||= pane.at !== pane.indexAt(wanted);
        moved = true;
        tell();
        again();
    }
    function play(on) {
        clearInterval(playing);
        const pace = Math.min(400, Math.max(80, 10000 / (last + 1)));  // milliseconds per stop, at least
        playing = on ? setInterval(() => {
            if (wanted >= last) return play(false);
            if (!moved) show(wanted + 1);
        }, pace) : 0;
        if (on) show(wanted === last ? 0 : wanted);
        byId("play").textContent = on ? "Pause" : "Play";
        byId("play").setAttribute("aria-label", on ? "Pause" : "Play");
    }
    function wipeAt(share) {
        look.wipe = Math.min(Math.max(share, 0), 1);
        tell();
        again();
    }
    function wipe(on) {
        for (const pane of panes) pane.byId("wipe").hidden = !on;
        byId("wipe-button").setAttribute("aria-pressed", on);
        look.wipe = on ? 0.5 : 2;
        tell();
        again();
    }
    function zoom(factor, x, y, at = view) {
        at.zoomBy(factor, x, y);
        changed();
    }
    function fit() {
        look.zoom = 1;
        view.moveTo(0, 0);
        changed();
    }
    function move(x, y) {  // x and y in screen pixels
        view.moveTo(look.centre.x - x / view.scale, look.centre.y - y / view.scale);
        changed();
    }

    byId("moment").max = last;
    byId("time").hidden = last === 0;
    for (const pane of panes) drawCurve(pane.byId("ahead"), pane.dots);
    byId("moment").addEventListener("input", event => { play(false); show(Number(event.target.value)); });
    byId("play").addEventListener("click", () => play(!playing));
    byId("in").addEventListener("click", () => zoom(2));
    byId("out").addEventListener("click", () => zoom(1 / 2));
    byId("fit").addEventListener("click", fit);
    byId("wipe-button").addEventListener("click", () => wipe(byId("wipe").hidden));

    const kPan = 80;
    addEventListener("keydown", event => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const onDrawing = event.target.tagName === "CANVAS", onWipe = event.target.className === "wipe";
        const pan = {ArrowLeft: [kPan, 0], ArrowRight: [-kPan, 0], ArrowUp: [0, kPan], ArrowDown: [0, -kPan]}[event.key];
        const steps = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[event.key];
        if (event.key === " " && event.target.tagName !== "BUTTON") play(!playing);
        else if (event.key === "+" || event.key === "=") zoom(2);
        else if (event.key === "-") zoom(1 / 2);
        else if (event.key === "0") fit();
        else if (event.key === "w" || event.key === "W") wipe(byId("wipe").hidden);
        else if (onWipe && steps) wipeAt(look.wipe + 0.02 * steps);
        else if (pan && (event.shiftKey || onDrawing && look.zoom > 1)) move(...pan);
        else if (steps && event.target !== byId("moment")) { play(false); show(wanted + steps); }
        else return;
        event.preventDefault();
    });

    for (const pane of panes) {
        const {canvas, view} = pane;
        const fingers = new Map();
        const ratio = () => canvas.width / canvas.clientWidth;
        const place = event => {
            const box = canvas.getBoundingClientRect();
            return {x: (event.clientX - box.left) * ratio(), y: (event.clientY - box.top) * ratio()};
        };
        canvas.addEventListener("pointerdown", event => {
            canvas.setPointerCapture(event.pointerId);
            fingers.set(event.pointerId, place(event));
        });
        canvas.addEventListener("pointermove", event => {
            const before = fingers.get(event.pointerId);
            if (!before) return;
            const now = place(event), other = [...fingers].find(([id]) => id !== event.pointerId);
            fingers.set(event.pointerId, now);
            const share = other ? 0.5 : 1;  // each of two fingers moves the picture by half
            move((now.x - before.x) * share, (now.y - before.y) * share);
            if (!other) return;
            const still = other[1], distance = p => Math.max(1, Math.hypot(p.x - still.x, p.y - still.y));
            zoom(distance(now) / distance(before), (now.x + still.x) / 2, (now.y + still.y) / 2, view);
        });
        for (const name of ["pointerup", "pointercancel"])
            canvas.addEventListener(name, event => fingers.delete(event.pointerId));
        canvas.addEventListener("wheel", event => {
            event.preventDefault();
            const lines = event.deltaMode === 1 ? 16 : 1, {x, y} = place(event);
            zoom(2 ** (-Math.min(Math.max(event.deltaY * lines, -240), 240) / 240), x, y, view);
        }, {passive: false});
        canvas.addEventListener("dblclick", event => zoom(2, place(event).x, place(event).y, view));
        const handle = pane.byId("wipe");
        handle.addEventListener("pointerdown", event => handle.setPointerCapture(event.pointerId));
        handle.addEventListener("pointermove", event => {
            if (handle.hasPointerCapture(event.pointerId)) wipeAt(place(event).x / canvas.width);
        });
        const most = view.gl.getParameter(view.gl.MAX_TEXTURE_SIZE);
        new ResizeObserver(() => {
            canvas.width = Math.min(most, Math.round(canvas.clientWidth * devicePixelRatio));
            canvas.height = Math.min(most, Math.round(canvas.clientHeight * devicePixelRatio));
            changed();
        }).observe(canvas);
    }

    for (const pane of panes) await pane.moments.ready(pane.indexAt(last));
    wipe(false);
    const drawn = () => new Promise(done => waiting.push(done));
    [window.redraw.moments, window.redraw.rival] = panes.map(({moments}) => moments.all.map(
        ({step, epoch, psnr, still, width, height}) => ({step, epoch, psnr, still: still ? [width, height] : null})));
    window.redraw.show = async stop => {
        for (const pane of panes) await pane.moments.ready(pane.indexAt(stop));
        const begun = performance.now();
        play(false);
        show(stop);
        await drawn();
        return performance.now() - begun;
    };
    window.redraw.draw = async (moment, width, height, network = 0) => {
        const pane = panes[network];
        await pane.moments.ready(moment);
        play(false);
        pane.load(moment);
        const pixels = pane.view.drawing(width, height);
        changed();
        return pixels;
    };
    await drawn();
    window.redraw.firstDrawing = performance.now();  // milliseconds since the page was requested
    window.name = "";
    // Plays the checkpoints once, unless the user has already moved the slider or prefers reduced motion.
    if (last > 0 && wanted === last && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
}

window.redraw = {};
window.redraw.ready = start().catch(error => {
    if (!lost) giveUp(error.message.replace(/\.?$/, ": this is the finished drawing as a picture."));
    throw error;
});
window.redraw.ready.catch(() => {});
