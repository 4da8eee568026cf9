// Vec: a register of kLanes floats, in the compilers' vector types. Include this file, and every
// header that refers to it, only from a source file for one instruction set that defines kLanes
// first. Everything has internal linkage, because the same names mean other instructions in another
// file.
#pragma once

#define REDRAW_VECTOR [[gnu::always_inline]] inline

namespace redraw::cpu {
namespace {

using FloatLanes = float __attribute__((vector_size(kLanes * 4)));
using IntLanes = int __attribute__((vector_size(kLanes * 4)));

struct Vec {
    FloatLanes lanes;

    Vec() = default;
    REDRAW_VECTOR explicit Vec(FloatLanes l) : lanes(l) {}
    REDRAW_VECTOR explicit Vec(float x) : lanes(x - FloatLanes{}) {}

    REDRAW_VECTOR Vec operator-() const { return Vec(-lanes); }
    REDRAW_VECTOR friend Vec operator+(Vec a, Vec b) { return Vec(a.lanes + b.lanes); }
    REDRAW_VECTOR friend Vec operator-(Vec a, Vec b) { return Vec(a.lanes - b.lanes); }
    REDRAW_VECTOR friend Vec operator*(Vec a, Vec b) { return Vec(a.lanes * b.lanes); }
    REDRAW_VECTOR friend Vec operator/(Vec a, Vec b) { return Vec(a.lanes / b.lanes); }
    REDRAW_VECTOR Vec& operator-=(Vec b) { return *this = *this - b; }
    REDRAW_VECTOR friend IntLanes operator<(Vec a, Vec b) { return a.lanes < b.lanes; }
    REDRAW_VECTOR friend IntLanes operator>(Vec a, Vec b) { return a.lanes > b.lanes; }
};

// Computes a * b + c with one rounding: these files are compiled with -ffp-contract=fast, which
// makes it one instruction.
REDRAW_VECTOR Vec multiply_add(Vec a, Vec b, Vec c) {
    return Vec(a.lanes * b.lanes + c.lanes);
}
REDRAW_VECTOR Vec choose(IntLanes condition, Vec yes, Vec no) {
    return Vec(condition ? yes.lanes : no.lanes);
}
REDRAW_VECTOR IntLanes bits(Vec a) {
    return reinterpret_cast<IntLanes>(a.lanes);
}
REDRAW_VECTOR Vec from_bits(IntLanes b) {
    return Vec(reinterpret_cast<FloatLanes>(b));
}
// Clamps to [-limit, limit]; NaN stays NaN.
REDRAW_VECTOR Vec clamp(Vec a, float limit) {
    const Vec low = choose(a > Vec(limit), Vec(limit), a);
    return choose(low < Vec(-limit), Vec(-limit), low);
}

REDRAW_VECTOR Vec load(const float* from) {
    Vec v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}
REDRAW_VECTOR void store(float* to, Vec v) {
    __builtin_memcpy(to, &v, sizeof v);
}

}  // namespace
}  // namespace redraw::cpu
