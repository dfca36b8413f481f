// SPDX-License-Identifier: MIT
// What the tests of pages share: checks, and Chromium without a graphics card.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

let done = 0;
export const checks = () => done;

export function check(condition, text) {
  done++;
  assert.ok(condition, text);
}

export function same(found, wanted, text) {
  done++;
  assert.deepEqual(found, wanted, text);
}

const flags = ['--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

export function launch(modules) {
  const { chromium } = createRequire(resolve(modules, 'x.js'))('playwright-core');
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });
}

// Opens a file. Nothing but the file may be asked for, and no error may happen.
export async function open(browser, file, size = { width: 1280, height: 800 }) {
  const page = await browser.newPage({ viewport: size });
  page.setDefaultTimeout(120000);
  page.faults = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) page.faults.push(request.url());
  });
  page.on('pageerror', (error) => page.faults.push(error.message));
  await page.goto(`file://${file}`);
  return page;
}

export async function ready(page) {
  await page.waitForFunction(() => globalThis.tactPage?.view?.frames > 0);
  same(page.faults, [], 'no errors and no requests');
  check(await page.isHidden('#notice'), 'no notice');
}
