// The functions of OpenGL 4.3 that the backend uses, found at run time by Context. One table per
// process; tests replace entries to inject failures.
#pragma once

#include <GL/glcorearb.h>

// clang-format off
#define REDRAW_GL_FUNCTIONS(F) \
    F(GETSTRING, GetString) F(GETINTEGERV, GetIntegerv) F(GETINTEGER64V, GetInteger64v) \
    F(GETERROR, GetError) F(FLUSH, Flush) F(GENBUFFERS, GenBuffers) \
    F(DELETEBUFFERS, DeleteBuffers) F(BINDBUFFER, BindBuffer) F(BINDBUFFERBASE, BindBufferBase) \
    F(BUFFERDATA, BufferData) F(BUFFERSUBDATA, BufferSubData) \
    F(GETBUFFERSUBDATA, GetBufferSubData) F(CLEARBUFFERDATA, ClearBufferData) \
    F(COPYBUFFERSUBDATA, CopyBufferSubData) F(FENCESYNC, FenceSync) F(WAITSYNC, WaitSync) \
    F(DELETESYNC, DeleteSync) F(BINDTEXTURE, BindTexture) F(TEXSUBIMAGE2D, TexSubImage2D) \
    F(PIXELSTOREI, PixelStorei) \
    F(CREATESHADER, CreateShader) F(SHADERSOURCE, ShaderSource) F(COMPILESHADER, CompileShader) \
    F(GETSHADERIV, GetShaderiv) F(GETSHADERINFOLOG, GetShaderInfoLog) \
    F(DELETESHADER, DeleteShader) F(CREATEPROGRAM, CreateProgram) F(ATTACHSHADER, AttachShader) \
    F(LINKPROGRAM, LinkProgram) F(GETPROGRAMIV, GetProgramiv) \
    F(GETPROGRAMINFOLOG, GetProgramInfoLog) F(DELETEPROGRAM, DeleteProgram) \
    F(USEPROGRAM, UseProgram) F(UNIFORM1UIV, Uniform1uiv) F(DISPATCHCOMPUTE, DispatchCompute) \
    F(MEMORYBARRIER, MemoryBarrier)
// clang-format on

namespace redraw::gl {

struct Api {
#define REDRAW_GL_DECLARE(type, name) PFNGL##type##PROC name = nullptr;
    REDRAW_GL_FUNCTIONS(REDRAW_GL_DECLARE)
#undef REDRAW_GL_DECLARE
    // Part of OpenGL 4.5 or a robustness extension; null if the driver cannot report resets.
    PFNGLGETGRAPHICSRESETSTATUSPROC GetGraphicsResetStatus = nullptr;
};
inline Api api;

}  // namespace redraw::gl
