/* SPDX-License-Identifier: MIT */
/* Helpers for the tests of text formats; see text_files.h. */
#define _POSIX_C_SOURCE 200809L
#include "text_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

tact_soup *read_bytes(tact_format format, const char *text, size_t bytes) {
    tact_error error = {0};
    tact_soup *soup = NULL;
    tact_status status = tact_read_memory(NULL, text, bytes, format, "part.x", &error, &soup);
    if (status != TACT_OK)
        fail_msg("%s: %s", tact_status_name(status), error.text);
    assert_non_null(soup);
    return soup;
}

tact_soup *read_text(tact_format format, const char *text) {
    return read_bytes(format, text, strlen(text));
}

void assert_bad_bytes(tact_format format, const char *text, size_t bytes, const char *message,
                      uint64_t line) {
    tact_error error = {0};
    tact_soup *soup = NULL;
    tact_status status = tact_read_memory(NULL, text, bytes, format, "part.x", &error, &soup);
    if (status != TACT_INVALID_FILE)
        fail_msg("'%.60s' gave %s, expected: %s", text, tact_status_name(status), message);
    assert_null(soup);
    assert_string_equal(error.text, message);
    assert_int_equal(error.line, line);
    assert_int_equal(error.status, TACT_INVALID_FILE);
    /* The message is optional. */
    assert_int_equal(tact_read_memory(NULL, text, bytes, format, "part.x", NULL, &soup),
                     TACT_INVALID_FILE);
    assert_null(soup);
}

void assert_bad_texts(tact_format format, const bad_text *cases, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_bad_bytes(format, cases[i].text, strlen(cases[i].text), cases[i].message,
                         cases[i].line);
}

void assert_prefixes_end_well(tact_format format, const char *text, bool needs_all) {
    size_t whole = strlen(text);
    for (size_t bytes = 0; bytes <= whole; bytes++) {
        tact_soup *soup = NULL;
        tact_error error = {0};
        tact_status status = tact_read_memory(NULL, text, bytes, format, "part.x", &error, &soup);
        bool is_read = status == TACT_OK;
        assert_true(is_read ? !needs_all || bytes == whole : status == TACT_INVALID_FILE);
        assert_true(is_read == (soup != NULL));
        assert_true(is_read == (error.line == 0));
        tact_soup_destroy(soup);
    }
}

char *text_of(tact_format format, const tact_mesh_arrays *arrays) {
    char path[] = "/tmp/tact_text_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    tact_write_desc desc = tact_write_desc_default();
    desc.format = format;
    tact_error error = {0};
    tact_status status = tact_write_file(NULL, path, arrays, &desc, &error);
    if (status != TACT_OK)
        fail_msg("%s: %s", tact_status_name(status), error.text);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long bytes = ftell(file);
    rewind(file);
    char *text = malloc((size_t)bytes + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)bytes, file), bytes);
    text[bytes] = '\0';
    fclose(file);
    unlink(path);
    return text;
}

void assert_same_arrays(const tact_mesh_arrays *a, const tact_mesh_arrays *b, bool with_parts) {
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    const double *positions_a = a->positions, *positions_b = b->positions;
    for (size_t i = 0; i < (size_t)3 * a->vertex_count; i++)
        test_assert_same_bits(positions_a[i], positions_b[i]);
    for (uint32_t i = 0; i < 3 * a->triangle_count; i++)
        assert_int_equal(a->indices != NULL ? a->indices[i] : i,
                         b->indices != NULL ? b->indices[i] : i);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        assert_int_equal(a->source_faces != NULL ? a->source_faces[i] : i,
                         b->source_faces != NULL ? b->source_faces[i] : i);
    if (!with_parts)
        return;
    assert_int_equal(a->part_count, b->part_count);
    for (uint32_t i = 0; i < a->part_count; i++) {
        assert_string_equal(a->parts[i].name, b->parts[i].name);
        assert_int_equal(a->parts[i].first, b->parts[i].first);
        assert_int_equal(a->parts[i].count, b->parts[i].count);
    }
}

void assert_round_trip(tact_format format, const tact_mesh_arrays *arrays, bool with_parts) {
    char *text = text_of(format, arrays);
    tact_soup *soup = read_text(format, text);
    tact_mesh_arrays again = tact_soup_arrays(soup);
    assert_same_arrays(arrays, &again, with_parts);
    tact_soup_destroy(soup);
    free(text);
}

void assert_corners(const tact_soup *soup, const int *expected) {
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    uint32_t count = 0;
    for (; expected[count] >= 0; count++) {
        assert_true(count < 3 * arrays.triangle_count);
        assert_int_equal(arrays.indices[count], expected[count]);
    }
    assert_int_equal(3 * arrays.triangle_count, count);
}

