// What plain grey, colours of a screen and inks of print look like, about: in lightness and hue (CIE 1976 L*, a*, b*).

/** Lightness of 0 to 100, and how red and yellow it is rather than green and blue. */
export type Lab = { lightness: number; red: number; yellow: number };
/** Parts of red, green and blue light. */
export type Light = readonly [red: number, green: number, blue: number];

const screenGamma = 2.2;
/** What each component lets through where it is nothing, of light, or all, of ink. */
const throughs: Readonly<Record<number, readonly Light[]>> = {
  1: [[0, 0, 0]],
  3: [
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, 0],
  ],
  4: [
    [0, 0.68, 0.93],
    [0.92, 0, 0.55],
    [1, 0.95, 0],
    [0.13, 0.12, 0.12],
  ],
};

/** What one of so many components lets through; a colour is what all of them do. */
export function lightThrough(components: number, component: number, value: number): Light {
  const amount = components === 4 ? value : 1 - value;
  const [red = 1, green = 1, blue = 1] = throughs[components]?.[component] ?? [];
  const part = (through: number): number => (1 - amount * (1 - through)) ** screenGamma;
  return [part(red), part(green), part(blue)];
}

/** Puts the look of light into `look`, by the primaries of sRGB as X, Y and Z of their white. */
export function lookOfLight(look: Lab, red: number, green: number, blue: number): void {
  lookOf(
    look,
    0.4523 * red + 0.3993 * green + 0.1484 * blue,
    0.2225 * red + 0.7169 * green + 0.0606 * blue,
    0.0169 * red + 0.1177 * green + 0.8654 * blue,
  );
}

/** Puts the look of X, Y and Z into `look`, each as a part of that of white. */
export function lookOf(look: Lab, x: number, y: number, z: number): void {
  const fy = root(y);
  look.lightness = 116 * fy - 16;
  look.red = 500 * (root(x) - fy);
  look.yellow = 200 * (fy - root(z));
}

/** Lightness of a part of the light of white. */
export const lightnessOf = (part: number): number => 116 * root(part) - 16;

const root = (part: number): number => (part > 216 / 24_389 ? Math.cbrt(part) : (part * 24_389) / 27 / 116 + 16 / 116);

/** How far two looks are from each other (CIE 1976). */
export const farFrom = (one: Lab, other: Lab): number =>
  Math.sqrt((one.lightness - other.lightness) ** 2 + (one.red - other.red) ** 2 + (one.yellow - other.yellow) ** 2);
