/** Messages of TR-03130-1 v2.4.0 on the eID-Server's side. */
import type { Element } from "@xmldom/xmldom";
import type { CardData } from "./card-data.ts";
import type { EidSession, Told } from "./sessions.ts";
import { allNamed, escapeXml, textNamed, XmlFault } from "./xml.ts";

/** What a service asks. */
export type EidRequest =
  | { readonly kind: "useID"; readonly wish: Pick<EidSession, "transactionInfo" | "operations"> }
  | { readonly kind: "getResult"; readonly id: string; readonly counter: number }
  | { readonly kind: "getServerInfo" };

const eid = "http://bsi.bund.de/eID/";
const namespaces = `xmlns:eid="${eid}" xmlns:dss="urn:oasis:names:tc:dss:1.0:core:schema"`;
const major = "http://www.bsi.bund.de/ecard/api/1.1/resultmajor";
const minor = "http://www.bsi.bund.de/eid/server/2.0/resultminor";
/** As TR-03112-1 §4 writes it. */
export const internal_error = "http://www.bsi.bund.de/ecard/api/1.1/resultminor/al/common#internalError";

/** Reads the body of a request. @throws XmlFault */
export function readEidRequest(body: Element): EidRequest {
  const request = Array.from(body.childNodes).find((node): node is Element => node.nodeType === 1);
  if (request?.namespaceURI !== eid) throw new XmlFault("no request of TR-03130");
  switch (request.localName) {
    case "useIDRequest": {
      const [operations] = allNamed(request, "UseOperations");
      if (operations === undefined) throw new XmlFault("no UseOperations");
      return {
        kind: "useID",
        wish: {
          transactionInfo: textNamed(request, "TransactionInfo"),
          operations: new Map(
            allNamed(operations, "*").map((asked) => [asked.localName ?? "", (asked.textContent ?? "").trim()]),
          ),
        },
      };
    }
    case "getResultRequest":
      return { kind: "getResult", id: textNamed(request, "ID"), counter: Number(textNamed(request, "RequestCounter")) };
    case "getServerInfoRequest":
      return { kind: "getServerInfo" };
    default:
      throw new XmlFault(`no request that is known: ${request.localName}`);
  }
}

const ok = `<dss:Result><ResultMajor>${major}#ok</ResultMajor></dss:Result>`;
const element = (name: string, text: string): string => `<eid:${name}>${escapeXml(text)}</eid:${name}>`;
const response = (operation: string, inner: string): string =>
  `<eid:${operation}Response ${namespaces}>${inner}</eid:${operation}Response>`;

/** Any request's refusal; `code`: a URI. */
export function refusal(operation: EidRequest["kind"], code: string): string {
  return response(
    operation,
    `<dss:Result><ResultMajor>${major}#error</ResultMajor><ResultMinor>${code}</ResultMinor></dss:Result>`,
  );
}

/** §3.2.2: the session that was opened. */
export function useIdResponse({ id, pskId, psk }: EidSession, serverAddress: string): string {
  return response(
    "useID",
    `<eid:Session>${element("ID", id)}</eid:Session>${element("eCardServerAddress", serverAddress)}<eid:PSK>${element("ID", pskId)}${element("Key", psk)}</eid:PSK>${ok}`,
  );
}

/** §3.3.2: what is told of a session: of a card only what was asked for. */
export function getResultResponse(told: Told): string {
  if (told.kind === "refused") return refusal("getResult", told.minor);
  return told.kind === "card"
    ? response("getResult", cardElements(told.card, told.operations))
    : refusal("getResult", `${minor}/getResult#${told.kind}`);
}

function cardElements(card: CardData, operations: ReadonlyMap<string, string>): string {
  const isAsked = (name: string): boolean => ["REQUIRED", "ALLOWED"].includes(operations.get(name) ?? "");
  const told = (name: string, text: string | null): string =>
    text !== null && isAsked(name) ? element(name, text) : "";
  const data = [
    told("DocumentType", card.documentType),
    told("IssuingState", card.issuingState),
    told("DateOfExpiry", card.dateOfExpiry),
    told("GivenNames", card.givenNames),
    told("FamilyNames", card.familyNames),
    isAsked("DateOfBirth") ? `<eid:DateOfBirth>${birthElements(card.dateOfBirth)}</eid:DateOfBirth>` : "",
    told("Nationality", card.nationality),
    told("BirthName", card.birthName),
  ];
  const level = card.eidType === "CardCertified" ? "hoch" : "substantiell";
  return `<eid:PersonalData>${data.join("")}</eid:PersonalData>${element("LevelOfAssuranceResponse", `http://bsi.bund.de/eID/LoA/${level}`)}<eid:EIDTypeResponse>${element(card.eidType, "USED")}</eid:EIDTypeResponse>${ok}`;
}

/** The value as a day only where all of it is known. */
function birthElements(written: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(written) ?? [];
  return element("DateString", written) + (day === undefined ? "" : element("DateValue", `${year}-${month}-${day}`));
}

/** §3.5: the version, and what terminals may read. */
export function getServerInfoResponse(operations: readonly string[]): string {
  const rights = operations.map((name) => element(name, "ALLOWED")).join("");
  return response(
    "getServerInfo",
    `<eid:ServerVersion>${element("VersionString", "Siegel Sandbox 2.4.0")}${element("Major", "2")}${element("Minor", "4")}${element("Bugfix", "0")}</eid:ServerVersion><eid:DocumentVerificationRights>${rights}</eid:DocumentVerificationRights>`,
  );
}
