# One translation unit per instruction set; which one runs is decided at run time.
# -ffp-contract=fast: a * b + c is one fused multiply-add. -fno-math-errno, -fno-trapping-math: sqrt and
# comparisons are single instructions. None of these reorders a sum. -O3 also in debug builds: without
# it a step takes minutes. -mprfchw: asks for cache lines that will be written without another processor's copy; where
# a processor lacks the instruction, it does nothing. -Wno-psabi: vectors wider than the processor's never cross a call.
set(kernel_options -O3 -mprfchw -ffp-contract=fast -fno-math-errno -fno-trapping-math)
# Omits UndefinedBehaviorSanitizer's checks of every memory access: AddressSanitizer watches these too, and kernels are
# little else, inlined many times over.
if(REDRAW_SANITIZE MATCHES "undefined")
  list(APPEND kernel_options -fno-sanitize=null,alignment,object-size,pointer-overflow,bounds)
endif()
# Omits AddressSanitizer's scope checks: with the thousands of locals that inlining makes, they take minutes to compile.
if(REDRAW_SANITIZE MATCHES "address")
  list(APPEND kernel_options -fno-sanitize-address-use-after-scope)
endif()
set(avx512_options -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512)

function(redraw_kernels source)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${kernel_options};${ARGN}")
  else()
    set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY TRUE)
  endif()
endfunction()

# No CMAKE_UNITY_BUILD: each source compiles the shared headers in its own order, for its own instruction set.
file(GLOB cpu_sources CONFIGURE_DEPENDS engine/cpu/*.cpp)
set_source_files_properties(${cpu_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
redraw_kernels(engine/cpu/kernels_avx2.cpp -mavx2 -mfma)
redraw_kernels(engine/cpu/kernels_avx512.cpp ${avx512_options})
redraw_kernels(engine/cpu/kernels_avx512_bf16.cpp ${avx512_options} -mavx512bf16)
redraw_kernels(engine/cpu/kernels_amx.cpp ${avx512_options} -mavx512bf16 -mamx-tile -mamx-bf16)
if(WIN32)
  # No sincosf() for a sine and a cosine: engine/system/windows/float_functions.cpp has these two.
  set_source_files_properties(engine/cpu/reference_kernels.cpp PROPERTIES COMPILE_OPTIONS "-fno-builtin-sinf;-fno-builtin-cosf")
  set_source_files_properties(engine/cpu/kernels_amx.cpp PROPERTIES HEADER_FILE_ONLY TRUE)  # has a twin in engine/cpu/windows
endif()
