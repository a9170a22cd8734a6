/**
 * The page on which somebody plays what a document says and how an identification ends. The eID client, the issuer for ID cards and the
 * video provider show it with their own words, fields and outcomes.
 */
import { type IdentityDocumentKind, identityDocumentKinds } from "@siegel/contract/identification.ts";
import { z } from "zod";

/** What the played document says. Countries: ISO alpha-2; days: YYYY-MM-DD, of a birthdate also YYYY-MM or YYYY. */
export type PlayedPerson = {
  readonly first_names: string;
  readonly last_name: string;
  /** Empty: none. */
  readonly birth_name: string;
  readonly birthdate: string;
  readonly nationality: string;
  readonly country: string;
  readonly document: IdentityDocumentKind;
  readonly valid_until: string;
};

const country = z.string().regex(/^[A-Z]{2}$/, "two capital letters");

/** The form's fields, whoever shows it. */
export const playedPerson = z.object({
  first_names: z.string().min(1).max(100),
  last_name: z.string().min(1).max(100),
  birth_name: z.string().max(100),
  birthdate: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, "YYYY-MM-DD, YYYY-MM or YYYY"),
  nationality: country,
  country,
  document: z.enum(identityDocumentKinds),
  valid_until: z.iso.date(),
}) satisfies z.ZodType<PlayedPerson>;

/** Whom the page is filled in with: at first the person on every specimen, later who was typed last. */
export type PersonMemory = { readonly last: () => PlayedPerson; readonly keep: (person: PlayedPerson) => void };

/** One for a whole sandbox. */
export function openPersonMemory(now: () => Date): PersonMemory {
  let kept: PlayedPerson | null = null;
  return {
    last: () => kept ?? specimen(now()),
    keep: (person) => {
      kept = person;
    },
  };
}

function specimen(now: Date): PlayedPerson {
  return {
    first_names: "Erika",
    last_name: "Mustermann",
    birth_name: "Gabler",
    birthdate: "1964-08-12",
    nationality: "DE",
    country: "DE",
    document: "id_card",
    valid_until: `${now.getUTCFullYear() + 5}-07-31`,
  };
}

/** A field of the form; with `options` it is a choice. */
export type WizardField = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  /** Of a regular expression that the whole value must match. */
  readonly pattern?: string;
  readonly isOptional?: true;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
};

/** A button; the form is posted with its `value` as `outcome`. */
export type WizardOutcome = { readonly value: string; readonly label: string };

/** One page. */
export type IdentityWizard = {
  readonly title: string;
  /** What is played here, in a sentence or two. */
  readonly lead: string;
  /** What the person is told about who asks and why; empty lines are left out. */
  readonly asked: readonly string[];
  /** Where the form is posted to. */
  readonly action: string;
  /** Posted along. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly WizardField[];
  /** The first is what goes well, and what Enter does. */
  readonly outcomes: readonly WizardOutcome[];
};

const kindNames = {
  id_card: "ID card",
  passport: "Passport",
  residence_permit: "Residence permit",
  eid_card: "eID card for EU citizens",
} as const satisfies Record<IdentityDocumentKind, string>;

/** The fields of `playedPerson`, filled in. `kinds`: the documents that can be played. */
export function personFields(
  person: PlayedPerson,
  kinds: readonly IdentityDocumentKind[] = identityDocumentKinds,
): readonly WizardField[] {
  const letters = { pattern: "[A-Z]{2}", hint: "two letters" };
  return [
    { name: "first_names", label: "First names", value: person.first_names },
    { name: "last_name", label: "Surname", value: person.last_name },
    { name: "birth_name", label: "Name at birth", value: person.birth_name, hint: "if another", isOptional: true },
    {
      name: "birthdate",
      label: "Born on",
      value: person.birthdate,
      hint: "YYYY-MM-DD, or only what is known",
      pattern: "\\d{4}(-\\d{2}(-\\d{2})?)?",
    },
    { name: "nationality", label: "Nationality", value: person.nationality, ...letters },
    { name: "country", label: "Issued by", value: person.country, ...letters },
    {
      name: "document",
      label: "Document",
      value: person.document,
      options: kinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
    },
    {
      name: "valid_until",
      label: "Valid until",
      value: person.valid_until,
      hint: "YYYY-MM-DD",
      pattern: "\\d{4}-\\d{2}-\\d{2}",
    },
  ];
}

/** For the page: its own style, and nothing else. The answer to its form leads to another site, so `form-action` stays open. */
export const wizard_policy = "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'";

/** The page as HTML. */
export function renderIdentityWizard(wizard: IdentityWizard): string {
  const asked = wizard.asked.filter((line) => line !== "").map((line) => `<p class="asked">${escapeHtml(line)}</p>`);
  const outcomes = wizard.outcomes.map(
    ({ value, label }) =>
      `<button type="submit" name="outcome" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`,
  );
  return page(
    wizard,
    `<form class="who wizard" method="post" action="${escapeHtml(wizard.action)}">${renderHidden(wizard.hidden)}
${asked.join("\n")}
<fieldset><legend>What the document says</legend>
${wizard.fields.map(renderField).join("\n")}</fieldset>
<fieldset class="outcomes"><legend>How it ends</legend>
${outcomes.join("\n")}</fieldset>
</form>`,
  );
}

/** A page that only says something; `act`: a button with a form of its own. */
export function renderWizardNotice(notice: {
  readonly title: string;
  readonly text: string;
  readonly act?: Pick<IdentityWizard, "action" | "hidden"> & { readonly label: string };
}): string {
  const { title, text, act } = notice;
  const form =
    act === undefined
      ? ""
      : `<form class="who" method="post" action="${escapeHtml(act.action)}">${renderHidden(act.hidden)}<div class="acts"><button type="submit">${escapeHtml(act.label)}</button></div></form>`;
  return page({ title, lead: text }, form);
}

function page({ title, lead }: { readonly title: string; readonly lead: string }, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/inbox.css"></head>
<body><header><h1><span class="ring" aria-hidden="true"></span>${escapeHtml(title)}</h1>
<p>${escapeHtml(lead)}</p></header>
<main>${body}</main></body></html>`;
}

const renderHidden = (hidden: IdentityWizard["hidden"]): string =>
  Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");

function renderField(field: WizardField): string {
  const hint = field.hint === undefined ? "" : ` <small>${escapeHtml(field.hint)}</small>`;
  const name = `id="${escapeHtml(field.name)}" name="${escapeHtml(field.name)}"`;
  return `<label for="${escapeHtml(field.name)}">${escapeHtml(field.label)}${hint}</label>${
    field.options === undefined ? renderInput(field, name) : renderChoice(field.value, field.options, name)
  }`;
}

function renderInput(field: WizardField, name: string): string {
  const pattern = field.pattern === undefined ? "" : ` pattern="${escapeHtml(field.pattern)}"`;
  const required = field.isOptional === true ? "" : " required";
  return `<input ${name} value="${escapeHtml(field.value)}" maxlength="100" autocomplete="off"${pattern}${required}>`;
}

function renderChoice(value: string, options: NonNullable<WizardField["options"]>, name: string): string {
  const shown = options.map(
    (option) =>
      `<option value="${escapeHtml(option.value)}"${option.value === value ? " selected" : ""}>${escapeHtml(option.label)}</option>`,
  );
  return `<select ${name}>${shown.join("")}</select>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
