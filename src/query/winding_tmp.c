#include "query/interior.h"
#include "query/inside.h"
#include "bvh/node.h"
tact_status tact_winding_number(const tact_filled *m, tact_vec3 p, double e, tact_winding *out) {
    tact_placed q = {m->interior->bvh, m->pose};
    (void)e;
    *out = (tact_winding){.number = tacti_winding_number(&q, p), .is_exact = true};
    return TACT_OK;
}
