// SPDX-License-Identifier: MIT
// The levels of hierarchies in a page: keys, buttons and the two models show the right number of boxes,
// which hold their bodies, and lines are drawn where they must be.
// Usage: node page_levels.mjs TACT NODE_MODULES
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { check, checks, launch, open, ready, same } from './page_kit.mjs';

const tact = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), 'tact-levels-'));
const make = (...words) => execFileSync(tact, ['make', ...words, '-q'], { cwd: work });
const run = (...words) => spawnSync(tact, words, { cwd: work });

// The boxes that are drawn, per body.
const drawn = (page) => page.evaluate(() => globalThis.tactPage.view.bodies.map((item) => (item.boxes?.geometry.attributes.position.count ?? 0) / 24));
const said = (page) => page.textContent('#level-bar output');

// Per level of a body: how many boxes there are, and how many vertices are in none of them.
const outside = (page, which) => page.evaluate((i) => {
  const body = globalThis.tactPage.scene.bodies[i], { positions, boxes } = body;
  return body.levels.map((end, level) => {
    let missing = 0;
    const first = level > 0 ? body.levels[level - 1] : 0;
    for (let v = 0; v < body.points; v++) {
      let isIn = false;
      for (let n = first; n < end && !isIn; n++) {
        const b = boxes.subarray(12 * n, 12 * n + 12);
        isIn = [3, 6, 9].every((k) => {
          const along = [0, 1, 2].reduce((sum, x) => sum + (positions[3 * v + x] - b[x]) * b[k + x], 0);
          return Math.abs(along) <= (b[k] ** 2 + b[k + 1] ** 2 + b[k + 2] ** 2) * (1 + 1e-5) + 1e-9;
        });
      }
      missing += isIn ? 0 : 1;
    }
    return [end - first, missing];
  });
}, which);

async function testBoxes(page, triangles) {
  for (const which of [0, 1]) {
    const levels = await outside(page, which);
    same(levels[0], [1, 0], 'the root is one box around everything');
    same(levels.at(-1), [triangles[which], 0], 'the last level has one box per triangle');
    for (let i = 1; i < levels.length; i++) {
      check(levels[i][0] > levels[i - 1][0] && levels[i][0] <= 8 * levels[i - 1][0], `level ${i} has up to 8 times the boxes`);
      same(levels[i][1], 0, `the boxes of level ${i} hold the body`);
    }
  }
}

async function testSteps(page) {
  const counts = await page.evaluate(() => globalThis.tactPage.scene.bodies.map((body) => body.levels.map((end, i) => end - (body.levels[i - 1] ?? 0))));
  const at = (level) => counts.map((list) => list[Math.min(level, list.length - 1)]);
  const deepest = Math.max(...counts.map((list) => list.length)) - 1;
  same([await drawn(page), await page.isVisible('#level-bar')], [[0, 0], false], 'no boxes at first');
  await page.keyboard.press('h');
  same(await drawn(page), at(2), 'h shows level 2');
  same(await said(page), `level 2 of ${deepest}: ${at(2)[0] + at(2)[1]} boxes`, 'the bar says so');
  await page.keyboard.press('.');
  same(await drawn(page), at(3), 'a period is the level below');
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  same(await drawn(page), at(1), 'a comma is the level above');
  const [up, down] = await page.locator('#level-bar button').all();
  await up.click();
  await up.click();
  same(await drawn(page), [1, 1], 'the button goes up to the root');
  await page.locator('#level-bar select').selectOption('0');
  same([await drawn(page), await said(page)], [[1, 0], `level 0 of ${deepest}: 1 box`], 'A alone');
  await page.locator('#level-bar select').selectOption('1');
  await down.click();
  same(await drawn(page), [0, at(1)[1]], 'B alone, and the button goes down');
  for (let i = 0; i < 12; i++) await down.click();
  same(await drawn(page), [0, counts[1].at(-1)], 'it ends at the last level');
  await page.locator('#levels').click();
  same([await drawn(page), await page.isVisible('#level-bar')], [[0, 0], false], 'the button hides them');
}

