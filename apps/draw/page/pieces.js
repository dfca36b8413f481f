// SPDX-License-Identifier: MIT
// The triangles of a body in runs of their numbers, each with its box. A click looks only into boxes
// that its ray meets, and what lies outside of the picture is not drawn.
import { Box3, Vector3 } from 'three';

const RUN = 1024; // triangles per box

export class Pieces {
  constructor(body) {
    this.body = body;
    this.count = Math.ceil(body.triangles / RUN);
  }

  // Made when first needed: three numbers for the least corner, three for the greatest.
  get boxes() {
    if (this.made) return this.made;
    const { positions, indices, triangles } = this.body;
    this.made = new Float32Array(6 * this.count);
    for (let run = 0; run < this.count; run++) {
      let x0 = Infinity, y0 = Infinity, z0 = Infinity, x1 = -Infinity, y1 = -Infinity, z1 = -Infinity;
      for (let i = 3 * RUN * run, end = 3 * Math.min(triangles, RUN * (run + 1)); i < end; i++) {
        const at = 3 * indices[i], x = positions[at], y = positions[at + 1], z = positions[at + 2];
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
        if (y < y0) y0 = y;
        if (y > y1) y1 = y;
        if (z < z0) z0 = z;
        if (z > z1) z1 = z;
      }
      this.made.set([x0, y0, z0, x1, y1, z1], 6 * run);
    }
    return this.made;
  }

  boxOf(run, to) {
    to.min.fromArray(this.boxes, 6 * run);
    to.max.fromArray(this.boxes, 6 * run + 3);
    return to;
  }

  // Triangles from..to, no more than most rounded up to runs, that a frustum may show; the first such ones
  // from a number on. null if there are none.
  next(first, most, frustum) {
    const box = new Box3(), isSeen = (run) => frustum.intersectsBox(this.boxOf(run, box));
    let run = Math.ceil(first / RUN); // from a run on, or at the end
    while (run < this.count && !isSeen(run)) run++;
    if (run >= this.count) return null;
    const start = run;
    while (run < this.count && (run - start) * RUN < most && isSeen(run)) run++;
    return [start * RUN, Math.min(this.body.triangles, run * RUN)];
  }

  // The nearest triangle that a ray hits where it is not cut off: its number, the point and the squared
  // distance; null if there is none.
  hit(ray, isCut) {
    const { positions, indices, triangles } = this.body;
    const box = new Box3(), corners = [new Vector3(), new Vector3(), new Vector3()], point = new Vector3();
    let best = null;
    for (let run = 0; run < this.count; run++) {
      if (!ray.intersectsBox(this.boxOf(run, box))) continue;
      for (let t = RUN * run, end = Math.min(triangles, t + RUN); t < end; t++) {
        for (let k = 0; k < 3; k++) corners[k].fromArray(positions, 3 * indices[3 * t + k]);
        if (!ray.intersectTriangle(...corners, false, point) || isCut(point)) continue;
        const squared = ray.origin.distanceToSquared(point);
        if (!best || squared < best.squared) best = { triangle: t, point: point.clone(), squared };
      }
    }
    return best;
  }
}
