/* SPDX-License-Identifier: MIT */
/* The relation of the solids of a line of NAME_pairs.txt, compared with whether their surfaces meet
 * and with the volume of their intersection. */
#include "golden.h"

#include <math.h>
#include "bvh/bvh.h"
#include "relation/classify.h"
#include "inside/interiors.h"
#include "contacts/contacts.h"

/* The data's volumes are accurate to this fraction of the smaller volume. */
#define VOLUME_ERROR 1e-13

/* ---- Volumes too small for the data ------------------------------------------------------- */

/* The edges that hold a part, as bits. */
static unsigned edges_of(tact_feature feature) {
    static const unsigned at_corner[3] = {5, 3, 6};
    if (feature == TACT_FEATURE_FACE)
        return 0;
    return feature <= TACT_FEATURE_VERTEX_2 ? at_corner[feature]
                                            : 1u << (feature - TACT_FEATURE_EDGE_0);
}

static bool is_on_one_edge(tact_feature p, tact_feature q) {
    return (edges_of(p) & edges_of(q)) != 0;
}

typedef struct piercing {
    const golden_solids *solids;
    bool is_found;
} piercing;

static tact_triangle placed_triangle(const tacti_filled *filled, uint32_t number) {
    const tact_mesh *mesh = tacti_bvh_mesh(tacti_interior_bvh(filled->interior));
    tact_triangle t = tact_mesh_triangle(mesh, number);
    return tact_pose_place_triangle(filled->pose, &t);
}

static bool look_for_piercing(void *user, uint32_t i, uint32_t j) {
    piercing *p = user;
    tact_triangle a = placed_triangle(&p->solids->a, i), b = placed_triangle(&p->solids->b, j);
    tact_overlap o = tact_triangle_intersect(&a, &b);
    p->is_found = o.kind == TACT_OVERLAP_SEGMENT && !is_on_one_edge(o.points[0].a, o.points[1].a) &&
                  !is_on_one_edge(o.points[0].b, o.points[1].b);
    return !p->is_found;
}

/* Whether two triangles go through each other: solids that cross by only a unit in the last place
 * have a common volume of about 10^-50, and the data has 0 for some of them. */
static bool is_pierced(const golden_solids *s) {
    piercing p = {s, false};
    tacti_placed a = {tacti_interior_bvh(s->a.interior), s->a.pose};
    tacti_placed b = {tacti_interior_bvh(s->b.interior), s->b.pose};
    tacti_contact_summary summary;
    return tacti_mesh_contacts_visit(&a, &b, NULL, look_for_piercing, &p, &summary) == TACT_OK &&
           p.is_found;
}

/* ---- The judgement ------------------------------------------------------------------------ */

/* Whether the relation fits a volume that is known. */
static bool fits_volume(const golden_solids *s, const tacti_classification *got) {
    double error = VOLUME_ERROR * fmin(s->volumes[0], s->volumes[1]);
    bool is_all[2] = {s->volume >= s->volumes[0] - error, s->volume >= s->volumes[1] - error};
    switch (got->relation) {
    case TACT_RELATION_APART:
        return s->volume == 0 && !s->intersect;
    case TACT_RELATION_TOUCHING:
        return s->volume == 0 && s->intersect;
    case TACT_RELATION_CROSSING:
        return (s->volume > 0 || is_pierced(s)) && (s->intersect || !(is_all[0] || is_all[1]));
    case TACT_RELATION_A_IN_B:
        return is_all[0];
    case TACT_RELATION_B_IN_A:
        return is_all[1];
    case TACT_RELATION_IDENTICAL:
        return is_all[0] && is_all[1] && s->intersect;
    case TACT_RELATION_UNDECIDED:
        break;
    }
    return false;
}

/* Whether the relation fits what is known about the surfaces. */
static bool fits_surfaces(const golden_solids *s, const tacti_classification *got) {
    tact_relation r = got->relation;
    return s->intersect ? r != TACT_RELATION_APART
                        : r != TACT_RELATION_TOUCHING && r != TACT_RELATION_IDENTICAL;
}

void golden_judge_relation(golden_report *report, const golden_solids *s) {
    tacti_classification got;
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = false;
    if (tacti_mesh_classify(NULL, &s->a, &s->b, &desc, &got) != TACT_OK) {
        golden_fail(report, "the relation query failed");
        return;
    }
    tacti_interior_info info[2] = {tacti_interior_inspect(s->a.interior),
                                   tacti_interior_inspect(s->b.interior)};
    bool is_open = !info[0].is_watertight || !info[1].is_watertight;
    bool is_proper =
        info[0].is_closed && info[1].is_closed && info[0].is_simple && info[1].is_simple;
    const char *name = tact_relation_name(got.relation);
    if (got.surfaces_meet != s->intersect)
        golden_fail(report, "relation %s: intersect expected %d", name, s->intersect);
    if (got.is_estimate != (is_open && got.relation != TACT_RELATION_IDENTICAL))
        golden_fail(report, "relation %s is wrongly called an estimate or not", name);
    if (!is_open && !info[0].crosses_itself && !info[1].crosses_itself &&
        got.relation == TACT_RELATION_UNDECIDED)
        golden_fail(report, "relation of solids that do not cross themselves is undecided");
    if (s->volume >= 0 && is_proper ? !fits_volume(s, &got) : !fits_surfaces(s, &got))
        golden_fail(report, "relation %s, but intersect is %d and the volume %.17g", name,
                    s->intersect, s->volume);
}
