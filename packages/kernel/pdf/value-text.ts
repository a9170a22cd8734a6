// What an appearance shows of its field's value (ISO 32000-2 §12.7.4.3): the text between `/Tx BMC` and `EMC`. Background and
// border stand around it, and go when a viewer, or we, write another value.
import { dictionaryOf, nameOf, type Objects } from "./access.ts";
import { latin1 } from "./lexer.ts";
import { operatorsIn } from "./names-in-content.ts";
import type { PdfStream } from "./objects.ts";

/** Operators that paint anything but text: paths, shadings, images, forms, inline images (§8.2 table 50). */
const painting = /(?:^|[^!-~])(?:[fF]|f\*|[bB]\*?|[sS]|sh|Do|BI|d[01])(?![!-~])/;

/** The content operators that write the value; undefined where something else is painted among them, or glyphs may be anything. */
export function valueText(objects: Objects, form: PdfStream, bytes: Uint8Array): string | undefined {
  const content = latin1(bytes);
  const begin = /\/Tx\s+BMC/.exec(content)?.index;
  const end = content.lastIndexOf("EMC");
  if (begin === undefined || end < begin) return undefined;
  const text = content.slice(begin, end + 3);
  const fonts = dictionaryOf(objects, dictionaryOf(objects, form.dict.entries.get("Resources")).entries.get("Font"));
  const isDrawn = [...fonts.entries.values()].some(
    (font) => nameOf(objects, dictionaryOf(objects, font).entries.get("Subtype")) === "Type3",
  );
  return isDrawn || painting.test(operatorsIn(text)) ? undefined : `${text}\n`;
}
