// SPDX-License-Identifier: MIT
// The page that --html writes, in Chromium: it loads from a file without a network, draws the colours
// that must be there, lists the answers of --json, obeys clicks and keys, and says so if it is damaged.
// Usage: node page.mjs TACT NODE_MODULES
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

// The points of a plot: their numbers, and where they are.
const dotsOf = (file) => [...readFileSync(join(work, file), 'utf8').matchAll(/<circle ([^>]*)>/g)].map(([, text]) =>
  Object.fromEntries([...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, Number(value)])));

// The plots of info and distance have the numbers of --json, at the right places.
function testPlots() {
  make('torus', '--triangles', '3000', '-o', 'torus.ply');
  run('info', 'torus.ply', '-q', '--svg', 'cost.svg');
  const { hierarchy } = json('info', 'torus.ply', '--levels');
  const cost = dotsOf('cost.svg');
  same(cost.map((dot) => [dot['data-x'], dot['data-y']]), hierarchy.levels.map((l) => [l.level, l.cost]), 'the cost of the levels');
  same(hierarchy.levels.reduce((sum, l) => sum + l.nodes, 0), hierarchy.node_count, 'all nodes');
  const sum = hierarchy.levels.reduce((all, l) => all + l.cost, 0);
  check(Math.abs(sum / hierarchy.surface_cost - 1) < 1e-3, `${sum} is the cost of the hierarchy`);
  const most = Math.max(...cost.map((dot) => dot['data-y'])), last = cost.at(-1)['data-x'];
  for (const dot of cost) {
    check(Math.abs(dot.cx - (80 + 600 * dot['data-x'] / last)) < 1e-9, 'a point is in its column');
    check(Math.abs(dot.cy - (338 - 290 * dot['data-y'] / most)) < 1e-9, 'and in its row');
  }
  const move = [3, 0.3, 0.2];
  run('distance', 'torus.ply', 'cone:0.5,1', '--move-b', move.join(), '-q', '--svg', 'bounds.svg');
  const bounds = dotsOf('bounds.svg');
  same(bounds.length, 17, 'a point per power of ten');
  for (const scale of [1, 100, 10000]) {
    run('convert', 'torus.ply', '--scale', `${scale}`, '-o', 'large.ply', '-q');
    const wanted = json('distance', 'large.ply', `cone:${0.5 * scale},${scale}`, '--move-b', move.map((x) => x * scale).join());
    const dot = bounds.find((each) => each['data-x'] === scale);
    same([dot['data-lower'], dot['data-upper']], [wanted.lower, wanted.upper], `the bounds at scale ${scale}`);
    same(dot['data-y'], (wanted.upper - wanted.lower) / wanted.upper, 'their width');
  }
  for (const [file, dots] of [['cost.svg', cost], ['bounds.svg', bounds]]) {
    const curve = /points="([^"]*)"/.exec(readFileSync(join(work, file), 'utf8'))[1].trim().split(' ');
    same(curve, dots.map((dot) => `${dot.cx},${dot.cy}`), 'the curve goes through the points');
  }
  bounds.forEach((dot, i) => check(Math.abs(dot.cx - (80 + 37.5 * i)) < 1e-6, 'a power of ten is in its column'));
}

// Frames of two sheets, of which the upper one bends down through the lower one and goes on.
function makeFrames(count) {
  const cells = 8, names = [];
  for (let f = 0; f < count; f++) {
    const lines = [], t = f / (count - 1);
    for (const sheet of [0, 1])
      for (let j = 0; j <= cells; j++)
        for (let i = 0; i <= cells; i++) {
          const [x, y] = [i / cells - 0.5, j / cells - 0.5];
          lines.push(`v ${0.7 * x + 0.01 * sheet} ${0.7 * y + 0.02 * sheet} ${sheet * (0.5 - 1.1 * t + x * x * t)}`);
        }
    for (const sheet of [0, 1])
      for (let j = 0; j < cells; j++)
        for (let i = 0; i < cells; i++) {
          const a = 1 + sheet * (cells + 1) ** 2 + j * (cells + 1) + i;
          lines.push(`f ${a} ${a + 1} ${a + cells + 2}`, `f ${a} ${a + cells + 2} ${a + cells + 1}`);
        }
    names.push(`frame${f}.obj`);
    writeFileSync(join(work, names[f]), lines.join('\n') + '\n');
  }
  return names;
}

