#pragma once

// What a fuzzer calls: libFuzzer in `make fuzz`, replay.cpp with the files of corpus/ in `make test`.

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
