/** One page with all pictures: a row a screen, its looks side by side. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const style =
  "body{font:14px/1.4 system-ui;margin:2rem;background:#8a8f92}h2{margin:2rem 0 .5rem}div{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}figure{margin:0}figcaption{font-size:12px}img{max-height:70vh;border-radius:4px}";

/** Writes `index.html` beside the pictures of `folder`. */
export function writeContactSheet(folder: string): void {
  const pictures = readdirSync(folder)
    .filter((name) => name.endsWith(".png"))
    .toSorted();
  const screens = Map.groupBy(pictures, (name) => name.split("--")[0] ?? name);
  // Names are ours: letters, digits and hyphens.
  const figure = (name: string): string =>
    `<figure><img loading="lazy" src="${name}" alt="${name}"><figcaption>${name}</figcaption></figure>`;
  const rows = [...screens].map(([screen, names]) => `<h2>${screen}</h2><div>${names.map(figure).join("")}</div>`);
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style><h1>Gallery</h1>${rows.join("\n")}</html>`,
  );
}
