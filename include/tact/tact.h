/* SPDX-License-Identifier: MIT */
/**
 * @file tact.h
 * All of tact in one include. Each room also has a header of its own.
 */
#ifndef TACT_TACT_H
#define TACT_TACT_H

#include <tact/base.h>
#include <tact/bvh.h>
#include <tact/convex.h>
#include <tact/convex_lp.h>
#include <tact/convex_text.h>
#include <tact/exact.h>
#include <tact/io.h>
#include <tact/math.h>
#include <tact/mesh.h>
#include <tact/model.h>
#include <tact/model_result.h>
#include <tact/prim.h>
#include <tact/query.h>
#include <tact/query_curve.h>
#include <tact/query_proof.h>

#endif
