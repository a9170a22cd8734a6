/**
 * `web.login.js`: the JavaScript a browser loads before /login shows, in KB (1,000 bytes) after gzip.
 * Read from the manifest of the built client: what index.html imports, and the texts of a language, which the first
 * screen waits for; of the languages that are loaded on demand all count, so that no browser gets more.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Bench } from "../figure.ts";

const dist = join(import.meta.dirname, "../../packages/web/dist");

/** vite's manifest: a chunk by its source. */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly dynamicImports?: readonly string[] }
  >
>;

/** Files of the build that /login needs, each once. @throws when the manifest has no index.html */
export function filesOfLogin(manifest: Manifest): readonly string[] {
  if (manifest["index.html"] === undefined) throw new Error("the manifest has no index.html");
  const seen = new Set<string>();
  const queue = ["index.html"];
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    if (seen.has(source)) continue;
    seen.add(source);
    const chunk = manifest[source];
    queue.push(...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? []).filter((lazy) => lazy.startsWith("i18n/")));
  }
  return [...seen].flatMap((source) => manifest[source]?.file ?? []).sort();
}

/** The figure: at most 110 KB. */
export const webLoginJs: Bench = {
  name: "web.login.js",
  floor: { at: "most", value: 110, goal: 85 },
  measure: async () => {
    const manifest = join(dist, ".vite/manifest.json");
    if (!existsSync(manifest)) throw new Error("the web client is not built; npm run bench builds it");
    const files = filesOfLogin(JSON.parse(readFileSync(manifest, "utf8")));
    const bytes = files.map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
    const value = Math.round(bytes.reduce((sum, length) => sum + length, 0) / 100) / 10;
    // The build does not vary from run to run: one run is all there is.
    return {
      name: "web.login.js",
      value,
      baseline: null,
      unit: "KB gz",
      runs: [value],
      note: `${files.length} modules`,
    };
  },
};
