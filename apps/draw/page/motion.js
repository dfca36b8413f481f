// SPDX-License-Identifier: MIT
// Motion: how frames are read, where bodies are at a time, and the timeline. apps/draw/page_motion.c and
// apps/draw/track.c write the data.
import { Color, Matrix4, Quaternion, Vector3 } from 'three';

const STATES = ['free', 'contact', 'apart', 'open'];
const NONE = 0xffffffff;
const TICK_GAP = 0.5; // percent of the timeline between two marks of events

const colorOf = (c) => new Color().setRGB(c[0] / 255, c[1] / 255, c[2] / 255, 'srgb');
const FOUND = colorOf([208, 28, 72]);

// ---- The data ----

// Numbers of all frames: whole numbers q, which stand for lo + step * q. Second differences are stored.
function readTrack(reader, frames, count, bytes) {
  const head = reader.doubles(4);
  const bits = 8 * bytes, mask = 2 ** bits - 1;
  const values = new (bytes === 2 ? Uint16Array : Uint32Array)(frames * count);
  for (let frame = 0; frame < frames; frame++) {
    const planes = reader.take(count * bytes);
    const at = frame * count;
    for (let i = 0; i < count; i++) {
      let word = 0;
      for (let k = 0; k < bytes; k++) word |= planes[k * count + i] << (8 * k);
      const one = frame > 0 ? values[at - count + i] : 0, two = frame > 1 ? values[at - 2 * count + i] : 0;
      const expected = frame === 0 ? 0 : frame === 1 ? one : 2 * one - two;
      values[at + i] = (expected + ((word >>> 1) ^ -(word & 1))) & mask;
    }
  }
  return { lo: [...head.subarray(0, 3)], step: head[3], count, values };
}

const valueOf = (track, frame, i, k) => track.lo[k % 3] + track.step * track.values[frame * track.count + i + k];

export function readMotion(reader, scene) {
  const { frames } = scene;
  scene.times = reader.doubles(frames);
  scene.distances = reader.doubles(frames);
  const [lower, upper, drawn] = reader.doubles(3);
  scene.contact = [lower, upper];
  scene.drawn = drawn;
  const ends = Array.from({ length: scene.spans }, () => [...reader.doubles(2)]);
  const states = reader.steps(scene.spans);
  scene.spans = ends.map(([from, to], i) => ({ from, to, state: STATES[states[i]] }));
  const [at, body, triangle] = [0, 1, 2].map(() => reader.steps(scene.touchCount));
  scene.touching = Array.from({ length: frames }, () => []);
  at.forEach((frame, i) => scene.touching[frame].push({ body: body[i], triangle: triangle[i] === NONE ? null : triangle[i] }));
  let next = 0;
  scene.moving = [...reader.steps(scene.movers)].map((moves) => (moves ? next++ : -1));
  if (next > 0) {
    scene.places = readTrack(reader, frames, 3 * next, 3);
    scene.turns = readTrack(reader, frames, 4 * next, 3);
  }
  for (const each of scene.bodies)
    if (each.bends && each.points > 0) each.track = readTrack(reader, frames, 3 * each.points, 2);
  scene.bends = scene.bodies.some((each) => each.bends);
}

// ---- Where bodies are ----

// The frame before a time, and the part of the way to the next one.
function partOf(scene, at) {
  const frame = Math.min(Math.floor(at), scene.frames - 1);
  return [frame, Math.min(frame + 1, scene.frames - 1), at - frame];
}

// Where a mover is at a frame, which may lie between two.
export function matrixOf(scene, mover, at) {
  const index = scene.moving[mover] ?? -1, matrix = new Matrix4();
  if (index < 0) return matrix;
  const [frame, next, part] = partOf(scene, at);
  const place = (f) => new Vector3(...[0, 1, 2].map((k) => valueOf(scene.places, f, 3 * index, k)));
  const turn = (f) => {
    const q = [0, 1, 2, 3].map((k) => {
      const i = 4 * index + k;
      return scene.turns.lo[i % 3] + scene.turns.step * scene.turns.values[f * scene.turns.count + i];
    });
    return new Quaternion(...q).normalize();
  };
  return matrix.compose(place(frame).lerp(place(next), part), turn(frame).slerp(turn(next), part), new Vector3(1, 1, 1));
}

