/* SPDX-License-Identifier: MIT */
/* Stands before the real <gmp.h> in builds with the memory sanitizer. GMP comes from a package that
 * is not instrumented, so the sanitizer does not see that GMP fills the numbers of the oracles.
 * Each function below that gives a number its first value, or writes through another pointer, marks
 * what it wrote. Later calls write over marked memory, which stays marked. */
#ifndef TACT_TEST_MSAN_GMP_H
#define TACT_TEST_MSAN_GMP_H

#include_next <gmp.h>

#include <sanitizer/msan_interface.h>
#include <stdarg.h>
#include <string.h>

static inline void msan_mpz_init(mpz_ptr z) {
    mpz_init(z);
    __msan_unpoison(z, sizeof *z);
}

static inline void msan_mpz_init_set_ui(mpz_ptr z, unsigned long value) {
    mpz_init_set_ui(z, value);
    __msan_unpoison(z, sizeof *z);
}

static inline void msan_mpq_init(mpq_ptr q) {
    mpq_init(q);
    __msan_unpoison(q, sizeof *q);
}

static inline void msan_mpf_init2(mpf_ptr f, mp_bitcnt_t bits) {
    mpf_init2(f, bits);
    __msan_unpoison(f, sizeof *f);
}

static inline void msan_mpz_inits(mpz_ptr z, ...) {
    va_list rest;
    va_start(rest, z);
    for (; z != NULL; z = va_arg(rest, mpz_ptr))
        msan_mpz_init(z);
    va_end(rest);
}

static inline void msan_mpq_inits(mpq_ptr q, ...) {
    va_list rest;
    va_start(rest, q);
    for (; q != NULL; q = va_arg(rest, mpq_ptr))
        msan_mpq_init(q);
    va_end(rest);
}

/* An inline function of the header: it reads digits that only GMP has written. */
static inline unsigned long msan_mpz_get_ui(mpz_srcptr z) {
    __msan_unpoison(z->_mp_d, mpz_size(z) * sizeof *z->_mp_d);
    return mpz_get_ui(z);
}

static inline double msan_mpz_get_d_2exp(long *exponent, mpz_srcptr z) {
    double mantissa = mpz_get_d_2exp(exponent, z);
    __msan_unpoison(exponent, sizeof *exponent);
    return mantissa;
}

static inline void *msan_mpz_export(void *words, size_t *count, int order, size_t size, int endian,
                                    size_t nails, mpz_srcptr z) {
    size_t written = 0;
    void *result = mpz_export(words, &written, order, size, endian, nails, z);
    __msan_unpoison(&written, sizeof written);
    __msan_unpoison(result, written * size);
    if (count != NULL)
        *count = written;
    return result;
}

static inline char *msan_mpz_get_str(char *room, int base, mpz_srcptr z) {
    char *text = mpz_get_str(room, base, z);
    __msan_unpoison_string(text);
    return text;
}

#undef mpz_init
#undef mpz_init_set_ui
#undef mpz_inits
#undef mpz_get_d_2exp
#undef mpz_export
#undef mpz_get_str
#undef mpz_get_ui
#undef mpq_init
#undef mpq_inits
#undef mpf_init2
#define mpz_init msan_mpz_init
#define mpz_init_set_ui msan_mpz_init_set_ui
#define mpz_inits msan_mpz_inits
#define mpz_get_d_2exp msan_mpz_get_d_2exp
#define mpz_export msan_mpz_export
#define mpz_get_str msan_mpz_get_str
#define mpz_get_ui msan_mpz_get_ui
#define mpq_init msan_mpq_init
#define mpq_inits msan_mpq_inits
#define mpf_init2 msan_mpf_init2

#endif
