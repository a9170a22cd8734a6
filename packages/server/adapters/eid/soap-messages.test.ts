import type { Element } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { countryOf } from "./country-letters.ts";
import {
  EidRefusal,
  getResultRequest,
  readGetResultResponse,
  readUseIdResponse,
  useIdRequest,
} from "./soap-messages.ts";
import { parseXml, XmlFault } from "./xml-elements.ts";

const now = new Date("2026-11-28T10:00:00Z");
const evidence = new Uint8Array([1, 2, 3]);
const ok = "<dss:Result><ResultMajor>http://www.bsi.bund.de/ecard/api/1.1/resultmajor#ok</ResultMajor></dss:Result>";

function bodyOf(response: string): Element {
  const xml = `<Body xmlns:eid="http://bsi.bund.de/eID/" xmlns:dss="urn:oasis:names:tc:dss:1.0:core:schema">${response}</Body>`;
  const body = parseXml(xml).documentElement;
  if (body === null) throw new Error("no body");
  return body;
}

const refused = (operation: string, minor: string): string =>
  `<eid:${operation}Response><dss:Result><dss:ResultMajor>http://www.bsi.bund.de/ecard/api/1.1/resultmajor#error</dss:ResultMajor><dss:ResultMinor>http://www.bsi.bund.de/eid/server/2.0/resultminor/${operation}#${minor}</dss:ResultMinor></dss:Result></eid:${operation}Response>`;

describe("what is asked of a card", () => {
  it("is who somebody is and which document, at the highest level, of a card alone", () => {
    const xml = useIdRequest("Unterschreiben: Miete & Co. <Kiel>");
    const asked = (wish: string) =>
      Array.from(xml.matchAll(new RegExp(`<eid:(\\w+)>${wish}</`, "g")), ([, name]) => name);
    expect(asked("REQUIRED")).toEqual([
      ...["DocumentType", "IssuingState", "DateOfExpiry", "GivenNames", "FamilyNames", "DateOfBirth"],
    ]);
    expect(asked("ALLOWED")).toEqual(["Nationality", "BirthName", "CardCertified"]);
    expect(asked("PROHIBITED")).toEqual([
      ...["ArtisticName", "AcademicTitle", "PlaceOfBirth", "PlaceOfResidence", "CommunityID", "ResidencePermitI"],
      ...["RestrictedID", "AgeVerification", "PlaceVerification"],
    ]);
    expect(asked("DENIED")).toEqual(["SECertified", "SEEndorsed", "HWKeyStore"]);
    expect(asked("http://bsi.bund.de/eID/LoA/hoch")).toEqual(["LevelOfAssuranceRequest"]);
    const info = parseXml(xml).getElementsByTagName("eid:TransactionInfo")[0]?.textContent;
    expect(info).toBe("Unterschreiben: Miete & Co. <Kiel>");
  });

  it("is asked for by session and counter", () => {
    expect(getResultRequest({ id: "a<b", counter: 7 })).toBe(
      '<eid:getResultRequest xmlns:eid="http://bsi.bund.de/eID/"><eid:Session><eid:ID>a&#60;b</eid:ID></eid:Session><eid:RequestCounter>7</eid:RequestCounter></eid:getResultRequest>',
    );
  });
});

describe("a session", () => {
  const opened = (address: string, psk: string): string =>
    `<eid:useIDResponse><eid:Session><eid:ID>s-1</eid:ID></eid:Session><eid:eCardServerAddress>${address}</eid:eCardServerAddress>${psk}${ok}</eid:useIDResponse>`;
  const psk = (key: string): string => `<eid:PSK><eid:ID>p-1</eid:ID><eid:Key>${key}</eid:Key></eid:PSK>`;

  it("is read with and without a key of its own", () => {
    expect(readUseIdResponse(bodyOf(opened("https://eid.test/paos", psk("00aBff"))))).toEqual({
      ...{ id: "s-1", serverAddress: "https://eid.test/paos", sessionIdentifier: "p-1", psk: "00aBff" },
    });
    expect(readUseIdResponse(bodyOf(opened("https://eid.test/paos", "")))).toMatchObject({
      ...{ sessionIdentifier: "s-1", psk: null },
    });
  });

  it.each([
    ["an address without TLS", opened("http://eid.test/paos", psk("00"))],
    ["half a byte", opened("https://eid.test/paos", psk("000"))],
    ["no session", `<eid:useIDResponse>${ok}</eid:useIDResponse>`],
    ["another answer", `<eid:getResultResponse>${ok}</eid:getResultResponse>`],
    ["two answers", opened("https://eid.test/paos", "").repeat(2)],
  ])("is refused with %s", (_what, response) => {
    expect(() => readUseIdResponse(bodyOf(response))).toThrow(XmlFault);
  });

  it("is not opened by a server that says no", () => {
    expect(() => readUseIdResponse(bodyOf(refused("useID", "tooManyOpenSessions")))).toThrow(EidRefusal);
  });
});

type Said = { data?: Record<string, string>; born?: string; loa?: string; types?: string };

