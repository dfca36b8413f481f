/* SPDX-License-Identifier: MIT */
/* Proves patch by patch, from the largest ones down, that they do not touch themselves during the
 * step, and labels all features with the largest patch that was proven. cones.h and energy.h have
 * the proofs. */
#include "deform/cull.h"

#include <string.h>

#include "base/parallel.h"
#include "deform/cones.h"
#include "deform/energy.h"

/* Patches that a thread takes at a time. */
#define GRAIN 128
/* Features of small patches mostly meet those of other patches. So culling pays if at least one
 * face in so many is in a large patch that was proven: of so many faces, or of such a part of all.
 */
#define LEAST_PART 4
#define LARGE 512
#define LARGE_PART 16

typedef struct prover {
    const tact_deform *deform;
    const tacti_patches *patches;
    uint32_t methods;
    uint32_t least_faces;  /* of patches that are tried */
    uint32_t *cones;       /* per patch */
    double (*normals)[3];  /* per patch */
    tacti_strain *strains; /* per patch; NULL if there are no positions at rest */
    uint32_t *labels;      /* per patch */
    tacti_contour_point *points;
    tacti_culling *culling;
} prover;

static bool allocate(prover *p) {
    const tact_context *c = p->deform->context;
    size_t patches = p->patches->patches.count;
    p->cones = tacti_allocate(c, patches, sizeof *p->cones, _Alignof(uint32_t));
    p->normals = tacti_allocate(c, patches, sizeof *p->normals, _Alignof(double));
    p->labels = tacti_allocate(c, patches, sizeof *p->labels, _Alignof(uint32_t));
    p->points = tacti_allocate(c, p->patches->longest, sizeof *p->points, _Alignof(double));
    bool has_rest = (p->methods & TACT_DEFORM_CULL_ENERGY) != 0 && p->deform->rest != NULL;
    if (has_rest)
        p->strains = tacti_allocate(c, patches, sizeof *p->strains, _Alignof(double));
    return p->cones != NULL && p->normals != NULL && p->labels != NULL && p->points != NULL &&
           (!has_rest || p->strains != NULL);
}

static void release(prover *p) {
    const tact_context *c = p->deform->context;
    size_t patches = p->patches->patches.count;
    tacti_release(c, p->cones, patches, sizeof *p->cones, _Alignof(uint32_t));
    tacti_release(c, p->normals, patches, sizeof *p->normals, _Alignof(double));
    tacti_release(c, p->labels, patches, sizeof *p->labels, _Alignof(uint32_t));
    tacti_release(c, p->points, p->patches->longest, sizeof *p->points, _Alignof(double));
    tacti_release(c, p->strains, patches, sizeof *p->strains, _Alignof(double));
}

/* ---- Proving ------------------------------------------------------------------------------ */

/* The cone of a patch of faces. An empty one stays empty, so the other faces do not matter. */
static void find_cone(const prover *p, uint32_t index) {
    const tacti_patch *patch = &p->patches->patches.items[index];
    const tact_deform *d = p->deform;
    double normal[3] = {0, 0, 0};
    uint32_t cone = (p->methods & TACT_DEFORM_CULL_CONES) != 0 ? TACTI_CONE_ALL : 0;
    for (uint32_t i = patch->face_begin; i < patch->face_end && cone != 0; i++)
        cone &=
            tacti_cone_of_triangle(d->start, d->end, d->triangles[p->patches->faces[i]], normal);
    p->cones[index] = cone;
    memcpy(p->normals[index], normal, sizeof normal);
}

static void measure_patches(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    const prover *p = data;
    for (size_t i = range.begin; i < range.end; i++) {
        const tacti_patch *patch = &p->patches->patches.items[i];
        if (patch->child_begin != patch->child_end)
            continue;
        find_cone(p, (uint32_t)i);
        if (p->strains != NULL)
            p->strains[i] = tacti_strain_of_faces(p->deform, patch);
    }
}