// Sets the points of a body that bends; between two frames they move on straight lines.
function bend(scene, item, at) {
  const { track, positions } = item.body, [frame, next, part] = partOf(scene, at);
  const from = track.values.subarray(frame * track.count), to = track.values.subarray(next * track.count);
  for (let i = 0, k = 0; i < track.count; i++, k = k === 2 ? 0 : k + 1)
    positions[i] = track.lo[k] + track.step * (from[i] + (to[i] - from[i]) * part);
  const { position } = item.plain.attributes;
  position.needsUpdate = true;
  item.plain.computeVertexNormals();
  item.plain.boundingSphere = null;
  item.plain.boundingBox = null;
  item.pieces.made = null;
}

// The positions of a body at some frames, as boxes.
export function boxesOf(scene, item) {
  const { track } = item.body, boxes = [];
  for (let frame = 0; track && frame < scene.frames; frame += Math.max(1, Math.floor(scene.frames / 8))) {
    const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < track.count; i++) {
      const value = track.lo[i % 3] + track.step * track.values[frame * track.count + i];
      min[i % 3] = Math.min(min[i % 3], value);
      max[i % 3] = Math.max(max[i % 3], value);
    }
    boxes.push([min, max]);
  }
  return boxes;
}

// Moves everything in the view to a frame.
export function moveTo(view, at) {
  const { data } = view;
  for (const item of [...view.bodies, ...view.paths]) {
    const { mover } = item.body ?? item.path;
    if (item.body?.track) bend(data, item, at);
    if (mover === undefined || !(data.moving[mover] >= 0)) continue;
    item.group.matrixAutoUpdate = false;
    item.group.matrix.copy(matrixOf(data, mover, at));
  }
  view.draw();
}

// Shows what touches: whole bodies glow, triangles of bodies that bend are red. Curves and points belong to
// the time at which the scene was drawn.
export function showTouches(view, touches, isDrawn) {
  const { data } = view;
  const whole = new Set(touches.filter((touch) => touch.triangle === null).map((touch) => touch.body));
  view.bodies.forEach((item, i) => {
    item.mesh.material.emissive.setHex(whole.has(i) ? 0x500010 : 0x000000);
    if (data.world) item.mesh.material.color.copy(colorOf(item.body.color)).lerp(FOUND, whole.has(i) ? 0.5 : 0);
    if (item.marks) item.marks.visible = isDrawn && !item.body.track;
    if (item.body.track) showTriangles(view, item, touches.filter((touch) => touch.body === i).map((touch) => touch.triangle));
  });
  for (const item of view.paths)
    if (item.path.role !== 'ray' && item.path.role !== 'shape') item.group.visible = isDrawn;
  view.draw();
}

function showTriangles(view, item, triangles) {
  if (item.touchPatch) {
    item.group.remove(item.touchPatch);
    item.touchPatch.geometry.dispose();
  }
  item.touchPatch = view.patch(item.body, triangles, 0.6);
  if (item.touchPatch) item.group.add(item.touchPatch);
}

// ---- The timeline ----

export class Timeline {
  constructor(page, byId) {
    this.page = page;
    this.scene = page.scene;
    this.byId = byId;
    const { frames, bends, touches } = this.scene;
    // Points of bodies that bend are known between frames, too.
    this.parts = bends ? Math.max(1, Math.ceil(240 / Math.max(1, frames - 1))) : 1;
    byId('timeline').hidden = false;
    byId('first').hidden = !touches;
    byId('time').max = (frames - 1) * this.parts;
    byId('time').addEventListener('input', () => this.setFrame(Number(byId('time').value) / this.parts));
    byId('play').addEventListener('click', () => this.play(page.press('play')));
    byId('first').addEventListener('click', () => this.toFirst());
    this.showSpans();
    this.showEvents();
    this.setTime(this.scene.drawn);
  }

  place(time) {
    const { times, frames } = this.scene;
    const span = times[frames - 1] - times[0];
    return span > 0 ? (100 * (time - times[0])) / span : 0;
  }

