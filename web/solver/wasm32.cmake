# Debian's clang 19 for WebAssembly: clang-19, lld-19, wasi-libc, libc++-19-dev-wasm32,
# libc++abi-19-dev-wasm32, libclang-rt-19-dev-wasm32.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR ar)  # only for CMake's own test: there are no archives here
set(CMAKE_RANLIB true)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