/* What the parts of larger patches have in common, and their sums. */
static void merge_patches(prover *p) {
    for (size_t i = 0; i < p->patches->patches.count; i++) {
        const tacti_patch *patch = &p->patches->patches.items[i];
        if (patch->child_begin == patch->child_end)
            continue;
        uint32_t cone = TACTI_CONE_ALL;
        double *normal = p->normals[i];
        normal[0] = normal[1] = normal[2] = 0;
        for (uint32_t k = patch->child_begin; k < patch->child_end; k++) {
            cone &= p->cones[k];
            for (int m = 0; m < 3; m++)
                normal[m] += p->normals[k][m];
        }
        p->cones[i] = cone;
        if (p->strains != NULL)
            p->strains[i] = tacti_strain_add(p->strains + patch->child_begin,
                                             patch->child_end - patch->child_begin);
    }
}

static bool may_be_flat(prover *p, uint32_t index) {
    const tacti_patch *patch = &p->patches->patches.items[index];
    return p->cones[index] != 0 && patch->contour_begin < patch->contour_end;
}

static bool is_flat(prover *p, uint32_t index) {
    const tacti_patch *patch = &p->patches->patches.items[index];
    uint32_t count = patch->contour_end - patch->contour_begin;
    if (!may_be_flat(p, index))
        return false;
    p->culling->saved.contours++;
    return tacti_contour_is_simple(
        p->deform->start, p->deform->end, p->patches->contour.items + patch->contour_begin, count,
        tacti_cone_choose(p->cones[index], p->normals[index]), p->points);
}

static bool is_proven(prover *p, uint32_t index) {
    if (is_flat(p, index))
        return true;
    if (p->strains == NULL || !tacti_strain_is_safe(p->deform, index, &p->strains[index]))
        return false;
    p->culling->saved.energy_patches++;
    return true;
}

/* From the largest patches down, labels those that pass a test. Returns how many faces they have.
 */
static uint32_t label_patches(prover *p, bool (*test)(prover *, uint32_t)) {
    const tacti_patch *patches = p->patches->patches.items;
    uint32_t covered = 0, count = (uint32_t)p->patches->patches.count;
    p->culling->saved.patches = 0;
    for (uint32_t i = 0; i < count; i++)
        p->labels[i] = 0;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t faces = patches[i].face_end - patches[i].face_begin;
        if (p->labels[i] == 0 && faces >= p->least_faces && test(p, i)) {
            p->labels[i] = i + 1;
            covered += faces;
            p->culling->saved.patches++;
        }
        for (uint32_t k = patches[i].child_begin; k < patches[i].child_end; k++)
            p->labels[k] = p->labels[i];
    }
    return covered;
}

/* Whether there is anything to cull, and, if that is asked, whether it pays. */
static bool prove_patches(prover *p) {
    uint32_t faces = p->patches->face_count, needed = 1;
    if ((p->methods & TACT_DEFORM_CULL_AUTO) != 0) {
        needed = faces / LEAST_PART + 1;
        p->least_faces = faces / LARGE_PART < LARGE ? faces / LARGE_PART : LARGE;
        /* Cones cost less than contours, so they are looked at first. */
        if (p->strains == NULL && label_patches(p, may_be_flat) < needed) {
            p->culling->saved.patches = 0;
            return false;
        }
    }
    p->culling->saved.faces = label_patches(p, is_proven);
    return p->culling->saved.faces >= needed;
}

/* ---- Labels ------------------------------------------------------------------------------- */

/* A feature of several patches gets the largest, which has the greatest number. */
static void raise(uint32_t *label, uint32_t to) {
    *label = to > *label ? to : *label;
}

static void label_features(const prover *p, uint32_t *vertices, uint32_t *edges, uint32_t *faces) {
    const tact_deform *d = p->deform;
    for (size_t i = 0; i < p->culling->label_count; i++)
        vertices[i] = 0;
    for (size_t i = 0; i < p->patches->patches.count; i++) {
        const tacti_patch *patch = &p->patches->patches.items[i];
        if (patch->child_begin != patch->child_end || p->labels[i] == 0)
            continue;
        for (uint32_t k = patch->face_begin; k < patch->face_end; k++) {
            uint32_t face = p->patches->faces[k];
            faces[face] = p->labels[i];
            for (int c = 0; c < 3; c++) {
                raise(&vertices[d->triangles[face][c]], p->labels[i]);
                if (p->patches->sides[face][c] != UINT32_MAX)
                    raise(&edges[p->patches->sides[face][c]], p->labels[i]);
            }
        }
    }
}