/** As a server tells Erika, with changes; an empty value leaves the element out. */
function result({
  data = {},
  born,
  loa = "hoch",
  types = "<eid:CardCertified>USED</eid:CardCertified>",
}: Said): string {
  const told = {
    ...{ DocumentType: "ID", IssuingState: "D", DateOfExpiry: "2029-10-31", GivenNames: "ERIKA" },
    ...{ FamilyNames: "MUSTERMANN", Nationality: "D", BirthName: "GABLER", ...data },
  };
  const elements = Object.entries(told).map(([name, text]) =>
    text === "" ? "" : `<eid:${name}>${text}</eid:${name}>`,
  );
  const birth = `<eid:DateOfBirth>${born ?? "<eid:DateString>19640812</eid:DateString><eid:DateValue>1964-08-12</eid:DateValue>"}</eid:DateOfBirth>`;
  return `<eid:getResultResponse><eid:PersonalData>${elements.join("")}${birth}</eid:PersonalData>${loa === "" ? "" : `<eid:LevelOfAssuranceResponse>http://bsi.bund.de/eID/LoA/${loa}</eid:LevelOfAssuranceResponse>`}<eid:EIDTypeResponse>${types}</eid:EIDTypeResponse>${ok}</eid:getResultResponse>`;
}

const read = (response: string) => readGetResultResponse(bodyOf(response), { evidence, now });
const identity = (said: Said) => {
  const answer = read(result(said));
  if (answer.state !== "succeeded") throw new Error(JSON.stringify(answer));
  return answer.identity;
};

describe("a result", () => {
  it("says who somebody is", () => {
    expect(read(result({}))).toEqual({
      state: "succeeded",
      evidence,
      identity: {
        firstNames: "ERIKA",
        lastName: "MUSTERMANN",
        birthName: "GABLER",
        birthdate: "1964-08-12",
        nationality: "DE",
        document: { kind: "id_card", number: null, validUntil: "2029-10-31", country: "DE" },
        level: "high",
      },
    });
    const foreigner = { DocumentType: "AR", Nationality: "TUR", BirthName: "", DateOfExpiry: "2026-11-28+01:00" };
    expect(identity({ data: foreigner })).toMatchObject({
      ...{ birthName: null, nationality: "TR", document: { kind: "residence_permit", validUntil: "2026-11-28" } },
    });
    expect(identity({ data: { DocumentType: "UB", Nationality: "XXA" } })).toMatchObject({
      ...{ nationality: null, document: { kind: "eid_card" } },
    });
  });

  it.each([
    ["19640812", "1964-08-12"],
    ["19640800", "1964-08"],
    ["196408  ", "1964-08"],
    ["19640000", "1964"],
    ["1964    ", "1964"],
    ["1964XXXX", "1964"],
    ["00000000", null],
    ["        ", null],
  ])("tells of a birthdate what is known: %s", (written, known) => {
    expect(identity({ born: `<eid:DateString>${written}</eid:DateString>` }).birthdate).toBe(known);
  });

  it("takes a birthdate that is only a day", () => {
    expect(identity({ born: "<eid:DateValue>1964-08-12</eid:DateValue>" }).birthdate).toBe("1964-08-12");
  });

  it.each<[string, Said, string]>([
    ["a level below the highest", { loa: "substantiell" }, "DOCUMENT_NOT_ACCEPTED"],
    ["no level", { loa: "" }, "DOCUMENT_NOT_ACCEPTED"],
    ["a card in a phone", { types: "<eid:SEEndorsed>USED</eid:SEEndorsed>" }, "DOCUMENT_NOT_ACCEPTED"],
    ["a card that was not used", { types: "<eid:CardCertified>ALLOWED</eid:CardCertified>" }, "DOCUMENT_NOT_ACCEPTED"],
    ["another kind of document", { data: { DocumentType: "XY" } }, "DOCUMENT_NOT_ACCEPTED"],
    ["a card of no country", { data: { IssuingState: "XXA" } }, "DOCUMENT_NOT_ACCEPTED"],
    ["a card whose days are over", { data: { DateOfExpiry: "2026-11-27" } }, "DOCUMENT_EXPIRED"],
    ["no surname", { data: { FamilyNames: "" } }, "PROVIDER"],
    ["a day that is none", { data: { DateOfExpiry: "2029-13-31" } }, "PROVIDER"],
    ["a birthdate that is none", { born: "<eid:DateString>19641312</eid:DateString>" }, "PROVIDER"],
    ["a name that holds elements", { data: { GivenNames: "<eid:x>ERIKA</eid:x>" } }, "PROVIDER"],
    [
      "two surnames",
      { data: { BirthName: "</eid:BirthName><eid:FamilyNames>X</eid:FamilyNames><eid:BirthName>" } },
      "PROVIDER",
    ],
  ])("fails with %s", (_what, said, why) => {
    expect(read(result(said))).toEqual({ state: "failed", why, evidence });
  });

  it("is not there yet, or will never be", () => {
    const states = Object.fromEntries(
      [
        "noResultYet",
        "cancellationByUser",
        "communicationError",
        "deniedDocument",
        "invalidDocument",
        "invalidSession",
        "invalidCounter",
        "else",
      ].map((minor) => {
        const answer = read(refused("getResult", minor));
        return [minor, answer.state === "failed" ? answer.why : answer.state];
      }),
    );
    expect(states).toEqual({
      noResultYet: "pending",
      cancellationByUser: "cancelled",
      communicationError: "CLIENT",
      deniedDocument: "DOCUMENT_BLOCKED",
      invalidDocument: "DOCUMENT_EXPIRED",
      invalidSession: "INTERRUPTED",
      invalidCounter: "INTERRUPTED",
      else: "PROVIDER",
    });
  });
});

describe("letters of countries", () => {
  it("are those of ICAO", () => {
    const letters = ["D", "D<<", "AUT", "GBN", "RKS", "DE", "XXA", "", "ZZZ"];
    expect(letters.map(countryOf)).toEqual(["DE", "DE", "AT", "GB", "XK", null, null, null, null]);
  });
});
