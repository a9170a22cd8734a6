/** What a schema cannot say about a request for a workflow: its parts must fit together. Pure. */
import { fields_per_workflow_max } from "@siegel/contract/limits.ts";
import { parsePhone } from "@siegel/contract/phone.ts";
import type { Said } from "@siegel/contract/said.ts";
import { signerKinds } from "@siegel/contract/signer-kind.ts";
import { findMisplaced, findSameNames } from "./document-places.ts";
import type { Fitted, Misfit } from "./misfit.ts";

const faults = {
  past: {
    en: "this lies in the past; choose a moment to come, or leave it out",
    de: "das liegt in der Vergangenheit; wählen Sie einen späteren Zeitpunkt oder lassen Sie ihn weg",
  },
  reference: {
    en: "another signer has this reference; give each one of its own",
    de: "eine andere Person hat diese reference; geben Sie jeder eine eigene",
  },
  fields: {
    en: `more than ${fields_per_workflow_max} fields in all; leave some out, or send several workflows`,
    de: `mehr als ${fields_per_workflow_max} Felder insgesamt; lassen Sie welche weg oder senden Sie mehrere Vorgänge`,
  },
  document: {
    en: "there is no document of this name in the request; name one that is, letter by letter",
    de: "es gibt kein Dokument dieses Namens in der Anfrage; nennen Sie eines, Buchstabe für Buchstabe",
  },
  phoneMissing: {
    en: "is missing; this signer gets a one-time code by phone, so give a number",
    de: "fehlt; diese Person bekommt einen Einmalcode per Telefon, geben Sie also eine Nummer an",
  },
  globalPhone: {
    en: "a satellite or other global number is no mobile number; give one that belongs to a country",
    de: "eine Satelliten- oder andere weltweite Nummer ist keine Mobilnummer; geben Sie eine an, die zu einem Land gehört",
  },
  phone: {
    en: "no code can be sent to this number; write it with its country code, such as +49 151 23456789",
    de: "an diese Nummer lässt sich kein Code senden; schreiben Sie sie mit Landesvorwahl, etwa +49 151 23456789",
  },
} as const satisfies Readonly<Record<string, Said>>;

/** All that does not fit, in the order in which it is told. */
export function findMisfits(sent: Fitted, now: Date): Misfit[] {
  return [
    ...findPast(sent, now),
    ...findSameNames(sent.documents),
    ...findSameReferences(sent),
    ...findLostFields(sent),
    ...findMisplaced(sent),
    ...sent.signers.flatMap((signer, n) => phoneMisfit(signer, `signers.${n}.phone`)),
  ];
}

function findPast({ expires_at: expiresAt }: Fitted, now: Date): Misfit[] {
  const isPast = expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();
  return isPast ? [{ code: "INVALID_REQUEST", path: "expires_at", said: faults.past }] : [];
}

function findSameReferences({ signers }: Fitted): Misfit[] {
  const references = signers.map(({ reference }) => reference);
  return references.flatMap((reference, n): Misfit[] =>
    reference !== undefined && references.indexOf(reference) < n
      ? [{ code: "INVALID_REQUEST", path: `signers.${n}.reference`, said: faults.reference }]
      : [],
  );
}

function findLostFields({ documents, signers }: Fitted): Misfit[] {
  const total = signers.reduce((sum, { fields = [] }) => sum + fields.length, 0);
  if (total > fields_per_workflow_max) return [{ code: "INVALID_REQUEST", path: "signers", said: faults.fields }];
  const names = new Set(documents.map(({ name }) => name));
  if (names.has(undefined)) return [];
  return signers.flatMap(({ fields = [] }, n) =>
    fields.flatMap(({ document }, m): Misfit[] =>
      document === undefined || names.has(document)
        ? []
        : [{ code: "INVALID_REQUEST", path: `signers.${n}.fields.${m}.document`, said: faults.document }],
    ),
  );
}

function phoneMisfit({ type, phone }: Fitted["signers"][number], path: string): Misfit[] {
  if (phone === undefined || phone.trim() === "") {
    const isNeeded = type !== undefined && signerKinds[type].codePhone === "sent";
    return isNeeded ? [{ code: "PHONE_MISSING", path, said: faults.phoneMissing }] : [];
  }
  const parsed = parsePhone(phone);
  if (parsed.ok) return [];
  return [{ code: "PHONE_INVALID", path, said: parsed.isGlobal ? faults.globalPhone : faults.phone }];
}
