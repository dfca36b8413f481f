/* SPDX-License-Identifier: MIT */
/* Curves of the pairs of NAME_pairs.txt. Their truth is the list of contacts, which is checked
 * separately. If all contacts are in general position, the curves must have the total length of all
 * segments, and all curves of closed meshes must be closed. Otherwise the patches are counted. */
#include "golden.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "bvh/bvh.h"
#include "curve/curves.h"
#include "contacts/contacts.h"

#define MOST_MESHES 128
#define NAME_SIZE 512

/* The diagnosis of a mesh (tact's mesh doctor), kept because it takes long. */
typedef struct diagnosis {
    char path[NAME_SIZE];
    bool is_closed;
    bool has_twins; /* triangles with the same three corners: their segments coincide */
} diagnosis;

static diagnosis examine(const golden_mesh *mesh) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh->mesh);
    tact_mesh_report report;
    diagnosis d = {.has_twins = true};
    if (tact_mesh_examine(NULL, &arrays, &report) == TACT_OK) {
        d.is_closed = report.is_closed_when_welded;
        d.has_twins = report.coincident_triangles.count > 0 || report.duplicate_triangles.count > 0;
    }
    return d;
}

static diagnosis diagnose(const golden_mesh *mesh) {
    static diagnosis known[MOST_MESHES];
    static uint32_t count;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(known[i].path, mesh->path) == 0)
            return known[i];
    diagnosis d = examine(mesh);
    if (count < MOST_MESHES && strlen(mesh->path) < NAME_SIZE) {
        memcpy(d.path, mesh->path, strlen(mesh->path) + 1);
        known[count++] = d;
    }
    return d;
}

/* The largest magnitude of a coordinate of the placed mesh. */
static double reach(const tacti_placed *placed) {
    tact_box box = tact_mesh_bounds(tacti_bvh_mesh(placed->bvh));
    const double *m = placed->pose.m;
    return tact_vec3_length(box.lo) + tact_vec3_length(box.hi) + fabs(m[3]) + fabs(m[7]) +
           fabs(m[11]);
}

/* What the contacts say. */
typedef struct contact_sums {
    bool is_general; /* only segments whose ends are each inside an edge and inside a face */
    double length;
    uint32_t polygons;
} contact_sums;

static bool is_piercing(const tact_overlap_point *end) {
    bool edge_a = end->a >= TACT_FEATURE_EDGE_0 && end->a < TACT_FEATURE_FACE;
    bool edge_b = end->b >= TACT_FEATURE_EDGE_0 && end->b < TACT_FEATURE_FACE;
    return (edge_a && end->b == TACT_FEATURE_FACE) || (edge_b && end->a == TACT_FEATURE_FACE);
}

static contact_sums add_up(const tact_contact_list *list) {
    const tact_contact *contacts = tact_contact_list_view(list).contacts;
    contact_sums sums = {true, 0, 0};
    double lost = 0;
    for (uint32_t i = 0; i < tact_contact_list_view(list).count; i++) {
        const tact_overlap_point *end =
            &tact_contact_list_view(list).points[contacts[i].first_point];
        sums.polygons += contacts[i].kind == TACT_OVERLAP_POLYGON;
        if (contacts[i].kind != TACT_OVERLAP_SEGMENT || !is_piercing(&end[0]) ||
            !is_piercing(&end[1])) {
            sums.is_general = false;
            continue;
        }
        /* A compensated sum, whose error is below the allowance. */
        double term = tact_vec3_length(tact_vec3_sub(end[1].position, end[0].position)) - lost;
        double sum = sums.length + term;
        lost = (sum - sums.length) - term;
        sums.length = sum;
    }
    return sums;
}

/* rounding: the total error of the positions of all ends of segments. */
static void compare(golden_report *report, const golden_mesh *const mesh[2],
                    const contact_sums *sums, double rounding, const tact_curve_summary *got) {
    if (got->patch_count != sums->polygons)
        golden_fail(report, "patches expected %" PRIu32 ", got %" PRIu32, sums->polygons,
                    got->patch_count);
    if (!sums->is_general)
        return;
    diagnosis a = diagnose(mesh[0]), b = diagnose(mesh[1]);
    if (!a.has_twins && !b.has_twins &&
        !(fabs(got->length - sums->length) <= 1e-12 * sums->length + rounding))
        golden_fail(report, "length of curves expected %.17g, got %.17g", sums->length,
                    got->length);
    if (got->lone_count != 0)
        golden_fail(report, "%" PRIu32 " lone points among segments", got->lone_count);
    if (a.is_closed && b.is_closed && got->closed_count != got->curve_count)
        golden_fail(report, "of %" PRIu32 " curves of closed meshes %" PRIu32 " are closed",
                    got->curve_count, got->closed_count);
}

void golden_judge_curves(golden_report *report, const golden_mesh *const mesh[2],
                         const tacti_placed placed[2]) {
    tact_contact_list *list = NULL;
    tact_curve_set *set = NULL;
    tacti_contact_summary contacts;
    tact_curve_summary got;
    if (tact_contact_list_create(NULL, &list) != TACT_OK ||
        tact_curve_set_create(NULL, &set) != TACT_OK ||
        tacti_mesh_contacts_fill(&placed[0], &placed[1], NULL, TACT_CONTACT_GEOMETRY, list,
                                 &contacts) != TACT_OK ||
        tacti_curve_set_fill(&placed[0], &placed[1], NULL, set, &got) != TACT_OK) {
        golden_fail(report, "the curves query failed");
    } else {
        if (got.contact_count != contacts.pair_count || got.outcome != contacts.outcome)
            golden_fail(report, "curves are made of %" PRIu64 " contacts, not %" PRIu64,
                        got.contact_count, contacts.pair_count);
        contact_sums sums = add_up(list);
        double rounding =
            0x1p-49 * (reach(&placed[0]) + reach(&placed[1])) * (double)got.contact_count;
        compare(report, mesh, &sums, fmin(rounding, 1e-9), &got);
    }
    tact_curve_set_destroy(set);
    tact_contact_list_destroy(list);
}
