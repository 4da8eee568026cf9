# One source, one translation unit per instruction set; which one runs is decided at run time.
