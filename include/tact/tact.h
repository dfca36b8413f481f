/* SPDX-License-Identifier: MIT */
/**
 * @file tact.h
 * All of tact in one include. Each room also has a header of its own.
 */
#ifndef TACT_TACT_H
#define TACT_TACT_H

#include <tact/base.h>
#include <tact/broad.h>
#include <tact/bvh.h>
#include <tact/contacts.h>
#include <tact/curve.h>
#include <tact/deform.h>
#include <tact/exact.h>
#include <tact/feature.h>
#include <tact/frame.h>
#include <tact/hull.h>
#include <tact/io.h>
#include <tact/lp.h>
#include <tact/math.h>
#include <tact/mesh.h>
#include <tact/model.h>
#include <tact/model_result.h>
#include <tact/prim.h>
#include <tact/proof.h>
#include <tact/record.h>
#include <tact/relation.h>
#include <tact/rigid.h>
#include <tact/shape.h>
#include <tact/shape_text.h>
#include <tact/world.h>

#endif