// Bodies that bend: the events are those of --json, the timeline goes to the first contact, and each
// frame has the points of its file.
async function testDeform(browser) {
  const names = makeFrames(12), words = ['deform', ...names];
  run(...words, '-q', '--html', 'deform.html');
  const { steps } = json(...words, '--list');
  const wanted = steps.flatMap((step) => step.list);
  const page = await open(browser, join(work, 'deform.html'));
  await ready(page);
  check(wanted.length > 20 && steps[0].list.length === 0, 'there are contacts, but not at once');
  const { found, spans, contact, touching } = await page.evaluate(() => {
    const { findings, spans, contact, touching } = globalThis.tactPage.scene;
    return { found: findings.map((f) => [f.details, f.time]), spans, contact, touching };
  });
  same(found.map(([details]) => details), wanted, 'the events are those of --json');
  const times = steps.flatMap((step, i) => step.list.map((c) => i + c.lower));
  same(found.map(([, time]) => time), times, 'the times');
  same(await page.locator('#findings li').count(), wanted.length, 'each event has a row');
  const first = steps.findIndex((step) => step.list.length > 0);
  const upper = first + Math.min(...steps[first].list.map((c) => c.upper));
  same(contact, [first + steps[first].list[0].lower, upper], 'the first contact');
  for (const [i, step] of steps.entries()) {
    const free = spans.find((s) => s.state === 'free' && s.from <= i && i < s.to);
    check(free ? free.to >= i + step.safe : step.safe === 0, `step ${i} is free as far as --json says`);
    check(step.list.length > 0 || free.to >= i + 1, `step ${i} is free`);
    same(touching[i + 1].length > 0, step.list.length > 0, `step ${i} has touching triangles`);
    const faces = step.list.filter((c) => c.kind === 'vertex-face').map((c) => c.face);
    check(faces.every((face) => touching[i + 1].some((t) => t.triangle === face)), `step ${i} has all faces`);
  }
  check((await page.evaluate(() => document.getElementById('bar').style.background)).includes('--free'), 'colours');
  await testFrames(page, names);
  await page.locator('#time').fill('0');
  check((await status(page)).endsWith('proved free until here'), 'the start is free');
  const patch = () => page.evaluate(() => !!globalThis.tactPage.view.bodies[0].touchPatch);
  check(!await patch(), 'nothing is red');
  await page.locator('h1').click();
  await page.keyboard.press('t');
  const [, time, count] = /^time (\S+), in contact: (\d+) triangles$/.exec(await status(page));
  check(Math.abs(Number(time) - upper) < 1e-9, 't is the first contact');
  same(Number(count), touching[first + 1].length, 'the triangles that touch');
  check(await patch(), 'they are red');
  await page.locator('#findings li').last().click();
  check(Math.abs(await page.evaluate(() => globalThis.tactPage.timeline.frame) - times.at(-1)) < 1e-9, 'a row goes to its time');
  await page.close();
}

// The points of some frames, within half a step of 2^-16 of the longest edge of the box of all frames.
async function testFrames(page, names) {
  const points = names.map((name) => readFileSync(join(work, name), 'utf8').split('\n')
    .filter((line) => line.startsWith('v ')).flatMap((line) => line.split(' ').slice(1).map(Number)));
  const size = Math.max(...[0, 1, 2].map((k) => {
    const all = points.flatMap((p) => p.filter((x, i) => i % 3 === k));
    return Math.max(...all) - Math.min(...all);
  }));
  for (const frame of [0, 5, 11]) {
    const shown = await page.evaluate((at) => {
      const { timeline, scene } = globalThis.tactPage;
      timeline.setFrame(at);
      return [...scene.bodies[0].positions].map((x, i) => x / scene.scale + scene.center[i % 3]);
    }, frame);
    const error = Math.max(...shown.map((x, i) => Math.abs(x - points[frame][i])));
    check(error <= size / 65535 / 2 + 1e-6, `frame ${frame} is off by ${error}`);
  }
}