// Along the edges of the root's box, how many points have the colour of its lines and not that of the background.
const lineShare = (page) => page.evaluate(() => {
  const { view } = globalThis.tactPage, gl = view.renderer.getContext(), lines = view.bodies[0].boxes;
  view.camera.updateMatrixWorld();
  view.renderer.render(view.scene, view.camera);
  const at = lines.geometry.attributes.position.array, p = view.controls.target.clone();
  const width = gl.drawingBufferWidth, height = gl.drawingBufferHeight, pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let found = 0, all = 0;
  for (let e = 0; e < at.length; e += 6)
    for (let t = 0.05; t < 1; t += 0.1) {
      p.set(...[0, 1, 2].map((k) => at[e + k] * (1 - t) + at[e + 3 + k] * t)).project(view.camera);
      const x = Math.round((p.x + 1) / 2 * width), y = Math.round((p.y + 1) / 2 * height);
      if (x < 2 || y < 2 || x > width - 3 || y > height - 3) continue;
      let darkest = 765;
      for (let dx = -2; dx <= 2; dx++)
        for (let dy = -2; dy <= 2; dy++) {
          const i = 4 * ((y + dy) * width + x + dx);
          darkest = Math.min(darkest, pixels[i] + pixels[i + 1] + pixels[i + 2]);
        }
      all++;
      if (darkest < 500) found++;
    }
  return all > 50 ? found / all : -1;
});

async function testPage(browser) {
  make('torus', '--triangles', '1500', '-o', 'a.ply');
  make('icosphere', '--triangles', '700', '-o', 'b.ply');
  run('contacts', 'a.ply', 'b.ply', '--move-b', '0.9,0,0.3', '-q', '--html', 'levels.html');
  const page = await open(browser, join(work, 'levels.html'));
  await ready(page);
  const triangles = await page.evaluate(() => globalThis.tactPage.scene.bodies.map((body) => body.triangles));
  await testBoxes(page, triangles);
  await testSteps(page);
  run('view', 'a.ply', '--html', 'root.html', '--level', '0');
  const root = await open(browser, join(work, 'root.html'));
  await ready(root);
  same(await drawn(root), [1], '--level is where a page begins');
  const share = await lineShare(root);
  check(share > 0.6, `edges of the box are drawn: ${share}`);
  await root.keyboard.press('h');
  same(await drawn(root), [0], 'h hides them');
  same([page.faults, root.faults], [[], []], 'no errors');
  await page.close();
  await root.close();
}

// Shapes have no levels; large models have those of up to 4096 boxes, and are drawn to the last triangle.
async function testLimits(browser) {
  run('view', 'sphere:1', '--html', 'shape.html');
  const shape = await open(browser, join(work, 'shape.html'));
  await ready(shape);
  check(await shape.isHidden('#levels'), 'a shape has no button');
  await shape.keyboard.press('h');
  check(await shape.isHidden('#level-bar'), 'and no bar');
  await shape.close();
  make('torus-knot', '--triangles', '50000', '-o', 'knot.ply');
  run('view', 'knot.ply', '--html', 'knot.html', '--level', '9');
  const page = await open(browser, join(work, 'knot.html'));
  await ready(page);
  const [count] = await drawn(page);
  check(count > 512 && count <= 4096, `${count} boxes`);
  await page.waitForFunction(() => !globalThis.tactPage.view.isCoarse);
  const [before, after] = [await corner(page), (await page.keyboard.press('d'), await corner(page))];
  same([before, after], [[255, 255, 255], [22, 26, 32]], 'the fine picture has the background of the page, light and dark');
  same(page.faults, [], 'no errors');
  await page.close();
}

// The colour at the lower left of the fine picture, when it is complete.
async function corner(page) {
  await page.waitForFunction(() => globalThis.tactPage.view.isCoarse === false);
  return page.evaluate(() => {
    const { view } = globalThis.tactPage, gl = view.renderer.getContext(), pixel = new Uint8Array(4);
    view.quad.render(view.renderer);
    gl.readPixels(2, 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel].slice(0, 3);
  });
}

const browser = await launch(process.argv[3]);
try {
  await testPage(browser);
  await testLimits(browser);
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
console.log(`${checks()} checks of the levels of a page passed`);
