// Whether a table of an ICC profile shows about what a reader shows that does not follow it: no colour is far from that in lightness
// or of another hue, none comes near to white, and none is as light as what it must be darker than.
import { farFrom, type Lab, lookOfLight } from "./device-look.ts";
import { rises } from "./profile-curves.ts";
import { tableLook } from "./profile-look.ts";
import { evenAxes, everyPoint, nodeAxes } from "./profile-points.ts";
import type { Table } from "./profile-tables.ts";

/** What a colour may differ in lightness: black on newspaper has 48, and pure inks are 30 darker than pure colours of screens. */
const lightnessDeviation = 50;
/** What is so much lighter without the profile must be lighter with it, by the second. */
const [contrast, contrastLeft] = [45, 5];
/** From here on a colour has a hue, and so much of it must be left. */
const [colourful, hueLeft] = [50, 0.15];
/** How light white is, and how far from colourless. */
const [whiteLeast, whiteTint] = [90, 15];
/** What is so far from white stays so, by this part. */
const [apart, apartLeft] = [10, 0.3];
const tones = 101;

/** Whether it does, where the profile leads to "XYZ " or "Lab ". */
export function isPlainTable(table: Table, target: string): boolean {
  if (![...table.inputs, ...table.middles, ...table.outputs].every(rises)) return false;
  const { atNode, between } = tableLook(table, target);
  const even = evenAxes(table);
  const white = noLook();
  between(white, whiteOf(even));
  if (white.lightness < whiteLeast || Math.hypot(white.red, white.yellow) > whiteTint) return false;
  const seen = { white, lightest: new Float64Array(tones).fill(-1e9), darkest: new Float64Array(tones).fill(1e9) };
  const shown = noLook();
  const isNearBetween = (device: Lab, _node: number, coordinates: Float64Array): boolean => {
    between(shown, coordinates);
    return isNear(seen, device, shown);
  };
  const isNearAtNode = (device: Lab, node: number): boolean => {
    atNode(shown, node);
    return isNear(seen, device, shown);
  };
  return everyPoint(even, isNearBetween) && everyPoint(nodeAxes(table), isNearAtNode) && keepsContrast(seen);
}

const noLook = (): Lab => ({ lightness: 0, red: 0, yellow: 0 });
const deviceWhite = noLook();
lookOfLight(deviceWhite, 1, 1, 1);

/** Where along the grid it is: all light, or no ink. */
const whiteOf = (axes: ReturnType<typeof evenAxes>): Float64Array =>
  Float64Array.from(axes, ({ places }) => places.at(axes.length === 4 ? 0 : -1)?.coordinate ?? 0);

/** What white shows as, and the lightest and the darkest that colours of each lightness do. */
type Seen = { readonly white: Lab; readonly lightest: Float64Array; readonly darkest: Float64Array };

function isNear({ white, lightest, darkest }: Seen, device: Lab, shown: Lab): boolean {
  const tone = Math.min(tones - 1, Math.max(0, Math.round(device.lightness)));
  if (shown.lightness > (lightest[tone] ?? 0)) lightest[tone] = shown.lightness;
  if (shown.lightness < (darkest[tone] ?? 0)) darkest[tone] = shown.lightness;
  const colour = device.red ** 2 + device.yellow ** 2;
  const along = device.red * shown.red + device.yellow * shown.yellow;
  const fromWhite = farFrom(device, deviceWhite);
  return (
    Math.abs(shown.lightness - device.lightness) <= lightnessDeviation &&
    (colour < colourful ** 2 || along >= hueLeft * colour) &&
    (fromWhite < apart || farFrom(shown, white) >= apartLeft * fromWhite)
  );
}

function keepsContrast({ lightest, darkest }: Seen): boolean {
  let lightestBelow = -1e9;
  for (let tone = contrast; tone < tones; tone += 1) {
    lightestBelow = Math.max(lightestBelow, lightest[tone - contrast] ?? 0);
    if ((darkest[tone] ?? 0) < lightestBelow + contrastLeft) return false;
  }
  return true;
}
