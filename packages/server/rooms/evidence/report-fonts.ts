/** The faces of a report, read and taken apart once a process: that costs more than drawing a report with them. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";

const fontFolder = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");
const files = {
  sans: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  serif: "DejaVuSerif.ttf",
  mono: "DejaVuSansMono.ttf",
} as const;

/** A face of the report. Every one is embedded as a subset: names keep their letters in any viewer. */
export type Face = keyof typeof files;

/** All faces there are. */
export const faces = Object.keys(files) as Face[];

const opened = new Map<Face, fontkit.Font>();

/** A face for one document. Tables are shared with other documents, glyphs are not: a glyph keeps the characters it was first asked for with. */
export function fontOf(face: Face): fontkit.Font {
  const font = opened.get(face) ?? openFont(face);
  opened.set(face, font);
  return Object.create(font, { _glyphs: { value: {} } }) as fontkit.Font;
}

function openFont(face: Face): fontkit.Font {
  const font = fontkit.openSync(join(fontFolder, files[face]));
  if (!("layout" in font)) throw new TypeError(`${files[face]} is a collection of fonts`);
  return font;
}
