/** Reads back what a prepared document asks of each signer: the rows say what the file says, in the words of the wire. */
import { type EntryRules, entryFault } from "@siegel/contract/field-entry.ts";
import { isOwnField, nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import type { FileId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { field_name_chars_max, field_value_chars_max } from "@siegel/contract/limits.ts";
import { isVisible, lineText, misleads, plainBreaks, storableLine } from "@siegel/contract/text.ts";
import { signatureCopyNumber, signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import type { FieldPlace, FormField } from "@siegel/kernel/forms/form-fields.ts";
import { isOnPage, type Page, toUserSpace } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import {
  choice_chars_max,
  choiceCharsOf,
  type Field,
  type FieldOption,
  faultOf,
  type Placement,
  tooManyChoices,
} from "./field.ts";
import type { IntakeSigner, TextKinds } from "./intake-rules.ts";
import { readableName } from "./readable-name.ts";

/** A document with its fields added. */
export type ReadBack = {
  readonly fileId: FileId;
  readonly fields: readonly FormField[];
  readonly pages: readonly Page[];
  readonly textKinds: TextKinds;
  /** Full names of fields that have no room for a letter (letter-room.ts). */
  readonly withoutRoom: ReadonlySet<string>;
};

/** A signer's fields as they stand in the prepared document: those they fill in, and their signature field. */
export function fieldsOfSigner(signer: IntakeSigner, prepared: ReadBack): Field[] {
  const { signerId, label } = signer;
  const own = prepared.fields.filter(({ name }) => isOwnField(name, signerId) || name === signatureFieldName(signerId));
  const fields = [...Map.groupBy(own, ({ name }) => name).values()].flatMap((sameName) => {
    const isSignature = sameName.some(({ name }) => name === signatureFieldName(signerId));
    if (!isSignature && !isFillable(sameName, prepared.withoutRoom)) return [];
    const field = joined(sameName, signer);
    const common = {
      fileId: prepared.fileId,
      fullName: field.name,
      signerId,
      placements: [field, ...(isSignature ? copiesOf(own, signerId) : [])].flatMap((one) =>
        placesOf(one, signer, prepared),
      ),
    };
    const asked = field.kind === "signature" ? unfilled(label) : valueAsked(field, signer, prepared.textKinds);
    return [{ ...common, ...asked }];
  });
  if (choiceCharsOf(fields) > choice_chars_max) throw new PdfRefusal("FILE_TOO_COMPLEX", tooManyChoices);
  return fields;
}

/** The fields that show a signature once more, in the order of their places. */
function copiesOf(own: readonly FormField[], signerId: string): FormField[] {
  const numbered = own.flatMap((field) => {
    const number = signatureCopyNumber(signerId, field.name);
    return number === null ? [] : [{ field, number }];
  });
  return numbered.sort((a, b) => a.number - b.number).map(({ field }) => field);
}

// A place within half a point of the edge is read back with the rounded digits of the PDF.
const gracePt = 1;

/** Where it shows. @throws PdfRefusal FIELD_OUTSIDE_PAGE for a place where what is filled in would not be visible */
function placesOf(field: FormField, signer: IntakeSigner, { pages }: ReadBack): Placement[] {
  return field.places.filter(showsIn(field)).flatMap(({ page, rect, onState, isTurned }) => {
    const shownOn = pages[page - 1];
    if (shownOn === undefined) return [];
    if (!isOnPage(shownOn, rect, gracePt)) {
      const name = storableLine(`${signer.reference}.${nameWithinOwner(field.name, signer.signerId)}`, 100);
      const where = `${rect.join(" ")} on ${shownOn.widthPt} by ${shownOn.heightPt}`;
      throw new PdfRefusal("FIELD_OUTSIDE_PAGE", `${name}: ${where}`, { page, field: name });
    }
    return [{ page, rect: toUserSpace(shownOn, rect), isTurned, state: isTicked(field) ? (onState ?? null) : null }];
  });
}

/** Whether something is seen of a field in a place. */
export const showsIn =
  (field: FormField) =>
  ({ rect, onState }: FieldPlace): boolean =>
    rect[2] > 0 && rect[3] > 0 && (!isTicked(field) || onState !== undefined);

type Asked = Omit<Field, "fileId" | "fullName" | "signerId" | "placements">;

const nothing = {
  comb: false,
  editable: false,
  clearable: true,
  options: [],
  charsMax: null,
  multiline: false,
} as const;

const unfilled = (label: string): Asked => ({
  ...nothing,
  kind: "signature",
  label,
  required: false,
  initialValue: "",
});

/** Values for rows obey the rules of the wire. @throws PdfRefusal FIELD_VALUE_INVALID for a name or a value that does not */
function valueAsked(field: FormField, signer: IntakeSigner, textKinds: TextKinds): Asked {
  const name = nameWithinOwner(field.name, signer.signerId);
  if (!fieldName.safeParse(name).success || /[\uFFFE\uFFFF]/.test(name))
    throw unusable(signer, name, `a name is one line of 1 to ${field_name_chars_max} readable characters`);
  const spoken = storableLine(field.label ?? "", field_name_chars_max).trim();
  const label = isVisible(spoken) ? spoken : storableLine(readableName(name), field_name_chars_max);
  const asked = { label, required: field.required, ...kindAsked(field, textKinds) };
  const fault = faultOf(asked.initialValue, asked);
  if (fault !== null) throw unusable(signer, name, `its value: ${fault}`);
  // The page lists a label without what turns it; a signature would draw it turned.
  const turned = field.kind === "choice" && field.options.some((option) => misleads(option.label));
  if (turned || asked.options.some((option) => entryFault(option.value, anyLine) !== null))
    throw unusable(signer, name, "one of its choices has characters that cannot be used, or too many");
  return asked;
}

const anyLine: EntryRules = { ...nothing, kind: "text", choices: [] };

function kindAsked(field: FormField, textKinds: TextKinds): Omit<Asked, "label" | "required"> {
  if (isTicked(field)) {
    const initialValue = field.options.find(({ value }) => value === field.value)?.value ?? "";
    const kind = field.kind === "radio" ? "radio" : "checkbox";
    return { ...nothing, kind, clearable: !field.noToggleToOff, options: named(field.options), initialValue };
  }
  // A viewer shows one line, whatever breaks there are; what is signed is written again as it is shown.
  const text = plainBreaks(field.value ?? "");
  const value = field.multiline ? text : text.replaceAll("\n", " ");
  if (field.kind === "choice") {
    const options = named(field.options);
    const held = options.find((option) => option.value === value) ?? options.find((option) => option.label === value);
    return { ...nothing, kind: "choice", editable: field.editable, options, initialValue: held?.value ?? value };
  }
  const charsMax = field.maxLength === null || field.maxLength > field_value_chars_max ? null : field.maxLength;
  const { multiline, comb, name } = field;
  return { ...nothing, kind: textKinds.get(name) ?? "text", multiline, comb, charsMax, initialValue: value };
}

/** Each value once, with something to read; choosing nothing is no choice. */
function named(options: FormField["options"]): FieldOption[] {
  const byValue = new Map<string, FieldOption>();
  for (const { value, label } of options) {
    const shown = storableLine(label, field_value_chars_max);
    if (value !== "" && !byValue.has(value)) byValue.set(value, { value, label: isVisible(shown) ? shown : value });
  }
  return [...byValue.values()];
}

const fieldName = lineText(field_name_chars_max).min(1);

function unusable({ reference }: IntakeSigner, name: string, why: string): PdfRefusal {
  const field = storableLine(`${reference}.${name}`, 100);
  return new PdfRefusal("FIELD_VALUE_INVALID", `${field}: ${why}`, { field });
}

/** Fields of one name are one field in several places (§12.7.4.2), if they say the same. @throws PdfRefusal FIELD_VALUE_INVALID if not */
function joined(sameName: readonly FormField[], signer: IntakeSigner): FormField {
  const [first, ...others] = sameName;
  if (first === undefined) throw new Error("no field of a name");
  if (others.some((other) => said(other) !== said(first)))
    throw unusable(signer, nameWithinOwner(first.name, signer.signerId), "several fields of that name differ");
  const limits = sameName.flatMap(({ maxLength }) => maxLength ?? []);
  return {
    ...first,
    places: sameName.flatMap(({ places }) => places),
    required: sameName.some(({ required }) => required),
    noToggleToOff: sameName.some(({ noToggleToOff }) => noToggleToOff),
    options: isTicked(first) ? sameName.flatMap(({ options }) => options) : first.options,
    maxLength: limits.length === 0 ? null : Math.min(...limits),
  };
}

/** What fields of one name have to agree in; ticks may each have a state of their own, and of several limits the least holds for all. */
function said(field: FormField): string {
  const value = isTicked(field) ? (field.value ?? "Off") : field.value;
  const choices = field.kind === "choice" ? [field.options, field.editable] : [];
  // A signature sets each part by itself: in other cells or lines the same value may have no room.
  const set = [field.multiline, field.comb ? field.maxLength : null];
  return JSON.stringify([field.kind, field.readOnly, value, ...set, ...choices]);
}

/** Whether it is on or off. */
export const isTicked = ({ kind }: FormField): boolean => kind === "checkbox" || kind === "radio";

/** Whether fields of one name, one of a signer's own, are theirs to fill in. */
function isFillable(sameName: readonly FormField[], withoutRoom: ReadonlySet<string>): boolean {
  const open = sameName.filter(({ readOnly, kind }) => !readOnly && kind !== "signature");
  return open.length > 0 && whyLeft(open, withoutRoom) === null;
}

/** Why a prepared field cannot be filled in. */
type WhyLeft = keyof (typeof whyLeftIn)["en"];

const whyLeftIn = {
  en: {
    button: "is a push button",
    several: "takes several choices at once",
    choices: "has no choices",
    states: "has nothing to be ticked",
    place: "has no place on a page",
    room: "is too small for a letter",
  },
  de: {
    button: "ist eine Schaltfläche",
    several: "nimmt mehrere Einträge auf einmal",
    choices: "hat nichts zur Auswahl",
    states: "hat nichts zum Ankreuzen",
    place: "liegt auf keiner Seite",
    room: "ist zu klein für einen Buchstaben",
  },
} as const;

/** Why no signer can fill in fields of one name, or null. A part without a place is filled in with the others. */
function whyLeft(sameName: readonly FormField[], withoutRoom: ReadonlySet<string>): WhyLeft | null {
  const reasons = sameName.map(whyPartLeft);
  if (!reasons.includes(null)) return reasons[0] ?? null;
  return sameName.some(({ name }) => withoutRoom.has(name)) ? "room" : null;
}

/** The same of one of them, however much room it has. */
function whyPartLeft(field: FormField): WhyLeft | null {
  const { kind, options, editable, multiSelect } = field;
  if (kind === "button") return "button";
  if (kind === "choice" && multiSelect) return "several";
  if (kind === "choice" && options.length === 0 && !editable) return "choices";
  if (isTicked(field) && options.length === 0) return "states";
  // If it were asked for, the signer could not fill it in on the page and would not see what another program wrote into it.
  return field.places.some(showsIn(field)) ? null : "place";
}

/** What the sender is told of fields prepared for a signer that this signer cannot fill in, or not as they were meant. */
export function fieldNotices(
  { reference, signerId }: IntakeSigner,
  { fields, withoutRoom, language }: Pick<ReadBack, "fields" | "withoutRoom"> & { readonly language: Language },
): string[] {
  const isGerman = language === "de";
  const own = fields.filter((field) => isOwnField(field.name, signerId) && !field.readOnly);
  return [...Map.groupBy(own, ({ name }) => name)].flatMap(([fullName, sameName]) => {
    const name = `${reference}.${storableLine(nameWithinOwner(fullName, signerId), 100)}`;
    const why = whyLeft(sameName, withoutRoom);
    if (why !== null)
      return isGerman
        ? [`Das Feld ${name} ${whyLeftIn.de[why]} und bleibt, wie es ist.`]
        : [`The field ${name} ${whyLeftIn.en[why]} and stays as it is.`];
    if (!sameName.some(({ richText }) => richText)) return [];
    return isGerman
      ? [`Das Feld ${name} wird als einfacher Text ausgefüllt.`]
      : [`The field ${name} is filled in as plain text.`];
  });
}
