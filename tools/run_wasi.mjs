// SPDX-License-Identifier: MIT
// Runs a WebAssembly program with the WASI interface under node: run_wasi.mjs PROGRAM ARGUMENTS...
// The program sees the current folder only.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [program, ...rest],
  env: {},
  preopens: { ".": process.cwd() },
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance) ?? 0;
