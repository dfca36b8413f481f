// SPDX-License-Identifier: MIT
// A page of a million triangles: its size, the time to the first picture and to the answer of a click,
// and the pictures per second of a motion. Prints all of them. Times fail only far beyond what
// docs/cli.md says, because the machine may be busy.
// Usage: node page_large.mjs TACT NODE_MODULES
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { check, checks, launch, open, ready, same } from './page_kit.mjs';

const tact = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), 'tact-large-'));
const run = (...words) => execFileSync(tact, words, { cwd: work });
const seconds = (since) => (performance.now() - since) / 1000;

async function testLarge(browser) {
  run('make', 'blob', '--triangles', '1e6', '-o', 'blob.ply', '-q');
  run('view', 'blob.ply', '--html', 'large.html');
  const start = performance.now();
  const page = await open(browser, join(work, 'large.html'));
  await ready(page);
  const first = seconds(start);
  await page.mouse.click(470, 400);
  await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('triangle'));
  const click = seconds(start);
  const triangles = await page.evaluate(() => globalThis.tactPage.view.triangles);
  const bytes = statSync(join(work, 'large.html')).size / triangles;
  const found = await page.evaluate(turn, 4000);
  // A box around the chosen triangle has the point that was clicked.
  check(await page.evaluate(holdsPicked, [470, 400]), 'the triangle that was clicked is the one under the pointer');
  await page.waitForFunction(() => !globalThis.tactPage.view.isCoarse);
  const fine = await page.evaluate(() => globalThis.tactPage.view.bodies[0].mesh.geometry.index.count / 3);
  same([triangles > 1e6, fine], [true, triangles], 'at rest all triangles are drawn');
  check(found.drawn < triangles / 10, `${found.drawn} triangles in motion`);
  console.log(`${triangles} triangles: ${bytes.toFixed(1)} bytes per triangle, first picture after ${first.toFixed(1)} s, `
    + `click answered after ${click.toFixed(1)} s, ${found.rate.toFixed(1)} pictures per second in motion`);
  check(bytes <= 25, 'bytes per triangle');
  check(click < 40, 'the answer of a click');
  check(found.rate > 0.5, 'pictures per second');
  same(page.faults, [], 'no errors and no requests');
  await page.close();
}

// Turns the camera as a drag does, for some milliseconds.
async function turn(milliseconds) {
  const { view } = globalThis.tactPage, start = performance.now(), first = view.frames;
  view.controls.dispatchEvent({ type: 'start' });
  while (performance.now() - start < milliseconds) {
    view.camera.position.applyAxisAngle(view.camera.up, 0.05);
    view.controls.update();
    const before = view.frames;
    while (view.frames === before) await new Promise((go) => { requestAnimationFrame(go); });
  }
  view.controls.dispatchEvent({ type: 'end' });
  return { rate: (view.frames - first) * 1000 / (performance.now() - start), drawn: view.bodies[0].mesh.geometry.index.count / 3 };
}

// Whether a ray through a point of the picture hits the triangle that pick() gives, and no other that is nearer.
function holdsPicked([x, y]) {
  const { view, scene } = globalThis.tactPage, { triangle, local } = view.pick(x, y), { positions, indices } = scene.bodies[0];
  const eye = view.camera.position.toArray(), way = local.toArray().map((v, i) => v - eye[i]);
  const corner = (t, k) => [0, 1, 2].map((i) => positions[3 * indices[3 * t + k] + i] - eye[i]);
  const det = (a, b, c) => a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  let best = null, least = Infinity;
  for (let t = 0; t < indices.length / 3; t++) {
    const [a, b, c] = [corner(t, 0), corner(t, 1), corner(t, 2)];
    const sides = [det(way, b, c), det(way, c, a), det(way, a, b)], sum = sides[0] + sides[1] + sides[2];
    if (!(sides.every((s) => s >= 0) || sides.every((s) => s <= 0)) || sum === 0) continue;
    const at = det(a, b, c) / sum;
    if (at > 0 && at < least) [best, least] = [t, at];
  }
  return best === triangle && Math.abs(least - 1) < 1e-4;
}

const browser = await launch(process.argv[3]);
try {
  await testLarge(browser);
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
console.log(`${checks()} checks of a large page passed`);
