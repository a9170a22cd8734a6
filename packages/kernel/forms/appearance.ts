// Appearance streams (ISO 32000-2 §12.5.5): what a widget shows. Several are collected and written at once, so that all
// texts of one update share one embedded font.
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects, rectangleOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfNumber,
  pdfStream,
  withEntries,
} from "../pdf/objects.ts";
import { hasOnePicture } from "./appearance-state.ts";
import { calibratedSpaces, isArchival, withoutCmyk } from "./archival.ts";
import { readableColour, readDefaults } from "./default-appearance.ts";
import { type EmbeddedFonts, embedFonts } from "./embedded-font.ts";
import { type EmbeddedImage, embedImage } from "./images.ts";
import type { PictureBox } from "./picture-and-text.ts";
import { shapingOnce, type TextShaper } from "./shaped-text.ts";
import { fixed, showText } from "./show-text.ts";
import { signatureLook } from "./signature-look.ts";
import { layoutText, type PlacedLine, type TextBlock } from "./text-layout.ts";

/** An appearance to be written: its size as a person reads it, how far it is turned, what is behind and on it. */
export type AppearanceJob = {
  readonly widget: PdfRef;
  readonly width: number;
  readonly height: number;
  readonly rotate: number;
  /** Content operators behind the text: a border. */
  readonly behind: string;
  /** The colour that is wished for the text, drawn where it can be read on `ground`; without a ground, on white paper. */
  readonly colour: string;
  readonly ground?: string;
  readonly lines: readonly PlacedLine[];
  readonly image?: { readonly picture: EmbeddedImage; readonly box: PictureBox };
  /** Marked as a field's content (§12.7.4.3) so that viewers may replace it while editing. */
  readonly isField: boolean;
  /** The state of a button that it is the appearance of. */
  readonly state?: string;
};

/** What a visible signature shows: lines of text, beside or below an optional PNG of truecolour. */
export type SignatureAppearance = { readonly lines: readonly string[]; readonly image?: Uint8Array };

/** Widths of 1 to 3 points are what programs offer for a border. */
const broadestFramePt = 3;

/** How large a widget is for a person, and by how many degrees it is turned for that. */
export type WidgetSize = { readonly width: number; readonly height: number; readonly rotate: number };

/** Width and height of a widget as read by a person, after its /MK /R turn. */
export function widgetSize(objects: Objects, widget: PdfDict): WidgetSize {
  const box = rectangleOf(objects, widget.entries.get("Rect")) ?? ([0, 0, 0, 0] as const);
  const turn = numberOf(objects, dictionaryOf(objects, widget.entries.get("MK")).entries.get("R")) ?? 0;
  const rotate = (((Math.round(turn / 90) % 4) + 4) % 4) * 90;
  const [w, h] = [box[2] - box[0], box[3] - box[1]];
  return rotate === 90 || rotate === 270 ? { width: h, height: w, rotate } : { width: w, height: h, rotate };
}

/** The appearance of a text value; `defaults` is the field's /DA, from which size and colour are taken as far as they can be read. */
export function fieldAppearance(
  objects: Objects,
  field: {
    widget: PdfRef;
    dict: PdfDict;
    defaults: PdfObject | undefined;
    shaper: TextShaper;
    block: Omit<TextBlock, "width" | "height" | "sizePt">;
  },
): AppearanceJob {
  const { width, height, rotate } = widgetSize(objects, field.dict);
  const { sizePt, colour } = readDefaults(field.defaults);
  const lines = field.block.text === "" ? [] : layoutText(field.shaper, { ...field.block, width, height, sizePt });
  return {
    widget: field.widget,
    width,
    height,
    rotate,
    behind: frame(objects, field.dict, { width, height }),
    colour,
    lines,
    isField: true,
  };
}

const withoutFonts: EmbeddedFonts = {
  resources: pdfDict({}),
  fontOf: ({ font }) => {
    throw new Error(`a glyph of ${font} where nothing is written`);
  },
};

/** Shows of widgets what they ask viewers to draw by themselves, but for a text: their backgrounds and frames. */
export function drawGrounds(update: PdfUpdate, widgets: readonly PdfRef[]): void {
  const jobs = widgets.map((ref) => onGround(update, emptyJob(update, ref)));
  writeForms(update, jobs, withoutFonts);
}

