# WebAssembly with the WASI interface by clang and wasi-libc. There are no threads. The stack is larger than
# the default of 64 KiB, which a query exceeds.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_AR /usr/bin/llvm-ar)
set(CMAKE_RANLIB /usr/bin/llvm-ranlib)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT "-msimd128 -Wno-unused-command-line-argument")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=1048576")
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
