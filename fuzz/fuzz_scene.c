/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a scene and runs what is valid for some steps. */
#include <stdlib.h>
#include <string.h>

#include <scene.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool is_true) {
    if (!is_true)
        abort();
}

static void run(const scene *s) {
    tact_error error;
    tact_world *world = NULL;
    tact_object_id *ids = calloc((size_t)s->object_count + 1, sizeof *ids);
    require(ids != NULL);
    if (scene_make_world(NULL, s, &error, &world, ids) == TACT_OK) {
        for (uint32_t i = 0; i < 3; i++) {
            uint64_t before = tact_world_hash(world);
            if (tact_world_step(world, s->seconds, &error, NULL) != TACT_OK)
                require(tact_world_hash(world) == before && error.text[0] != 0);
        }
        tact_world_destroy(world);
    } else {
        require(error.text[0] != 0);
    }
    free(ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    scene *s = NULL;
    tact_error error;
    memset(&error, 0, sizeof error);
    tact_status status = scene_parse(NULL, (const char *)data, size, "no-such-folder/", &error, &s);
    require((status == TACT_OK) == (s != NULL));
    if (status == TACT_UNSUPPORTED && error.text[0] != 0)
        return 0;
    require(status == TACT_OK || error.text[0] != 0);
    /* Compounds of compounds multiply their parts; a few thousand pairs are enough. */
    if (status == TACT_OK && s->object_count <= 16)
        run(s);
    scene_destroy(s);
    return 0;
}
