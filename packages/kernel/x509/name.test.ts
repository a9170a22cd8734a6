import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DerError } from "../asn1/der.ts";
import { encodeInteger, encodeOid, encodeSequence, encodeSetOf, encodeUtf8String } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { encodeName, formatName, nameAttribute, namesEqual, parseName } from "./name.ts";

const name = (...commonNames: Uint8Array[]) =>
  encodeSequence(...commonNames.map((value) => encodeSetOf([encodeSequence(encodeOid(OID.commonName), value)])));

describe("names", () => {
  it("are read back as they were built", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.string({ minLength: 1 }), (commonName, surname) => {
        const der = encodeName([
          { type: "countryName", value: "DE" },
          { type: "commonName", value: commonName },
          { type: "surname", value: surname },
        ]);
        expect(nameAttribute(der, "commonName")).toBe(commonName);
        expect(nameAttribute(der, "surname")).toBe(surname);
        expect(nameAttribute(der, "title")).toBeNull();
      }),
    );
  });

  it("use PrintableString for country and serial number, UTF8String for the rest", () => {
    const der = encodeName([
      { type: "countryName", value: "DE" },
      { type: "serialNumber", value: "S-1" },
      { type: "commonName", value: "A" },
    ]);
    expect(parseName(der).map(([attribute]) => attribute?.der[0])).toEqual([0x13, 0x13, 0x0c]);
  });

  it("are shown as RFC 4514 strings, last first and escaped", () => {
    const der = encodeName([
      { type: "countryName", value: "DE" },
      { type: "organizationName", value: 'Müller, Söhne & "Co"' },
      { type: "commonName", value: "#1 \\ <x>\u0000 " },
    ]);
    expect(formatName(der)).toBe('CN=\\#1 \\\\ \\<x\\>\\00\\ ,O=Müller\\, Söhne & \\"Co\\",C=DE');
    expect(formatName(name(encodeInteger(5)))).toBe("CN=#020105");
  });

  it("are equal whatever the string type, case and spacing", () => {
    expect(namesEqual(name(encodeUtf8String("Test  CA ")), name(encodeUtf8String("test ca")))).toBe(true);
    expect(namesEqual(name(encodeUtf8String("Test CA")), name(new Uint8Array(Buffer.from("\x13\x07Test CA"))))).toBe(
      true,
    );
    expect(namesEqual(name(encodeUtf8String("Test CA")), name(encodeUtf8String("Test CB")))).toBe(false);
    expect(namesEqual(name(encodeUtf8String("A")), name(encodeUtf8String("A"), encodeUtf8String("A")))).toBe(false);
  });

  it("cannot be built from what no certificate may say", () => {
    for (const value of ["", "de", "DEU"])
      expect(() => encodeName([{ type: "countryName", value }])).toThrow(RangeError);
    expect(() => encodeName([{ type: "serialNumber", value: "Ü" }])).toThrow(RangeError);
    expect(() => encodeName([{ type: "commonName", value: "" }])).toThrow(RangeError);
  });

  const malformed = [
    { name: "no sequence", der: encodeSetOf([]) },
    { name: "an empty RDN", der: encodeSequence(encodeSetOf([])) },
    { name: "an RDN that is no set", der: encodeSequence(encodeSequence()) },
    {
      name: "an attribute without a value",
      der: encodeSequence(encodeSetOf([encodeSequence(encodeOid(OID.commonName))])),
    },
    { name: "broken UTF-8", der: name(new Uint8Array([0x0c, 1, 0xff])) },
  ];
  it.each(malformed)("are refused: $name", ({ der }) => {
    expect(() => parseName(der)).toThrow(DerError);
  });
});
