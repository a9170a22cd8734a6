/**
 * What a visible signature looks like, wherever it stands (ISO 32000-2 §12.7.5.5 leaves it open): a thin frame, the ring with its tick, words, and
 * a picture if there is one. In a box that has no room for them, frame and ring are left out before any word is.
 */
import { arrange, type Divided, divide, type PictureBox, setWhole } from "./picture-and-text.ts";
import type { TextShaper } from "./shaped-text.ts";
import { fixed } from "./show-text.ts";
import type { PlacedLine } from "./text-layout.ts";

type Size = { readonly width: number; readonly height: number };

/** `behind` draws frame and ring; `picture` is where one stands, if there is one. */
export type Look = {
  readonly behind: string;
  readonly lines: readonly PlacedLine[];
  readonly picture: PictureBox | null;
};

/** The smallest size at which a frame looks like a frame, and not like a box to tick. */
const least_framed = { width: 60, height: 24 } as const;
const frame = { linePt: 0.5, insetPt: 4, colour: "0.55 G" } as const;
/** Its column, with what is left beside it; of the height of the words at most this part. */
const ring = {
  mostPt: 20,
  leastPt: 9,
  share: 0.5,
  ofWidth: 0.12,
  besidePt: 4,
  colour: "0.169 0.525 0.329 RG",
} as const;

/** Everything in a box of that size, in points; `picture` is of whatever unit. */
export function signatureLook(
  fonts: TextShaper,
  box: Size,
  { texts, picture = null }: { readonly texts: readonly string[]; readonly picture?: Size | null },
): Look {
  const shaper = emphasising(fonts, texts);
  const { area, ringBox } = partsOf(shaper, box, { texts, hasPicture: picture !== null });
  const behind = isFramed(box) && area.left > 0 ? `${framed(box)}${ringBox === null ? "" : ringAt(ringBox)}` : "";
  const isWide = isWideBox(box);
  if (picture === null) {
    const { lines } = setWhole(shaper, area, texts);
    return { behind, lines: movedBy(area, centred(lines, area.height)), picture: null };
  }
  const { lines, picture: found, room } = arrange(shaper, area, { picture, texts, isWide });
  const height = isWide ? area.height : room[1];
  const [left, bottom, width, high] = found;
  return {
    behind,
    lines: movedBy(area, centred(lines, height)),
    picture: [left + area.left, bottom + area.bottom, width, high],
  };
}

/** Where a picture of whatever shape will have its room, the ring its place, and these words their lines, in points from the bottom left of the box. */
export function roomInLook(
  fonts: TextShaper,
  box: Size,
  texts: readonly string[],
): { readonly room: PictureBox; readonly ring: PictureBox | null; readonly lines: readonly PlacedLine[] } {
  const shaper = emphasising(fonts, texts);
  const { area, ringBox } = partsOf(shaper, box, { texts, hasPicture: true });
  const { lines, room } = divide(shaper, area, texts, isWideBox(box));
  const [left, bottom, width, height] = room;
  return { room: [left + area.left, bottom + area.bottom, width, height], ring: ringBox, lines };
}

/** Sets the first of the texts, the name, in bold, also where it goes on in a second line. */
const emphasising = (shaper: TextShaper, [name = ""]: readonly string[]): TextShaper => ({
  ...shaper,
  shape: (text, style) => shaper.shape(text, text !== "" && name.includes(text) ? { ...style, weight: "bold" } : style),
});

const isWideBox = ({ width, height }: Size): boolean => width >= 2 * height;
const isFramed = ({ width, height }: Size): boolean => width >= least_framed.width && height >= least_framed.height;

type Area = Size & { readonly left: number; readonly bottom: number };
type Parts = { readonly area: Area; readonly ringBox: PictureBox | null };

/** What is left for words and picture, and where the ring stands: at the left, where it takes no word away. */
function partsOf(
  shaper: TextShaper,
  box: Size,
  { texts, hasPicture }: { readonly texts: readonly string[]; readonly hasPicture: boolean },
): Parts {
  const whole: Area = { left: 0, bottom: 0, ...box };
  if (!isFramed(box) || texts.length === 0) return { area: whole, ringBox: null };
  const { insetPt } = frame;
  const inside = { left: insetPt, bottom: insetPt, width: box.width - 2 * insetPt, height: box.height - 2 * insetPt };
  const shownIn = (area: Size): number => {
    const { shown }: Pick<Divided, "shown"> = hasPicture
      ? divide(shaper, area, texts, isWideBox(box))
      : setWhole(shaper, area, texts);
    return shown;
  };
  const side = Math.min(ring.mostPt, ring.share * inside.height, ring.ofWidth * inside.width);
  const column = side + 2 * ring.besidePt;
  const beside = { ...inside, left: inside.left + column - insetPt, width: inside.width - column + insetPt };
  const ringBox: PictureBox = [insetPt + ring.besidePt, (box.height - side) / 2, side, side];
  const hasRing = side >= ring.leastPt;
  const withRing = hasRing ? shownIn(beside) : 0;
  if (hasRing && withRing === texts.length) return { area: beside, ringBox };
  const most = shownIn(whole);
  if (hasRing && withRing === most) return { area: beside, ringBox };
  return { area: shownIn(inside) < most ? whole : inside, ringBox: null };
}

const movedBy = ({ left, bottom }: Area, lines: readonly PlacedLine[]): PlacedLine[] =>
  lines.map((line) => ({ ...line, x: line.x + left, y: line.y + bottom }));

/** Lines in the middle of their height; what runs over it stays where it is. */
function centred(lines: readonly PlacedLine[], height: number): readonly PlacedLine[] {
  const top = Math.max(...lines.map(({ text, y }) => y + text.ascentPt));
  const bottom = Math.min(...lines.map(({ text, y }) => y + text.descentPt));
  const down = (top + bottom - height) / 2;
  return lines.length === 0 || top - bottom > height ? lines : lines.map((line) => ({ ...line, y: line.y - down }));
}

function framed({ width, height }: Size): string {
  const { linePt, colour } = frame;
  return `q ${colour} ${linePt} w ${fixed(linePt / 2)} ${fixed(linePt / 2)} ${fixed(width - linePt)} ${fixed(height - linePt)} re S Q\n`;
}

/** How far the handles of a quarter circle's curve reach. */
const quarter = 0.5523;

/** The closed ring and its tick, in 24ths of its side, as the pages have them. */
function ringAt([left, bottom, side]: PictureBox): string {
  const unit = side / 24;
  const [r, k] = [9, 9 * quarter];
  const at = (x: number, y: number): string => `${fixed(left + (12 + x) * unit)} ${fixed(bottom + (12 + y) * unit)}`;
  const circle = `${at(r, 0)} m ${at(r, k)} ${at(k, r)} ${at(0, r)} c ${at(-k, r)} ${at(-r, k)} ${at(-r, 0)} c ${at(-r, -k)} ${at(-k, -r)} ${at(0, -r)} c ${at(k, -r)} ${at(r, -k)} ${at(r, 0)} c s`;
  const tick = `${at(-4, -0.3)} m ${at(-1.2, -3.1)} l ${at(4, 2.7)} l S`;
  return `q ${ring.colour} ${fixed(2 * unit)} w 1 J 1 j ${circle}\n${tick} Q\n`;
}