void assert_faces(const tact_soup *soup, const int *expected) {
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    uint32_t count = 0;
    for (; expected[count] >= 0; count++) {
        assert_true(count < arrays.triangle_count);
        assert_int_equal(arrays.source_faces != NULL ? arrays.source_faces[count] : count,
                         expected[count]);
    }
    assert_int_equal(arrays.triangle_count, count);
}

void assert_survives_no_memory(tact_format format, const char *text) {
    test_allocator state;
    tact_context *context = test_context_make(&state);
    uint64_t live = state.live;
    for (uint64_t n = 1;; n++) {
        state.fail_at = state.calls + n;
        tact_soup *soup = NULL;
        tact_error error = {0};
        tact_status status =
            tact_read_memory(context, text, strlen(text), format, "part.x", &error, &soup);
        if (status == TACT_OK) {
            assert_true(n > 4);
            tact_soup_destroy(soup);
            assert_int_equal(state.live, live);
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_int_equal(error.status, TACT_OUT_OF_MEMORY);
        assert_int_equal(strncmp(error.text, "part.x:", 7), 0);
        assert_null(soup);
        assert_int_equal(state.live, live);
    }
    tact_context_destroy(context);
    assert_int_equal(state.live, 0);
}

typedef struct peak_state {
    test_allocator inner;
    tact_allocator allocator;
    uint64_t peak;
} peak_state;

static void *peak_allocate(void *user, size_t bytes, size_t alignment) {
    peak_state *state = user;
    void *memory = state->allocator.allocate(state->allocator.user, bytes, alignment);
    if (state->inner.live_bytes > state->peak)
        state->peak = state->inner.live_bytes;
    return memory;
}

static void peak_release(void *user, void *memory, size_t bytes, size_t alignment) {
    peak_state *state = user;
    state->allocator.release(state->allocator.user, memory, bytes, alignment);
}

/* The most memory that reading holds at a time, whether it succeeds or not. */
static uint64_t peak_bytes_of_reading(tact_format format, const char *text, size_t bytes,
                                      tact_status *status) {
    peak_state state = {.peak = 0};
    state.allocator = test_allocator_make(&state.inner);
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = (tact_allocator){&state, peak_allocate, peak_release};
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    tact_soup *soup = NULL;
    *status = tact_read_memory(context, text, bytes, format, "part.x", NULL, &soup);
    tact_soup_destroy(soup);
    tact_context_destroy(context);
    assert_int_equal(state.inner.live, 0);
    return state.peak;
}

void assert_modest_memory(tact_format format, const hostile_text *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tact_status status;
        size_t bytes = strlen(cases[i].text);
        uint64_t peak = peak_bytes_of_reading(format, cases[i].text, bytes, &status);
        assert_int_equal(status, cases[i].status);
        if (peak > 64 * (uint64_t)bytes + 4096)
            fail_msg("%llu bytes of memory for a file of %zu", (unsigned long long)peak, bytes);
        free(cases[i].text);
    }
}

char *repeated(const char *head, const char *text, size_t count, const char *tail) {
    size_t head_bytes = strlen(head), bytes = strlen(text);
    char *all = malloc(head_bytes + bytes * count + strlen(tail) + 1);
    assert_non_null(all);
    memcpy(all, head, head_bytes);
    for (size_t i = 0; i < count; i++)
        memcpy(all + head_bytes + i * bytes, text, bytes);
    strcpy(all + head_bytes + count * bytes, tail);
    return all;
}

void random_mesh_start(random_mesh *mesh, test_rng *rng, uint32_t vertex_count) {
    mesh->vertex_count = vertex_count;
    mesh->triangle_count = 0;
    for (size_t i = 0; i < (size_t)3 * vertex_count; i++)
        mesh->positions[i] = test_rng_any_double(rng);
}

void random_mesh_add_face(random_mesh *mesh, test_rng *rng, uint32_t face, uint32_t corners) {
    uint32_t a = test_rng_below(rng, mesh->vertex_count);
    uint32_t b = test_rng_below(rng, mesh->vertex_count);
    for (uint32_t i = 2; i < corners; i++) {
        uint32_t c = test_rng_below(rng, mesh->vertex_count);
        memcpy(mesh->indices + (size_t)3 * mesh->triangle_count, (const uint32_t[]){a, b, c}, 12);
        mesh->faces[mesh->triangle_count++] = face;
        b = c;
    }
}

tact_mesh_arrays random_mesh_arrays(const random_mesh *mesh) {
    return (tact_mesh_arrays){.positions = mesh->positions,
                              .vertex_count = mesh->vertex_count,
                              .indices = mesh->indices,
                              .triangle_count = mesh->triangle_count,
                              .source_faces = mesh->faces};
}
