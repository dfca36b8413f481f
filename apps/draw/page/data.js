// SPDX-License-Identifier: MIT
// The scene of the page. It is a zlib stream in base64: a manifest as JSON, which has texts and counts,
// and numbers as planes: all first bytes, then all second bytes, and so on. apps/draw/page.c writes it.

import { readMotion } from './motion.js';

async function unpack(text) {
  const binary = atob(text.trim());
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < packed.length; i++) packed[i] = binary.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Lets the browser draw and answer between the bodies of a large scene.
const pause = () => new Promise((go) => { setTimeout(go); });

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

  words(count) {
    const from = this.take(4 * count), out = new Uint32Array(count);
    for (let i = 0; i < count; i++)
      out[i] = from[i] | from[count + i] << 8 | from[2 * count + i] << 16 | from[3 * count + i] << 24;
    return out;
  }

  floats(count) { return new Float32Array(this.words(count).buffer); }

  doubles(count) {
    const from = this.take(8 * count), to = new Uint8Array(8 * count);
    for (let k = 0; k < 8; k++)
      for (let i = 0, j = k, first = k * count; i < count; i++, j += 8) to[j] = from[first + i];
    return new Float64Array(to.buffer);
  }

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
    await pause();
    body.positions = reader.floats(3 * body.points);
    body.indices = reader.steps(3 * body.triangles);
    body.marks = reader.steps(body.marked);
    body.boxes = reader.floats(12 * (body.levels.at(-1) ?? 0));
    let most = 0;
    for (let i = 0; i < body.indices.length; i++) most = Math.max(most, body.indices[i]);
    if (most >= body.points && body.triangles > 0) throw new Error('a triangle names a missing point');
  }
  for (const path of scene.paths) path.positions = reader.floats(3 * path.points);
  for (const finding of scene.findings) {
    finding.point = [...reader.doubles(3)];
    [finding.time] = reader.doubles(1);
  }
  if (scene.frames > 0) readMotion(reader, scene);
  return scene;
}
