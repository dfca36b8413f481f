// SPDX-License-Identifier: MIT
// Bundles the page and writes it as C arrays: the text before the data, and the text after it.
// Usage: node build.mjs NODE_MODULES OUTPUT.c
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = resolve(process.argv[2]);
const esbuild = createRequire(join(modules, 'x.js'))('esbuild');

const licences = ['tact, three.js: the MIT licence.', '', `three.js\n\n${readFileSync(join(modules, 'three/LICENSE'), 'utf8')}`,
  `tact\n\n${readFileSync(join(here, '../../../LICENSE'), 'utf8')}`].join('\n');
const result = await esbuild.build({
  entryPoints: [join(here, 'main.js')],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  legalComments: 'none',
  nodePaths: [modules],
  banner: { js: `globalThis.TACT_LICENCES=${JSON.stringify(licences).replaceAll('<', '\\u003c')};` },
});
const style = readFileSync(join(here, 'page.css'), 'utf8');
const parts = readFileSync(join(here, 'page.html'), 'utf8')
  .replace('@@STYLE@@', () => style)
  .replace('@@SCRIPT@@', () => result.outputFiles[0].text.trim())
  .split('@@DATA@@');
if (parts.length !== 2) throw new Error('page.html must name the data once');

function array(name, text) {
  const bytes = [...Buffer.from(text, 'utf8')];
  const lines = [];
  for (let i = 0; i < bytes.length; i += 32) lines.push(bytes.slice(i, i + 32).join(','));
  return `const uint8_t ${name}[${bytes.length}] = {\n${lines.join(',\n')}};\nconst size_t ${name}_bytes = ${bytes.length};\n`;
}

writeFileSync(process.argv[3], '/* SPDX-License-Identifier: MIT */\n/* Made by apps/draw/page/build.mjs. */\n' +
  '#include "page_parts.h"\n\n' + array('draw_page_head', parts[0]) + '\n' + array('draw_page_tail', parts[1]));
