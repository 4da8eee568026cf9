# One source, one translation unit per instruction set; which one runs is decided at run time.
# -ffp-contract=fast: a * b + c is one fused multiply-add. -fno-math-errno, -fno-trapping-math: sqrt and
# comparisons are single instructions. None of these reorders a sum. -O3 also in debug builds: without
# it a step takes minutes. -Wno-psabi: vectors wider than the processor's never cross a call.
set(kernel_options -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math)
# Of UndefinedBehaviorSanitizer not what it asks at every access to memory: AddressSanitizer watches these too, and a
# kernel is little else, inlined many times over.
if(REDRAW_SANITIZE MATCHES "undefined")
  list(APPEND kernel_options -fno-sanitize=null,alignment,object-size,pointer-overflow,bounds)
endif()
# Nor the scopes of the thousands of locals that inlining makes: with them the compiler takes minutes instead of seconds.
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

# Never merged by CMAKE_UNITY_BUILD: what a file includes, and in which order, decides what is compiled for whom.
file(GLOB cpu_sources CONFIGURE_DEPENDS engine/cpu/*.cpp)
set_source_files_properties(${cpu_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
redraw_kernels(engine/cpu/kernels_avx2.cpp -mavx2 -mfma)
redraw_kernels(engine/cpu/kernels_avx512.cpp ${avx512_options})
redraw_kernels(engine/cpu/kernels_avx512_bf16.cpp ${avx512_options} -mavx512bf16)
redraw_kernels(engine/cpu/kernels_amx.cpp ${avx512_options} -mavx512bf16 -mamx-tile -mamx-bf16)
redraw_kernels(engine/cpu/kernels_emulated_amx.cpp -mavx2 -mfma -Wno-psabi)