function emptyJob(update: PdfUpdate, ref: PdfRef): AppearanceJob {
  const widget = dictionaryOf(update, ref);
  const size = widgetSize(update, widget);
  return { widget: ref, ...size, behind: frame(update, widget, size), colour: "0 g", lines: [], isField: true };
}

/** The same on the background that its widget asks for (§12.5.6.19 table 192 /BG): only for fields that are not written after others have signed. */
export function onGround(objects: Objects, job: AppearanceJob): AppearanceJob {
  const look = dictionaryOf(objects, dictionaryOf(objects, job.widget).entries.get("MK"));
  const ground = colourOf(objects, look.entries.get("BG"))?.toLowerCase();
  if (ground === undefined) return job;
  const painted = `q ${ground} 0 0 ${fixed(job.width)} ${fixed(job.height)} re f Q\n`;
  return { ...job, ground, behind: `${painted}${job.behind}` };
}

/** The appearance of a signature: frame, ring, as many of its lines as are whole in it, with its image beside or above them; nothing where the field has no area. */
export function signatureAppearance(
  update: PdfUpdate,
  { widget, ...signature }: { widget: PdfRef; shown: SignatureAppearance; shaper: TextShaper },
): AppearanceJob {
  const [job] = signatureAppearances(update, { widgets: [widget], ...signature });
  if (job === undefined) throw new Error("one widget has one appearance");
  return job;
}

/** The same in each of several places, with the one image in all of them. */
export function signatureAppearances(
  update: PdfUpdate,
  signature: { widgets: readonly PdfRef[]; shown: SignatureAppearance; shaper: TextShaper },
): AppearanceJob[] {
  const { lines: texts, image } = signature.shown;
  // The layout tries many sizes and widths of the same words. For hundreds of places each new box is set once and each line shaped once.
  const shaper = shapingOnce(signature.shaper);
  const lookIn = onceForEachSize((size, picture: EmbeddedImage | null) =>
    signatureLook(shaper, size, { picture, texts }),
  );
  let embedded: EmbeddedImage | null = null;
  return signature.widgets.map((ref) => {
    const widget = dictionaryOf(update, ref);
    const size = widgetSize(update, widget);
    const state = hasOnePicture(update, widget) ? undefined : nameOf(update, widget.entries.get("AS"));
    const job = { widget: ref, ...size, behind: "", colour: "0 g", lines: [], isField: false, ...(state && { state }) };
    if (size.width <= 0 || size.height <= 0) return job;
    if (image !== undefined) embedded ??= embedImage(update, image, { hardEdges: isArchival(update) });
    const { picture: box, ...look } = lookIn(size, embedded);
    return { ...job, ...look, ...(embedded !== null && box !== null && { image: { picture: embedded, box } }) };
  });
}

/** Remembers what was made for a box of the same width and height; the other arguments are always the same. */
function onceForEachSize<Rest extends unknown[], Made>(
  make: (size: WidgetSize, ...rest: Rest) => Made,
): (size: WidgetSize, ...rest: Rest) => Made {
  const known = new Map<string, Made>();
  return (size, ...rest) => {
    const key = `${size.width} ${size.height}`;
    const made = known.get(key) ?? make(size, ...rest);
    known.set(key, made);
    return made;
  };
}

/** Writes all `jobs` as normal appearances of their widgets; widgets without area keep none. */
export function writeAppearances(update: PdfUpdate, shaper: TextShaper, jobs: readonly AppearanceJob[]): void {
  const drawn = jobs.filter((job) => job.width > 0 && job.height > 0);
  const texts = drawn.flatMap((job) => job.lines.map((line) => line.text));
  writeForms(update, drawn, embedFonts(update, shaper, texts));
}

function writeForms(update: PdfUpdate, jobs: readonly AppearanceJob[], fonts: EmbeddedFonts): void {
  const isPdfA = jobs.length > 0 && isArchival(update);
  for (const job of jobs) {
    const operators = isPdfA ? content(withoutCmykIn(job), fonts) : content(job, fonts);
    const resources = {
      Font: fonts.resources.entries.size > 0 ? fonts.resources : undefined,
      XObject: job.image === undefined ? undefined : pdfDict({ Image: job.image.picture.ref }),
    };
    const normal = addForm(update, job, { operators, isPdfA, resources });
    const widget = dictionaryOf(update, job.widget);
    const shown = job.state === undefined ? normal : pdfDict({ [job.state]: normal });
    update.put(job.widget, withEntries(widget, { AP: pdfDict({ N: shown }) }));
  }
}

