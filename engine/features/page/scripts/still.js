// Renders checkpoints that are stored as still images, scaled bilinearly by the graphics card. The texture is
// premultiplied, so that the colours of transparent pixels do not show at edges.

const kStill = `
uniform sampler2D still;
uniform vec2 extent;
vec4 network(vec2 point) {
    vec4 at = texture(still, (point / extent + 1.0) / 2.0);
    return vec4(at.rgb / max(at.a, 1.0 / 255.0), at.a);
}
`;

class StillPainter extends PointPainter {
    constructor(gl, facts) {
        super(gl, facts, kStill, 1);
    }
    load({picture}) {
        const {gl} = this;
        if (this.textures.still) gl.deleteTexture(this.textures.still);
        this.textures.still = makeTexture(gl, gl.RGBA8, picture.width, picture.height, gl.LINEAR);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    }
    draw(...of) {
        const {gl, facts, program} = this, longer = Math.max(facts.width, facts.height);
        gl.useProgram(program.program);
        gl.uniform2f(program.place("extent"), facts.width / longer, facts.height / longer);
        super.draw(...of);
    }
}
