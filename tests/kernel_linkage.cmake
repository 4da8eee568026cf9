# Fails if a file compiled for one instruction set defines a weak symbol: an inline function or template
# that other files may define too. The linker keeps one definition for all processors, and one with
# AVX-512 would crash processors without it.
foreach(object ${OBJECTS})
  if(object MATCHES "kernels_(avx|amx)")
    execute_process(COMMAND ${NM} -C ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]* [WVu] [^\n]*(redraw|std)::[^\n]*" weak "${symbols}")
    foreach(symbol ${weak})
      message(SEND_ERROR "${object}: ${symbol}")
    endforeach()
  endif()
endforeach()
