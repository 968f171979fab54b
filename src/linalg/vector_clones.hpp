#pragma once

// A function marked by this is compiled for several vector units, and the loader takes the one that the machine has.
// Sanitizers are not ready when the loader chooses among clones.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(SPICA_SANITIZED)
#define SPICA_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SPICA_VECTOR_CLONES
#endif