const world = (name) => ({
  tact_scene: 1, step: 0.1, steps: 20,
  models: { ball: { shape: 'sphere:0.3' }, plate: { shape: 'box:4,4,0.2' }, floor: { parts: [{ model: 'plate' }] } },
  groups: ['fixed', 'falling'],
  objects: [{ name: 'floor', model: 'floor', group: 'fixed', motion: 'static' },
    ...[0, 1, 2, 3].map((i) => ({ name: i === 0 ? name : `ball ${i}`, model: 'ball', group: 'falling',
      position: [i - 1.5, 0, 1 + 0.2 * i], velocity: [0, 0, -1], spin: [0, i, 0] }))],
  interest: [{ groups: ['falling', 'fixed'], ask: 'collide' }],
});

// Many bodies: events, poses per frame, what touches, and names that look like HTML.
async function testSim(browser) {
  const name = '<' + '/script><img src=x onerror=window.bad=1>';
  writeFileSync(join(work, 'world.json'), JSON.stringify(world(name)));
  run('sim', 'world.json', '-q', '--html', 'sim.html');
  const lines = run('sim', 'world.json', '--json').stdout.trim().split('\n').map((line) => JSON.parse(line));
  const page = await open(browser, join(work, 'sim.html'));
  await ready(page);
  const { found, answer, moving } = await page.evaluate(() => {
    const { findings, answer, moving } = globalThis.tactPage.scene;
    return { found: findings.map((f) => f.details), answer, moving };
  });
  same([...found, answer], lines, 'the events and the summary are those of --json');
  check(found.length >= 8, 'contacts begin and end');
  same(moving, [-1, 0, 1, 2, 3], 'the floor has no poses');
  const text = await page.textContent('#findings');
  check(text.includes(`begin: floor \u00b7 ${name}`), 'a name is shown in the events');
  check((await page.textContent('#bodies')).includes(name), 'and in the list of bodies');
  same(await page.evaluate(() => [window.bad ?? null, document.images.length]), [null, 0], 'no script ran');
  const begin = found.find((e) => e.event === 'begin');
  await page.locator('h1').click();
  await page.keyboard.press('t');
  check((await status(page)).startsWith(`time ${begin.time}, in contact: 2 of 5 objects`), 't is the first contact');
  for (const step of [0, 7, 20]) {
    await page.locator('#time').fill(String(step));
    const at = await page.evaluate(() => globalThis.tactPage.view.bodies.map((item) => {
      item.plain.computeBoundingSphere();
      const { scale, center } = globalThis.tactPage.scene;
      return item.plain.boundingSphere.center.clone().applyMatrix4(item.group.matrix).toArray().map((x, i) => x / scale + center[i]);
    }));
    same(at.length, 5, 'the floor and the balls');
    for (let i = 0; i < 4; i++)
      [i - 1.5, 0, 1 + 0.2 * i - 0.1 * step].forEach((x, k) => check(Math.abs(at[i + 1][k] - x) < 1e-5, `ball ${i} at step ${step}`));
  }
  const last = await page.locator('#findings li').count() - 1;
  await page.locator('#findings li').nth(last).click();
  same(await page.evaluate(() => globalThis.tactPage.timeline.frame), found[last].step, 'a row goes to its step');
  const clear = await opacity(page);
  check(clear.filter((x) => x === 1).length === 2 && clear.filter((x) => x < 0.5).length === 3, 'the pair is not dimmed');
  await page.close();
}

