/* SPDX-License-Identifier: MIT */
/* The parameter of a ray's hit, if everything else about it is known. */
#ifndef TACTI_PRIM_RAY_H
#define TACTI_PRIM_RAY_H

#include <tact/prim.h>

/* tact_ray_hit::t_enter for a proper triangle that the ray goes through from one side to the other.
 */
double tacti_ray_face_parameter(const tact_triangle *t, const tact_ray *ray);

#endif
