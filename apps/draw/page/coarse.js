// SPDX-License-Identifier: MIT
// A coarse copy of a body, which is drawn while a large scene moves: the vertices in a cell of a grid
// become one, and triangles that then have two equal corners are left out (J. Rossignac, P. Borrel,
// "Multi-resolution 3D approximations for rendering complex scenes", 1993).

// Coordinates are within [-1, 1], as those of a scene are. Returns positions and indices.
export function coarse(body, cells) {
  const { positions, indices, points, triangles } = body;
  const own = new Uint32Array(points); // the new number of each vertex
  const seen = new Int32Array(cells * cells * cells).fill(-1);
  const kept = new Float32Array(3 * Math.min(points, seen.length));
  const cellOf = (x) => Math.max(0, Math.min(cells - 1, Math.floor((x + 1) * 0.5 * cells)));
  let count = 0;
  for (let i = 0; i < points; i++) {
    const x = positions[3 * i], y = positions[3 * i + 1], z = positions[3 * i + 2];
    const cell = (cellOf(x) * cells + cellOf(y)) * cells + cellOf(z);
    if (seen[cell] < 0) {
      kept.set([x, y, z], 3 * count);
      seen[cell] = count++;
    }
    own[i] = seen[cell];
  }
  const order = new Uint32Array(3 * triangles);
  let length = 0;
  for (let t = 0; t < 3 * triangles; t += 3) {
    const a = own[indices[t]], b = own[indices[t + 1]], c = own[indices[t + 2]];
    if (a === b || b === c || c === a) continue;
    order[length++] = a;
    order[length++] = b;
    order[length++] = c;
  }
  return { positions: kept.slice(0, 3 * count), indices: order.slice(0, length) };
}
