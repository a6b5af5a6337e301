// Holds the first load to its budget: the entry of index.html and all it imports statically, gzipped.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const limits = { js: 90 * 1024, css: 15 * 1024 };

/** @typedef {{ file: string, imports?: string[], css?: string[], isEntry?: boolean }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

/** @type {Set<string>} */
const files = new Set();
/** @param {string} key */
function collect(key) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const next of chunk.imports ?? []) collect(next);
}
collect('index.html');

/** @param {string} file */
const gzipped = (file) => gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length;
/** @param {string} ending */
const total = (ending) =>
  [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipped(file), 0);

let within = true;
for (const [kind, limit] of Object.entries(limits)) {
  const bytes = total(`.${kind}`);
  const over = bytes > limit;
  if (over) within = false;
  console.log(`${kind} ${(bytes / 1024).toFixed(1)} KB of ${limit / 1024} KB gzip${over ? ': over the limit' : ''}`);
}
for (const file of files) console.log(`  ${(gzipped(file) / 1024).toFixed(1).padStart(6)} KB  ${file}`);
if (files.size === 0) console.log('No entry found in dist/.vite/manifest.json: build first.');
process.exitCode = within && files.size > 0 ? 0 : 1;