// A page of 200 frames of 10,000 triangles that move smoothly.
function testDeformSize() {
  const cells = 70, names = [];
  for (let f = 0; f < 200; f++) {
    const lines = [];
    for (let j = 0; j <= cells; j++)
      for (let i = 0; i <= cells + 2; i++)
        lines.push(`v ${(i / cells + 0.001 * Math.sin(5 * j + f / 9)).toFixed(7)} ${(j / cells).toFixed(7)} ${(0.3 * Math.sin(i / 9 + j / 13 + f / 7) * f / 200 + 0.003 * Math.sin(17 * i + 3 * f)).toFixed(7)}`);
    for (let j = 0; j < cells; j++)
      for (let i = 0; i < cells + 2; i++) {
        const a = 1 + j * (cells + 3) + i;
        lines.push(`f ${a} ${a + 1} ${a + cells + 4}`, `f ${a} ${a + cells + 4} ${a + cells + 3}`);
      }
    names.push(`long${f}.obj`);
    writeFileSync(join(work, names[f]), lines.join('\n') + '\n');
  }
  run('deform', ...names, '-q', '--html', 'long.html');
  const bytes = statSync(join(work, 'long.html')).size;
  check(bytes < 8e6, `200 frames of 10,080 triangles: ${bytes} bytes`);
  console.log(`200 frames of 10,080 triangles: ${bytes} bytes`);
}

// glTF: the validator of Khronos finds nothing, and the nodes have the numbers of --json.
async function testGltf() {
  const validator = createRequire(resolve(process.argv[3], 'x.js'))('gltf-validator');
  const cases = [['contacts', 'a.obj', 'b.obj', '--move-b', '0.3,0.2,0.4'], ['distance', 'a.obj', 'capsule:1,0.2', '--move-b', '1e4,2,3'],
    ['depth', 'box:1,1,1', 'sphere:1', '--points'], ['ray', 'a.obj', '--origin', '3,0.1,0.2', '--to', '0,0,0', '--all'],
    ['nearest', 'segment:0,0,0,1,1,1', '--point', '3,2,1'], ['distance', 'a.obj', 'half-space:0,0,1,-4'],
    ['sweep', 'a.obj', 'b.obj', '--to', '0,-1,0,3, 1,0,0,0, 0,0,1,1', '--move-b', '4,0,0'],
    ['sim', 'world.json'], ['deform', ...makeFrames(12)],
    ['deform', 'frame0.obj', 'frame11.obj', '--against', 'b.obj']];
  for (const words of cases) {
    run(...words, '-q', '--glb', 'scene.glb');
    const bytes = readFileSync(join(work, 'scene.glb'));
    const report = await validator.validateBytes(new Uint8Array(bytes));
    same([report.issues.numErrors, report.issues.numWarnings, report.issues.messages], [0, 0, report.issues.messages], words.join(' '));
    const scene = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)));
    const root = scene.nodes[scene.scenes[0].nodes[0]];
    const answer = words[0] === 'sim' ? JSON.parse(run(...words, '--json').stdout.trim().split('\n').at(-1)) : json(...words);
    same(root.extras.answer, answer, 'the extras have the answer');
    const tracks = (scene.animations?.[0].channels ?? []).map(({ target }) => [scene.nodes[target.node].name, target.path]);
    const bodies = scene.nodes.filter((n) => 'side' in n.extras).map((n) => n.name);
    const moves = (names) => names.flatMap((name) => [[name, 'translation'], [name, 'rotation']]);
    const wantedTracks = { sweep: moves(['a.obj', 'touching triangles']), sim: moves(bodies.filter((name) => name !== 'floor')),
      deform: bodies.map((name) => [name, 'weights']) };
    same(tracks, wantedTracks[words[0]] ?? [], 'tracks');
    const gap = scene.nodes.find((node) => node.extras.kind === 'witness');
    const { witness } = root.extras.answer;
    if (gap && witness && words[0] !== 'nearest') same([gap.extras.first, gap.extras.last], [witness.p, witness.q], 'the witness');
  }
}

const browser = await launch(process.argv[3]);
try {
  await testContacts(browser);
  await testSweep(browser);
  await testDeform(browser);
  await testSim(browser);
  testDeformSize();
  testPlots();
  await testGltf();
  await testNames(browser);
  await testDamage(browser);
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
console.log(`${checks()} checks of the page passed`);
