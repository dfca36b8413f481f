// SPDX-License-Identifier: MIT
// The page that --html writes, in Chromium: it loads from a file without a network, draws the colours
// that must be there, lists the answers of --json, obeys clicks and keys, and says so if it is damaged.
// Usage: node page.mjs TACT NODE_MODULES
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { check, checks, launch, open, ready, same } from './page_kit.mjs';

const tact = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), 'tact-page-'));
const run = (...words) => spawnSync(tact, words, { cwd: work, encoding: 'utf8' });
const make = (...words) => execFileSync(tact, ['make', ...words, '-q'], { cwd: work });
const json = (...words) => JSON.parse(run(...words, '--json').stdout);

// The colour at a point of the scene, as it is drawn now.
const colorAt = (page, point) => page.evaluate((at) => {
  const { view, scene } = globalThis.tactPage;
  const p = view.controls.target.clone().set(...at.map((x, i) => (x - scene.center[i]) * scene.scale)).project(view.camera);
  const gl = view.renderer.getContext(), pixel = new Uint8Array(4);
  view.camera.updateMatrixWorld();
  view.renderer.render(view.scene, view.camera);
  gl.readPixels(Math.round((p.x + 1) / 2 * gl.drawingBufferWidth), Math.round((p.y + 1) / 2 * gl.drawingBufferHeight),
    1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return [...pixel];
}, point);
const isBlue = ([r, , b]) => b > r + 30;
const isOrange = ([r, g, b]) => r > b + 50 && g > b;
const isRed = ([r, g, b]) => r > g + 70 && r > b + 30;
const status = (page) => page.textContent('#status');
const opacity = (page) => page.evaluate(() => globalThis.tactPage.view.bodies.map((b) => b.mesh.material.opacity));

async function testContacts(browser) {
  make('box', '--cells', '4', '-o', 'a.obj');
  make('box', '--cells', '4', '-o', 'b.obj');
  const words = ['contacts', 'a.obj', 'b.obj', '--move-b', '0.3,0.2,0.4'];
  run(...words, '-q', '--html', 'contacts.html');
  const wanted = json(...words, '--list');
  const page = await open(browser, join(work, 'contacts.html'));
  await ready(page);
  const rows = await page.evaluate(() => globalThis.tactPage.scene.findings.map((f) => [f.a, f.b, f.kind, f.point]));
  same(rows, wanted.contacts.map((c) => [c.a, c.b, c.kind, c.points[0].position]), 'the list is that of --json');
  same(await page.locator('#findings li').count(), wanted.count, 'each finding has a row');
  same(await page.textContent('dd[data-key="count"]'), String(wanted.count), 'the count');
  check((await page.textContent('#findings li')).includes(`A ${wanted.contacts[0].a} `), 'a row names its triangles');
  // A corner of each box, and the curve.
  check(isBlue(await colorAt(page, [-0.3, -0.5, -0.3])), 'A is blue');
  check(isOrange(await colorAt(page, [0.6, -0.3, 0.7])), 'B is orange');
  const [first] = wanted.contacts.filter((c) => c.points.length > 1);
  check(isRed(await colorAt(page, first.points[0].position)), 'the curve is red');
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  await page.locator('#findings li').nth(2).click();
  check((await status(page)).startsWith(`3 of ${wanted.count}`), 'a click chooses a finding');
  check((await opacity(page)).every((x) => x < 0.5), 'the rest is dim');
  same(await page.locator('#findings li[aria-selected="true"]').count(), 1, 'one row is selected');
  const target = await page.evaluate(() => globalThis.tactPage.view.controls.target.toArray().map(
    (x, i) => x / globalThis.tactPage.scene.scale + globalThis.tactPage.scene.center[i]));
  wanted.contacts[2].points[0].position.forEach((x, i) => check(Math.abs(x - target[i]) < 1e-6, 'the camera looks at it'));
  check(isRed(await colorAt(page, wanted.contacts[2].points[0].position)), 'it is red');
  await page.keyboard.press('n');
  check((await status(page)).startsWith('4 of'), 'n is the next one');
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  check((await status(page)).startsWith('2 of'), 'p is the one before');
  await page.keyboard.press('Escape');
  check((await opacity(page)).every((x) => x === 1), 'Escape shows everything');
  same(await page.locator('#findings li[aria-selected="true"]').count(), 0, 'no row is selected');
  await page.keyboard.press('b');
  check(!isOrange(await colorAt(page, [0.6, -0.3, 0.7])), 'b hides B');
  await page.keyboard.press('b');
  await testSection(page);
  await page.keyboard.press('d');
  check(await page.evaluate(() => getComputedStyle(document.body).backgroundColor) !== background, 'd is dark');
  await testMeasure(page);
  const command = (await page.textContent('#command')).replace(/^tact/, `'${tact}'`);
  const again = JSON.parse(execFileSync('sh', ['-c', `${command} --json || true`], { cwd: work }));
  same(again.count, wanted.count, 'the command of the page gives the same answer');
  check((await page.textContent('#licences')).includes('three.js authors'), 'the licence of three.js is there');
  await page.close();
}

async function testSection(page) {
  await page.keyboard.press('s');
  check(await page.isVisible('#cut'), 's opens the section');
  await page.locator('#cut-axis').selectOption('z');
  await page.locator('#cut-at').fill('350');
  check(!isOrange(await colorAt(page, [0.6, -0.3, 0.7])), 'what is above the section is cut off');
  check(isBlue(await colorAt(page, [-0.3, -0.5, -0.3])), 'what is below is not');
  await page.locator('#section').click();
  check(isOrange(await colorAt(page, [0.6, -0.3, 0.7])), 'without the section it is there again');
}

async function testMeasure(page) {
  const place = (point) => page.evaluate((at) => {
    const { view, scene } = globalThis.tactPage;
    const p = view.controls.target.clone().set(...at.map((x, i) => (x - scene.center[i]) * scene.scale)).project(view.camera);
    const box = view.canvas.getBoundingClientRect();
    return [box.left + (p.x + 1) / 2 * box.width, box.top + (1 - p.y) / 2 * box.height];
  }, point);
  await page.locator('#measure').click();
  for (const point of [[-0.4, -0.5, -0.4], [0.1, -0.5, -0.4]]) await page.mouse.click(...await place(point));
  const about = Number((await status(page)).replace('about ', ''));
  check(Math.abs(about - 0.5) < 0.02, `two points are ${about} apart`);
  await page.locator('#measure').click();
}

// Names of files are text, whatever they are.
async function testNames(browser) {
  mkdirSync(join(work, '<'));
  const name = '<' + '/script><img src=x onerror=window.bad=1>.obj';
  make('box', '-o', name);
  run('distance', name, 'sphere:0.1', '--move-b', '2,0,0', '-q', '--html', 'names.html');
  const page = await open(browser, join(work, 'names.html'), { width: 390, height: 844 });
  await ready(page);
  same(await page.textContent('h1'), `distance ${name} sphere:0.1`, 'the name is shown');
  same(await page.evaluate(() => [window.bad ?? null, document.images.length]), [null, 0], 'no script ran');
  const wanted = json('distance', name, 'sphere:0.1', '--move-b', '2,0,0');
  for (const key of ['distance', 'lower', 'upper'])
    same(Number(await page.textContent(`dd[data-key="${key}"]`)), wanted[key], key);
  const box = await page.locator('#canvas').boundingBox(), panel = await page.locator('#panel').boundingBox();
  check(box.width > 380 && box.height > 300 && panel.y >= box.y + box.height - 1, 'the page fits a phone');
  await page.close();
}

// Every damage is noticed: a changed digit, a missing end, a page without data.
async function testDamage(browser) {
  const text = readFileSync(join(work, 'names.html'), 'latin1');
  const at = text.indexOf('id="data"') + 60;
  const other = text[at] === 'A' ? 'B' : 'A';
  const damaged = [text.slice(0, at) + other + text.slice(at + 1), text.slice(0, at + 20),
    text.slice(0, Math.floor(text.length * 0.8)), text.replace(/(id="data"[^>]*>)[^<]*/, '$1')];
  for (const [i, content] of damaged.entries()) {
    writeFileSync(join(work, `damaged${i}.html`), content, 'latin1');
    const page = await open(browser, join(work, `damaged${i}.html`));
    await page.waitForFunction(() => document.body.innerText.includes('damaged'));
    check(await page.isVisible('#notice'), `damage ${i} is noticed`);
    check(await page.isHidden('#app').catch(() => true), 'nothing wrong is shown');
    await page.close();
  }
}

// A motion: the timeline, the plot, and the tracks of glTF (testGltf).
async function testSweep(browser) {
  const words = ['sweep', 'a.obj', 'sphere:0.5', '--to', '4,0,0', '--move-b', '3,0.2,0.1'];
  run(...words, '-q', '--html', 'sweep.html', '--svg', 'sweep.svg');
  const wanted = json(...words);
  const page = await open(browser, join(work, 'sweep.html'));
  await ready(page);
  await page.locator('#time').fill('0');
  check((await status(page)).endsWith('proved free until here'), 'the start is free');
  check(isBlue(await colorAt(page, [-0.2, -0.5, 0.2])), 'A is where it starts');
  await page.locator('h1').click();
  await page.keyboard.press('t');
  const [, time, rest] = /^time (\S+), distance (.*)$/.exec(await status(page));
  same([Number(time), rest], [wanted.upper, '0, in contact'], 't is the first contact');
  check(!isBlue(await colorAt(page, [-0.2, -0.5, 0.2])), 'A has moved');
  check(isBlue(await colorAt(page, [4 * wanted.upper - 0.2, -0.5, 0.2])), 'to the place of contact');
  await page.keyboard.press(' ');
  await page.waitForFunction((before) => document.getElementById('status').textContent !== before, await status(page));
  await page.close();
  const plot = readFileSync(join(work, 'sweep.svg'), 'utf8');
  const points = /points="([^"]*)"/.exec(plot)[1].trim().split(' ').map((p) => p.split(',').map(Number));
  check(points.length > 100 && points[0][0] === 0 && points.at(-1)[0] === 1, 'the plot goes from start to end');
  for (const [at, distance] of points.filter((p, i) => i % 30 === 0))
    same(json('distance', 'a.obj', 'sphere:0.5', '--move-a', `${4 * at},0,0`, '--move-b', '3,0.2,0.1').distance, distance, `distance at ${at}`);
  same([Number(/data-lower="([^"]*)"/.exec(plot)[1]), Number(/data-upper="([^"]*)"/.exec(plot)[1])], [wanted.lower, wanted.upper],
    'the plot marks the first contact');
}