  showSpans() {
    const stops = this.scene.spans.map(({ from, to, state }) => `var(--${state}) ${this.place(from)}% ${this.place(to)}%`);
    if (stops.length > 0) this.byId('bar').style.background = `linear-gradient(to right, ${stops.join(', ')})`;
    const isSeen = (span) => this.place(span.to) - this.place(span.from) > 0.1;
    const has = new Set(this.scene.spans.filter(isSeen).map((span) => span.state));
    for (const name of STATES) this.byId(`key-${name}`).hidden = !has.has(name);
  }

  tick(time, name) {
    const made = document.createElement('i');
    made.className = name;
    made.style.left = `${this.place(time)}%`;
    this.byId('bar').append(made);
  }

  showEvents() {
    const times = [...new Set(this.scene.findings.map((f) => f.time).filter((time) => !Number.isNaN(time)))];
    let last = -Infinity;
    for (const time of times.sort((a, b) => a - b)) {
      if (this.place(time) - last < TICK_GAP) continue;
      last = this.place(time);
      this.tick(time, 'event');
    }
    if (this.scene.touches) this.tick(this.scene.contact[1], 'contact');
  }

  // The frame at a time; between frames only if the points there are known.
  frameAt(time) {
    const { times, frames, bends } = this.scene;
    let frame = 0;
    while (frame < frames - 1 && times[frame + 1] <= time) frame++;
    if (frame === frames - 1 || times[frame] >= time) return frame;
    return bends ? frame + (time - times[frame]) / (times[frame + 1] - times[frame]) : frame + 1;
  }

  setTime(time) { this.setFrame(this.frameAt(time)); }

  toFirst() {
    if (this.scene.touches) this.setTime(this.scene.contact[1]);
  }

  timeOf(frame) {
    const { times } = this.scene, [before, next, part] = partOf(this.scene, frame);
    return part > 0 ? times[before] + (times[next] - times[before]) * part : times[before];
  }

  // What touches at a frame. Of a step in which bodies bend, nothing does before its first contact.
  touchesAt(frame, time) {
    const { touching, spans, bends } = this.scene;
    const isFree = bends && spans.some((s) => s.state === 'free' && s.from <= time && time < s.to);
    return isFree ? [] : touching[Math.ceil(frame)];
  }

  describe(frame, time, touches) {
    const { contact, distances, spans, touches: isHit, bends, world, movers, bodies } = this.scene;
    const distance = Number.isInteger(frame) && !Number.isNaN(distances[frame]) ? `, distance ${distances[frame]}` : '';
    const state = spans.find((s) => s.from <= time && time <= s.to)?.state;
    let what = '';
    if (touches.length > 0) what = ', in contact';
    else if (state === 'free') what = !isHit || time <= contact[0] ? ', proved free until here' : ', proved free in this part';
    else if (state === 'apart') what = ', nothing touches';
    else if (state === 'open') what = ', undecided';
    if (world && touches.length > 0) what = `, in contact: ${new Set(touches.map((t) => bodies[t.body].mover)).size} of ${movers} objects`;
    if (bends && touches.length > 0) what = `, in contact: ${touches.length} triangles`;
    return `time ${time}${distance}${what}`;
  }

  setFrame(frame) {
    const { page, scene, byId } = this;
    const time = this.timeOf(frame), touches = this.touchesAt(frame, time);
    const isDrawn = Math.abs(time - scene.drawn) <= 1e-12 * Math.abs(scene.times[scene.frames - 1]);
    this.frame = frame;
    byId('time').value = Math.round(frame * this.parts);
    byId('time').setAttribute('aria-valuetext', `time ${time}`);
    if (page.view) {
      moveTo(page.view, frame);
      showTouches(page.view, touches, isDrawn);
    }
    byId('status').textContent = this.describe(frame, time, touches);
  }

  play(isOn) {
    const { frames } = this.scene, parts = (frames - 1) * this.parts + 1;
    clearInterval(this.timer);
    const step = () => {
      const at = Math.round(this.frame * this.parts) + 1;
      this.setFrame((at % parts) / this.parts);
    };
    if (isOn) this.timer = setInterval(step, Math.min(200, Math.max(40, 5000 / parts)));
  }
}
