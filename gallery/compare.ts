/** Compares two pictures of a screen pixel by pixel. */
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
