# One source, one translation unit per instruction set; which one runs is decided at run time.
# -ffp-contract=fast: a * b + c is one fused multiply-add. -fno-math-errno, -fno-trapping-math: sqrt and
# comparisons are single instructions. None of these reorders a sum. -O3 also in debug builds: without
# it a step takes minutes.
set(kernel_options -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math)
set(avx2_sources engine/cpu/kernels_avx2.cpp)
set(avx512_sources engine/cpu/kernels_avx512.cpp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  set_source_files_properties(${avx2_sources} PROPERTIES COMPILE_OPTIONS
    "${kernel_options};-mavx2;-mfma")
  set_source_files_properties(${avx512_sources} PROPERTIES COMPILE_OPTIONS
    "${kernel_options};-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mfma;-mprefer-vector-width=512")
else()
  set_source_files_properties(${avx2_sources} ${avx512_sources} PROPERTIES HEADER_FILE_ONLY TRUE)
endif()
