/** The messages of TR-03130-1 v2.4.0 that we send and read: useID and getResult. What is read here was verified before (signed-xml.ts). */

import type { IdentificationFault, IdentityDocumentKind } from "@siegel/contract/identification.ts";
import type { Element } from "@xmldom/xmldom";
import type { EidSession } from "../../ports/eid.ts";
import type { ProvenIdentity, ProviderAnswer } from "../../ports/proven-identity.ts";
import { countryOf } from "./country-letters.ts";
import { escapeXml } from "./escape-xml.ts";
import { childOf, childrenOf, isNamed, textOf, XmlFault } from "./xml-elements.ts";

const eid = "http://bsi.bund.de/eID/";
const loa_high = "http://bsi.bund.de/eID/LoA/hoch";
const major_ok = "http://www.bsi.bund.de/ecard/api/1.1/resultmajor#ok";

/** A server's answer that says no; `minor`: the part of its code behind the last `#`. */
export class EidRefusal extends Error {
  override readonly name = "EidRefusal";
  readonly minor: string;
  constructor(minor: string) {
    super(`the eID-Server refuses: ${minor}`);
    this.minor = minor;
  }
}

/** §3.2.1: what we ask of a card. Not every card tells all names, or a nationality; everything else is nothing to us. */
const operations: Readonly<Record<string, "REQUIRED" | "ALLOWED" | "PROHIBITED">> = {
  DocumentType: "REQUIRED",
  IssuingState: "REQUIRED",
  DateOfExpiry: "REQUIRED",
  GivenNames: "REQUIRED",
  FamilyNames: "REQUIRED",
  ArtisticName: "PROHIBITED",
  AcademicTitle: "PROHIBITED",
  DateOfBirth: "REQUIRED",
  PlaceOfBirth: "PROHIBITED",
  Nationality: "ALLOWED",
  BirthName: "ALLOWED",
  PlaceOfResidence: "PROHIBITED",
  CommunityID: "PROHIBITED",
  ResidencePermitI: "PROHIBITED",
  RestrictedID: "PROHIBITED",
  AgeVerification: "PROHIBITED",
  PlaceVerification: "PROHIBITED",
};

/** §3.2.1: only a card itself, no copy of it in a phone. */
const eidTypes: Readonly<Record<string, "ALLOWED" | "DENIED">> = {
  CardCertified: "ALLOWED",
  SECertified: "DENIED",
  SEEndorsed: "DENIED",
  HWKeyStore: "DENIED",
};

