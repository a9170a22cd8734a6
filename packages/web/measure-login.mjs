/**
 * Prints how much JavaScript the login page loads before anybody has typed (bench: web.login.js), from the last build.
 * Run after `vite build`: `node packages/web/measure-login.mjs`. Ends with 1 above the floor.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const floor_kb = 110;
const dist = fileURLToPath(new URL("./dist/", import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, "utf8"));

/** The chunk and everything it imports before it runs. */
function withImports(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of manifest[name].imports ?? []) withImports(imported, seen);
  return seen;
}

/** KB of 1000 bytes after gzip. */
function weigh(names) {
  const bytes = [...names].map((name) => gzipSync(readFileSync(dist + manifest[name].file)).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

const german = withImports("index.html");
const english = withImports("i18n/en.ts", new Set(german));
console.log(
  `first JavaScript of /login, KB gz: German ${weigh(german).toFixed(1)}, English ${weigh(english).toFixed(1)}`,
);
if (weigh(english) > floor_kb) {
  console.error(`above ${floor_kb} KB`);
  process.exitCode = 1;
}
