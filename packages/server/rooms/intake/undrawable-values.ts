/**
 * Choices that a sender placed with characters no font has, or with more of them than their box has room for: what cannot be written is
 * refused before anybody is asked to sign it. What stands in a file that was sent is left as its author drew it.
 */
import { nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import { namedCharacter, storableLine } from "@siegel/contract/text.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { Field } from "./field.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import type { PreparedDocument, RefusedDocument } from "./prepare-document.ts";
import { fitsField, type Measuring } from "./value-fits.ts";

/** The texts that a signature may draw for a field that the request placed: the labels of its choices. */
function drawable({ kind, signerId, fullName, options }: Field, signers: readonly IntakeSigner[]): readonly string[] {
  const name = nameWithinOwner(fullName, signerId);
  const placed = signers.find((signer) => signer.signerId === signerId)?.fields ?? [];
  const isPlaced = placed.some((field) => field.kind === "choice" && (field.name ?? name) === name);
  return kind === "choice" && isPlaced ? options.map(({ label }) => label) : [];
}

/** The first font has all Latin letters. */
const isBeyondLatin = (text: string): boolean => /[^\p{Cc}\u0020-\u024f]/u.test(text);

/** Whether a signature may have to draw something; only then are the fonts needed. */
export function asksFonts({ fields }: PreparedDocument, signers: readonly IntakeSigner[]): boolean {
  return fields.some((field) => drawable(field, signers).some((text) => text !== ""));
}

/** The document; or FIELD_VALUE_INVALID with the characters that no font has, FIELD_VALUE_DOES_NOT_FIT with the first label that has no room. */
export function withDrawableValues(
  prepared: PreparedDocument,
  signers: readonly IntakeSigner[],
  shaper: Measuring & Pick<TextShapingPort, "missing">,
): PreparedDocument | RefusedDocument {
  for (const field of prepared.fields) {
    const labels = drawable(field, signers);
    const unknown = shaper.missing(labels.filter(isBeyondLatin).join(" "));
    if (unknown.length > 0) {
      const characters = unknown.slice(0, 10).map(namedCharacter).join(", ");
      const what = `one of its choices has characters that no font has: ${characters}`;
      return refused("FIELD_VALUE_INVALID", field, signers, what);
    }
    const tooLong = labels.find((text) => !fitsField(shaper, field, text));
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
  return { ok: false, code, message: storableLine(`${name}: ${why}`, 500), field: name };
}