const elements = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<eid:${name}>${value}</eid:${name}>`)
    .join("");

/** Opens a session. `transactionInfo` is shown to the holder. */
export function useIdRequest(transactionInfo: string): string {
  return `<eid:useIDRequest xmlns:eid="${eid}"><eid:UseOperations>${elements(operations)}</eid:UseOperations><eid:TransactionInfo>${escapeXml(transactionInfo)}</eid:TransactionInfo><eid:LevelOfAssuranceRequest>${loa_high}</eid:LevelOfAssuranceRequest><eid:EIDTypeRequest>${elements(eidTypes)}</eid:EIDTypeRequest></eid:useIDRequest>`;
}

/** Asks what came of a session. */
export function getResultRequest(session: { readonly id: string; readonly counter: number }): string {
  return `<eid:getResultRequest xmlns:eid="${eid}"><eid:Session><eid:ID>${escapeXml(session.id)}</eid:ID></eid:Session><eid:RequestCounter>${session.counter}</eid:RequestCounter></eid:getResultRequest>`;
}

/** What a body holds. @throws XmlFault when it is not this answer */
function responseOf(body: Element, name: string): Element {
  const [response, more] = childrenOf(body);
  if (response === undefined || more !== undefined || !isNamed(response, eid, name)) throw new XmlFault(`no ${name}`);
  return response;
}

/** @throws XmlFault for nothing */
function required(text: string | null, name: string): string {
  if (text === null) throw new XmlFault(`no ${name}`);
  return text;
}

/** §3.4: null where it says ok, else the last part of its code. */
function refusalOf(response: Element): string | null {
  const result = childOf(response, "Result");
  if (result === null) throw new XmlFault("no Result");
  if (textOf(childOf(result, "ResultMajor")) === major_ok) return null;
  return textOf(childOf(result, "ResultMinor"))?.split("#").at(-1) ?? "no code";
}

const idOf = (parent: Element | null): string | null => (parent === null ? null : textOf(childOf(parent, "ID")));

/** The session that a useIDResponse opens. @throws EidRefusal, XmlFault */
export function readUseIdResponse(body: Element): EidSession {
  const response = responseOf(body, "useIDResponse");
  const refusal = refusalOf(response);
  if (refusal !== null) throw new EidRefusal(refusal);
  const id = required(idOf(childOf(response, "Session")), "Session");
  const serverAddress = required(textOf(childOf(response, "eCardServerAddress")), "eCardServerAddress");
  if (URL.parse(serverAddress)?.protocol !== "https:") throw new XmlFault("eCardServerAddress is not https");
  const shared = childOf(response, "PSK");
  const psk = shared === null ? null : required(textOf(childOf(shared, "Key")), "Key");
  if (psk !== null && !/^([0-9a-f]{2})+$/i.test(psk)) throw new XmlFault("the key is not hex");
  return { id, serverAddress, sessionIdentifier: idOf(shared) ?? id, psk };
}

/** What the codes of a getResult mean. Whoever blocks a card makes it denied; one past its date is not valid. */
const refusals: Readonly<Record<string, ProviderAnswer["state"] | IdentificationFault>> = {
  noResultYet: "pending",
  cancellationByUser: "cancelled",
  communicationError: "CLIENT",
  deniedDocument: "DOCUMENT_BLOCKED",
  invalidDocument: "DOCUMENT_EXPIRED",
  invalidSession: "INTERRUPTED",
  invalidCounter: "INTERRUPTED",
};

/** What came of a session. `evidence`: the whole answer as it came; `now`: for how long the document is valid. */
export function readGetResultResponse(
  body: Element,
  { evidence, now }: { readonly evidence: Uint8Array; readonly now: Date },
): ProviderAnswer {
  const failed = (why: IdentificationFault): ProviderAnswer => ({ state: "failed", why, evidence });
  try {
    const response = responseOf(body, "getResultResponse");
    const refusal = refusalOf(response);
    if (refusal === null) {
      const identity = identityOf(response, now);
      return typeof identity === "string" ? failed(identity) : { state: "succeeded", identity, evidence };
    }
    const meaning = refusals[refusal] ?? "PROVIDER";
    return meaning === "pending" || meaning === "cancelled"
      ? { state: meaning }
      : failed(meaning as IdentificationFault);
  } catch (fault) {
    // Signed by the server, and yet not what the clause says: asking again would not mend it.
    if (fault instanceof XmlFault) return failed("PROVIDER");
    throw fault;
  }
}

/** TR-03127 §C: kinds of documents with this chip. */
const kinds: Readonly<Record<string, IdentityDocumentKind>> = {
  ID: "id_card",
  AR: "residence_permit",
  AS: "residence_permit",
  AF: "residence_permit",
  UB: "eid_card",
};

function identityOf(response: Element, now: Date): ProvenIdentity | IdentificationFault {
  const types = childOf(response, "EIDTypeResponse");
  const isCard = types !== null && textOf(childOf(types, "CardCertified")) === "USED";
  const isHigh = textOf(childOf(response, "LevelOfAssuranceResponse")) === loa_high;
  if (!isCard || !isHigh) return "DOCUMENT_NOT_ACCEPTED";
  const data = childOf(response, "PersonalData");
  if (data === null) throw new XmlFault("no PersonalData");
  const said = (name: string): string | null => textOf(childOf(data, name));
  const kind = kinds[required(said("DocumentType"), "DocumentType").replaceAll("<", "").trim()];
  const country = countryOf(required(said("IssuingState"), "IssuingState"));
  if (kind === undefined || country === null) return "DOCUMENT_NOT_ACCEPTED";
  const validUntil = dayOf(required(said("DateOfExpiry"), "DateOfExpiry"));
  if (validUntil < now.toISOString().slice(0, 10)) return "DOCUMENT_EXPIRED";
  const nationality = said("Nationality");
  return {
    firstNames: required(said("GivenNames"), "GivenNames"),
    lastName: required(said("FamilyNames"), "FamilyNames"),
    birthName: said("BirthName"),
    birthdate: birthdateOf(childOf(data, "DateOfBirth")),
    nationality: nationality === null ? null : countryOf(nationality),
    document: { kind, number: null, validUntil, country },
    level: "high",
  };
}

/** A day as XML Schema writes it, without its time zone. @throws XmlFault */
function dayOf(text: string): string {
  const day = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(day))) throw new XmlFault("no day");
  return day;
}

/** TR-03110-4 §2.2.1: of a birthdate parts may be unknown; then blanks, zeros or crosses stand for them. */
function birthdateOf(element: Element | null): string | null {
  if (element === null) throw new XmlFault("no DateOfBirth");
  const written = childOf(element, "DateString")?.textContent;
  if (written === undefined || written === null)
    return dayOf(required(textOf(childOf(element, "DateValue")), "DateValue"));
  const [, year = "", month = "", day = ""] = /^(.{4})(.{0,2})(.{0,2})$/.exec(written) ?? [];
  const isKnown = (part: string): boolean => /^\d+$/.test(part) && Number(part) > 0;
  if (!isKnown(year)) return null;
  if (!isKnown(month)) return year;
  return isKnown(day) ? dayOf(`${year}-${month}-${day}`) : `${year}-${month}`;
}
