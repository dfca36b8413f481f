// SPDX-License-Identifier: MIT
// The page: lists, buttons and keys around the view. Texts of files are only ever set as text.
import { readScene } from './data.js';
import { LevelBar } from './levels.js';
import { Timeline } from './motion.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id);

function fail(why) {
  $('notice').hidden = false;
  $('notice').textContent = why;
}

function element(name, text, parent) {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
}

// Numbers as tact prints them: JSON has the fewest digits that read back.
function show(value) {
  if (value === null) return '-';
  if (Array.isArray(value)) return value.every((v) => typeof v === 'number') ? `(${value.join(', ')})` : `${value.length}`;
  if (typeof value === 'object') return Object.entries(value).map(([k, v]) => `${k} ${show(v)}`).join('; ');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

// What a row says below its title: the place, or the facts of an event that its title leaves out.
const SAID = ['event', 'a', 'b', 'kind', 'first_of', 'second_of', 'vertex', 'face', 'edge', 'other_edge'];
function smallPrint(finding) {
  if (!finding.details) return show(finding.point);
  const time = finding.details.time === undefined ? [['time', finding.time]] : [];
  return [...time, ...Object.entries(finding.details)].filter(([key, value]) => !SAID.includes(key) && value !== 'contact')
    .map(([key, value]) => `${key} ${show(value)}`).join(', ');
}

class Page {
  constructor(scene) {
    this.scene = scene;
    this.chosen = -1;
    this.points = [];
    this.sides = scene.answer && !scene.world ? ['A', 'B'] : [];
    this.fillPanel();
    try {
      this.view = new View($('canvas'), scene);
    } catch (error) {
      $('status').textContent = `This browser cannot draw in 3D: ${error.message}`;
      this.view = null;
    }
    this.levels = new LevelBar($('level-bar'), scene, (which, level) => {
      $('levels').setAttribute('aria-pressed', String(level >= 0));
      return this.view?.setLevel(which, level) ?? 0;
    });
    $('levels').hidden = this.levels.deepest < 0;
    this.connect();
    this.setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
    this.choose(-1);
    this.levels.set(scene.level - 1);
    if (scene.frames > 1) this.timeline = new Timeline(this, $);
  }

  fillPanel() {
    const { scene } = this;
    document.title = scene.title ? `${scene.title} - tact` : 'tact';
    $('title').textContent = scene.title ?? 'Models';
    this.switches = scene.bodies.map((body, i) => {
      const label = element('label', '', $('bodies'));
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = true;
      box.addEventListener('change', () => this.setVisible(i, box.checked));
      const swatch = element('span', '', label);
      swatch.className = 'swatch';
      swatch.style.background = `rgb(${body.color.slice(0, 3).join(' ')})`;
      label.prepend(box);
      const side = this.sides[body.side] ? `${this.sides[body.side]}: ` : '';
      element('span', `${side}${body.name} (${body.triangles} triangles)`, label);
      return box;
    });
    if (scene.answer)
      for (const [key, value] of Object.entries(scene.answer)) {
        if (key === 'contacts' || key === 'hits' || key === 'event') continue;
        element('dt', key, $('answer'));
        element('dd', show(value), $('answer')).dataset.key = key;
      }
    $('findings-title').hidden = scene.findings.length === 0;
    if (scene.more > 0) $('findings-title').textContent = `The first ${scene.findings.length} of ${scene.findings.length + scene.more} found`;
    scene.findings.forEach((finding, i) => {
      const triangles = this.sides.map((side, k) => [side, [finding.a, finding.b][k]]).filter(([, t]) => t !== null);
      const row = element('li', this.labelOf(finding, triangles), $('findings'));
      row.setAttribute('role', 'option');
      row.id = `finding-${i}`;
      row.title = triangles.map(([side, t]) => `triangle ${t} of ${side}`).join(', ');
      element('small', smallPrint(finding), row);
      row.addEventListener('click', () => this.choose(i));
    });
    if (scene.command) {
      $('command-box').hidden = false;
      $('command').textContent = scene.command;
    }
    $('licences').textContent = globalThis.TACT_LICENCES;
  }

  labelOf({ kind, details, mover0, mover1 }, triangles) {
    if (mover0 !== undefined) return `${kind}: ${details.a} \u00b7 ${details.b}`;
    return details ? kind : [kind, ...triangles.map(([side, t]) => `${side} ${t}`)].join(' \u00b7 ');
  }

  setVisible(index, isVisible) {
    this.switches[index].checked = isVisible;
    if (!this.view) return;
    this.view.bodies[index].group.visible = isVisible;
    this.view.draw();
  }

  toggleSide(side) {
    this.scene.bodies.forEach((body, i) => { if (body.side === side) this.setVisible(i, !this.switches[i].checked); });
  }

  choose(index) {
    const { findings } = this.scene;
    this.chosen = index;
    for (const row of $('findings').querySelectorAll('[aria-selected="true"]')) row.setAttribute('aria-selected', 'false');
    if (index < 0) {
      this.view?.showAll();
      this.timeline?.setFrame(this.timeline.frame);
      if (findings.length > 0) $('findings').removeAttribute('aria-activedescendant');
      return;
    }
    const row = $(`finding-${index}`);
    row.setAttribute('aria-selected', 'true');
    row.scrollIntoView({ block: 'nearest' });
    $('findings').setAttribute('aria-activedescendant', row.id);
    if (this.timeline && !Number.isNaN(findings[index].time)) this.timeline.setTime(findings[index].time);
    $('status').textContent = `${index + 1} of ${findings.length}: ${row.firstChild.textContent}${findings[index].details ? ',' : ' at'} ${row.lastChild.textContent}`;
    this.view?.isolate(findings[index]);
  }

  step(by) {
    const count = this.scene.findings.length;
    if (count > 0) this.choose(this.chosen < 0 ? (by > 0 ? 0 : count - 1) : (this.chosen + by + count) % count);
  }

  reset() {
    this.points = [];
    $('status').textContent = '';
    this.choose(-1);
    this.view?.home();
  }

  setTheme(isDark) {
    this.isDark = isDark;
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    this.view?.setBackground(isDark);
  }

  setSection() {
    const isOn = $('section').getAttribute('aria-pressed') === 'true';
    $('cut').hidden = !isOn;
    this.view?.setSection(isOn, $('cut-axis').selectedIndex, $('cut-at').value / 1000, $('cut-flip').checked);
  }

  press(id) {
    const isOn = $(id).getAttribute('aria-pressed') !== 'true';
    $(id).setAttribute('aria-pressed', String(isOn));
    return isOn;
  }

  async copy() {
    const text = this.scene.command ?? '';
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = element('textarea', text, document.body);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    $('status').textContent = 'The command was copied.';
  }

  click(event) {
    const hit = this.view.pick(event.clientX, event.clientY);
    if ($('measure').getAttribute('aria-pressed') === 'true') {
      if (!hit) return;
      this.points = this.points.length === 2 ? [hit] : [...this.points, hit];
      this.view.showMeasure(this.points);
      const [p, q] = this.points;
      $('status').textContent = q ? `about ${Math.hypot(...p.point.map((v, i) => v - q.point[i])).toPrecision(6)}` : 'Click a second point.';
      return;
    }
    if (!hit) {
      $('status').textContent = '';
      return;
    }
    const name = this.sides[hit.body.side] ?? hit.body.name;
    $('status').textContent = `triangle ${hit.triangle} of ${name}, near (${hit.point.map((v) => v.toPrecision(6)).join(', ')})`;
    const side = hit.body.side === 0 ? 'a' : 'b';
    const found = this.scene.findings.findIndex((f) => f[side] === hit.triangle);
    if (found >= 0) this.choose(found);
  }

  connect() {
    const keys = {
      n: () => this.step(1), j: () => this.step(1), p: () => this.step(-1), k: () => this.step(-1),
      Escape: () => this.reset(), s: () => $('section').click(), m: () => $('measure').click(),
      h: () => this.levels.toggle(), '.': () => this.levels.step(1), ',': () => this.levels.step(-1),
      e: () => $('edges').click(), a: () => this.toggleSide(0), b: () => this.toggleSide(1),
      d: () => this.setTheme(!this.isDark), c: () => this.copy(), f: () => this.view?.front(),
      '+': () => this.zoom(0.8), '-': () => this.zoom(1.25),
      t: () => this.scene.touches && $('first').click(), ' ': () => this.scene.frames > 0 && $('play').click(),
    };
    addEventListener('keydown', (event) => {
      const isTyping = event.target.matches?.('select, textarea, input[type="range"]') || (event.key === ' ' && event.target.matches?.('button, input'));
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping || !keys[event.key]) return;
      keys[event.key]();
      event.preventDefault();
    });
    $('findings').addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      this.step(event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
    });
    $('all').addEventListener('click', () => this.reset());
    $('next').addEventListener('click', () => this.step(1));
    $('previous').addEventListener('click', () => this.step(-1));
    $('theme').addEventListener('click', () => this.setTheme(!this.isDark));
    $('copy').addEventListener('click', () => this.copy());
    $('section').addEventListener('click', () => { this.press('section'); this.setSection(); });
    for (const id of ['cut-axis', 'cut-at', 'cut-flip']) $(id).addEventListener('input', () => this.setSection());
    $('levels').addEventListener('click', () => this.levels.toggle());
    $('edges').addEventListener('click', () => this.view?.setEdges(this.press('edges')));
    $('measure').addEventListener('click', () => {
      this.points = [];
      this.choose(-1);
      $('status').textContent = this.press('measure') ? 'Click two points.' : '';
    });
    if (!this.view) return;
    let from = null;
    $('canvas').addEventListener('pointerdown', (event) => { from = [event.clientX, event.clientY]; });
    $('canvas').addEventListener('click', (event) => {
      if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 5) this.click(event);
    });
  }

  zoom(factor) {
    if (!this.view) return;
    const { camera, controls } = this.view;
    camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
    controls.update();
    this.view.draw();
  }
}

addEventListener('error', (event) => fail(`This page is damaged: ${event.message}`));
readScene($('data').textContent).then((scene) => {
  $('app').hidden = false;
  globalThis.tactPage = new Page(scene);
  $('notice').hidden = true;
  $('data').remove();
}).catch((error) => {
  $('app').hidden = true;
  fail(`This page is damaged: ${error.message}. Make it again with tact.`);
});
