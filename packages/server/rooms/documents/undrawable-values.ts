/**
 * Values that a sender prepared with characters no font has. A signature writes each value again, so that it shows what it
 * holds; what cannot be written is refused before anybody is asked to sign it.
 */
import { nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import { storableLine } from "@siegel/contract/text.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { Field } from "./documents-rules.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import type { PreparedDocument, RefusedDocument } from "./prepare-document.ts";

/** What a signature may draw of a field: its value, or the label of what is chosen; a tick is lines. */
function drawable({ kind, initialValue, options }: Field): readonly string[] {
  if (kind === "checkbox" || kind === "radio") return [];
  return [initialValue, ...options.map(({ label }) => label)];
}

/** Whether a value goes beyond Latin letters, which the first font has all of; only then fonts have to be asked. */
export function asksFonts({ fields }: PreparedDocument): boolean {
  return fields.some((field) => drawable(field).some((text) => /[^\p{Cc}\u0020-\u024f]/u.test(text)));
}

/** The document, or FIELD_VALUE_INVALID with the characters of the first value that no font has. */
export function withDrawableValues(
  prepared: PreparedDocument,
  signers: readonly IntakeSigner[],
  { missing }: Pick<TextShapingPort, "missing">,
): PreparedDocument | RefusedDocument {
  for (const field of prepared.fields) {
    const unknown = missing(drawable(field).join(" "));
    if (unknown.length === 0) continue;
    const reference = signers.find((signer) => signer.signerId === field.signerId)?.reference;
    const name = storableLine(`${reference}.${nameWithinOwner(field.fullName, field.signerId)}`, 100);
    const characters = unknown.slice(0, 10).map(named).join(", ");
    const what = field.kind === "choice" ? "one of its choices" : "its value";
    const message = storableLine(`${name}: ${what} has characters that no font has: ${characters}`, 500);
    return { ok: false, code: "FIELD_VALUE_INVALID", message };
  }
  return prepared;
}

/** A character with its code point: whoever reads of it may have no font for it either. */
function named(character: string): string {
  return `${character} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")})`;
}
