/**
 * Values that a sender prepared with characters no font has, or with more of them than their field has room for; so are choices. A
 * signature writes each value again, so that it shows what it holds; what cannot be written is refused before anybody is asked to sign it.
 */
import { nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import { namedCharacter, storableLine } from "@siegel/contract/text.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { Field } from "./field.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import type { PreparedDocument, RefusedDocument } from "./prepare-document.ts";
import { fitsField, type Measuring } from "./value-fits.ts";

/** What a signature may draw of a field: its value, or the label of what is chosen; a tick is lines. */
function drawable({ kind, initialValue, options }: Field): readonly string[] {
  if (kind === "checkbox" || kind === "radio") return [];
  return [initialValue, ...options.map(({ label }) => label)];
}

/** Of Latin letters the first font has all. */
const isBeyondLatin = (text: string): boolean => /[^\p{Cc}\u0020-\u024f]/u.test(text);

/** Whether a signature may have to draw something; only then fonts have to be asked. */
export function asksFonts({ fields }: PreparedDocument): boolean {
  return fields.some((field) => drawable(field).some((text) => text !== ""));
}

/**
 * The document; or FIELD_VALUE_INVALID with the characters of the first value that no font has, FIELD_VALUE_DOES_NOT_FIT with the first
 * text that has no room in its field.
 */
export function withDrawableValues(
  prepared: PreparedDocument,
  signers: readonly IntakeSigner[],
  shaper: Measuring & Pick<TextShapingPort, "missing">,
): PreparedDocument | RefusedDocument {
  for (const field of prepared.fields) {
    const unknown = shaper.missing(drawable(field).filter(isBeyondLatin).join(" "));
    if (unknown.length > 0) {
      const characters = unknown.slice(0, 10).map(namedCharacter).join(", ");
      const what = field.kind === "choice" ? "one of its choices" : "its value";
      return refused("FIELD_VALUE_INVALID", field, signers, `${what} has characters that no font has: ${characters}`);
    }
    const tooLong = drawable(field).find((text) => !fitsField(shaper, field, text));
    if (tooLong !== undefined) {
      const what = `“${storableLine(tooLong, 60)}” does not fit in it, even in the smallest letters`;
      return refused("FIELD_VALUE_DOES_NOT_FIT", field, signers, what);
    }
  }
  return prepared;
}

function refused(
  code: RefusedDocument["code"],
  { signerId, fullName }: Field,
  signers: readonly IntakeSigner[],
  why: string,
): RefusedDocument {
  const reference = signers.find((signer) => signer.signerId === signerId)?.reference;
  const name = storableLine(`${reference}.${nameWithinOwner(fullName, signerId)}`, 100);
  return { ok: false, code, message: storableLine(`${name}: ${why}`, 500) };
}
