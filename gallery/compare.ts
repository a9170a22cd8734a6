/** Compares pictures of screens with those that are kept, pixel by pixel. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** What differs: the share of all pixels, and a picture of where. */
export type Difference = { readonly share: number; readonly picture: Uint8Array };

/** Shapes of another size differ as a whole. Smoothed edges are not counted: they depend on the machine. */
export function differenceOf(kept: Uint8Array, now: Uint8Array): Difference {
  const [a, b] = [PNG.sync.read(Buffer.from(kept)), PNG.sync.read(Buffer.from(now))];
  if (a.width !== b.width || a.height !== b.height) return { share: 1, picture: now };
  const diff = new PNG({ width: a.width, height: a.height });
  const count = pixelmatch(a.data, b.data, diff.data, a.width, a.height, { threshold: 0.1 });
  return { share: count / (a.width * a.height), picture: PNG.sync.write(diff) };
}

/** The pictures that are kept. */
export const keptFolder = join(import.meta.dirname, "kept");
/** A half of a thousandth: a word more or less is above, the smoothing of a line is not counted at all. */
const sameUpTo = 0.0005;

/** Names of the pictures in a folder. */
export const picturesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /(?<!\.differs)\.png$/.test(name)) : [];

/**
 * Compares the pictures in `folder` with those that are kept: how many look the same, and a sentence for each that is missing, new or
 * looks otherwise. What differs is drawn beside the picture.
 */
export function compareWithKept(folder: string): { readonly same: number; readonly faults: readonly string[] } {
  const all = [...new Set([...picturesIn(keptFolder), ...picturesIn(folder)])].toSorted();
  const faults = all.flatMap((name) => {
    const why = whyDifferent(join(keptFolder, name), join(folder, name));
    return why === null ? [] : [`${name}: ${why}`];
  });
  return { same: all.length - faults.length, faults };
}

function whyDifferent(before: string, now: string): string | null {
  if (!existsSync(before)) return "is new; npm run gallery -- --keep keeps it";
  if (!existsSync(now)) return "was not to be had";
  const { share, picture } = differenceOf(readFileSync(before), readFileSync(now));
  if (share <= sameUpTo) return null;
  writeFileSync(now.replace(/\.png$/, ".differs.png"), picture);
  return `${(share * 100).toFixed(2)} % of its pixels differ`;
}
