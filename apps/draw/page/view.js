// SPDX-License-Identifier: MIT
// The 3D view: bodies, what was found, the section plane and picking. A view that would be slow is
// patient: it draws a coarse picture at once, and a fine one piece by piece when nothing changes.
import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Frustum, Group, HalfFloatType,
  LineSegments, LineBasicMaterial, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, Plane, Raycaster,
  Scene, SphereGeometry, Vector2, Vector3, WebGLRenderer, WebGLRenderTarget,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import { FullScreenQuad } from 'three/examples/jsm/postprocessing/Pass.js';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { coarse } from './coarse.js';
import { Levels } from './levels.js';
import { boxesOf, matrixOf } from './motion.js';
import { Pieces } from './pieces.js';

const SMOOTH_LIMIT = 150000; // triangles; more are drawn flat, which looks the same
const SLOW_LIMIT = 20000; // triangles; with more, a view without a graphics card is patient from the start
const COARSE_LIMIT = 500; // triangles; bodies with fewer are always drawn as they are
const PIECE = 32768; // triangles that are drawn at once in a fine picture
const SLOW_FRAME = 90; // milliseconds from a change to its picture; if they take longer, quality goes down
const REST = 300; // milliseconds without a change, after which the fine picture is begun
// How coarse pictures are: cells of the grid along an axis, and pixels per pixel of the fine picture.
const QUALITY = [{ cells: 0, share: 1 }, { cells: 96, share: 0.6 }, { cells: 48, share: 0.45 }, { cells: 32, share: 0.33 }];
const [PART_OTHER, PART_BODY, PART_PIECE] = [0, 1, 2]; // layers of three.js
const RADIANS = Math.PI / 180;
const colorOf = (c) => new Color().setRGB(c[0] / 255, c[1] / 255, c[2] / 255, 'srgb');

function geometryOf(positions, indices) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

// Wide lines for LineMaterial: the shape of one segment for each of them, without the instances of
// LineSegments2, which software renderers draw a hundred times more slowly.
function lineGeometry(segments) {
  const shape = new LineSegmentsGeometry(), count = segments.length / 6;
  const geometry = new BufferGeometry();
  const corners = shape.attributes.position.count, order = shape.index.array;
  const all = { position: 3, uv: 2, instanceStart: 3, instanceEnd: 3 };
  for (const [name, size] of Object.entries(all)) {
    const values = new Float32Array(size * corners * count);
    const isEnd = name === 'instanceEnd' ? 3 : 0, isShape = size === 2 || name === 'position';
    for (let i = 0, at = 0; i < count; i++)
      for (let v = 0; v < corners; v++)
        for (let k = 0; k < size; k++, at++)
          values[at] = isShape ? shape.attributes[name].array[size * v + k] : segments[6 * i + isEnd + k];
    geometry.setAttribute(name, new BufferAttribute(values, size));
  }
  const indices = new Uint32Array(order.length * count);
  for (let i = 0; i < indices.length; i++)
    indices[i] = order[i % order.length] + corners * Math.floor(i / order.length);
  return geometry.setIndex(new BufferAttribute(indices, 1));
}