/** What a form XObject of an appearance draws; `resources` beside the colours that PDF/A asks for. */
export type Drawn = {
  readonly operators: string;
  readonly isPdfA: boolean;
  readonly resources?: Readonly<Record<string, PdfObject | undefined>>;
};

/** A form XObject for an appearance of that size (§12.5.5). */
export function addForm(update: PdfUpdate, size: WidgetSize, { operators, isPdfA, resources }: Drawn): PdfRef {
  const dict = pdfDict({
    Type: pdfName("XObject"),
    Subtype: pdfName("Form"),
    BBox: pdfArray([0, 0, size.width, size.height].map((value) => pdfNumber(value))),
    Matrix: size.rotate === 0 ? undefined : pdfArray(turned(size).map((value) => pdfNumber(value))),
    Resources: pdfDict({ ColorSpace: isPdfA ? calibratedSpaces() : undefined, ...resources }),
  });
  return update.add(pdfStream(dict, Buffer.from(operators, "latin1")));
}

/** Turns counter-clockwise by /MK /R, back into the first quadrant (§12.5.5 algorithm 8.1 then moves it into /Rect). */
function turned({ rotate, width, height }: WidgetSize): readonly number[] {
  if (rotate === 90) return [0, 1, -1, 0, height, 0];
  if (rotate === 180) return [-1, 0, 0, -1, width, height];
  return [0, -1, 1, 0, 0, width];
}

function withoutCmykIn(job: AppearanceJob): AppearanceJob {
  return { ...job, behind: withoutCmyk(job.behind), colour: withoutCmyk(job.colour) };
}

function content(job: AppearanceJob, fonts: EmbeddedFonts): string {
  const image =
    job.image === undefined
      ? ""
      : `q ${fixed(job.image.box[2])} 0 0 ${fixed(job.image.box[3])} ${fixed(job.image.box[0])} ${fixed(job.image.box[1])} cm /Image Do Q\n`;
  const lines = job.lines.map(({ text, x, y }) => `1 0 0 1 ${fixed(x)} ${fixed(y)} Tm\n${showText(text, fonts)}`);
  const text =
    lines.length === 0
      ? ""
      : `q 0 0 ${fixed(job.width)} ${fixed(job.height)} re W n\nBT\n${readableColour(job.colour, job.ground)}\n${lines.join("")}ET\nQ\n`;
  return `${job.behind}${image}${job.isField ? `/Tx BMC\n${text}EMC\n` : text}`;
}

/**
 * The border from /MK and /BS (§12.5.6.19 table 192); a refilled field keeps its frame. Never the background /BG, nor a line
 * so broad that it is one: a value is written after others have signed, and may not cover what they have seen below it.
 */
function frame(objects: Objects, widget: PdfDict, { width, height }: { width: number; height: number }): string {
  const { stroke, line, underline } = borderOf(objects, widget, { width, height });
  if (stroke === undefined || line <= 0) return "";
  if (underline)
    return `q ${stroke} ${fixed(line)} w 0 ${fixed(line / 2)} m ${fixed(width)} ${fixed(line / 2)} l S Q\n`;
  return `q ${stroke} ${fixed(line)} w ${fixed(line / 2)} ${fixed(line / 2)} ${fixed(width - line)} ${fixed(height - line)} re S Q\n`;
}

/** A border as a widget wishes it, within what may be drawn; without colour where it wishes none. */
export function borderOf(
  objects: Objects,
  widget: PdfDict,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly stroke: string | undefined; readonly line: number; readonly underline: boolean } {
  const stroke = colourOf(objects, dictionaryOf(objects, widget.entries.get("MK")).entries.get("BC"));
  const style = dictionaryOf(objects, widget.entries.get("BS"));
  const line = Math.min(numberOf(objects, style.entries.get("W")) ?? 1, broadestFramePt, Math.min(width, height) / 8);
  return { stroke, line, underline: nameOf(objects, style.entries.get("S")) === "U" };
}

/** The operator that makes a colour that of lines; in small letters, that of areas. */
function colourOf(objects: Objects, value: PdfObject | undefined): string | undefined {
  const parts = itemsOf(objects, value).map((item) => fixed(numberOf(objects, item) ?? 0));
  const operator = { 1: "G", 3: "RG", 4: "K" }[parts.length as 1 | 3 | 4];
  return operator === undefined ? undefined : `${parts.join(" ")} ${operator}`;
}
