// SPDX-License-Identifier: MIT
// Boxes of the levels of hierarchies, as lines. apps/draw/levels.c chooses the levels.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';

// Pairs of corners; bit k of a corner says on which side of axis k it lies.
const EDGES = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

export const boxCount = (body, level) => body.levels[level] - (level > 0 ? body.levels[level - 1] : 0);

// The edges of the boxes of a level: 24 corners per box.
function edges(body, level) {
  const first = level > 0 ? body.levels[level - 1] : 0, count = boxCount(body, level);
  const out = new Float32Array(72 * count);
  let at = 0;
  for (let box = first; box < first + count; box++) {
    const b = body.boxes.subarray(12 * box, 12 * box + 12);
    for (const corner of EDGES.flat())
      for (let i = 0; i < 3; i++)
        out[at++] = b[i] + (corner & 1 ? b[3 + i] : -b[3 + i]) + (corner & 2 ? b[6 + i] : -b[6 + i]) + (corner & 4 ? b[9 + i] : -b[9 + i]);
  }
  return out;
}

export class Levels {
  constructor(items, clips) {
    this.items = items;
    this.clips = clips;
    this.isDark = false;
  }

  // Shows the boxes of a level of one body, or of all if which is -1; those of the last level of bodies that
  // have fewer. level -1 shows none. Returns the number of boxes.
  show(which, level) {
    let count = 0;
    this.items.forEach((item, i) => {
      const { body } = item;
      if (item.boxes) {
        item.boxes.removeFromParent();
        item.boxes.geometry.dispose();
        item.boxes = null;
      }
      if (level < 0 || body.levels.length === 0 || (which >= 0 && which !== i)) return;
      const at = Math.min(level, body.levels.length - 1);
      const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(edges(body, at), 3));
      item.boxes = new LineSegments(geometry, new LineBasicMaterial({ clippingPlanes: this.clips, transparent: true, opacity: 0.9 }));
      item.group.add(item.boxes);
      count += boxCount(body, at);
    });
    this.setDark(this.isDark);
    return count;
  }

  setDark(isDark) {
    this.isDark = isDark;
    for (const { body, boxes } of this.items)
      boxes?.material.color.setRGB(...body.color.slice(0, 3).map((c) => (isDark ? c + (255 - c) / 2 : c * 0.45) / 255), 'srgb');
  }
}

// The bar with which one steps through the levels.
export class LevelBar {
  constructor(bar, scene, onChange) {
    this.bar = bar;
    this.scene = scene;
    this.level = -1;
    this.onChange = onChange;
    this.deepest = Math.max(-1, ...scene.bodies.map((body) => body.levels.length - 1));
    const select = bar.querySelector('select');
    scene.bodies.forEach((body, i) => { if (body.levels.length > 0) select.add(new Option(body.name, i)); });
    select.addEventListener('change', () => this.set(this.level));
    const [up, down] = bar.querySelectorAll('button');
    up.addEventListener('click', () => this.step(-1));
    down.addEventListener('click', () => this.step(1));
  }

  get which() { return Number(this.bar.querySelector('select').value); }

  set(level) {
    this.level = this.deepest < 0 ? -1 : Math.min(level, this.deepest);
    this.bar.hidden = this.level < 0;
    const count = this.onChange(this.which, this.level);
    const said = `level ${this.level} of ${this.deepest}: ${count} ${count === 1 ? 'box' : 'boxes'}`;
    this.bar.querySelector('output').textContent = this.level < 0 ? '' : said;
  }

  step(by) { this.set(Math.max(0, this.level + by)); }

  toggle() { this.set(this.level < 0 ? Math.min(2, this.deepest) : -1); }
}