// Whether the browser draws without a graphics card: then smoothing costs too much.
function isSoftware() {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

export class View {
  constructor(canvas, scene) {
    this.canvas = canvas;
    this.data = scene;
    this.isSoftware = isSoftware();
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.isSoftware, alpha: true });
    this.renderer.localClippingEnabled = true;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(30, 1, 0.001, 100);
    this.camera.up.set(0, 0, 1);
    this.plane = new Plane(new Vector3(-1, 0, 0), 0);
    this.clips = [];
    this.wide = []; // lines as they are drawn at rest,
    this.thin = []; // and in a coarse picture of a large scene
    this.lines = []; // their materials, which must know the size of the picture
    this.size = new Vector2(1, 1);
    this.triangles = scene.bodies.reduce((sum, body) => sum + body.triangles, 0);
    // A motion is drawn as it is: its bodies are many, and a fine picture takes a while per body.
    this.isPlain = scene.frames > 0 && this.triangles <= SMOOTH_LIMIT;
    this.quality = this.isSoftware && this.triangles > SLOW_LIMIT && !this.isPlain ? 2 : 0;
    this.version = 0; // counts changes
    this.frames = 0; // counts pictures
    this.waits = []; // milliseconds, of the last pictures of a motion
    this.addLights();
    this.bodies = scene.bodies.map((body) => this.addBody(body));
    this.levels = new Levels(this.bodies, this.clips);
    this.paths = scene.paths.map((path) => this.addPath(path));
    this.extra = new Group(); // what the chosen finding and measuring add
    this.scene.add(this.extra);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.listenToKeyEvents(canvas);
    this.controls.addEventListener('change', () => this.draw());
    this.controls.addEventListener('start', () => { this.isMoving = true; });
    this.controls.addEventListener('end', () => { this.isMoving = false; });
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.home();
    this.resize();
  }

  addLights() {
    const ambient = new AmbientLight(0xffffff, 1.25);
    this.scene.add(ambient);
    const key = new DirectionalLight(0xffffff, 1.9), fill = new DirectionalLight(0xffffff, 0.5);
    key.position.set(-0.45, 0.6, 0.7);
    fill.position.set(1, 0, 0.6);
    // Their targets move with the camera, so that the light always comes from the same sides.
    this.camera.add(key, fill, key.target, fill.target);
    this.scene.add(this.camera);
    for (const each of [ambient, key, fill, this.camera]) each.layers.enableAll();
  }

  material(color, options) {
    return new MeshLambertMaterial({ color: colorOf(color), side: DoubleSide, clippingPlanes: this.clips, ...options });
  }

  addBody(body) {
    const isSmooth = this.triangles <= SMOOTH_LIMIT && body.triangles > 0 && !body.bends;
    const plain = geometryOf(body.positions, body.indices);
    const geometry = isSmooth ? toCreasedNormals(plain, 40 * RADIANS) : plain;
    const material = this.material(body.color, {
      flatShading: !isSmooth && !body.bends, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 4 });
    const mesh = new Mesh(geometry, material);
    mesh.layers.set(PART_BODY);
    const group = new Group();
    group.add(mesh);
    const marks = this.patch(body, body.marks, 0.5);
    if (marks) group.add(marks);
    this.scene.add(group);
    return { body, group, mesh, marks, plain, fine: geometry, pieces: new Pieces(body), alpha: body.color[3] / 255 };
  }

  // Some triangles of a body in the colour of what was found.
  patch(body, triangles, mix) {
    if (triangles.length === 0) return null;
    const corners = new Float32Array(9 * triangles.length);
    triangles.forEach((t, i) => {
      for (let k = 0; k < 3; k++) {
        const at = 3 * body.indices[3 * t + k];
        corners.set(body.positions.subarray(at, at + 3), 9 * i + 3 * k);
      }
    });
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3));
    const color = body.color.map((c, i) => c * (1 - mix) + [208, 28, 72, 255][i] * mix);
    return new Mesh(geometry,
      this.material(color, { flatShading: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
  }

  addPath(path) {
    const group = new Group();
    const p = path.positions, segments = [];
    const last = path.closed ? path.points : path.points - 1;
    for (let i = 0; i < last; i++) {
      const j = (i + 1) % path.points;
      segments.push(p[3 * i], p[3 * i + 1], p[3 * i + 2], p[3 * j], p[3 * j + 1], p[3 * j + 2]);
    }
    if (segments.length > 0) this.addLines(group, segments, path.color);
    if (path.points === 1 || path.role === 'witness')
      for (let i = 0; i < path.points; i++) this.addBall(group, p.subarray(3 * i, 3 * i + 3), path.color);
    this.scene.add(group);
    return { path, group };
  }

  // Drawn twice: what is hidden shines through.
  addLines(group, segments, color) {
    const geometry = lineGeometry(segments), plain = new BufferGeometry();
    plain.setAttribute('position', new BufferAttribute(new Float32Array(segments), 3));
    const thin = new LineSegments(plain, new LineBasicMaterial({ color: colorOf(color).getHex(), clippingPlanes: this.clips }));
    thin.visible = false;
    this.thin.push(thin);
    group.add(thin);
    for (const hidden of [true, false]) {
      const material = new LineMaterial({ color: colorOf(color).getHex(), linewidth: hidden ? 2 : 3.5,
        transparent: hidden, opacity: hidden ? 0.4 : 1, depthTest: !hidden, clippingPlanes: this.clips });
      material.polygonOffset = true;
      material.polygonOffsetFactor = 0;
      material.polygonOffsetUnits = -16;
      this.lines.push(material);
      material.resolution.copy(this.size);
      const lines = new Mesh(geometry, material);
      lines.frustumCulled = false;
      lines.renderOrder = hidden ? 2 : 3;
      this.wide.push(lines);
      group.add(lines);
    }
  }

  addBall(group, at, color) {
    const ball = new Mesh(new SphereGeometry(0.011, 20, 14),
      new MeshBasicMaterial({ color: colorOf(color), depthTest: false, transparent: true }));
    ball.position.set(at[0], at[1], at[2]);
    ball.renderOrder = 4;
    group.add(ball);
    return ball;
  }

  // ---- The camera ----

  place(target, distance, toward) {
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(toward, distance);
    this.controls.update();
    this.draw();
  }

  // How far away the camera must be to see everything around the middle.
  fitting(toward) {
    const right = new Vector3(0, 0, 1).cross(toward).normalize(), up = toward.clone().cross(right);
    const high = Math.tan(15 * RADIANS), wide = high * this.camera.aspect, p = new Vector3();
    let most = 0.1;
    const include = () => {
      most = Math.max(most, p.dot(toward) + 1.08 * Math.max(Math.abs(p.dot(right)) / wide, Math.abs(p.dot(up)) / high));
    };
    // In a world, some bodies may go far away.
    const limit = this.data.world ? 1.6 : Infinity;
    const corners = (min, max, matrix) => {
      for (let i = 0; i < 8; i++) {
        p.set(i & 1 ? min[0] : max[0], i & 2 ? min[1] : max[1], i & 4 ? min[2] : max[2]).applyMatrix4(matrix);
        if (p.length() < limit) include();
      }
    };
    // In a motion, the corners of the bodies at some frames.
    const { frames } = this.data, step = Math.max(1, Math.floor(frames / 8));
    for (const item of frames > 0 ? this.bodies : []) {
      item.plain.computeBoundingBox();
      const { min, max } = item.plain.boundingBox;
      for (let frame = 0; !item.body.bends && frame < frames + step; frame += step)
        corners(min.toArray(), max.toArray(), matrixOf(this.data, item.body.mover, Math.min(frame, frames - 1)));
      for (const [low, high] of boxesOf(this.data, item)) corners(low, high, new Matrix4());
    }
    for (const { positions } of [...this.data.bodies, ...this.data.paths]) {
      const step = 3 * Math.max(1, Math.floor(positions.length / 60000));
      for (let i = 0; i + 2 < positions.length; i += step) {
        p.set(positions[i], positions[i + 1], positions[i + 2]);
        include();
      }
    }
    this.camera.far = Math.max(100, 4 * most);
    this.camera.updateProjectionMatrix();
    return most;
  }

  home() {
    const a = 30 * RADIANS, e = 25 * RADIANS;
    this.direction = undefined;
    const toward = new Vector3(Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e));
    this.place(new Vector3(0, 0, 0), this.fitting(toward), toward);
  }

  front() {
    const toward = new Vector3(0, -1, 0.0001).normalize();
    this.direction = toward;
    this.place(new Vector3(0, 0, 0), this.fitting(toward), toward);
  }

  lookAt(point, radius) {
    this.direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.place(new Vector3(...point), Math.min(3, Math.max(radius * 12, 0.02)), this.direction);
  }

  resize() {
    const box = this.canvas.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const before = this.camera.aspect;
    this.ratio = Math.min(window.devicePixelRatio * (this.isSoftware ? 1.5 : 1), 2);
    this.renderer.setPixelRatio(this.ratio * QUALITY[this.isCoarse ? this.quality : 0].share);
    this.renderer.setSize(box.width, box.height, false);
    this.size.set(box.width, box.height);
    for (const material of this.lines) material.resolution.copy(this.size);
    this.camera.aspect = box.width / box.height;
    this.camera.updateProjectionMatrix();
    if (!this.sized || before !== this.camera.aspect) {
      this.sized = true;
      if (!this.direction) this.home();
    }
    this.draw();
  }

  // ---- Drawing ----

  // Something has changed.
  draw() {
    this.version++;
    if (this.quality > 0) {
      this.setCoarse(true);
      clearTimeout(this.rest);
    }
    if (this.asked) return;
    this.asked = true;
    const since = performance.now();
    requestAnimationFrame(() => {
      this.asked = false;
      this.renderer.render(this.scene, this.camera);
      this.frames++;
clearTimeout(this.rest);
      if (this.isCoarse) this.rest = setTimeout(() => this.refine(), this.isMoving ? 4 * REST : REST);
      if (this.isMoving && !this.isPlain) this.adapt(performance.now() - since);
    });
  }

  // Lowers the quality of a motion whose pictures take long.
  adapt(milliseconds) {
    this.waits.push(milliseconds);
    if (this.waits.length < 3) return;
    const mean = this.waits.reduce((sum, x) => sum + x) / this.waits.length;
    this.waits = [];
    if (mean > SLOW_FRAME && this.quality + 1 < QUALITY.length) {
      this.quality++;
      this.isCoarse = false; // what is drawn must be made anew
    }
  }

  setCoarse(isCoarse) {
    if (this.isCoarse === isCoarse) return;
    this.isCoarse = isCoarse;
    const { cells, share } = QUALITY[isCoarse ? this.quality : 0];
    for (const item of this.bodies) {
      item.mesh.geometry = isCoarse ? this.coarseOf(item, cells) : item.fine;
      if (item.edges) item.edges.visible = this.hasEdges && !isCoarse;
    }
    for (const lines of this.wide) lines.visible = !isCoarse;
    for (const lines of this.thin) lines.visible = isCoarse;
    this.renderer.setPixelRatio(this.ratio * share);
  }

  coarseOf(item, cells) {
    if (item.body.triangles <= COARSE_LIMIT || item.body.bends) return item.fine;
    item.coarse ??= {};
    if (!item.coarse[cells]) {
      const { positions, indices } = coarse(item.body, cells);
      item.coarse[cells] = indices.length < item.body.indices.length / 2 ? geometryOf(positions, indices) : item.fine;
    }
    return item.coarse[cells];
  }

  // Draws the fine picture aside, piece by piece, and shows it when it is complete. A change ends it.
  async refine() {
    const { renderer, camera, version, size } = this;
    const isOver = () => version !== this.version;
    this.target ??= new WebGLRenderTarget(1, 1, { type: HalfFloatType });
    this.target.setSize(Math.floor(size.x * this.ratio), Math.floor(size.y * this.ratio));
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(renderer.getClearColor(new Color()), 1); // in the colours of the target
    renderer.clear();
    renderer.setRenderTarget(null);
    const word = new Uint16Array(4), frustum = new Frustum(), matrix = new Matrix4();
    for (const item of this.bodies) {
      if (!item.group.visible) continue;
      item.group.updateMatrixWorld();
      matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(item.group.matrixWorld);
      frustum.setFromProjectionMatrix(matrix);
      for (let piece; (piece = item.pieces.next(piece?.[1] ?? 0, PIECE, frustum));) {
        this.drawPiece(item, ...piece);
        await renderer.readRenderTargetPixelsAsync(this.target, 0, 0, 1, 1, word); // when the piece is drawn
        if (isOver()) return;
      }
    }
    this.setCoarse(false);
    this.drawPart(PART_OTHER);
    this.quad ??= new FullScreenQuad(new MeshBasicMaterial({ depthTest: false, depthWrite: false }));
    this.quad.material.map = this.target.texture;
    this.quad.render(renderer);
    this.frames++;
  }

  // Adds a part of the scene to the fine picture.
  drawPart(part) {
    const { renderer, camera } = this;
    renderer.setRenderTarget(this.target);
    renderer.autoClear = false;
    camera.layers.set(part);
    renderer.render(this.scene, camera);
    camera.layers.enableAll();
    renderer.autoClear = true;
    renderer.setRenderTarget(null);
  }

  drawPiece(item, from, to) {
    const { mesh, edges, fine, plain } = item, shown = mesh.geometry;
    mesh.geometry = fine;
    mesh.layers.enable(PART_PIECE);
    if (edges) {
      edges.visible = this.hasEdges;
      edges.layers.enable(PART_PIECE);
    }
    for (const geometry of [fine, plain]) geometry.setDrawRange(3 * from, 3 * (to - from));
    this.drawPart(PART_PIECE);
    for (const geometry of [fine, plain]) geometry.setDrawRange(0, Infinity);
    mesh.layers.disable(PART_PIECE);
    edges?.layers.disable(PART_PIECE);
    if (edges) edges.visible = this.hasEdges && !this.isCoarse;
    mesh.geometry = shown;
  }

  // Returns the number of boxes.
  setLevel(which, level) {
    const count = this.levels.show(which, level);
    this.draw();
    return count;
  }

  setBackground(isDark) {
    this.levels.setDark(isDark);
    this.renderer.setClearColor(isDark ? 0x161a20 : 0xffffff, 1);
    this.draw();
  }

  setEdges(isOn) {
    this.hasEdges = isOn;
    for (const item of this.bodies) {
      if (isOn && !item.edges && item.body.triangles > 0) {
        item.edges = new Mesh(item.plain, new MeshBasicMaterial({ wireframe: true, color: 0x1c2430, transparent: true,
          opacity: 0.25, clippingPlanes: this.clips }));
        item.edges.layers.set(PART_BODY);
        item.group.add(item.edges);
      }
      if (item.edges) item.edges.visible = isOn && !this.isCoarse;
    }
    this.draw();
  }

  setSection(isOn, axis, at, isFlipped) {
    const sign = isFlipped ? 1 : -1;
    this.plane.normal.set(0, 0, 0).setComponent(axis, sign);
    this.plane.constant = -sign * (2 * at - 1);
    this.clips.length = 0;
    if (isOn) this.clips.push(this.plane);
    this.draw();
  }

  setOpacity(item, opacity) {
    item.mesh.material.opacity = opacity;
    item.mesh.material.transparent = opacity < 1;
    item.mesh.material.depthWrite = opacity >= 1;
    item.mesh.renderOrder = opacity < 1 ? 1 : 0;
    item.mesh.material.needsUpdate = true;
  }

  // ---- Findings ----

  showAll() {
    this.extra.clear();
    for (const item of this.bodies) {
      this.setOpacity(item, item.alpha < 1 ? 0.35 : 1);
      if (item.marks) item.marks.visible = true;
    }
    this.draw();
  }

  // Dims everything and shows two triangles and a point; a and b are numbers or null.
  isolate(finding) {
    this.extra.clear();
    let local = finding.point.map((x, i) => (x - this.data.center[i]) * this.data.scale);
    let radius = 0.02, smallest = Infinity;
    for (const item of this.bodies) {
      const triangle = this.data.world ? null : [finding.a, finding.b][item.body.side];
      const isMeant = [finding.mover0, finding.mover1].includes(item.body.mover) && item.body.mover !== undefined;
      this.setOpacity(item, isMeant && item.alpha === 1 ? 1 : 0.22);
      if (item.marks) item.marks.visible = false;
      if (isMeant) {
        item.plain.computeBoundingSphere();
        const { center, radius: size } = item.plain.boundingSphere;
        if (size < smallest && Number.isNaN(finding.point[0])) local = center.clone().applyMatrix4(item.group.matrix).toArray();
        smallest = Math.min(smallest, size);
      }
      if (triangle === null || triangle === undefined || triangle >= item.body.triangles) continue;
      this.extra.add(this.patch(item.body, [triangle], 0.8));
      for (let k = 0; k < 3; k++) {
        const at = 3 * item.body.indices[3 * triangle + k];
        const corner = [...item.body.positions.subarray(at, at + 3)];
        radius = Math.max(radius, Math.hypot(...corner.map((x, i) => x - local[i])));
      }
    }
    if (smallest < Infinity) radius = Math.max(radius, smallest / 2) / Math.min(1, this.camera.aspect);
    else if (finding.details) this.addBall(this.extra, local, [208, 28, 72]);
    this.lookAt(local, radius);
  }

  // ---- Picking ----

  pick(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height), this.camera);
    let best = null;
    for (const item of this.bodies.filter((each) => each.group.visible)) {
      item.group.updateMatrixWorld();
      const place = item.group.matrixWorld, world = new Vector3();
      const local = ray.ray.clone().applyMatrix4(place.clone().invert());
      const isCut = (p) => this.clips.length > 0 && this.plane.distanceToPoint(world.copy(p).applyMatrix4(place)) < 0;
      const hit = item.pieces.hit(local, isCut);
      if (hit && !(best?.squared <= hit.squared)) best = { item, ...hit };
    }
    if (!best) return null;
    const point = best.point.applyMatrix4(best.item.group.matrixWorld);
    return { body: best.item.body, triangle: best.triangle, local: point,
      point: point.toArray().map((v, i) => v / this.data.scale + this.data.center[i]) };
  }

  showMeasure(points) {
    this.extra.clear();
    for (const p of points) this.addBall(this.extra, p.local.toArray(), [34, 132, 84]);
    if (points.length === 2)
      this.addLines(this.extra, [...points[0].local.toArray(), ...points[1].local.toArray()], [34, 132, 84]);
    this.draw();
  }
}
