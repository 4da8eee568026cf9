// The page's controls, and window.redraw, the interface for tests and scripts. A moment is a checkpoint's index.
//   redraw.ready                 a promise, fulfilled once the last checkpoint is on the screen
//   redraw.moments               checkpoints as {step, epoch, psnr, still}; still: [width, height], null for a network
//   redraw.show(moment)          shows a checkpoint; a promise of the milliseconds until it was on the screen
//   redraw.draw(moment, w, h)    renders a checkpoint at this size; a promise of its RGBA bytes, row by row

const byId = id => document.getElementById(id);
const facts = JSON.parse(byId("facts").textContent);

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

// Reloads the page when the browser restores a lost WebGL context, at most kMostRestarts times. A browser takes the
// context away when its graphics process ends, sometimes soon after the start. window.name counts the reloads, because
// it survives them.
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

async function start() {
    const canvas = byId("drawing");
    const gl = canvas.getContext("webgl2", {alpha: false, antialias: false, depth: false, premultipliedAlpha: false});
    if (!gl) throw new Error("This browser has no WebGL 2");
    restartWhenLost(canvas);
    document.body.classList.remove("still");
    const moments = new Moments(facts, bytesOf(byId("moments").textContent));
    const windows = facts.encoding === "window";
    const original = await pictureOf(byId("original").textContent, windows ? "image/png" : "image/webp");
    const painter = windows ? new EnlargingPainter(gl, facts, bytesOfPicture(gl, original))
                            : new CoordinatePainter(gl, facts);
    const stills = facts.moments.some(moment => moment.still) ? new StillPainter(gl, facts) : null;
    document.body.classList.toggle("stills", stills !== null);
    const view = new View(gl, facts, painter, original);
    const last = moments.all.length - 1;
    let at = -1, wanted = last, moved = true, pending = false, playing = 0, waiting = [];

    // The PSNR curve below the slider, with each checkpoint at its slider position. Exact renders are at the top.
    const dots = moments.all.map(({psnr, exact}, i) => ({x: i / Math.max(1, last), psnr: exact ? 1e9 : psnr}))
        .filter(({psnr}) => psnr !== null);
    const known = dots.map(({psnr}) => psnr).filter(psnr => psnr < 1e9);
    const low = Math.min(1e9, ...known), range = Math.max(1, Math.max(...known) - low);
    function drawCurve(id, part) {
        byId(id).setAttribute("d", part.map(({x, psnr}, i) =>
            `${i ? "L" : "M"}${x.toFixed(4)} ${(1 - Math.min(1, (psnr - low) / range)).toFixed(4)}`).join(""));
    }

    function load(i) {
        if (at === i) return;
        view.painter = moments.all[i].still ? stills : painter;
        view.painter.load(moments.value(i));
        at = i;
    }
    const learned = facts.learned ? ` at ${facts.learned.map(side => side.toLocaleString("en")).join(" × ")}` : "";
    function tell() {
        const {epoch, psnr, exact, still, width, height} = moments.all[wanted];
        const shown = epoch < 1 ? Number(epoch.toPrecision(2))  // two digits below 1, as elsewhere in Redraw
            : epoch < 100 ? Math.round(epoch * 10) / 10 : Math.round(epoch);
        const text = `epoch ${shown % 1 && epoch > 1 ? shown.toFixed(1) : shown.toLocaleString("en")}` +
            (exact ? " · exact" : psnr === null ? "" : ` · ${psnr.toFixed(1)} dB${learned}`) +
            (!stills ? "" : still ? ` · still image, ${width} × ${height}` : " · network");
        byId("moment").value = wanted;
        byId("moment").setAttribute("aria-valuetext", text);
        drawCurve("past", dots.filter(({x}) => x <= wanted / Math.max(1, last)));
        byId("read-out").value = text;
        const percent = 100 * view.magnification / devicePixelRatio;
        byId("zoom").value = `${percent < 10 ? percent.toFixed(1) : Math.round(percent).toLocaleString("en")} %`;
        const handle = byId("wipe");
        handle.style.left = `${view.wipe * 100}%`;
        handle.setAttribute("aria-valuenow", Math.round(view.wipe * 100));
    }
    // Renders the view at once after a change. Otherwise decodes more checkpoints and refines the render.
    function frame() {
        pending = false;
        if (gl.isContextLost()) return;
        if (moved && moments.has(wanted)) {
            moved = false;
            moments.prepare(wanted + 1);
            load(wanted);
            view.drawSoon();
            view.present();
            for (const done of waiting.splice(0)) done();
            again();
        } else {
            const decoded = moments.decode(moved || playing ? 30 : 12);
            moments.prepare(wanted);
            const fine = moved || view.refine();
            view.present();
            if (!decoded || !fine || moved) again();
        }
    }
    function again() {
        if (!pending) requestAnimationFrame(frame);
        pending = true;
    }
    function changed() {
        moved = true;
        tell();
        again();
    }
    function show(i) {
        wanted = Math.min(Math.max(i, 0), last);
        changed();
    }
    function play(on) {
        clearInterval(playing);
        const pace = Math.min(400, Math.max(80, 10000 / (last + 1)));  // milliseconds
        playing = on ? setInterval(() => {
            if (wanted >= last) return play(false);
            if (!moved) show(wanted + 1);
        }, pace) : 0;
        if (on) show(wanted === last ? 0 : wanted);
        byId("play").textContent = on ? "Pause" : "Play";
        byId("play").setAttribute("aria-label", on ? "Pause" : "Play");
    }
    function wipeAt(share) {
        view.wipe = Math.min(Math.max(share, 0), 1);
        tell();
        again();
    }
    function wipe(on) {
        byId("wipe").hidden = !on;
        byId("wipe-button").setAttribute("aria-pressed", on);
        view.wipe = on ? 0.5 : 2;
        tell();
        again();
    }
    function zoom(factor, x, y) {
        view.zoomBy(factor, x, y);
        changed();
    }
    function fit() {
        view.zoom = 1;
        view.moveTo(0, 0);
        changed();
    }
    function move(x, y) {  // screen pixels
        view.moveTo(view.centre.x - x / view.scale, view.centre.y - y / view.scale);
        changed();
    }

    byId("moment").max = last;
    byId("time").hidden = last === 0;
    drawCurve("ahead", dots);
    byId("moment").addEventListener("input", event => { play(false); show(Number(event.target.value)); });
    byId("play").addEventListener("click", () => play(!playing));
    byId("in").addEventListener("click", () => zoom(2));
    byId("out").addEventListener("click", () => zoom(1 / 2));
    byId("fit").addEventListener("click", fit);
    byId("wipe-button").addEventListener("click", () => wipe(byId("wipe").hidden));

    const kPan = 80;
    addEventListener("keydown", event => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const onDrawing = event.target === canvas, onWipe = event.target === byId("wipe");
        const pan = {ArrowLeft: [kPan, 0], ArrowRight: [-kPan, 0], ArrowUp: [0, kPan], ArrowDown: [0, -kPan]}[event.key];
        const steps = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[event.key];
        if (event.key === " " && event.target.tagName !== "BUTTON") play(!playing);
        else if (event.key === "+" || event.key === "=") zoom(2);
        else if (event.key === "-") zoom(1 / 2);
        else if (event.key === "0") fit();
        else if (event.key === "w" || event.key === "W") wipe(byId("wipe").hidden);
        else if (onWipe && steps) wipeAt(view.wipe + 0.02 * steps);
        else if (pan && (event.shiftKey || onDrawing && view.zoom > 1)) move(...pan);
        else if (steps && event.target !== byId("moment")) { play(false); show(wanted + steps); }
        else return;
        event.preventDefault();
    });

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
        zoom(distance(now) / distance(before), (now.x + still.x) / 2, (now.y + still.y) / 2);
    });
    for (const name of ["pointerup", "pointercancel"])
        canvas.addEventListener(name, event => fingers.delete(event.pointerId));
    canvas.addEventListener("wheel", event => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1, {x, y} = place(event);
        zoom(2 ** (-Math.min(Math.max(event.deltaY * lines, -240), 240) / 240), x, y);
    }, {passive: false});
    canvas.addEventListener("dblclick", event => zoom(2, place(event).x, place(event).y));
    byId("wipe").addEventListener("pointerdown", event => byId("wipe").setPointerCapture(event.pointerId));
    byId("wipe").addEventListener("pointermove", event => {
        if (byId("wipe").hasPointerCapture(event.pointerId)) wipeAt(place(event).x / canvas.width);
    });
    const most = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    new ResizeObserver(() => {
        canvas.width = Math.min(most, Math.round(canvas.clientWidth * devicePixelRatio));
        canvas.height = Math.min(most, Math.round(canvas.clientHeight * devicePixelRatio));
        changed();
    }).observe(canvas);

    await moments.ready(last);
    wipe(false);
    const drawn = () => new Promise(done => waiting.push(done));
    window.redraw.moments = moments.all.map(
        ({step, epoch, psnr, still, width, height}) => ({step, epoch, psnr, still: still ? [width, height] : null}));
    window.redraw.show = async moment => {
        await moments.ready(moment);
        const begun = performance.now();
        play(false);
        show(moment);
        await drawn();
        return performance.now() - begun;
    };
    window.redraw.draw = async (moment, width, height) => {
        await moments.ready(moment);
        play(false);
        load(moment);
        const pixels = view.drawing(width, height);
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
