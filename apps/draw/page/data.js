// SPDX-License-Identifier: MIT
// The scene of the page. It is a zlib stream in base64: a manifest as JSON, which has texts and counts,
// and numbers as planes: all first bytes, then all second bytes, and so on. apps/draw/page.c writes it.

import { readMotion } from './motion.js';

async function unpack(text) {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(count) {
    if (this.at + count > this.bytes.length) throw new Error('the data ends early');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  planes(count, width) {
    const from = this.take(count * width);
    const to = new Uint8Array(count * width);
    for (let k = 0; k < width; k++)
      for (let i = 0, j = k, first = k * count; i < count; i++, j += width) to[j] = from[first + i];
    return to.buffer;
  }

  words(count) { return new Uint32Array(this.planes(count, 4)); }
  floats(count) { return new Float32Array(this.planes(count, 4)); }
  doubles(count) { return new Float64Array(this.planes(count, 8)); }

  // Differences between successive numbers, the sign in the lowest bit.
  steps(count) {
    const out = this.words(count);
    for (let i = 0, last = 0; i < count; i++) {
      last = (last + ((out[i] >>> 1) ^ -(out[i] & 1))) | 0;
      out[i] = last;
    }
    return out;
  }
}

export async function readScene(text) {
  const reader = new Reader(await unpack(text));
  const length = reader.words(1)[0];
  const scene = JSON.parse(new TextDecoder().decode(reader.take(length)));
  const frame = reader.doubles(4);
  scene.center = [...frame.subarray(0, 3)];
  scene.scale = frame[3];
  for (const body of scene.bodies) {
    body.positions = reader.floats(3 * body.points);
    body.indices = reader.steps(3 * body.triangles);
    body.marks = reader.steps(body.marked);
    if (body.indices.some((i) => i >= body.points)) throw new Error('a triangle names a missing point');
  }
  for (const path of scene.paths) path.positions = reader.floats(3 * path.points);
  for (const finding of scene.findings) {
    finding.point = [...reader.doubles(3)];
    [finding.time] = reader.doubles(1);
  }
  if (scene.frames > 0) readMotion(reader, scene);
  return scene;
}