size_t tacti_culling_tree_room(const tacti_bend_tree *tree) {
    return (size_t)tree->block_count * TACTI_BLOCK + 1;
}

/* What the parts of a block have in common; those beyond the end do not count. */
static uint32_t common(const uint32_t *labels, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (labels[i] != labels[0])
            return 0;
    return labels[0];
}

static void label_tree(const tacti_bend_tree *tree, const uint32_t *labels, uint32_t *out) {
    uint32_t count = tree->count; /* parts of all blocks of the level */
    for (uint32_t i = 0; i < tree->room; i++)
        out[i] = i < count ? labels[tree->ids[i]] : 0;
    for (uint32_t level = 0; level < tree->level_count; level++) {
        const uint32_t *below = out + (size_t)tree->level_first[level] * TACTI_BLOCK;
        uint32_t blocks = tree->level_size[level];
        bool is_top = level + 1 == tree->level_count;
        size_t next = is_top ? tree->block_count : tree->level_first[level + 1];
        uint32_t *above = out + next * TACTI_BLOCK;
        uint32_t room = is_top ? 1 : tree->level_size[level + 1] * TACTI_BLOCK;
        for (uint32_t b = 0; b < room; b++) {
            uint32_t left = b < blocks ? count - b * TACTI_BLOCK : 0;
            uint32_t parts = left < TACTI_BLOCK ? left : TACTI_BLOCK;
            above[b] = parts > 0 ? common(below + (size_t)b * TACTI_BLOCK, parts) : 0;
        }
        count = blocks;
    }
    if (tree->level_count == 0)
        out[0] = 0;
}

static tact_status make_labels(const prover *p) {
    const tact_deform *d = p->deform;
    tacti_culling *c = p->culling;
    const tact_deform_info *info = &d->info;
    c->label_count = (size_t)info->vertex_count + info->edge_count + info->triangle_count;
    c->labels = tacti_allocate(d->context, c->label_count, sizeof *c->labels, _Alignof(uint32_t));
    bool is_there = c->labels != NULL;
    for (int k = 0; k < TACTI_TREES; k++) {
        c->tree[k] = tacti_allocate(d->context, tacti_culling_tree_room(&d->tree[k]),
                                    sizeof *c->tree[k], TACTI_CACHE_LINE);
        is_there = is_there && c->tree[k] != NULL;
    }
    if (!is_there)
        return TACT_OUT_OF_MEMORY;
    uint32_t *of[TACTI_TREES] = {c->labels, c->labels + info->vertex_count,
                                 c->labels + info->vertex_count + info->edge_count};
    label_features(p, of[TACTI_VERTICES], of[TACTI_EDGES], of[TACTI_FACES]);
    for (int k = 0; k < TACTI_TREES; k++)
        label_tree(&d->tree[k], of[k], c->tree[k]);
    return TACT_OK;
}

tact_status tacti_culling_make(const tact_deform *deform, uint32_t methods, tacti_culling *out) {
    tacti_culling culling = {.deform = deform};
    prover p = {
        .deform = deform, .patches = &deform->patches, .methods = methods, .culling = &culling};
    uint32_t count = (uint32_t)p.patches->patches.count;
    tact_status status = TACT_OK;
    if ((methods & (TACT_DEFORM_CULL_CONES | TACT_DEFORM_CULL_ENERGY)) != 0 && count > 0) {
        status = allocate(&p) ? TACT_OK : TACT_OUT_OF_MEMORY;
        if (status == TACT_OK) {
            tacti_parallel_for(deform->context, count, GRAIN, measure_patches, &p);
            merge_patches(&p);
            if (prove_patches(&p))
                status = make_labels(&p);
        }
        release(&p);
    }
    if (status == TACT_OK)
        *out = culling;
    else
        tacti_culling_release(&culling);
    return status;
}

void tacti_culling_release(tacti_culling *c) {
    const tact_context *context = c->deform != NULL ? c->deform->context : NULL;
    tacti_release(context, c->labels, c->label_count, sizeof *c->labels, _Alignof(uint32_t));
    for (int k = 0; k < TACTI_TREES; k++)
        if (c->tree[k] != NULL)
            tacti_release(context, c->tree[k], tacti_culling_tree_room(&c->deform->tree[k]),
                          sizeof *c->tree[k], TACTI_CACHE_LINE);
}
