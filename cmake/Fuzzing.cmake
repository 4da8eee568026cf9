# The preset `fuzz`: compiles the programs of tests/fuzz for libFuzzer, with clang.
option(REDRAW_FUZZ "Build the fuzz targets for libFuzzer (clang)" OFF)
if(REDRAW_FUZZ)  # lets the fuzzer see which branches an input takes
  add_compile_options(-fsanitize=fuzzer-no-link)
  # Instrumented, these kernels take minutes to compile. The fuzz targets use the plain kernels.
  set_source_files_properties(
    engine/cpu/kernels_avx2.cpp engine/cpu/kernels_avx512.cpp engine/cpu/kernels_amx.cpp
    PROPERTIES COMPILE_FLAGS -fno-sanitize=all)
endif()
