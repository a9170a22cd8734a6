/** Pure rules of intake: which fields each signer gets in a document. */
import type { PlacedField as SentField } from "@siegel/contract/calls/sending.ts";
import { isOwnField, ownFieldName } from "@siegel/contract/field-ownership.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { date_chars, initials_chars_max } from "@siegel/contract/limits.ts";
import type { PlacedField } from "@siegel/kernel/forms/add-fields.ts";
import type { FormField } from "@siegel/kernel/forms/form-fields.ts";

/** A field that the sender placed; `path` is where it stands in the request. */
export type FieldOfRequest = SentField & { readonly path: string };

/** A signer as intake sees one; `fields` are those placed in this document. */
export type IntakeSigner = {
  readonly signerId: SignerId;
  readonly reference: string;
  readonly label: string;
  readonly fields: readonly FieldOfRequest[];
};

/**
 * What every signature permits afterwards unless its author says otherwise: values and further signatures, no annotations. A lock on
 * fields alone would let a white stamp be laid over the text; level 1 would forbid the next signer to sign (ISO 32000-2 table 236 /P).
 */
const lockLevel = 2;

type SignatureField = Extract<PlacedField, { kind: "signature" }>;
type Place = NonNullable<SignatureField["place"]>;

/** What a signer's field takes over from the one that the sender prepared for them. */
export type AuthorWishes = Pick<SignatureField, "seedValues" | "lockLevel">;

/**
 * `invisible`: wherever the sender prepared a place. `isSigned`: somebody signed the file before it was sent. `mark`: where the signature
 * shows that was given no place.
 */
type How = Pick<SignatureField, "seedValues" | "lockLevel" | "alsoLocked"> & {
  readonly invisible: boolean;
  readonly isSigned: boolean;
  readonly mark: SignatureField["place"];
};

/** What a PDF has no kind for: by their full names, texts that are something else for a person. */
export type TextKinds = ReadonlyMap<string, "date" | "initials">;

/** The fields to add, or what is wrong with the wish. */
export type Wished =
  | { readonly ok: true; readonly fields: PlacedField[]; readonly textKinds: TextKinds }
  | { readonly ok: false; readonly message: string };

/** The fields to add for one signer: those they fill in and one signature field. */
export function fieldsToAdd(
  signer: IntakeSigner,
  existing: readonly FormField[],
  { invisible, isSigned, mark, ...wishes }: How,
): Wished {
  const { signerId, reference, label } = signer;
  const taken = new Set(
    existing
      .map(({ name }) => name)
      .concat(signer.fields.flatMap(({ name }) => (name === undefined ? [] : `${reference}.${name}`))),
  );
  const textKinds = new Map<string, "date" | "initials">();
  const values = signer.fields.flatMap((field): PlacedField[] => {
    if (field.kind === "signature") return [];
    const { page, rect, required = false } = field;
    const name = field.name ?? freeName(signer, field.kind, taken);
    if (field.kind === "date" || field.kind === "initials") textKinds.set(ownFieldName(signerId, name), field.kind);
    return [{ signerId, name, page, rect, required, ...kindOf(field) }];
  });
  // One signature at the first place, its picture at the others; where somebody has signed, only signature fields may be added.
  const [place = mark, ...others] = invisible ? [] : placesGiven(signer, existing);
  const copies = isSigned ? [] : others;
  const signature = {
    kind: "signature",
    signerId,
    label,
    lockLevel,
    ...wishes,
    copies,
    ...(place && { place }),
  } as const;
  return { ok: true, fields: [...values, signature], textKinds };
}

type ValueKind =
  | { readonly kind: "text"; readonly multiline?: boolean; readonly maxLength?: number }
  | { readonly kind: "checkbox" }
  | { readonly kind: "choice"; readonly options: readonly string[] };

function kindOf({ kind, options = [], multiline, chars_max: charsMax }: SentField): ValueKind {
  if (kind === "checkbox") return { kind };
  if (kind === "choice") return { kind, options };
  if (kind === "date") return { kind: "text", multiline: false, maxLength: date_chars };
  if (kind === "initials") return { kind: "text", multiline: false, maxLength: charsMax ?? initials_chars_max };
  return {
    kind: "text",
    ...(multiline !== undefined && { multiline }),
    ...(charsMax !== undefined && { maxLength: charsMax }),
  };
}

/** A name for a field without one: its kind, numbered. */
function freeName({ reference }: IntakeSigner, kind: SentField["kind"], taken: Set<string>): string {
  let number = 1;
  while (taken.has(`${reference}.${kind}_${number}`)) number += 1;
  taken.add(`${reference}.${kind}_${number}`);
  return `${kind}_${number}`;
}

/** Where the sender wishes the signature to show: where they placed it, else where they prepared a field for it. */
export function placesGiven(signer: IntakeSigner, existing: readonly FormField[]): Place[] {
  const placed = signer.fields.filter(({ kind }) => kind === "signature");
  return placed.length > 0 ? placed.map(({ page, rect }) => ({ page, rect })) : preparedPlaces(signer, existing);
}

/** Where the sender's own empty signature fields for this signer stand: the signature belongs there. */
function preparedPlaces({ reference }: IntakeSigner, existing: readonly FormField[]): Place[] {
  return existing
    .filter(({ name, kind, signed }) => kind === "signature" && !signed && isOwnField(name, reference))
    .flatMap(({ places }) => places.slice(0, 1))
    .filter(({ rect }) => rect[2] > 0 && rect[3] > 0)
    .map(({ page, rect }) => ({ page, rect }));
}