// glTF: the validator of Khronos finds nothing, and the nodes have the numbers of --json.
async function testGltf() {
  const validator = createRequire(resolve(process.argv[3], 'x.js'))('gltf-validator');
  const cases = [['contacts', 'a.obj', 'b.obj', '--move-b', '0.3,0.2,0.4'], ['distance', 'a.obj', 'capsule:1,0.2', '--move-b', '1e4,2,3'],
    ['depth', 'box:1,1,1', 'sphere:1', '--points'], ['ray', 'a.obj', '--origin', '3,0.1,0.2', '--to', '0,0,0', '--all'],
    ['nearest', 'segment:0,0,0,1,1,1', '--point', '3,2,1'], ['distance', 'a.obj', 'half-space:0,0,1,-4'],
    ['sweep', 'a.obj', 'b.obj', '--to', '0,-1,0,3, 1,0,0,0, 0,0,1,1', '--move-b', '4,0,0']];
  for (const words of cases) {
    run(...words, '-q', '--glb', 'scene.glb');
    const bytes = readFileSync(join(work, 'scene.glb'));
    const report = await validator.validateBytes(new Uint8Array(bytes));
    same([report.issues.numErrors, report.issues.numWarnings, report.issues.messages], [0, 0, report.issues.messages], words.join(' '));
    const scene = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)));
    const root = scene.nodes[scene.scenes[0].nodes[0]];
    same(root.extras.answer, json(...words), 'the extras have the answer');
    same(scene.animations?.[0].channels.length ?? 0, words[0] === 'sweep' ? 2 * scene.nodes.filter((n) => 'side' in n.extras).length : 0, 'tracks');
    const gap = scene.nodes.find((node) => node.extras.kind === 'witness');
    const { witness } = root.extras.answer;
    if (gap && words[0] !== 'nearest') same([gap.extras.first, gap.extras.last], [witness.p, witness.q], 'the witness');
  }
}

const browser = await launch(process.argv[3]);
try {
  await testContacts(browser);
  await testGltf();
  await testSweep(browser);
  await testNames(browser);
  await testDamage(browser);
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
console.log(`${checks()} checks of the page passed`);
